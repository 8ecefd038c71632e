// A game the page has never heard of is playable at once: its zones say what to draw, its menu what to press.
import assert from 'node:assert/strict'
import { visitor } from './browser.mjs'
import { deal, dice, ended, open, playUntil } from './play.mjs'

/** A game of another package, from the front door to the end of the match. */
export async function stranger(browser, base, { game, title }) {
    const page = await visitor(browser, base, { lang: 'fr' })
    await open(page, game)
    assert.match(await page.locator('header h1').innerText(), new RegExp(title))
    const moves = await playUntil(page, () => ended(page), { choose: dice(game) })
    assert.deepEqual(page.problems, [])
    return moves
}

/** A game of the house with its skin taken away on the wire: hidden hands and all on the generic table. */
export async function no_skin(browser, base, { game }) {
    const page = await visitor(browser, base, { lang: 'en' })
    let taken = 0
    await page.route('**/assets/*.js', async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replaceAll(`./${game}.ts`, () => ((taken += 1), './nobody.ts'))
        await route.fulfill({ response, body })
    })
    await open(page, game)
    assert.ok(taken, 'the skin was not taken away')
    const moves = await playUntil(page, async () => (await deal(page)) >= 1 || (await ended(page)), { choose: dice(game) })
    assert.deepEqual(page.problems, [])
    return moves
}
