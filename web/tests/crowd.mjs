// A crowd on a phone: one's own cards are on the screen, nothing lies under the dock, what can be chosen can be touched.
import assert from 'node:assert/strict'
import { still, visitor } from './browser.mjs'
import { against } from './play.mjs'

export async function crowd(browser, base, { game, seats, width, height = 780, least = 0, look = '' }) {
    const page = await visitor(browser, base, { lang: 'fr', width, height, touch: true, prefs: { calm: true } })
    await against(page, game, seats)
    await page.locator('.roster, .felt .seat.bottom').first().waitFor()
    await still(page)
    const found = await page.evaluate(() => {
        const shown = (node) => node.offsetWidth && node.offsetHeight
        const boxes = (selector) =>
            [...document.querySelectorAll(selector)].filter(shown).map((node) => node.getBoundingClientRect())
        const felt = boxes('.felt [data-card]')
        const dock = document.querySelector('.dock').getBoundingClientRect()
        const off = (box) => box.left < -1 || box.right > innerWidth + 1
        return {
            own: boxes('.seat.bottom [data-card], .dock [data-card]').length,
            lost: boxes('.seat.bottom [data-card], .dock [data-card]').filter(
                (box) => off(box) || box.bottom > innerHeight + 1 || box.top < 0
            ).length,
            off: felt.filter(off).length,
            under: boxes('.seat.bottom [data-card], .middle [data-card]').filter((box) => box.bottom > dock.top + 1).length,
            least: Math.min(...felt.map((box) => box.width)),
            wide: document.documentElement.scrollWidth - innerWidth,
        }
    })
    if (look) await page.screenshot({ path: look })
    assert.ok(found.own > 0, 'one has cards')
    assert.deepEqual({ lost: found.lost, off: found.off, under: found.under }, { lost: 0, off: 0, under: 0 })
    assert.ok(found.wide <= 0)
    if (least) assert.ok(found.least >= least, `the narrowest card is ${found.least} px wide`)
    assert.deepEqual(page.problems, [])
    return found.own
}
