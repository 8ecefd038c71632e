// A person plays one full deal against bots with the mouse.
import assert from 'node:assert/strict'
import { PATIENCE, visitor } from './browser.mjs'
import { act, against, deal as dealNow, dice, ended, open, playUntil } from './play.mjs'

export async function deal(browser, base, { game }) {
    const page = await visitor(browser, base, { lang: game.length % 2 ? 'fr' : 'en' })
    await open(page, game)
    let played = -1 // the first deal this person had a hand in; a quick race may be over before one has sat down
    const moved = async () => {
        if (played < 0) played = await dealNow(page)
        await noHiddenFace(page)
    }
    const over = async () => played >= 0 && ((await ended(page)) || (await dealNow(page)) > played)
    const moves = await playUntil(page, over, { choose: dice(game), moved })
    assert.deepEqual(page.problems, [])
    assert.doesNotMatch(await page.locator('.room').innerText(), /Guest|Invité/, 'whoever reads is called you')
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(wide <= 0, `the page is ${wide} px too wide`)
    return moves
}

/** Backs are backs: a hidden card carries neither a name nor a face, and nobody else's hand lies open. */
export async function noHiddenFace(page) {
    const told = await page.evaluate(() => ({
        faced: [...document.querySelectorAll('[data-card="?"]')].filter(
            (node) => !node.querySelector('use[href="#back"]') || node.querySelector('use:not([href="#back"])')
        ).length,
        open: document.querySelector('.result')
            ? []
            : [...document.querySelectorAll('.seat:not(.bottom) [data-spot^="hand."]')]
                  .map((node) => node.dataset.card)
                  .filter((face) => face !== '?'),
    }))
    assert.deepEqual(told, { faced: 0, open: [] })
}

/** The price that lies on the table is the one the house reckons. */
export async function priced(browser, base, { game, seats, verb }) {
    const page = await visitor(browser, base, { lang: 'fr' })
    const choose = dice(`${game} priced`)
    let hints = null // of what lies there now
    page.on('websocket', (line) =>
        line.on('framereceived', ({ payload }) => {
            const told = JSON.parse(String(payload))
            if (told.t === 'news' && told.view) hints = null
            if (told.t === 'hints') hints = told.hints
        })
    )
    const reckoned = () => Math.abs(Object.values(hints?.find((hint) => hint.do === verb)?.price ?? {})[0] ?? 0)
    await against(page, game, seats)
    const end = Date.now() + 3 * PATIENCE
    while (!reckoned()) {
        assert.ok(Date.now() < end, `${verb} was never on the menu`)
        if (!hints || !(await act(page, choose))) {
            await page.keyboard.press('s')
            await page.waitForTimeout(30)
        }
    }
    const price = reckoned() // nobody moves before this person does
    const read = ([what, n]) =>
        document
            .querySelector(`.felt [data-do=${what}]`)
            ?.textContent.match(/\d+/g)
            ?.reduce((sum, part) => sum + Number(part), 0) === n
    await page.waitForFunction(read, [verb, price])
    return price
}
