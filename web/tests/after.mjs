// Afterwards: the replay is scrubbed, seen through other eyes, linked to, played on.
import assert from 'node:assert/strict'
import { visitor } from './browser.mjs'
import { against, dice, ended, open, playUntil } from './play.mjs'

export async function replay(browser, base) {
    const page = await visitor(browser, base, { lang: 'fr' })
    await open(page, 'pairs')
    await playUntil(page, () => ended(page), { choose: dice('replay'), patience: 240_000 })
    await page.locator('.result .btn', { hasText: 'Revoir' }).click()
    await page.locator('.scrubber').waitFor()
    await page.locator('.replay .felt').waitFor()
    await page.locator('.scrubber input').fill('3')
    await page.waitForFunction(() => location.search.includes('at=3'))
    await page.locator('.scrubber .btn').nth(3).click()
    await page.waitForFunction(() => location.search.includes('at=4'))
    await page.locator('header select').selectOption({ index: 2 })
    await page.waitForFunction(() => location.search.includes('eyes=1'))
    await page.reload()
    await page.locator('.replay .felt').waitFor()
    assert.match(page.url(), /at=4/)
    await page.locator('footer .btn', { hasText: 'Continuer' }).click()
    await page.locator('.room .felt').waitFor()
    await page.waitForFunction(() => /entraînement/.test(document.querySelector('header').textContent))
    assert.deepEqual(page.problems, [])
}

/** Who showed the traveller is known in the replay as at the table: from then on, and not before. Moves with the badge. */
export async function traveller_again(browser, base) {
    const page = await visitor(browser, base, { lang: 'en' })
    await against(page, 'vatra', 3, { game: 'magarac', traveller: true, word: 'OX' })
    await playUntil(page, () => ended(page), { choose: dice('traveller'), patience: 240_000 })
    await page.locator('.result .btn', { hasText: 'Replay' }).click()
    await page.locator('.replay .felt').waitFor()
    const badges = []
    const moves = Number(await page.locator('.scrubber input').getAttribute('max'))
    for (let at = 0; at <= Math.min(moves, 12); at++) {
        await page.locator('.scrubber input').fill(String(at))
        if (at) await page.waitForFunction((n) => new URL(location.href).searchParams.get('at') === String(n), at)
        badges.push(await page.locator('.replay .bears').count())
    }
    assert.deepEqual(page.problems, [])
    return { moves, badges }
}
