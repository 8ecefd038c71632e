// What families do: choose a face, react, hear a bot, find last Sunday's match again.
import assert from 'node:assert/strict'
import { visitor } from './browser.mjs'
import { against, deal, dice, ended, lay, open, playUntil } from './play.mjs'

/** A face by one tap, seen by the others; a reaction by two, seen at the seat. */
export async function faces(browser, base) {
    const anne = await visitor(browser, base, { lang: 'fr', width: 390, height: 780, touch: true })
    const made = await lay(anne, { game: 'hawthorn', options: { seats: 3 }, sit: 0, settings: { pace: 'relaxed' } })
    await anne.locator('.faces button[aria-label=renard]').tap()
    await anne.locator('.gathering li .avatar').first().waitFor()
    const wide = await anne.evaluate(() => document.querySelector('main.table').scrollWidth - innerWidth)
    assert.ok(wide <= 0, `the gathering is ${wide} px too wide`)
    const bob = await visitor(browser, base, { lang: 'en', prefs: { face: 'owl' } })
    await bob.goto(`/t/${made.code}#${made.secret}`)
    await bob.locator('.gathering li .do .btn').first().click()
    await anne.waitForFunction(() => document.querySelectorAll('.gathering li .avatar').length === 2)
    await anne.locator('.begin').tap()
    await bob.locator('.felt .seat .avatar').nth(1).waitFor()
    await bob.locator('.react .toggle').click()
    await bob.locator('.react .row button').nth(2).click()
    await anne.locator('.seat:not(.bottom) .mood').waitFor()
    await bob.locator('.seat.bottom .mood').waitFor()
    // The bot at the table says hello once, where it sits and in the talk, and calls nobody for it.
    await bob.getByRole('tab', { name: 'Talk' }).click()
    await bob.waitForFunction(() => document.querySelectorAll('.talk li').length >= 2)
    assert.deepEqual([...anne.problems, ...bob.problems], [])
}

/** Whoever wants quiet bots has them. */
export async function quietBots(browser, base) {
    const page = await visitor(browser, base, { lang: 'en', prefs: { chatter: false } })
    await lay(page, {
        game: 'pairs',
        options: { seats: 3 },
        sit: 0,
        bots: { 1: 'regular', 2: 'regular' },
        start: true,
        settings: { pace: 'relaxed' },
    })
    await page.locator('.felt').waitFor()
    await page.getByRole('tab', { name: 'Talk' }).click()
    await page.waitForTimeout(600)
    assert.match(await page.locator('.talk').innerText(), /No messages yet/)
}

/** A match is found again by evening, by name and by game; its link works for strangers; it can be deleted. */
export async function myMatches(browser, base) {
    const page = await visitor(browser, base, { lang: 'en', prefs: { calm: true } })
    await open(page, 'port')
    await playUntil(page, () => ended(page), { choose: dice('mine') })
    await page.goto('/')
    await page.getByRole('button', { name: 'My matches' }).click()
    const rows = page.locator('dialog li .what')
    await rows.first().waitFor()
    assert.equal(await rows.count(), 1)
    await page.getByPlaceholder('Search by game or name').fill('nobody was called that')
    assert.equal(await rows.count(), 0)
    await page.getByPlaceholder('Search by game or name').fill('port')
    assert.equal(await rows.count(), 1)
    const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export all' }).click(),
    ])
    const lines = (await (await file.createReadStream()).toArray())
        .join('')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    assert.equal(lines.length, 1)
    assert.match(lines[0].record, /"game"/)
    await page.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('button', { name: 'Delete it' }).click()
    await page.waitForFunction(() => !document.querySelector('dialog li'))
    assert.deepEqual(page.problems, [])
}

/** Agnès: a stray tap on a card while everybody may slam does nothing yet; the second one does. */
export async function strayTap(browser, base, { table }) {
    const page = await visitor(browser, base, { lang: 'en', width: 390, height: 780, touch: true, prefs: { calm: true } })
    await lay(page, table)
    const card = page.locator('.seat.bottom [data-spot="layout.0"] button').first()
    await card.waitFor()
    const told = () =>
        page.evaluate(() => fetch('/api/me/tables').then(() => document.querySelector('.status .last')?.textContent ?? ''))
    const before = await told()
    await card.tap()
    await page.locator('.status .sentence', { hasText: 'Tap again to slam it' }).waitFor()
    await page.waitForTimeout(400)
    assert.equal(await told(), before, 'nothing has happened')
    await card.tap()
    await page.waitForFunction((was) => document.querySelector('.status .last')?.textContent !== was, before)
    return told()
}

/** A variant chosen on the card is the game of the table one invites to. */
export async function invitedVariant(browser, base) {
    const page = await visitor(browser, base, { lang: 'en' })
    await page.goto('/')
    const card = page.locator('article', { has: page.locator('#game-pairs') })
    await card.locator('select').selectOption('seattle')
    await card.getByRole('button', { name: 'Invite' }).click()
    await page.locator('dialog h2').waitFor()
    assert.match(await page.locator('dialog').innerText(), /Seattle/)
    await page.locator('dialog .make').click()
    await page.locator('.gathering .invite input').waitFor()
    assert.match(await page.locator('main.table').innerText(), /Seattle/)
}

/** On a phone the log opens at its newest line. */
export async function newestLine(browser, base) {
    const page = await visitor(browser, base, { lang: 'fr', width: 390, height: 640, touch: true, prefs: { calm: true } })
    await open(page, 'pairs')
    await playUntil(page, async (moves) => moves >= 8 || (await ended(page)), { choose: dice('log') })
    await page.locator('.narrow').tap()
    const log = page.locator('dialog .log')
    await log.waitFor()
    await page.waitForTimeout(300)
    const place = await log.evaluate((list) => [list.scrollHeight - list.clientHeight, list.scrollTop])
    assert.ok(place[0] > 0, 'the log is longer than the drawer')
    assert.ok(place[0] - place[1] < 2, `${place[0] - place[1]} px below what is shown`)
}

/** While cards are turned over nobody is said to be next; who deals is not counted among those who choose. */
export async function whoIsNext(browser, base, { game, seats }) {
    const page = await visitor(browser, base, { lang: 'en', width: 390, height: 780, touch: true })
    await page.addInitScript(() => {
        window.told = []
        new MutationObserver(() => {
            const sentence = document.querySelector('.status .sentence')?.textContent ?? ''
            const turning = Boolean(document.querySelector('.felt .caption'))
            const dealing = document.querySelector('.felt')?.textContent.includes('You deal') ?? false
            if (sentence) window.told.push({ sentence, turning, dealing })
        }).observe(document, { childList: true, subtree: true, characterData: true })
    })
    await against(page, game, seats)
    await playUntil(page, async () => (await deal(page)) >= seats || (await ended(page)), { choose: dice('next') })
    const told = await page.evaluate(() => window.told)
    const turning = told.filter((one) => one.turning)
    assert.ok(turning.length > 10, 'cards were turned over one by one')
    assert.deepEqual(
        [...new Set(turning.map((one) => one.sentence).filter((one) => /to play|ready|Your turn/.test(one)))],
        []
    )
    const dealing = told.filter((one) => one.dealing && !one.turning).map((one) => one.sentence)
    assert.deepEqual([...new Set(dealing.filter((one) => /Everyone chooses|You have chosen/.test(one)))], [])
    return new Set(dealing.filter((one) => /The others choose/.test(one))).size
}
