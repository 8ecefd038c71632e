// A tournament by its real controls: the organiser's whole path, an entrant on a phone, a referee, the wall.
import assert from 'node:assert/strict'
import { visitor } from './browser.mjs'
import { ended, playUntil } from './play.mjs'

/** What the controls are called, as people read them. */
export const LABELS = {
    en: {
        tournaments: 'Tournaments',
        make: 'New tournament',
        title: 'Title',
        game: 'Game',
        real: 'With real cards',
        more: 'More options',
        create: 'Create the tournament',
        rounds: 'Qualifying rounds',
        minutes: 'Minutes for a round',
        units: 'Deals in a match',
        finalUnits: 'Deals in the final',
        final: 'Final',
        cards: 'Cards',
        add: 'Add someone',
        addButton: 'Add',
        bot: 'It is a bot',
        invitation: 'Invitation',
        refereeLink: 'Referee link',
        close: 'Close',
        name: 'Your name in the tournament',
        register: 'Register',
        here: 'I am here',
        all: 'Check in all',
        seat: (n) => `Seat round ${n}`,
        start: (n) => `Start round ${n}`,
        end: (n) => `Close round ${n}`,
        finals: 'Start the finals',
        endFinal: 'Close the final',
        finish: 'Finish the tournament',
        desk: 'Desk',
        seating: 'Seating',
        results: 'Results',
        standings: 'Standings',
        referee: 'Referee',
        log: 'Log',
        mine: 'My place',
        swap: 'Swap two',
        reseat: 'Reseat',
        why: 'Why this seating?',
        byName: 'By name',
        enter: 'Enter the result…',
        totals: 'Totals',
        saveFinal: 'Save as final',
        propose: 'Propose the result',
        confirm: 'Confirm the result',
        object: 'Object…',
        objectSend: 'Send the objection',
        decide: 'Decide…',
        correct: 'Correct…',
        reason: 'Reason',
        saveCorrection: 'Save the correction',
        call: 'Call the referee',
        callSend: 'Call',
        settled: 'Settled',
        toMyTable: 'To my table',
        back: 'To the tournament',
        pause: 'Pause',
        resume: 'I am back',
        drop: 'Drop out…',
        dropYes: 'Drop out for good',
        began: 'Round 1 has begun.',
        winner: 'Winner',
        pressEnter: 'Enter the result',
        choose: 'Continue…',
        penalty: 'Penalty',
        points: 'Points to subtract',
    },
    fr: {
        tournaments: 'Tournois',
        make: 'Nouveau tournoi',
        title: 'Titre',
        game: 'Jeu',
        real: 'Avec de vraies cartes',
        more: 'Autres réglages',
        create: 'Ouvrir le tournoi',
        rounds: 'Rondes qualificatives',
        minutes: 'Minutes par ronde',
        units: 'Donnes par partie',
        finalUnits: 'Donnes en finale',
        final: 'Finale',
        cards: 'Cartes',
        add: 'Ajouter quelqu’un',
        addButton: 'Ajouter',
        bot: 'C’est un robot',
        invitation: 'Invitation',
        refereeLink: 'Lien d’arbitre',
        close: 'Fermer',
        name: 'Votre nom dans le tournoi',
        register: 'S’inscrire',
        here: 'Je suis là',
        all: 'Pointer tout le monde',
        seat: (n) => `Placer la ronde ${n}`,
        start: (n) => `Lancer la ronde ${n}`,
        end: (n) => `Clore la ronde ${n}`,
        finals: 'Lancer la phase finale',
        endFinal: 'Clore la finale',
        finish: 'Terminer le tournoi',
        desk: 'Organisation',
        seating: 'Placement',
        results: 'Résultats',
        standings: 'Classement',
        referee: 'Arbitrage',
        log: 'Journal',
        mine: 'Ma place',
        swap: 'Échanger deux places',
        reseat: 'Refaire le placement',
        why: 'Pourquoi ainsi ?',
        byName: 'Par nom',
        enter: 'Saisir le résultat…',
        totals: 'Totaux',
        saveFinal: 'Enregistrer comme définitif',
        propose: 'Proposer le résultat',
        confirm: 'Valider le résultat',
        object: 'Contester…',
        objectSend: 'Envoyer la contestation',
        decide: 'Trancher…',
        correct: 'Rectifier…',
        reason: 'Motif',
        saveCorrection: 'Enregistrer la rectification',
        call: 'Appeler l’arbitre',
        callSend: 'Appeler',
        settled: 'C’est réglé',
        toMyTable: 'À ma table',
        back: 'Retour au tournoi',
        pause: 'Me mettre en pause',
        resume: 'Je suis de retour',
        drop: 'Abandonner…',
        dropYes: 'Abandonner pour de bon',
        began: 'La ronde 1 a commencé.',
        winner: 'Victoire',
        pressEnter: 'Saisir le résultat',
        choose: 'Continuer…',
        penalty: 'Pénalité',
        points: 'Points à retirer',
    },
}

export const NAMES = ['Alice', 'Basile', 'Clara', 'David', 'Emma', 'Farid', 'Gaëlle', 'Hugo', 'Inès', 'Jules', 'Karim']
export const button = (page, name) => page.getByRole('button', { name, exact: true })
export const see = (page, name) => page.locator('nav').getByRole('link', { name }).click()

/** From the front door to an open tournament. */
export async function create(page, { title, game = 'agnes', real = true, options = {}, snap = async () => undefined }) {
    const w = LABELS[page.lang]
    await page.goto('/')
    await page.getByRole('link', { name: w.tournaments }).click()
    await page.getByRole('heading', { level: 1, name: w.tournaments }).waitFor()
    await snap(page, 'list')
    await button(page, w.make).click()
    const form = page.locator('dialog')
    await form.locator('option[value=pairs]').waitFor({ state: 'attached' })
    await form.getByLabel(w.title, { exact: true }).fill(title)
    await form.locator('[name=game]').selectOption(game)
    if (real) await form.getByText(w.real).click()
    await snap(page, 'new')
    if (Object.keys(options).length) await form.getByText(w.more, { exact: true }).click()
    for (const [name, value] of Object.entries(options)) {
        const field = form.locator(`[name=${name}]`)
        if (typeof value === 'string') await field.selectOption(value)
        else await field.fill(String(value)).then(() => field.blur())
    }
    await snap(page, 'options')
    await button(page, w.create).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    return new URL(page.url()).pathname
}

export async function add(page, names, { bots = false } = {}) {
    const w = LABELS[page.lang]
    if (bots) await page.getByLabel(w.bot).check()
    for (const name of names) {
        await page.getByLabel(w.add, { exact: true }).fill(name)
        await button(page, w.addButton).click()
        await page.locator('.list b', { hasText: name }).waitFor()
    }
}

/** The address behind one of the two links an organiser gives away. */
export async function link(page, which) {
    const w = LABELS[page.lang]
    await button(page, w[which]).click()
    const found = await page.locator('dialog .row input').inputValue()
    await page.locator('dialog img, dialog .only').first().waitFor() // a house on this machine alone says so instead
    return found
}

export async function register(page, address, name) {
    const w = LABELS[page.lang]
    await page.goto(address)
    const field = page.getByLabel(w.name)
    await field.fill(name)
    await button(page, w.register).click()
    await page.locator('.now h2', { hasText: name }).waitFor()
}

/** The next step, with the question before it where there is one. */
export async function step(page, name, asked = true) {
    await button(page, name).click()
    if (!asked) return
    await page.locator('.now .big').waitFor()
    await button(page, name).click()
}

/** Type one table's result as totals; the best first. */
export async function total(page, table, raw, then = 'saveFinal') {
    const w = LABELS[page.lang]
    const card = page.locator(`[data-table="${table}"]`)
    await card.getByRole('button', { name: w.enter }).click()
    const form = page.locator('dialog')
    await button(page, w.totals).click()
    for (const [seat, value] of raw.entries()) await form.locator(`[name=raw${seat}]`).fill(String(value))
    await button(page, w[then]).click()
    await card.locator('.state.final').waitFor()
}

export async function totals(page, scores) {
    const w = LABELS[page.lang]
    await see(page, w.results)
    const cards = page.locator('[data-table]')
    await cards.first().waitFor()
    for (let k = 0; k < (await cards.count()); k++) {
        const card = cards.nth(k)
        if (await card.locator('.state.final').count()) continue
        const seats = await card.locator('tbody tr').count()
        await total(page, await card.getAttribute('data-table'), scores.slice(0, seats))
    }
    await see(page, w.desk)
}

const quiet = async () => undefined

/** The whole path with real cards: twelve entrants, one of them by the link on a phone, two rounds, a final, the end. */
export async function organiser(browser, base, { lang, size = {}, prefs = {}, snap = quiet }) {
    const w = LABELS[lang]
    const page = await visitor(browser, base, { lang, prefs, ...size })
    const phone = await visitor(browser, base, { lang, prefs, width: 390, height: 844, touch: true })
    const title = lang === 'fr' ? 'Dimanche au club' : 'Sunday at the club'
    const path = await create(page, { title, options: { rounds: 2, units: 4 }, snap })
    await add(page, NAMES)
    const invitation = await link(page, 'invitation')
    await snap(page, 'invitation')
    await button(page, w.close).click()
    await phone.goto(invitation)
    await phone.getByLabel(w.name).waitFor()
    await snap(phone, 'entrant-register')
    await register(phone, invitation, 'Zoé')
    await button(phone, w.here).click()
    await page.locator('.list li', { hasText: 'Zoé' }).locator('input:checked').waitFor() // it arrives by itself
    await page.locator('.list li', { hasText: 'Alice' }).getByRole('checkbox').check()
    await page.locator('.list li', { hasText: 'Alice' }).locator('input:checked').waitFor()
    await snap(page, 'desk')
    await button(page, w.all).click()
    await page.locator('.counts div', { hasText: '12' }).nth(1).waitFor()

    await step(page, w.seat(1), false)
    await button(page, w.start(1)).waitFor()
    await see(page, w.seating)
    await page.locator('.tables .card').nth(2).waitFor()
    const seats = () => page.locator('.tables .person').allInnerTexts()
    const before = await seats()
    await button(page, w.swap).click()
    await page.locator('.pick').nth(0).click()
    await page.locator('.pick').nth(11).click()
    await page.locator('.tools .btn.main').click()
    await page.locator('.said', { hasText: before[0] }).waitFor()
    const after = await seats()
    assert.deepEqual([after[0], after[11]], [before[11], before[0]], 'two have changed places')
    await page.getByText(w.why, { exact: true }).click()
    await page.locator('details li').first().waitFor()
    await snap(page, 'seating')
    await button(page, w.byName).click()
    await page.locator('.names li').nth(11).waitFor()
    assert.equal(await page.locator('.names li').count(), 12)
    await snap(page, 'seating-names')

    await see(page, w.desk)
    await button(page, w.start(1)).click()
    await snap(page, 'warning')
    await button(page, w.start(1)).click()
    await phone.locator('.sentence', { hasText: /table \d/ }).waitFor()
    await phone.locator('[role=status]', { hasText: w.began }).waitFor({ state: 'attached' }) // the beginning of the round is said
    await snap(phone, 'entrant-plays')

    // The phone proposes the result of its table, line by line; a line that cannot be right is not sent.
    await button(phone, w.pressEnter).click()
    const cell = (line, seat) => phone.locator(`[data-at="${line}.${seat}"]`)
    await cell(0, 0).click()
    await cell(1, 1).click()
    await cell(1, 1).click() // −1, and nobody has won
    await phone.locator('dialog .no').waitFor()
    assert.ok(await button(phone, w.propose).isDisabled())
    await snap(phone, 'entrant-sheet')
    await cell(1, 2).click()
    await phone.locator('dialog .good').waitFor()
    await button(phone, w.propose).click()
    await phone.locator('.state.proposed').waitFor()
    await snap(phone, 'entrant-confirm')
    await see(page, w.results)
    await page.locator('.state.proposed').waitFor()
    await snap(page, 'results')
    await page
        .locator('[data-table]', { has: page.locator('.state.proposed') })
        .locator('.btn.main')
        .click()
    await totals(page, [3, 2, 1, 0])
    await step(page, w.end(1))
    await button(page, w.seat(2)).waitFor()
    await see(page, w.standings)
    await page.locator('tbody tr').nth(11).waitFor()
    await snap(page, 'standings')
    await see(phone, w.standings)
    await phone.locator('tbody tr').nth(11).waitFor()
    await snap(phone, 'entrant-standings')
    await see(phone, w.mine)

    await see(page, w.desk)
    await step(page, w.seat(2), false)
    await step(page, w.start(2))
    await totals(page, [4, 2, 1, -1])
    await step(page, w.end(2))
    await step(page, w.finals)
    await button(page, w.endFinal).waitFor()
    await snap(page, 'finals')
    await totals(page, [5, 4, 2, 1])
    await step(page, w.endFinal)
    await step(page, w.finish)
    await page.locator('.podium', { hasText: w.winner }).waitFor()
    await snap(page, 'finished')
    await see(page, w.standings)
    await page.locator('.ranks li').nth(11).waitFor()
    assert.equal(await page.locator('.ranks li').count(), 12)
    await snap(page, 'ranking')
    await see(page, w.log)
    await page.locator('ol li', { hasText: 'Zoé' }).first().waitFor()
    await snap(page, 'log')
    await phone.locator('.podium').waitFor()
    await snap(phone, 'entrant-finished')
    for (const one of [page, phone]) assert.deepEqual(one.problems, [])
    return {
        path,
        log: await page.evaluate(async (at) => (await fetch(`/api/tournaments/${at.split('/').at(-1)}/log`)).text(), path),
    }
}

/** An entrant on a phone, at tables of the house: from the link to the table and back, the result arrives by itself. */
export async function entrant(browser, base, { lang, prefs = {}, snap = quiet }) {
    const w = LABELS[lang]
    const page = await visitor(browser, base, { lang, prefs })
    const phone = await visitor(browser, base, { lang, prefs, width: 390, height: 844, touch: true })
    await create(page, { title: 'Pairs', game: 'pairs', real: false, options: { rounds: 1, units: 1, final: 'none' } })
    await add(page, ['Robot A', 'Robot B', 'Robot C'], { bots: true })
    await register(phone, await link(page, 'invitation'), 'Zoé')
    await button(page, w.close).click()
    await button(phone, w.here).click()
    await button(phone, w.pause).click()
    await button(phone, w.resume).click()
    await button(phone, w.pause).waitFor()
    await button(phone, w.call).click()
    await phone.locator('textarea').fill('Il manque une carte.')
    await button(phone, w.callSend).click()
    await see(page, w.referee)
    await page.locator('.queue', { hasText: 'Il manque une carte.' }).waitFor()
    await snap(page, 'calls')
    await button(page, w.settled).click()
    await page.locator('.queue li').waitFor({ state: 'detached' })
    await see(page, w.desk)
    if (await button(page, w.all).count()) await button(page, w.all).click()
    await step(page, w.seat(1), false)
    await step(page, w.start(1))
    await phone.getByRole('link', { name: w.toMyTable }).click()
    await phone.locator('.felt').waitFor()
    await snap(phone, 'entrant-table')
    await playUntil(phone, () => ended(phone))
    await phone.getByRole('link', { name: w.back }).first().click()
    await phone.locator('.state.proposed, .past li').first().waitFor()
    if (await button(phone, w.confirm).count()) await button(phone, w.confirm).click()
    await see(page, w.results)
    await page.locator('.state.final').waitFor()
    await see(page, w.desk)
    await step(page, w.end(1))
    await step(page, w.finish)
    await phone.locator('.podium').waitFor()
    for (const one of [page, phone]) assert.deepEqual(one.problems, [])
}
