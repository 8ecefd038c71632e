import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

const server = process.env.PIOCHE_HOUSE ?? 'http://127.0.0.1:8765'

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/pioche/house/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // a strict content policy allows no data: addresses
    modulePreload: { polyfill: false },
    license: { fileName: 'licences.md' }, // what the fonts and the code of others in the bundle ask to travel with them
  },
  server: {
    proxy: {
      '/api': { target: server, changeOrigin: true },
      '^/t/[0-9a-z]+/ws': { target: server, ws: true, changeOrigin: true },
    },
  },
})
