// Coming to a table that does not open, or has ended for one: what is told, and the next step.
import assert from 'node:assert/strict'
import { visitor } from './browser.mjs'
import { ask, lay, sendAway } from './play.mjs'

const AWAY = {
    en: { title: 'The server isn’t responding.', on: 'Resume', again: 'Try again' },
    fr: { title: 'Le serveur ne répond pas.', on: 'Reprendre', again: 'Réessayer' },
}
const button = (page, name) => page.getByRole('button', { name, exact: true })

/** The house is away when one comes: told within ten seconds, and the table opens by itself when it is back. */
export async function house_away(browser, base, { lang, pid, freeze }) {
    const w = AWAY[lang]
    const page = await visitor(browser, base, { lang, width: 390, height: 844, touch: true })
    await ask(page, '/api/me', { name: 'Alice', lang })
    await page.addInitScript(() => localStorage.setItem('pioche-known', '1'))
    await ask(page, '/api/tables', { game: 'pairs' })
    await page.goto('/')
    await button(page, w.on).first().waitFor()
    process.kill(pid, freeze ? 'SIGSTOP' : 'SIGKILL')
    let waited = 0
    try {
        const began = Date.now()
        await button(page, w.on).first().click()
        await page.getByRole('heading', { name: w.title }).waitFor({ timeout: 30_000 })
        waited = (Date.now() - began) / 1000
        assert.ok(waited < 10, `told after ${waited} s`)
        await button(page, w.again).click() // nothing is lost by it
        await page.getByRole('heading', { name: w.title }).waitFor({ timeout: 30_000 })
    } finally {
        if (freeze) process.kill(pid, 'SIGCONT')
    }
    await page.locator('.gathering').waitFor({ timeout: 30_000 })
    return waited
}

const CLOSED = {
    en: { locked: 'closed to newcomers', full: 'This table is full' },
    fr: { locked: 'fermée aux nouveaux venus', full: 'trop de monde' },
}

/** Whoever has the right link is told why it does not open, not that it is no link. */
export async function not_let_in(browser, base, { lang }) {
    const w = CLOSED[lang]
    const host = await visitor(browser, base, { lang })
    const made = await lay(host, { game: 'hawthorn', options: { seats: 3 }, sit: 0 })
    await host.locator('header .btn').last().click()
    await host.locator('.host').getByRole('switch').check()
    const late = await visitor(browser, base, { lang, width: 390, height: 844, touch: true })
    await late.goto(`/t/${made.code}#${made.secret}`)
    await late.locator('.lost', { hasText: w.locked }).waitFor()
    await host.locator('.host').getByRole('switch').uncheck()
    await late.reload()
    await late.locator('.gathering').waitFor()
    const guest = async (path, body, token) => {
        const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
        return (await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    }
    let refused = false
    for (let k = 0; k < 70 && !refused; k++) {
        const { token } = await guest('/api/me', { lang })
        refused = (await guest(`/api/tables/${made.code}/join`, { secret: made.secret }, token)).reason === 'too_many_people'
    }
    assert.ok(refused, 'the table is not full')
    const friend = await visitor(browser, base, { lang })
    await friend.goto(`/t/${made.code}#${made.secret}`)
    await friend.locator('.lost', { hasText: w.full }).waitFor()
}

const LOST = {
    en: {
        replaced: 'This table is open in another window',
        here: 'Play here',
        out: 'You’re logged out',
        enter: 'Log in',
        sent: 'The host removed you from this table',
        again: 'Try again',
        on: 'A match is on',
        invited: 'You need an invitation for this table',
        none: 'Table not found',
        home: 'Home',
        alice: 'Switch back to Alice',
    },
    fr: {
        replaced: 'Cette table est ouverte dans d’autres fenêtres',
        here: 'Continuer ici',
        out: 'Votre session est fermée',
        enter: 'Se connecter',
        sent: 'L’hôte vous a fait quitter la table',
        again: 'Réessayer',
        on: 'La partie est en cours',
        invited: 'Cette table demande son invitation',
        none: 'Cette table n’existe pas',
        home: 'Accueil',
        alice: 'Redevenir Alice',
    },
}

/** Every way a table can end for somebody has its own title, and a step that leads on. */
export async function lost_tables(browser, base, { lang, login, shots = '' }) {
    const w = LOST[lang]
    const titled = async (page, title) => {
        await page.getByRole('heading', { name: title, exact: true }).waitFor()
        await button(page, w.home).waitFor()
        if (shots) await page.screenshot({ path: `${shots}-${Object.keys(w).find((key) => w[key] === title)}.png` })
    }
    const credentials = { login, password: 'correct horse battery' }
    const host = await visitor(browser, base, { lang, width: 1280, height: 800 })
    const made = await lay(host, {
        game: 'hawthorn',
        options: { seats: 3 },
        bots: { 2: 'regular' },
        sit: 0,
        settings: { spectators: 'none', pace: 'relaxed' },
    })
    const link = `/t/${made.code}#${made.secret}`

    const alice = await visitor(browser, base, { lang, width: 390, height: 844, touch: true })
    await ask(alice, '/api/me', { name: 'Alice', lang })
    await ask(alice, '/api/account', credentials)
    await alice.goto(link)
    await alice.locator('.gathering .do .btn').first().click()
    const windows = [] // as many others of hers as one may have
    for (let k = 0; k < 4; k++) {
        windows.push(await alice.context().newPage())
        await windows[k].goto(`/t/${made.code}`)
        await windows[k].locator('.gathering').waitFor()
    }
    await titled(alice, w.replaced)
    await button(alice, w.here).click()
    await alice.locator('.gathering').waitFor()
    await windows[0].getByRole('heading', { name: w.replaced }).waitFor()

    await ask(alice, '/api/logout')
    await titled(alice, w.out)
    await button(alice, w.enter).click()
    await button(alice, w.enter).last().click()
    await alice.locator('dialog [name=login]').fill(login)
    await alice.locator('dialog [name=password]').fill(credentials.password)
    await alice.locator('dialog .entry .main').click()
    await alice.locator('.gathering').waitFor() // back by itself, at her seat
    for (const page of windows) await page.close()

    const watcher = await visitor(browser, base, { lang })
    await watcher.goto(link)
    await watcher.locator('.gathering').waitFor()
    await host.locator('.gathering .begin, .gathering .btn.main').last().click()
    await host.locator('.felt').waitFor()
    await titled(watcher, w.on)
    await watcher.reload()
    await titled(watcher, w.on)

    const margot = await visitor(browser, base, { lang })
    await ask(margot, '/api/me', { name: 'Margot', lang })
    await alice.goto((await ask(margot, '/api/seat-link')).link)
    await alice.locator('.arriving .btn.main').click()
    await alice.locator('article').first().waitFor()
    await alice.goto(`/t/${made.code}`)
    await titled(alice, w.invited) // Margot has no seat there
    await button(alice, w.alice).click()
    await alice.locator('.room').waitFor()

    const other = await lay(host, { game: 'hawthorn', options: { seats: 3 }, sit: 0 })
    await alice.goto(`/t/${other.code}#${other.secret}`)
    await alice.locator('.gathering .do .btn').first().click()
    await host.locator('.gathering li.taken').nth(1).waitFor()
    await host.locator('header .btn').last().click()
    await sendAway(host)
    await titled(alice, w.sent)
    await button(alice, w.again).click()
    await titled(alice, w.sent)
    await alice.goto('/t/zzzzzzzzzz')
    await titled(alice, w.none)
    assert.ok(await alice.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'wider than the phone')
}
