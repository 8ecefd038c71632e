// Lines of three first deals on one picture, for the README.
//   node scripts/lessons.mjs http://127.0.0.1:8421 ../docs/pictures/lessons.webp
import { writeFileSync } from 'node:fs'
import { launch } from '../tests/browser.mjs'
import { lessonByKeyboard, lessonByTouch } from '../tests/lessons.mjs'

const [base, out = '../docs/pictures/lessons.webp'] = process.argv.slice(2)
const WANTED = [
    [lessonByKeyboard, 'spoons', 'en', 4],
    [lessonByTouch, 'agnes', 'fr', 5],
    [lessonByTouch, 'goblin_poker', 'fr', 3],
]
const browser = await launch()
const pictures = []
for (const [play, game, lang, wanted] of WANTED) {
    await play(browser, base, {
        game,
        lang,
        seen: async (page, at) => at === wanted && pictures.push((await page.screenshot()).toString('base64')),
    })
    await Promise.all(browser.contexts().map((context) => context.close()))
}
const page = await browser.newPage({ viewport: { width: 1400, height: 640 } })
await page.setContent(`<style>
  body { margin: 0; background: #07201f; } div { display: flex; gap: 14px; padding: 14px; height: 612px; }
  img { height: 100%; border-radius: 10px; box-shadow: 0 0 0 1px #ffffff22; }
</style><div>${pictures.map((data) => `<img src="data:image/png;base64,${data}">`).join('')}</div>`)
const width = await page.evaluate(async () => {
    await Promise.all([...document.images].map((image) => image.decode()))
    return Math.ceil([...document.images].at(-1).getBoundingClientRect().right) + 14
})
const line = await page.context().newCDPSession(page)
const { data } = await line.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 80,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height: 640, scale: 1 },
})
writeFileSync(out, Buffer.from(data, 'base64'))
console.log(`${out}: ${Math.round(Buffer.from(data, 'base64').length / 1024)} kB, ${width} × 640`)
await browser.close()
