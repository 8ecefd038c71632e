// Those who look on: they ask to look over a shoulder or for a seat, and hear what became of it.
import assert from 'node:assert/strict'
import { visitor } from './browser.mjs'
import { ask, lay } from './play.mjs'

const PHONE = { width: 390, height: 844, touch: true }

const SHOULDER = {
    en: {
        question: 'Bruno would like to watch your hand',
        yes: 'Yes',
        no: 'No',
        asked: 'We’ve asked Ada',
        looks: 'You are watching Ada’s hand',
        seen: 'Bruno is watching your hand',
        stop: 'Stop letting them watch',
        ended: 'You are no longer watching',
    },
    fr: {
        question: 'Bruno voudrait regarder par-dessus votre épaule',
        yes: 'Oui',
        no: 'Non',
        asked: 'Demande envoyée à Ada',
        looks: 'Vous regardez par-dessus l’épaule d’Ada',
        seen: 'Bruno regarde par-dessus votre épaule',
        stop: 'Ne plus le permettre',
        ended: 'Vous ne regardez plus',
    },
}

/** A match of three with bots; whoever else comes looks on. */
export async function lookedAt(browser, base, lang, spectators, size = {}) {
    const host = await visitor(browser, base, { lang, ...size })
    await ask(host, '/api/me', { name: 'Ada', lang })
    const made = await lay(host, { game: 'hawthorn', options: { seats: 3 }, sit: 0, start: true, settings: { spectators } })
    return { host, link: `/t/${made.code}#${made.secret}`, code: made.code }
}

export async function comes(browser, base, lang, name, link, size = {}) {
    const guest = await visitor(browser, base, { lang, ...size })
    await ask(guest, '/api/me', { name, lang })
    await guest.goto(link)
    await guest.locator('.room').waitFor()
    return guest
}

const says = (page, text) => page.locator('.asking', { hasText: text }).waitFor()
const noneOver = (page) =>
    page.evaluate(() => {
        const box = document.querySelector('.asking').getBoundingClientRect()
        return [...document.querySelectorAll('.dock [data-card], .felt .seat')].every((node) => {
            const card = node.getBoundingClientRect()
            return card.bottom <= box.top + 1 || card.top >= box.bottom - 1
        })
    })

/** An onlooker asks a player, who says yes, takes it back and says no; a moment without a line loses no question. */
export async function over_a_shoulder(browser, base, { lang, shots = '' }) {
    const w = SHOULDER[lang]
    const { host, link } = await lookedAt(browser, base, lang, 'consent', PHONE)
    const bruno = await comes(browser, base, lang, 'Bruno', link)
    await host.locator('.dock .lit button').first().waitFor()
    assert.equal(await bruno.locator('[data-look]').count(), 1, 'a bot cannot be asked')
    await bruno.locator('[data-look="0"]').focus()
    await bruno.keyboard.press('Enter')
    await says(bruno, w.asked)
    const question = host.locator('[role=status] .question', { hasText: w.question })
    await question.waitFor()
    if (shots)
        await Promise.all([
            host.screenshot({ path: `${shots}/asked-${lang}-phone.png` }),
            bruno.screenshot({ path: `${shots}/asks-${lang}-desk.png` }),
        ])
    assert.ok(await noneOver(host), 'the question covers cards')
    await host.context().setOffline(true)
    await host.locator('.offline:not(.again)').waitFor()
    await host.context().setOffline(false)
    await host.locator('.offline.again').waitFor()
    await question.getByRole('button', { name: w.yes, exact: true }).tap()
    await says(bruno, w.looks)
    await bruno.locator('.felt [data-card]:not([data-card="?"]), .dock [data-card]').first().waitFor()
    await says(host, w.seen)
    if (shots)
        await Promise.all([
            host.screenshot({ path: `${shots}/looked-${lang}-phone.png` }),
            bruno.screenshot({ path: `${shots}/looks-${lang}-desk.png` }),
        ])
    assert.equal(await host.locator('.question').count(), 0)
    await host.locator('.asking .btn', { hasText: w.stop }).tap()
    await says(bruno, w.ended)
    await bruno.locator('[data-look="0"]').click()
    await question.getByRole('button', { name: w.no, exact: true }).tap()
    await question.waitFor({ state: 'detached' })
    await says(bruno, w.asked)
    assert.deepEqual([...host.problems.filter((p) => !/ERR_INTERNET/.test(p)), ...bruno.problems], [])
}

const CHAIR = {
    en: {
        question: 'Chloe would like to take a seat',
        yes: 'Yes',
        no: 'No',
        asked: 'We’ve asked the host',
        refused: 'The host does not let you',
        may: 'The host lets you take a seat',
    },
    fr: {
        question: 'Chloe voudrait prendre une place',
        yes: 'Oui',
        no: 'Non',
        asked: 'La question est posée à l’hôte',
        refused: 'L’hôte ne vous permet pas',
        may: 'L’hôte vous permet de prendre une place',
    },
}

/** In mid-match a seat is asked for: the host says no, then yes, and the onlooker plays. */
export async function seat_in_mid_match(browser, base, { lang, shots = '' }) {
    const w = CHAIR[lang]
    const { host, link } = await lookedAt(browser, base, lang, 'public')
    const chloe = await comes(browser, base, lang, 'Chloe', link, PHONE)
    await chloe.locator('.felt').waitFor()
    assert.equal(await chloe.locator('[data-look]').count(), 0, 'at this table nobody looks over a shoulder')
    const question = host.locator('[role=status] .question', { hasText: w.question })
    await chloe.locator('[data-chair="1"]').tap()
    await says(chloe, w.asked)
    await question.waitFor()
    if (shots)
        await Promise.all([
            host.screenshot({ path: `${shots}/seat-${lang}-desk.png` }),
            chloe.screenshot({ path: `${shots}/seat-asked-${lang}-phone.png` }),
        ])
    assert.ok(await noneOver(host), 'the question covers cards')
    await question.getByRole('button', { name: w.no, exact: true }).click()
    await says(chloe, w.refused)
    await chloe.locator('[data-chair="1"]').tap()
    await says(chloe, w.asked)
    await question.getByRole('button', { name: w.yes, exact: true }).click()
    await says(chloe, w.may)
    await chloe.locator('[data-chair="1"]').tap()
    await chloe.locator('.dock .hand [data-card]').first().waitFor()
    assert.equal(await chloe.locator('[data-chair]').count(), 0)
    assert.deepEqual([...host.problems, ...chloe.problems], [])
}

const MANY = {
    en: {
        wants: 'would like to take a seat',
        more: 'And 2 more requests',
        one: 'And 1 more request',
        no: 'No',
        asked: 'We’ve asked the host',
        refused: 'The host does not let you',
    },
    fr: {
        wants: 'voudrait prendre une place',
        more: 'Et 2 autres questions',
        one: 'Et 1 autre question',
        no: 'Non',
        asked: 'La question est posée à l’hôte',
        refused: 'L’hôte ne vous permet pas',
    },
}

/** Many ask at once, one under the widest name there is: the host sees the table, the hand and both answers; whoever goes asks nothing. */
export async function many_ask(browser, base, { lang, shots = '' }) {
    const w = MANY[lang]
    const { host, link } = await lookedAt(browser, base, lang, 'public', PHONE)
    await host.locator('.dock .lit button').first().waitFor()
    const guests = []
    for (const name of ['W'.repeat(20), 'Chloe', 'David', 'Eva']) {
        const guest = await comes(browser, base, lang, name, link)
        await guest.locator('[data-chair="1"]').click()
        guests.push(guest)
    }
    const questions = host.locator('.question', { hasText: w.wants })
    await host.locator('.asking', { hasText: w.more }).waitFor()
    assert.equal(await questions.count(), 2)
    if (shots) await host.screenshot({ path: `${shots}/many-${lang}-phone.png` })
    assert.ok(await noneOver(host), 'the questions cover cards')
    assert.ok(await host.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'wider than the phone')
    for (const no of await host.getByRole('button', { name: w.no, exact: true }).all()) {
        const box = await no.boundingBox()
        assert.ok(box.x >= 0 && box.x + box.width <= PHONE.width, 'an answer is out of sight')
    }
    assert.ok((await host.locator('.felt').boundingBox()).height > PHONE.height / 3, 'no table left to be seen')
    await guests[3].goto('/')
    await host.locator('.asking', { hasText: w.one }).waitFor()
    await questions.first().getByRole('button', { name: w.no, exact: true }).tap()
    await questions.filter({ hasText: 'David' }).waitFor()
    await guests[0].locator('.asking', { hasText: w.refused }).waitFor()
    const again = questions.filter({ hasText: 'W'.repeat(20) })
    for (const name of ['Chloe', 'David'])
        await questions.filter({ hasText: name }).getByRole('button', { name: w.no, exact: true }).tap()
    await guests[0].locator('[data-chair="1"]').click()
    await again.getByRole('button', { name: w.no, exact: true }).tap()
    await guests[0].locator('.asking', { hasText: w.refused }).waitFor()
    await guests[0].locator('[data-chair="1"]').click() // twice no is no: they are not heard again for a while
    await guests[0].locator('.asking', { hasText: w.asked }).waitFor()
    await guests[2].locator('[data-chair="1"]').click() // others are
    await questions.filter({ hasText: 'David' }).waitFor()
    assert.equal(await again.count(), 0)
    assert.deepEqual(host.problems, [])
}

const AWAY = {
    en: {
        kick: 'Remove from the table',
        ask: 'Remove Chloe from the table?',
        back: 'can’t come back until you let them',
        link: 'stops working',
        later: 'finishes this deal',
        cancel: 'Cancel',
        dead: 'The old link no longer works',
        list: 'Removed from the table',
        let: 'Let back in',
        leaves: 'leaves after this deal',
    },
    fr: {
        kick: 'Faire quitter la table',
        ask: 'Faire quitter la table à Chloe\u202f?',
        back: 'ne pourra revenir que si vous le permettez',
        link: 'ne servira plus',
        later: 'joue cette donne jusqu’au bout',
        cancel: 'Annuler',
        dead: 'L’ancien lien n’ouvre plus rien',
        list: 'Ont dû quitter la table',
        let: 'Laisser revenir',
        leaves: 'part après cette donne',
    },
}

/** The host sends an onlooker and a player away: asked first, told who leaves when, given the new invitation; whoever is let back comes back. */
export async function sent_away(browser, base, { lang, shots = '' }) {
    const w = AWAY[lang]
    const host = await visitor(browser, base, { lang, ...PHONE })
    await ask(host, '/api/me', { name: 'Ada', lang })
    const made = await lay(host, { game: 'hawthorn', options: { seats: 3 }, sit: 0, settings: { spectators: 'public' } })
    const link = `/t/${made.code}#${made.secret}`
    const bruno = await comes(browser, base, lang, 'Bruno', link)
    await bruno.locator('.gathering li .btn').first().click()
    await host.locator('.gathering li.taken').nth(1).waitFor()
    await host.locator('.begin').tap()
    await host.locator('.dock .lit button').first().waitFor()
    const chloe = await comes(browser, base, lang, 'Chloe', link)
    await host.locator('header .btn').last().tap()
    const tools = host.locator('.host')
    const away = (name) => tools.locator('.person', { hasText: name }).getByRole('button', { name: `${w.kick} (${name})` })
    const question = tools.getByRole('alertdialog')
    const button = (name) => question.getByRole('button', { name, exact: true })

    await away('Chloe').tap()
    await question.waitFor()
    for (const said of [w.ask, w.back, w.link]) assert.ok((await question.innerText()).includes(said), said)
    assert.ok(!(await question.innerText()).includes(w.later), 'whoever only looks on plays no deal to its end')
    assert.equal(await host.evaluate(() => document.activeElement.textContent), w.cancel, 'the keys are elsewhere')
    if (shots) await host.screenshot({ path: `${shots}/away-${lang}-phone.png` })
    await host.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    assert.equal(await chloe.locator('.lost').count(), 0, 'sent away without a yes')
    await away('Chloe').tap()
    await button(w.kick).tap()
    await chloe.locator('.lost h1').waitFor()
    await tools.locator('.link', { hasText: w.dead }).waitFor()
    const fresh = await tools.locator('.link input').inputValue()
    assert.ok(!fresh.includes(made.secret), 'the dead invitation is shown')
    assert.equal(await host.evaluate((code) => sessionStorage.getItem(`invite:${code}`), made.code), fresh.split('#')[1])
    if (shots) await host.screenshot({ path: `${shots}/away-link-${lang}-phone.png` })

    await away('Bruno').tap()
    assert.ok((await question.innerText()).includes(w.later), w.later)
    await button(w.kick).tap()
    await tools.locator('.person', { hasText: 'Bruno' }).locator('.leaves', { hasText: w.leaves }).waitFor()
    assert.equal(await away('Bruno').count(), 0)

    await tools.getByText(w.list, { exact: true }).waitFor()
    await tools.locator('.away', { hasText: 'Chloe' }).scrollIntoViewIfNeeded()
    if (shots) await host.screenshot({ path: `${shots}/away-list-${lang}-phone.png` })
    await tools.locator('.away', { hasText: 'Chloe' }).getByRole('button', { name: w.let }).tap()
    await tools.locator('.away').waitFor({ state: 'detached' })
    await chloe.reload()
    await chloe.locator('.felt').waitFor()
    const latest = await tools.locator('.link input').inputValue()
    assert.notEqual(latest, fresh, 'every removal makes another invitation')
    const late = await comes(browser, base, lang, 'Dora', latest)
    await late.locator('.felt').waitFor()
    assert.deepEqual([...host.problems, ...bruno.problems], [])
}

const LATE = {
    en: {
        title: 'Spectators see this table 30 seconds late',
        never: /Waiting for players|The host begins|Sit here/,
        asked: 'We’ve asked the host',
        line: 'You are watching 30 seconds behind',
    },
    fr: {
        title: 'Les spectateurs voient cette table avec 30 secondes de retard',
        never: /On attend les joueurs|L’hôte commence|S’asseoir ici/,
        asked: 'La question est posée à l’hôte',
        line: 'Vous voyez la table avec une demi-minute de retard',
    },
}

/** Whoever sees everything half a minute later is told so, before the match appears and after. */
export async function half_a_minute_late(browser, base, { lang, shots = '' }) {
    const w = LATE[lang]
    const { host, link } = await lookedAt(browser, base, lang, 'delayed')
    const guest = await comes(browser, base, lang, 'Chloe', link, PHONE)
    await guest.getByRole('heading', { name: w.title }).waitFor()
    assert.doesNotMatch(await guest.locator('.gathering').innerText(), w.never)
    assert.equal(await guest.locator('.felt').count(), 0)
    await guest.locator('.gathering li .btn').nth(1).tap()
    await says(guest, w.asked)
    if (shots) await guest.screenshot({ path: `${shots}/late-${lang}-phone.png` })
    await host.locator('[role=status] .question').waitFor()
    await guest.locator('.felt').waitFor()
    await guest.locator('.dock', { hasText: w.line }).waitFor()
    if (shots) await guest.screenshot({ path: `${shots}/late-felt-${lang}-phone.png` })
    assert.deepEqual([...host.problems, ...guest.problems], [])
}

/** A match of rules this house cannot play: the page says so where one looks, and leads to what is kept of it. */
export async function other_rules(browser, base, { lang, code, token, sentence, shots = '' }) {
    for (const size of [{ width: 1280, height: 800 }, PHONE]) {
        const page = await visitor(browser, base, { lang, ...size })
        await page.context().addCookies([{ name: 'pioche', value: token, url: base }])
        await page.goto(`/t/${code}`)
        const kept = page.locator('.gathering .kept', { hasText: sentence })
        await kept.waitFor()
        assert.ok((await kept.boundingBox()).y < size.height / 2, 'not at first sight')
        if (shots) await page.screenshot({ path: `${shots}/rules-${lang}-${size.width}.png` })
        const path = await kept.locator('a').getAttribute('href')
        const answer = await page.context().request.get(path)
        assert.ok(answer.ok())
        assert.match(await answer.text(), /"rules":\s?77/)
        assert.deepEqual(page.problems, [])
    }
}
