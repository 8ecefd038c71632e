// The seal of a deal: opened by keyboard while a match is on and after it, on the table, the result and the replay.
import assert from 'node:assert/strict'
import { Inspector } from './axe.mjs'
import { still, visitor } from './browser.mjs'
import { dice, ended, open, playUntil } from './play.mjs'

const BY_KEY = 'Enter'

async function opened(page, where) {
    const seal = page.locator(`${where} button:has(svg path[d^="M0-11 L3"])`).first()
    await seal.focus()
    await page.keyboard.press(BY_KEY)
    await page.locator('dialog .about').waitFor()
    await still(page)
}

async function closed(page) {
    await page.keyboard.press('Escape')
    await page.locator('dialog .about').waitFor({ state: 'detached' })
}

export async function sealed(browser, base, { lang = 'en', width = 1440, height = 900, look = '' }) {
    const page = await visitor(browser, base, { lang, width, height, touch: width < 700, prefs: { calm: true } })
    await open(page, 'pairs') // one click at the front door
    const eye = new Inspector(page)
    await opened(page, 'header')
    assert.equal(await page.locator('.whom li').count(), 2, 'the house, and the one person at the table; bots bring nothing')
    assert.equal(await page.locator('.whom code').count(), 2)
    assert.equal(await page.locator('.about .no').count(), 0)
    assert.equal(await page.locator('.found').count(), 0, 'nothing is checked before the end')
    await eye.look('the seal during a match')
    if (look) await page.screenshot({ path: `${look}-during.png` })
    await closed(page)
    await playUntil(page, () => ended(page), { choose: dice('seal') })
    await opened(page, '.result')
    await page.locator('.found li').first().waitFor()
    const marks = await page.locator('.found li > span').allInnerTexts()
    assert.deepEqual(marks, ['✓', '✓', '✓', '✓', '✓'], 'house, share, key, draws, what was seen')
    await eye.look('the seal after a match')
    if (look) await page.screenshot({ path: `${look}-after.png` })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(wide <= 0)
    await closed(page)
    if (look) await page.screenshot({ path: `${look}-result.png` })
    await page.locator('.result .do .btn').nth(1).click()
    await page.locator('.replay .felt').waitFor()
    await opened(page, 'footer')
    await page.locator('.found li').first().waitFor()
    assert.deepEqual(await page.locator('.found li > span').allInnerTexts(), ['✓', '✓', '✓', '✓'])
    if (look) await page.screenshot({ path: `${look}-replay.png` })
    await closed(page)
    eye.verdict()
    assert.deepEqual(page.problems, [])
    return marks.length
}

/** A house that changed a card of the record, or the promise, is found out by the page itself. */
export async function broken_seal(browser, base, { look = '' }) {
    const page = await visitor(browser, base, { lang: 'en', prefs: { calm: true } })
    await open(page, 'pairs')
    await playUntil(page, () => ended(page), { choose: dice('broken') })
    const found = []
    const changes = [
        ['header', /"kind": "hit", "seat": (\d), "rank": \d+/, '"kind": "hit", "seat": $1, "rank": 11'],
        ['.result', /"secret": "..../, '"secret": "0123'],
        ['footer', /"drawn": \[\[(\d+), \d+/, '"drawn": [[$1, 54'],
    ]
    for (const [where, from, to] of changes) {
        await page.route('**/record?*', async (route) => {
            const answer = await route.fetch()
            const text = await answer.text()
            await route.fulfill({ response: answer, body: text.replace(from, to) })
        })
        await opened(page, where)
        await page.locator('.found li').first().waitFor()
        found.push(await page.locator('.found li.no').allInnerTexts())
        assert.equal(await page.locator('.verdict.no').count(), 1)
        if (look) await page.screenshot({ path: `${look}-broken.png` })
        await closed(page)
        await page.unroute('**/record?*')
        if (where === '.result') {
            await page.locator('.result .do .btn').nth(1).click()
            await page.locator('.replay .felt').waitFor()
        }
    }
    return found
}
