// The best of screenshots/ on one sheet, for the README.
//   node scripts/contact.mjs ../screenshots ../docs/pictures/tables.webp
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { launch } from '../tests/browser.mjs'

const [folder = '../screenshots', out = '../docs/pictures/tables.webp'] = process.argv.slice(2)
const WIDE = [
    ['desktop-fr-door'],
    ['desktop-fr-hawthorn-moment', 'desktop-fr-hawthorn'],
    ['desktop-en-rocket'],
    ['desktop-fr-goblin_poker-moment', 'desktop-fr-goblin_poker'],
    ['desktop-en-sweep-moment', 'desktop-en-sweep'],
    ['desktop-fr-venture-moment', 'desktop-fr-venture'],
    ['desktop-en-spoons'],
    ['desktop-fr-agnes-moment', 'desktop-fr-agnes'],
    ['desktop-en-five_cards'],
]
const TALL = [
    'phone-fr-pairs',
    'phone-en-blackstone',
    'phone-fr-kitty',
    'phone-en-port',
    'phone-fr-pig',
    'phone-en-agnes',
].map((name) => [name])
const picture = (names, kind) => {
    const found = names.map((name) => join(folder, `${name}.png`)).find(existsSync)
    return found ? `<img class="${kind}" src="data:image/png;base64,${readFileSync(found).toString('base64')}">` : ''
}
const browser = await launch()
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
await page.setContent(`<style>
  body { margin: 0; padding: 18px; background: #07201f; width: 1404px; }
  div { display: grid; gap: 14px; } .wides { grid-template-columns: repeat(3, 1fr); margin-bottom: 14px; } .talls { grid-template-columns: repeat(6, 1fr); }
  img { display: block; width: 100%; border-radius: 10px; box-shadow: 0 0 0 1px #ffffff22; }
</style><div class="wides">${WIDE.map((n) => picture(n, 'wide')).join('')}</div><div class="talls">${TALL.map((n) => picture(n, 'tall')).join('')}</div>`)
await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
const size = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    height: document.body.scrollHeight + 0,
}))
const line = await page.context().newCDPSession(page)
const { data } = await line.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 78,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, ...size, scale: 1 },
})
mkdirSync(dirname(out), { recursive: true })
writeFileSync(out, Buffer.from(data, 'base64'))
console.log(`${out}: ${Math.round(Buffer.from(data, 'base64').length / 1024)} kB, ${size.width} × ${size.height}`)
await browser.close()
