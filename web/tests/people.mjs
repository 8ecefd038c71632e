// Oneself and the others: accounts, a private way to another device, being forgotten, what a host may do.
import assert from 'node:assert/strict'
import { visitor } from './browser.mjs'
import { against, ask, lay, sendAway } from './play.mjs'

const settings = (page) => page.locator('header .btn').last().click()
const reads = (page, where, text) => page.locator(where, { hasText: text }).first().waitFor()
const say = (page, text) => page.locator('dialog .btn', { hasText: text }).first().click()

/** An account is made, left, entered again from another browser with its tables, and forgotten. */
export async function account(browser, base, { login }) {
    const password = 'correct horse battery'
    const page = await visitor(browser, base, { lang: 'en' })
    await against(page, 'hawthorn', 3)
    await settings(page)
    await page.waitForFunction(() => document.querySelector('dialog [autocomplete=nickname]')?.value) // the house has said who one is
    await page.locator('dialog').getByLabel('Your name').fill('Margot')
    await say(page, 'Save')
    await page.locator('.told', { hasText: 'Saved' }).waitFor()
    await say(page, 'Create an account')
    await page.locator('dialog [name=login]').fill(login)
    await page.locator('dialog [name=password]').fill(password)
    await page.locator('dialog .entry .main').click()
    await page.locator('dialog', { hasText: `Logged in as ${login}.` }).waitFor()

    const other = await visitor(browser, base, { lang: 'fr' })
    await other.goto('/')
    await other.locator('article').first().waitFor()
    await settings(other)
    await say(other, 'Se connecter')
    await other.locator('dialog [name=login]').fill(login)
    await other.locator('dialog [name=password]').fill('not the right one')
    await other.locator('dialog .entry .main').click()
    await other.locator('dialog [role=alert]').waitFor()
    await other.locator('dialog [name=password]').fill(password)
    await other.locator('dialog .entry .main').click()
    await other.locator('dialog', { hasText: `Session ouverte : ${login}.` }).waitFor()
    assert.equal(await other.locator('dialog').getByLabel('Votre nom').inputValue(), 'Margot')
    await other.keyboard.press('Escape')
    await other.locator('a[href^="/t/"], .mine, section', { hasText: 'Vos tables' }).first().waitFor()

    await settings(other)
    await say(other, 'M’oublier')
    await say(other, 'Effacer tout')
    await other.locator('.told', { hasText: 'effacé' }).waitFor()
    const mine = await other.evaluate(() => fetch('/api/me').then((answer) => answer.status))
    assert.equal(mine, 401)
}

/** A passkey is made, the account left and entered again by it alone; at a bare number the page says what is missing and leads to a name. */
export async function passkey(browser, base) {
    const page = await visitor(browser, base, { lang: 'en' })
    const devices = await page.context().newCDPSession(page)
    await devices.send('WebAuthn.enable')
    await devices.send('WebAuthn.addVirtualAuthenticator', {
        options: {
            protocol: 'ctap2',
            transport: 'internal',
            hasResidentKey: true,
            hasUserVerification: true,
            isUserVerified: true,
            automaticPresenceSimulation: true,
        },
    })
    await page.goto('/')
    await page.locator('article').first().waitFor()
    await settings(page)
    await page.locator('dialog').getByLabel('Your name').fill('Margot')
    await say(page, 'Save')
    await page.locator('.told', { hasText: 'Saved' }).waitFor()
    await say(page, 'Open the page at localhost') // the same person, under a name
    await page.locator('.arriving .btn', { hasText: 'Continue as Margot' }).click()
    await page.waitForURL((url) => url.hostname === 'localhost' && url.pathname === '/')
    await page.locator('article').first().waitFor()
    await settings(page)
    await say(page, 'Add a passkey')
    await page.locator('.told', { hasText: 'Passkey saved' }).waitFor()
    await page.locator('.passkeys', { hasText: 'You have 1 passkey.' }).waitFor()
    await say(page, 'Log out')
    await page.locator('.account', { hasText: 'Logged in' }).waitFor({ state: 'detached' })
    assert.equal(await page.evaluate(() => fetch('/api/me').then((answer) => answer.status)), 401)
    await say(page, 'Log in with a passkey')
    await page.locator('.account', { hasText: 'Logged in as Margot.' }).waitFor()
    assert.equal(await page.locator('dialog').getByLabel('Your name').inputValue(), 'Margot')
}

/** The private link makes another browser the same person at the same seat, once. */
export async function another_device(browser, base) {
    const page = await visitor(browser, base, { lang: 'en' })
    const { code } = await against(page, 'hawthorn', 3)
    await settings(page)
    await say(page, 'Play on another device')
    const link = await page.locator('.account .link input').inputValue()
    const phone = await visitor(browser, base, { lang: 'en', width: 390, height: 844, touch: true })
    await phone.goto(link)
    await phone.locator('.arriving .btn.main').click()
    await phone.locator('article').first().waitFor()
    await phone.goto(`/t/${code}`)
    await phone.locator('.dock .lit button').first().waitFor()
    const third = await visitor(browser, base, { lang: 'en' })
    await third.goto(link)
    await third.locator('.arriving .btn').waitFor() // it works once
    assert.deepEqual(page.problems, [])
}

const LINKED = {
    en: {
        title: 'Continue as Margot on this device?',
        from: 'comes from Margot',
        now: 'You are currently Alice on this device.',
        nobody: 'no name and no table',
        go: 'Continue as Margot',
        stay: 'Stay Alice',
        cancel: 'Cancel',
        was: 'You are Margot on this device. Before that you were Alice.',
        back: 'Switch back to Alice',
        are: 'You are Alice on this device. Before that you were Margot.',
        there: 'Switch back to Margot',
        close: 'Close',
        same: 'You are already Margot here',
        used: 'has been used or has expired',
        another: 'choose “Play on another device”',
        other: 'Continue as the other Alice',
    },
    fr: {
        title: 'Continuer en tant que Margot sur cet appareil\u202f?',
        from: 'vient de Margot',
        now: 'vous êtes Alice ici.',
        nobody: 'ni nom ni table',
        go: 'Continuer en tant que Margot',
        stay: 'Rester Alice',
        cancel: 'Annuler',
        was: 'Vous êtes Margot sur cet appareil. Avant, vous étiez Alice.',
        back: 'Redevenir Alice',
        are: 'Vous êtes Alice sur cet appareil. Avant, vous étiez Margot.',
        there: 'Redevenir Margot',
        close: 'Fermer',
        same: 'Vous êtes déjà Margot ici',
        used: 'a déjà servi ou a expiré',
        another: 'choisissez «\u00a0Jouer sur un autre appareil',
        other: 'Continuer en tant que l’autre Alice',
    },
}

/** A private link asks before it changes who one is; whoever stays is who they were, whoever goes on can come back. */
export async function linked(browser, base, { lang }) {
    const w = LINKED[lang]
    const margot = await visitor(browser, base, { lang })
    await ask(margot, '/api/me', { name: 'Margot', lang })
    const link = async (of = margot) => (await ask(of, '/api/seat-link')).link
    const is = (page) =>
        page.evaluate(() => fetch('/api/me').then(async (answer) => (answer.ok ? (await answer.json()).name : '')))
    const button = (page, name) => page.getByRole('button', { name, exact: true })

    const phone = await visitor(browser, base, { lang, width: 390, height: 844, touch: true })
    await ask(phone, '/api/me', { name: 'Alice', lang })
    const mine = await ask(phone, '/api/tables', { game: 'pairs' })
    const first = await link()
    await phone.goto(first)
    await phone.getByRole('heading', { name: w.title }).waitFor()
    await reads(phone, 'main', w.from)
    await reads(phone, 'main', w.now)
    assert.equal(
        await phone.evaluate(() => document.activeElement.textContent),
        w.title,
        'a screen reader begins with the question'
    )
    assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'wider than the phone')
    assert.equal(await is(phone), 'Alice', 'opening the link changed something')
    await phone.reload()
    await button(phone, w.stay).click()
    await phone.locator('article').first().waitFor()
    assert.equal(await is(phone), 'Alice', 'whoever stays is somebody else')
    assert.equal(await phone.locator('.before').count(), 0)

    await phone.goto(first) // looking and staying has not used it up
    await button(phone, w.go).waitFor()
    await phone.keyboard.press('Tab')
    await phone.keyboard.press('Enter')
    await phone.locator('.before', { hasText: w.was }).waitFor()
    assert.equal(await is(phone), 'Margot')
    assert.ok(!phone.url().includes('#'), 'the secret stays in the address')
    await phone.reload()
    await button(phone, w.back).click()
    await phone.locator('.before', { hasText: w.are }).waitFor()
    assert.equal(await is(phone), 'Alice', 'the way back leads elsewhere')
    await button(phone, w.close).click()
    await phone.locator('.before').waitFor({ state: 'detached' })
    await phone.reload()
    await phone.locator('article').first().waitFor()
    await settings(phone) // what is no longer told at the door is still to be had here
    await button(phone, w.there).click()
    await button(phone, w.back).waitFor()
    assert.equal(await is(phone), 'Margot')
    await phone.goto(`/t/${mine.code}`)
    await phone.locator('.lost h1').waitFor() // Alice's table is not Margot's
    const hers = await ask(phone, '/api/tables', { game: 'pairs' })
    await phone.goto(`/t/${hers.code}`)
    await phone.locator('.room').waitFor()
    await settings(phone)
    await button(phone, w.back).click()
    await phone.locator('.before', { hasText: w.are }).waitFor() // at the front door: Margot's table is not Alice's
    assert.equal(await is(phone), 'Alice')

    const own = await link()
    await margot.goto(own)
    await margot.getByRole('heading', { name: w.same }).waitFor()
    await margot.locator('.arriving .btn').click()
    await margot.locator('article').first().waitFor()
    const tablet = await visitor(browser, base, { lang }) // nobody yet: asked all the same
    await tablet.goto(own)
    await reads(tablet, 'main', w.nobody)
    await button(tablet, w.cancel).click()
    await tablet.locator('article').first().waitFor()
    assert.equal(await is(tablet), '')
    await tablet.goto(own)
    await button(tablet, w.go).click()
    await tablet.locator('article').first().waitFor()
    assert.equal(await is(tablet), 'Margot')
    assert.equal(await tablet.locator('.before').count(), 0, 'nobody is nobody to come back to')
    for (const dead of [own, '/s', `/s#${'x'.repeat(43)}`]) {
        await phone.goto('/')
        await phone.goto(dead)
        await phone.locator('.arriving [role=alert] h1', { hasText: w.used }).waitFor()
        await reads(phone, 'main p', w.another)
    }
    await ask(tablet, '/api/me', { name: 'Alice', lang }) // of the same name, another person
    await phone.goto(await link(tablet))
    await button(phone, w.other).waitFor()
    assert.equal(await is(phone), 'Alice')
}

/** Lock, mute, take a seat away, make a new invitation, hand over. */
export async function host_tools(browser, base) {
    const host = await visitor(browser, base, { lang: 'en' })
    const made = await lay(host, { game: 'hawthorn', options: { seats: 3 }, sit: 0 })
    const friend = await visitor(browser, base, { lang: 'fr' })
    await friend.goto(`/t/${made.code}#${made.secret}`)
    await friend.locator('.gathering .btn', { hasText: 'S’asseoir ici' }).first().click()
    await host.locator('.gathering li.taken').nth(1).waitFor()
    await settings(host)
    const tools = host.locator('.host')
    await tools.getByRole('switch').check()
    const late = await visitor(browser, base, { lang: 'en' })
    await late.goto(`/t/${made.code}#${made.secret}`)
    await late.locator('.lost h1').waitFor() // a locked table closed to newcomers
    await tools.getByRole('switch').uncheck()
    await tools.locator('.person .btn', { hasText: 'Mute' }).click()
    await tools.locator('.person', { hasText: 'muted' }).waitFor()
    await tools.locator('.btn', { hasText: 'new invitation' }).click()
    const link = await tools.locator('.link input').inputValue()
    assert.ok(!link.includes(made.secret))
    await late.goto('/')
    await late.goto(`/t/${made.code}#${made.secret}`)
    await late.locator('.lost h1').waitFor() // the old one opens nothing any more
    await late.goto('/')
    await late.goto(link)
    await late.locator('.gathering').waitFor()
    await tools.locator('.person .btn', { hasText: 'Remove from the table' }).first().click()
    await tools.locator('[role=alertdialog] .btn', { hasText: 'Remove from the table' }).click()
    await friend.locator('.lost h1').waitFor() // until the host lets them back
    await tools.locator('.person .btn', { hasText: 'Make host' }).first().click()
    await tools.waitFor({ state: 'detached' }) // no longer the host's
    assert.deepEqual(host.problems, [])
}

/** The device loses its network in mid-game, says so at once, and goes on by itself. */
export async function offline(browser, base) {
    const page = await visitor(browser, base, { lang: 'en' })
    await against(page, 'hawthorn', 3)
    await page.locator('.dock .lit button').first().waitFor()
    await page.context().setOffline(true)
    await page.locator('.offline', { hasText: 'Connection lost' }).waitFor()
    await page.context().setOffline(false)
    await page.locator('.offline:not(.again)').waitFor({ state: 'detached' })
    const held = await page.locator('.dock [data-card]').count()
    await page.locator('.dock .lit button').first().click()
    await page.waitForFunction((n) => document.querySelectorAll('.dock [data-card]').length < n, held)
}

/** The house was opened for this machine alone. Whoever invites is asked before phones may come in; then one comes in. */
export async function open_the_door(browser, base, { lang }) {
    const host = await visitor(browser, base, { lang })
    await host.goto('/')
    await host.locator('#game-pairs ~ .do .btn').nth(1).click()
    await host.locator('dialog .make').click()
    const link = host.locator('.gathering .invite input')
    await link.waitFor()
    assert.match(await link.inputValue(), /127\.0\.0\.1/)
    assert.equal(await host.locator('.invite img').count(), 0, 'a picture of a link that opens nothing')
    await host.locator('.invite .only .btn').click()
    await host.locator('.invite img').waitFor()
    const address = await link.inputValue()
    assert.doesNotMatch(address, /127\.0\.0\.1|localhost/)
    const phone = await visitor(browser, new URL(address).origin, { lang, width: 390, height: 780, touch: true })
    await phone.goto(address)
    await phone.locator('main.table').waitFor()
    return address
}

const MYSELF = {
    en: {
        change: 'Change password',
        changed: 'Password changed',
        wrong: 'That isn’t your password',
        logOut: 'Log out',
        signedIn: 'Logged in as',
        create: 'Create an account',
        name: 'Your name',
        save: 'Save',
        saved: 'Saved',
        taken: 'already has that name',
        muted: 'The host muted you',
        often: 'Too fast',
        tables: 'Your tables',
        forget: 'Forget me',
        yes: 'Delete everything',
        nobody: 'You’re logged out here',
    },
    fr: {
        change: 'Changer le mot de passe',
        changed: 'Le mot de passe est changé',
        wrong: 'n’est pas votre mot de passe',
        logOut: 'Se déconnecter',
        signedIn: 'Session ouverte',
        create: 'Créer un compte',
        name: 'Votre nom',
        save: 'Enregistrer',
        saved: 'C’est noté',
        taken: 's’appelle déjà',
        muted: 'ôté la parole',
        often: 'doucement',
        tables: 'Vos tables',
        forget: 'M’oublier',
        yes: 'Effacer tout',
        nobody: 'Votre session est fermée ici',
    },
}
const button = (page, name) => page.getByRole('button', { name, exact: true })
async function self(page) {
    await page.goto('/')
    await page.locator('article').first().waitFor()
    await settings(page)
}

/** Another password: the other window of this browser stays, every other device is logged out. */
export async function change_password(browser, base, { lang, login, shots = '' }) {
    const w = MYSELF[lang]
    const credentials = { login, password: 'correct horse battery' }
    const page = await visitor(browser, base, { lang, width: 390, height: 844, touch: true })
    const made = await lay(page, { game: 'pairs' })
    await ask(page, '/api/account', credentials)
    const window2 = await page.context().newPage()
    await window2.goto(`/t/${made.code}`)
    await window2.locator('.gathering').waitFor()
    const device = await visitor(browser, base, { lang })
    await ask(device, '/api/login', credentials)
    const seen = await lay(device, { game: 'pairs' })
    await self(page)
    await button(page, w.change).click()
    if (shots) await page.screenshot({ path: `${shots}-password.png` })
    await page.locator('dialog [name=old]').fill('not the right one')
    await page.locator('dialog [name=new]').fill('staple correct horse')
    await page.locator('dialog .entry .main').click()
    await reads(page, 'dialog [role=alert]', w.wrong)
    await page.locator('dialog [name=old]').fill(credentials.password)
    await page.locator('dialog .entry .main').click()
    await reads(page, 'dialog .told', w.changed)
    await device.locator('.lost h1').waitFor() // told at once
    assert.equal(await device.evaluate(() => fetch('/api/me').then((answer) => answer.status)), 401)
    await device.goto(`/t/${seen.code}`)
    await window2.reload()
    await window2.locator('.gathering').waitFor()
    const anew = await visitor(browser, base, { lang })
    assert.equal(
        (await anew.context().request.post('/api/login', { data: credentials, headers: { origin: base } })).status(),
        401
    )
    await ask(anew, '/api/login', { login, password: 'staple correct horse' })
}

/** A name the table refuses is not "saved", neither there nor in the house. */
export async function refused_name(browser, base, { lang, shots = '' }) {
    const w = MYSELF[lang]
    const host = await visitor(browser, base, { lang })
    const made = await lay(host, { game: 'hawthorn', options: { seats: 3 }, sit: 0 })
    await settings(host)
    const troll = await visitor(browser, base, { lang, width: 390, height: 844, touch: true })
    await ask(troll, '/api/me', { name: 'Alice', lang })
    await troll.goto(`/t/${made.code}#${made.secret}`)
    await troll.locator('.gathering').waitFor()
    const is = () => troll.evaluate(() => fetch('/api/me').then(async (answer) => (await answer.json()).name))
    const call = async (name) => {
        await troll.locator('dialog').getByLabel(w.name).fill(name)
        await button(troll, w.save).click()
    }
    await host.locator('.host .person').waitFor()
    const hosts = await host.evaluate(() => fetch('/api/me').then(async (answer) => (await answer.json()).name))
    await settings(troll)
    await call(hosts)
    await reads(troll, 'dialog [role=alert]', w.taken)
    assert.equal(await is(), 'Alice')
    await call('Margot')
    await reads(troll, 'dialog .told', w.saved)
    assert.equal(await is(), 'Margot')
    await host.locator('.host .person .acts .btn').first().click() // muted
    await host.locator('.host .person small').waitFor()
    await call('Something rude')
    await reads(troll, 'dialog [role=alert]', w.muted)
    if (shots) await troll.screenshot({ path: `${shots}-name.png` })
    assert.equal(await troll.locator('dialog .told', { hasText: w.saved }).count(), 0)
    assert.equal(await is(), 'Margot')
}

/** Logged out in one window: the others notice, and nobody is shown a sentence meant for programs. */
export async function two_windows(browser, base, { lang, login }) {
    const w = MYSELF[lang]
    const one = await visitor(browser, base, { lang })
    await one.addInitScript(() => localStorage.setItem('pioche-known', '1'))
    await ask(one, '/api/me', { name: 'Alice', lang })
    await ask(one, '/api/account', { login, password: 'correct horse battery' })
    await ask(one, '/api/tables', { game: 'pairs' })
    await one.goto('/')
    await reads(one, 'h2', w.tables)
    const two = await one.context().newPage()
    await two.goto('/')
    await reads(two, 'h2', w.tables)
    const three = await one.context().newPage()
    await self(three)
    await reads(three, 'dialog', w.signedIn)
    await settings(one)
    await button(one, w.logOut).click()
    await one.locator('dialog', { hasText: w.signedIn }).waitFor({ state: 'detached' })
    await button(three, w.create).waitFor()
    assert.equal(await three.locator('dialog', { hasText: w.signedIn }).count(), 0)
    for (const page of [one, two]) await page.locator('h2', { hasText: w.tables }).waitFor({ state: 'detached' })

    const four = await visitor(browser, base, { lang }) // logged out behind the back of this page
    await four.addInitScript(() => localStorage.setItem('pioche-known', '1'))
    await ask(four, '/api/login', { login, password: 'correct horse battery' })
    await self(four)
    await button(four, w.forget).click()
    await ask(four, '/api/logout')
    await say(four, w.yes)
    await reads(four, 'dialog [role=alert]', w.nobody)
    await button(four, w.create).waitFor()
    assert.doesNotMatch(await four.locator('body').innerText(), /POST|\/api/)
}

const LISTED = {
    en: {
        all: 'Show all 7',
        fewer: 'Show fewer',
        sent: 'the host removed you',
        damaged: 'damaged',
        off: 'Remove from my list',
        on: 'Resume',
        tables: 'Your tables',
    },
    fr: {
        all: 'Montrer les 7',
        fewer: 'En montrer moins',
        sent: 'l’hôte vous en a fait partir',
        damaged: 'endommagée',
        off: 'Retirer de ma liste',
        on: 'Reprendre',
        tables: 'Vos tables',
    },
}

/** Every unfinished table can be reached; one that is closed to oneself takes up no place and can be taken off. */
export async function all_my_tables(browser, base, { lang, shots = '' }) {
    const w = LISTED[lang]
    const page = await visitor(browser, base, { lang, width: 390, height: 844, touch: true })
    await page.addInitScript(() => localStorage.setItem('pioche-known', '1'))
    await ask(page, '/api/me', { name: 'Alice', lang })
    for (let k = 0; k < 6; k++) await ask(page, '/api/tables', { game: 'pairs' })
    const host = await visitor(browser, base, { lang })
    const made = await lay(host, { game: 'hawthorn', options: { seats: 3 }, sit: 0 })
    await settings(host)
    await ask(page, `/api/tables/${made.code}/join`, { secret: made.secret })
    await ask(page, `/api/tables/${made.code}/sit`, {})
    await sendAway(host)
    await page.goto('/')
    const rows = page.locator('[aria-labelledby=mine] li')
    await button(page, w.all).waitFor()
    assert.equal(await rows.count(), 4)
    assert.equal(
        await page.locator('[aria-labelledby=mine]').getByRole('button', { name: w.on }).count(),
        4,
        'a closed table takes up a place'
    )
    await button(page, w.all).click()
    assert.equal(await rows.count(), 7)
    await rows.filter({ hasText: w.sent }).waitFor()
    if (shots) await page.locator('[aria-labelledby=mine]').screenshot({ path: `${shots}-tables.png` })
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'wider than the phone')
    await rows.getByRole('button', { name: w.off }).click()
    await rows.filter({ hasText: w.sent }).waitFor({ state: 'detached' })
    await page.reload()
    await page.locator('[aria-labelledby=mine] .more').click()
    assert.equal(await rows.count(), 6)
    await button(page, w.fewer).waitFor()
}

const SHUT = {
    en: { closed: 'closed to newcomers', on: 'in play', free: 'free seat' },
    fr: { closed: 'fermée aux nouveaux venus', on: 'partie en cours', free: 'places libres' },
}

/** The front door leads to no table that does not open: it says why instead, and shows those that do first. */
export async function shut_tables(browser, base, { lang, shots = '' }) {
    const w = SHUT[lang]
    const host = await visitor(browser, base, { lang })
    const name = `Host ${Math.random().toString(36).slice(2, 10)}`
    await ask(host, '/api/me', { name, lang })
    await lay(host, { game: 'kitty', sit: 0, settings: { privacy: 'public' } })
    await lay(host, { game: 'pairs', options: { seats: 3 }, sit: 0, start: true, settings: { privacy: 'public' } })
    await lay(host, { game: 'hawthorn', options: { seats: 3 }, sit: 0, settings: { privacy: 'public' } })
    await settings(host)
    await host.locator('.host [role=switch]').check()
    const page = await visitor(browser, base, { lang, width: 390, height: 844, touch: true })
    await page.goto('/')
    const rows = page.locator('[aria-labelledby=open] li', { hasText: name })
    await rows.filter({ hasText: w.closed }).waitFor()
    if (shots) await page.locator('[aria-labelledby=open]').screenshot({ path: `${shots}-open.png` })
    assert.deepEqual(await rows.evaluateAll((all) => all.map((row) => row.querySelectorAll('button').length)), [1, 0, 0])
    await rows.filter({ hasText: w.on }).waitFor()
    await rows.filter({ hasText: w.free }).getByRole('button').tap()
    await page.locator('.gathering').waitFor()
    await host.addInitScript(() => localStorage.setItem('pioche-known', '1'))
    await host.goto('/') // who sits there goes back to it, whatever is said to others
    await host.locator('[aria-labelledby=open] li', { hasText: name }).getByRole('button').nth(2).waitFor()
}

/** A guest with a seat logs in at the table: it is not the account's, and the way back is in sight. */
export async function guest_logs_in(browser, base, { lang, login }) {
    const w = {
        ...LINKED[lang],
        ...MYSELF[lang],
        ...{
            en: { enter: 'Log in', now: 'You are currently Alice' },
            fr: { enter: 'Se connecter', now: 'vous êtes Alice ici' },
        }[lang],
    }
    const credentials = { login, password: 'correct horse battery' }
    const margot = await visitor(browser, base, { lang })
    await ask(margot, '/api/me', { name: 'Margot', lang })
    await ask(margot, '/api/account', credentials)
    const page = await visitor(browser, base, { lang, width: 390, height: 844, touch: true })
    await ask(page, '/api/me', { name: 'Alice', lang })
    const made = await lay(page, { game: 'pairs', sit: 0 })
    await settings(page)
    await button(page, w.enter).first().tap()
    await reads(page, 'dialog .entry', w.now)
    await page.locator('dialog [name=login]').fill(credentials.login)
    await page.locator('dialog [name=password]').fill(credentials.password)
    await page.locator('dialog .entry .main').tap()
    await page.locator('.before', { hasText: w.was }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/')
    await page.goto(`/t/${made.code}`)
    await page.locator('.lost h1').waitFor()
    await button(page, w.back).tap()
    await page.locator('.gathering').waitFor()
    assert.deepEqual(
        page.problems.filter((p) => !/40[13]/.test(p)),
        []
    )
}

/** A name of many stacked marks stays in its line, in the lobby and at the table. */
export async function towering_name(browser, base, { shots = '' }) {
    const host = await visitor(browser, base, { lang: 'en', width: 1280, height: 800 })
    await ask(host, '/api/me', { name: 'Q' + '\u030d\u0323\u0310\u0325'.repeat(4), lang: 'en' })
    const made = await ask(host, '/api/tables', { game: 'pairs', settings: { privacy: 'public' } })
    const clipped = (page, row, part) =>
        page
            .locator(row)
            .filter({ hasText: 'Q' })
            .first()
            .evaluate((item, inner) => {
                for (let node = item.querySelector(inner); node; node = node === item ? null : node.parentElement)
                    if (getComputedStyle(node).overflowY !== 'visible') return true
                return false
            }, part)
    const page = await visitor(browser, base, { lang: 'fr', width: 390, height: 844, touch: true })
    await page.goto('/')
    await page.locator('[aria-labelledby=open] li', { hasText: 'Q' }).first().waitFor()
    if (shots) await page.locator('[aria-labelledby=open]').screenshot({ path: `${shots}-lobby.png` })
    assert.ok(await clipped(page, '[aria-labelledby=open] li', '.soft'), 'the lobby')
    await page.goto(`/t/${made.code}`)
    await page.locator('.gathering li.taken').first().waitFor()
    if (shots) await page.locator('.gathering ol').screenshot({ path: `${shots}-gathering.png` })
    assert.ok(await clipped(page, '.gathering li', 'b'), 'the table')
}
