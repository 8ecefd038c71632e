// Two browsers at one table, with a reload in the middle.
import assert from 'node:assert/strict'
import { PATIENCE, visitor } from './browser.mjs'
import { noHiddenFace } from './deals.mjs'
import { act, dice, ended } from './play.mjs'

/** The host opens a table for two at the front door, the friend follows the link, and they begin. */
export async function meet(host, friend, game) {
    await host.goto('/')
    await host.locator(`#game-${game} ~ .do .btn`).nth(1).click()
    await host.locator('dialog summary').first().click()
    const seats = host.locator('dialog details input[type=number]').first()
    await seats.fill('2')
    await seats.blur()
    await host.locator('dialog .make').click()
    await friend.goto(await host.locator('.invite input').inputValue())
    await friend.locator('.gathering').waitFor()
    await friend
        .locator('.gathering .btn', { hasText: /Sit here|asseoir/ })
        .first()
        .click()
    await host.locator('.gathering li.taken').nth(1).waitFor()
    await host.locator('.begin').click()
    await Promise.all([host.locator('.felt').waitFor(), friend.locator('.felt').waitFor()])
}

export async function two_browsers(browser, base) {
    const choose = dice('friends')
    const host = await visitor(browser, base, { lang: 'fr' })
    const friend = await visitor(browser, base, { lang: 'en', width: 390, height: 844, touch: true })
    await meet(host, friend, 'hawthorn')
    const deal = async () => Number(await host.locator('.room').getAttribute('data-deal'))
    const end = Date.now() + 4 * PATIENCE
    let reloaded = false
    while ((await deal()) < 2) {
        assert.ok(Date.now() < end, 'two deals never ended')
        for (const page of [host, friend]) {
            if (await act(page, choose)) await noHiddenFace(page)
        }
        if (!reloaded && (await deal()) >= 1) {
            reloaded = true
            await friend.reload()
            await friend.locator('.felt').waitFor()
        }
        await host.keyboard.press('s')
        await host.waitForTimeout(30)
    }
    assert.ok(reloaded)
    await host.locator('.tabs button').nth(1).click()
    await host.locator('.phrases .btn').first().click()
    await host.locator('.talk li.mine').waitFor()
    for (const page of [host, friend]) assert.deepEqual(page.problems, [])
}

/** One person's wish for another match is a question to the other; and whoever leaves, after being asked, has left. */
export async function again_and_away(browser, base) {
    const choose = dice('again')
    const host = await visitor(browser, base, { lang: 'en', prefs: { calm: true } })
    const friend = await visitor(browser, base, { lang: 'fr', width: 390, height: 844, touch: true, prefs: { calm: true } })
    await meet(host, friend, 'pairs')
    const end = Date.now() + 4 * PATIENCE
    while (!(await ended(host)) || !(await ended(friend))) {
        assert.ok(Date.now() < end, 'the match never ended')
        for (const page of [host, friend]) await act(page, choose)
        await host.keyboard.press('s')
        await host.waitForTimeout(30)
    }
    await friend.locator('.result .btn.main').tap()
    await host.locator('.result .again').first().waitFor()
    for (const page of [host, friend]) assert.ok(await ended(page), 'nobody is pulled off the result')
    await host.locator('.result .btn.main').click()
    for (const page of [host, friend]) await page.locator('.felt').waitFor()
    assert.equal(await host.locator('.seat .bot').count(), 0)
    await friend.locator('header .btn').last().tap()
    await friend.locator('dialog .acts .btn').last().tap()
    await friend.locator('[role=alertdialog] .btn.main').tap()
    await friend.locator('.wall').waitFor()
    await host.locator('.seat .bot').waitFor()
    for (const page of [host, friend]) assert.deepEqual(page.problems, [])
}
