// The end of a deal on the page: it stays until everybody is ready, tells what happened, and can be left by keyboard.
import assert from 'node:assert/strict'
import { Inspector } from './axe.mjs'
import { still, visitor } from './browser.mjs'
import { deal, dice, ended, lay, MOVES, open, playUntil } from './play.mjs'

const shown = (page) => page.locator('.ending')
export const DONE = '.ending footer .main'

/** One person plays until a deal is over; the scene is looked at, read, and left by keyboard. */
export async function ending(browser, base, { game, lang = 'en', width = 1440, height = 900, look = '' }) {
    const page = await visitor(browser, base, { lang, width, height, touch: width < 700, prefs: { calm: true } })
    await open(page, game)
    await playUntil(page, () => shown(page).isVisible(), { choose: dice(`${game} ending`), offers: MOVES })
    await still(page)
    const at = await deal(page)
    const told = await page.evaluate(() => ({
        rows: document.querySelectorAll('.ending tbody tr').length,
        seats: document.querySelectorAll('.felt .plate').length,
        headline: document.querySelector('.ending .headline')?.textContent ?? '',
        moves: document.querySelectorAll('.menu .btn, .dock .lit button').length,
        out: [...document.querySelectorAll('.ending, .ending footer .main')].filter((node) => {
            const box = node.getBoundingClientRect()
            return box.left < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1
        }).length,
        wide: document.documentElement.scrollWidth - innerWidth,
    }))
    assert.ok(told.rows >= 2, 'everybody is in the standing')
    assert.ok(told.headline.length > 5, 'it says what happened')
    assert.equal(told.moves, 0, 'nobody can move while it is shown')
    assert.equal(told.out, 0, 'all of it can be reached')
    assert.ok(told.wide <= 0)
    const longer = page.locator('.ending footer .btn:not(.main)') // a busy machine looks longer than the eight seconds among bots
    if (await longer.count()) await longer.first().click()
    const eye = new Inspector(page)
    await eye.look(`the end of a deal of ${game}`)
    eye.verdict()
    if (look) await page.screenshot({ path: look })
    assert.equal(await deal(page), at, 'it is still there')
    if (await ended(page)) return told.headline
    if (width < 700) await page.locator(DONE).tap()
    else {
        await page.locator(DONE).focus()
        await page.keyboard.press('Enter')
    }
    await page.waitForFunction(
        (before) =>
            !document.querySelector('.ending') ||
            document.querySelector('.result') ||
            Number(document.querySelector('.ending')?.dataset.ending) > before,
        at
    )
    assert.deepEqual(page.problems, [])
    return told.headline
}

/** At the end of Agnès's round every card lies open; before it no other layout does (R55). */
export async function all_cards_up(browser, base) {
    const page = await visitor(browser, base, { lang: 'fr', prefs: { calm: true } })
    const faces = () =>
        page.evaluate(() =>
            [...document.querySelectorAll('.seat:not(.bottom) [data-spot^="layout."]')].map((node) => node.dataset.card)
        )
    const bots = { 1: 'regular', 2: 'regular' }
    await lay(page, {
        game: 'agnes',
        options: { seats: 3, rounds: 2, lap_limit: 5, slam: 'off' },
        bots,
        sit: 0,
        start: true,
        settings: { pace: 'relaxed', endings: 'ready' },
    })
    await page.locator('.felt').waitFor()
    const before = []
    await playUntil(page, () => shown(page).isVisible(), {
        choose: dice('agnes'),
        offers: MOVES,
        moved: async () => ((await shown(page).isVisible()) ? 0 : before.push(...(await faces()))),
    })
    await still(page)
    const known = before.filter((face) => face && face !== '?').length
    assert.ok(before.length > 8)
    assert.ok(known < before.length / 4, 'only what a power showed was open before')
    const after = await faces()
    assert.ok(after.length >= 8 && after.every((face) => face !== '?'), `every card is turned up: ${after}`)
    assert.ok((await page.locator('.ending .cards .one').count()) >= 12, 'and counted')
    return after.length
}
