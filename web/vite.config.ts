import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

const house = process.env.PIOCHE_HOUSE ?? 'http://127.0.0.1:8765'

/** Vite's helper for parts that are fetched later is as large as what it does here is small: wait for the style, then for the script. */
const lateParts: Plugin = {
  name: 'late-parts',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (id !== '\0vite/preload-helper.js') return
    return `export const __vitePreload = (load, files = []) => Promise.all(files.filter((file) => file.endsWith('.css')).map((file) => new Promise((done) => {
      if (document.querySelector('link[href="/' + file + '"]')) return done()
      document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/' + file, onload: done, onerror: done }))
    }))).then(load)`
  },
}

export default defineConfig({
  plugins: [svelte(), lateParts],
  build: {
    outDir: '../src/pioche/house/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // a strict content policy allows no data: addresses
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': { target: house, changeOrigin: true },
      '^/t/[0-9a-z]+/ws': { target: house, ws: true, changeOrigin: true },
    },
  },
})
