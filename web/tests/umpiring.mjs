// Around a tournament: the referee, the wall, a line that breaks, what is typed while others act, the same cards at two tables, axe.
import assert from 'node:assert/strict'
import { Inspector } from './axe.mjs'
import { PATIENCE, visitor } from './browser.mjs'
import { add, button, create, LABELS, link, register, see, step, total, totals } from './tournament.mjs'

const quiet = async () => undefined
const four = ['Alice', 'Basile', 'Clara']

/** A tournament with real cards that plays its first round: an organiser, somebody by the invitation on a phone, a referee. */
async function begun(
    browser,
    base,
    lang,
    { prefs = {}, eye = { look: quiet }, small = { look: quiet }, friend = '', options = { rounds: 2, units: 4 } } = {}
) {
    const w = LABELS[lang]
    const page = await visitor(browser, base, { lang, prefs })
    const phone = await visitor(browser, base, { lang, width: 390, height: 844, touch: true, prefs })
    eye.page = page
    small.page = phone
    const path = await create(page, { title: 'Club', options, snap: (_, where) => eye.look(where) })
    await add(page, four)
    await eye.look('desk')
    const invitation = await link(page, 'invitation')
    await eye.look('invitation')
    await button(page, w.close).click()
    const umpire = await visitor(browser, base, { lang, prefs })
    await umpire.goto(await link(page, 'refereeLink'))
    await umpire.locator('nav').getByRole('link', { name: w.referee }).waitFor()
    await button(page, w.close).click()
    await phone.goto(invitation)
    await phone.getByLabel(w.name).waitFor()
    await small.look('register')
    await register(phone, invitation, 'Zoé')
    await small.look('registered')
    await button(phone, w.here).click()
    await page.locator('.list li', { hasText: 'Zoé' }).locator('input:checked').waitFor()
    const other = friend ? await visitor(browser, base, { lang, width: 390, height: 844, touch: true, prefs }) : null
    if (other) await register(other, invitation, friend)
    if (other) await page.locator('.list li', { hasText: friend }).waitFor()
    await button(page, w.all).click()
    await button(page, w.all).waitFor({ state: 'detached' })
    await step(page, w.seat(1), false)
    await see(page, w.seating)
    await button(page, w.swap).click()
    await eye.look('seating')
    await see(page, w.desk)
    await button(page, w.start(1)).click()
    await eye.look('warning')
    await button(page, w.start(1)).click()
    await phone.locator('.sentence', { hasText: /table 1/ }).waitFor()
    return { w, page, phone, umpire, path, other }
}

/** An objection, a decision, a correction with its reason, a penalty; everybody sees what they may. */
export async function referee(browser, base, { lang, prefs = {}, snap = quiet }) {
    const { w, page, phone, umpire, other } = await begun(browser, base, lang, { prefs, friend: 'Yann' })
    await see(page, w.results)
    const seats = await page.locator('[data-table="1"] tbody th').allInnerTexts()
    const zoe = seats.findIndex((text) => text.includes('Zoé'))
    // Somebody at the table proposes a result, somebody else there objects.
    await button(phone, w.pressEnter).click()
    await button(phone, w.totals).click()
    for (const seat of seats.keys()) await phone.locator(`[name=raw${seat}]`).fill(String(seat))
    await button(phone, w.propose).click()
    await page.locator('.state.proposed').waitFor()
    await see(umpire, w.referee)
    const says = lang === 'fr' ? 'Il manque un point à Zoé.' : 'Zoé lacks one point.'
    await button(other, w.object).click()
    await other.locator('textarea').fill(says)
    await snap(other, 'objection')
    await button(other, w.objectSend).click()
    await umpire.locator('.queue', { hasText: says }).waitFor()
    await phone.locator('.state.disputed').waitFor()
    await snap(umpire, 'referee-queue')
    await umpire.locator('.queue .btn.main').click()
    await umpire.locator(`[name=raw${zoe}]`).fill('4')
    await snap(umpire, 'referee-sheet')
    await button(umpire, w.saveFinal).click()
    await umpire.locator('.queue li').waitFor({ state: 'detached' })
    await page.locator('[data-table="1"] .state.final').waitFor()
    await see(page, w.desk)
    await step(page, w.end(1))
    await phone.locator('.now .soft', { hasText: /score/i }).waitFor()
    // The correction asks for a reason and is seen by everybody.
    await see(umpire, w.results)
    await button(umpire, w.correct).click()
    await umpire.locator('[name=raw0]').fill('-2')
    assert.ok(await button(umpire, w.saveCorrection).isDisabled(), 'no correction without a reason')
    const reason = lang === 'fr' ? 'Deux lignes étaient échangées.' : 'Two lines were exchanged.'
    await umpire.getByLabel(w.reason).fill(reason)
    await button(umpire, w.saveCorrection).click()
    await umpire.locator('[data-table="1"]', { hasText: reason }).waitFor()
    await see(phone, w.standings)
    await phone.locator('li', { hasText: reason }).waitFor()
    // A penalty, too.
    await see(umpire, w.referee)
    await umpire.locator('#penalise ~ .pick select').selectOption('Alice')
    await button(umpire, w.choose).click()
    await umpire.locator('dialog .menu button', { hasText: w.penalty }).click()
    await umpire.getByLabel(w.points).fill('0.5')
    const late = lang === 'fr' ? 'Retour tardif.' : 'Came back late.'
    await umpire.getByLabel(w.reason).fill(late)
    await button(umpire, w.penalty).click()
    await phone.locator('li', { hasText: late }).waitFor()
    await snap(phone, 'standings-notes')
    await see(umpire, w.log)
    await umpire.locator('.why', { hasText: reason }).waitFor()
    for (const one of [page, phone, umpire, other]) assert.deepEqual(one.problems, [])
}

/** The wall: a clock and names to be read from ten metres, a list that goes on by itself, the standings between rounds. */
export async function projector(browser, base, { lang, prefs = {}, snap = quiet }) {
    const w = LABELS[lang]
    const page = await visitor(browser, base, { lang, prefs })
    const path = await create(page, {
        title: lang === 'fr' ? 'Le grand tournoi' : 'The Grand Tournament',
        options: { rounds: 1 },
    })
    const names = Array.from(
        { length: 28 },
        (_, k) =>
            `${['Alice', 'Basile', 'Clara', 'David', 'Emma', 'Farid', 'Gaëlle'][k % 7]} ${String.fromCharCode(65 + k / 7)}.`
    )
    await page.evaluate(
        async ([at, all]) => {
            for (const [k, deed] of ['register', 'check_in'].entries()) {
                const body = JSON.stringify({ id: `many${k}`, do: deed, by: 'organiser', names: all })
                await fetch(`/api/tournaments/${at.split('/').at(-1)}/act`, {
                    method: 'POST',
                    headers: { 'content-type': 'application/json' },
                    body,
                })
            }
        },
        [path, names]
    )
    const wall = await page.context().newPage()
    wall.problems = []
    wall.on('pageerror', (error) => wall.problems.push(String(error)))
    await wall.setViewportSize({ width: 1920, height: 1080 })
    await wall.goto(`${path}/projector`)
    await wall.locator('.list li').nth(27).waitFor()
    await snap(wall, 'wall-before')
    await step(page, w.seat(1), false)
    await button(page, w.start(1)).waitFor()
    assert.equal(await wall.locator('.seats').count(), 0, 'a seating in preparation is not for the wall')
    await step(page, w.start(1))
    await wall.locator('.seats li').nth(27).waitFor()
    await snap(wall, 'wall-playing')
    const size = (selector) =>
        wall
            .locator(selector)
            .first()
            .evaluate((node) => parseFloat(getComputedStyle(node).fontSize))
    assert.ok((await size('.clock .num')) >= 200, 'the clock is large')
    assert.ok((await size('.seats li')) >= 40, 'names are large')
    const list = wall.locator('.list')
    assert.ok(await list.evaluate((node) => node.scrollHeight > node.clientHeight + 4), 'more names than fit')
    await wall.waitForFunction(() => document.querySelector('.list').scrollTop > 30) // it goes on by itself
    // Whoever wants less movement gets whole pages: no position in between.
    await wall.evaluate(() =>
        localStorage.setItem('pioche', JSON.stringify({ ...JSON.parse(localStorage.getItem('pioche')), calm: true }))
    )
    await wall.reload()
    await wall.locator('.seats li').nth(27).waitFor()
    await wall.evaluate(() => {
        window.stops = new Set()
        document.querySelector('.list').addEventListener('scroll', (event) => window.stops.add(event.target.scrollTop))
    })
    await wall.waitForFunction(() => window.stops.size >= 1)
    assert.ok((await wall.evaluate(() => Math.min(...window.stops))) > 200, 'a page at a time')
    await totals(page, [3, 2, 1, 0])
    await step(page, w.end(1))
    await wall.locator('.wide .score').first().waitFor()
    await snap(wall, 'wall-standings')
    for (const one of [page, wall]) assert.deepEqual(one.problems, [])
}

/** The live line breaks: the page says so, asks by itself, and goes on live when it is back. */
export async function broken_line(browser, base) {
    const w = LABELS.en
    const page = await visitor(browser, base, { lang: 'en' })
    await create(page, { title: 'Club' })
    const address = await link(page, 'invitation')
    await button(page, w.close).click()
    await page.route('**/events', (route) => route.abort())
    await page.reload()
    await page.locator('.offline', { hasText: 'every ten seconds' }).waitFor()
    const phone = await visitor(browser, base, { lang: 'en' })
    await register(phone, address, 'Zoé')
    await page.locator('.list b', { hasText: 'Zoé' }).waitFor() // nobody told it: it asked
    await page.unroute('**/events')
    await page.locator('.offline').waitFor({ state: 'detached' })
}

/** The house stands still with its lines open: the page of a tournament notices, and says so. */
export async function silent_stream(browser, base, { pid }) {
    const page = await visitor(browser, base, { lang: 'en' })
    await create(page, { title: 'Club' })
    process.kill(pid, 'SIGSTOP')
    const began = Date.now()
    try {
        await page.locator('.offline').waitFor({ timeout: 60_000 })
    } finally {
        process.kill(pid, 'SIGCONT')
    }
    return (Date.now() - began) / 1000
}

/** What somebody types, and where they are, stays when others act meanwhile. */
export async function typing(browser, base) {
    const w = LABELS.en
    const page = await visitor(browser, base, { lang: 'en' })
    await create(page, { title: 'Club' })
    const address = await link(page, 'invitation')
    await button(page, w.close).click()
    const field = page.getByLabel(w.add, { exact: true })
    await field.pressSequentially('Alic')
    const phone = await visitor(browser, base, { lang: 'en' })
    await register(phone, address, 'Zoé')
    await page.locator('.list b', { hasText: 'Zoé' }).waitFor()
    assert.equal(await field.inputValue(), 'Alic')
    assert.ok(await field.evaluate((node) => node === document.activeElement))
    await page.keyboard.type('e')
    await page.keyboard.press('Enter')
    await page.locator('.list b', { hasText: 'Alice' }).waitFor()
    const menu = page.locator('.list li', { hasText: 'Alice' }).getByRole('button')
    await menu.focus()
    await button(phone, w.here).click()
    await page.locator('.list li', { hasText: 'Zoé' }).locator('input:checked').waitFor()
    assert.ok(await menu.evaluate((node) => node === document.activeElement))
}

/** Two tables of bots with the same cards: nothing to compare until the round is closed, then seat by seat. */
export async function same_cards(browser, base, { snap = quiet } = {}) {
    const w = LABELS.en
    const page = await visitor(browser, base, { lang: 'en' })
    await create(page, {
        title: 'Twice',
        game: 'pairs',
        real: false,
        options: { rounds: 1, units: 1, final: 'none', duplicate: '1' },
    })
    await add(page, ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'], { bots: true })
    await button(page, w.all).click()
    await step(page, w.seat(1), false)
    await step(page, w.start(1))
    await see(page, w.results)
    await page
        .locator('.state.final')
        .nth(1)
        .waitFor({ timeout: 3 * PATIENCE })
    assert.equal(await page.getByText('The same cards elsewhere').count(), 0)
    await see(page, w.desk)
    await step(page, w.end(1))
    await see(page, w.results)
    await page.getByText('The same cards elsewhere').waitFor()
    assert.equal(await page.locator('.seats .card').count(), 4)
    assert.equal(await page.locator('.seats li').count(), 8)
    await snap(page, 'same-cards')
    assert.deepEqual(page.problems, [])
}

/** Every screen of a tournament, in one light and language. */
export async function axe_tournament(browser, base, { theme, lang }) {
    const eye = new Inspector(null)
    const small = new Inspector(null)
    const { w, page, phone, umpire, path } = await begun(browser, base, lang, {
        prefs: { theme, calm: true },
        eye,
        small,
        options: { rounds: 1, units: 4, final: 'none' },
    })
    const at = async (tab, where = tab) => {
        await see(page, w[tab])
        await page.locator('main h2').first().waitFor()
        await eye.look(where)
    }
    await small.look('plays')
    await button(phone, w.call).click()
    await small.look('call')
    await phone.locator('textarea').fill('?')
    await button(phone, w.callSend).click()
    await button(phone, w.drop).click()
    await small.look('drop')
    await phone.reload()
    await button(phone, w.pressEnter).click()
    await small.look('sheet')
    await button(phone, w.close).click()
    await at('seating')
    await button(page, w.byName).click()
    await eye.look('seating by name')
    await at('referee')
    await at('results')
    await page.locator('[data-table="1"]').getByRole('button', { name: w.enter }).click()
    await eye.look('sheet')
    await button(page, w.totals).click()
    await eye.look('totals')
    await button(page, w.close).click()
    await total(page, 1, [3, 2, 1, 0])
    await eye.look('final result')
    await at('standings', 'provisional standings')
    await at('desk', 'desk while a round is played')
    await page.locator('.list li button').first().click()
    await eye.look('what can be done')
    await page.locator('dialog .menu button', { hasText: w.penalty }).click()
    await eye.look('penalty')
    await button(page, w.close).click()
    const wall = await page.context().newPage()
    await wall.setViewportSize({ width: 1920, height: 1080 })
    await wall.goto(`${path}/projector`)
    await wall.locator('.seats li').first().waitFor()
    const large = new Inspector(wall)
    await large.look('projector')
    await step(page, w.end(1))
    await wall.locator('.wide .score').first().waitFor()
    await large.look('projector between rounds')
    await at('standings')
    await see(page, w.desk)
    await step(page, w.finish)
    await page.locator('.podium').waitFor()
    await eye.look('finished')
    await wall.locator('.podium').waitFor()
    await large.look('projector at the end')
    await phone.locator('.podium').waitFor()
    await small.look('finished on a phone')
    await at('standings', 'ranking')
    await at('log')
    await see(phone, w.standings)
    await phone.locator('tbody tr').first().waitFor()
    await small.look('standings on a phone')
    await umpire.goto('/tournament/zzzzzzzzzz')
    await umpire.locator('.lost h1').waitFor()
    const last = new Inspector(umpire)
    await last.look('nothing here')
    await umpire.goto('/tournaments')
    await umpire.locator('li a').first().waitFor()
    await last.look('list')
    return [eye, small, large, last].reduce((sum, one) => sum + one.verdict(), 0)
}
