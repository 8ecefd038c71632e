// When nothing can be played: a pause says whose it is and how it ends; a lost line offers no move.
import assert from 'node:assert/strict'
import { visitor } from './browser.mjs'
import { comes } from './guests.mjs'
import { against, ask, lay } from './play.mjs'

const PHONE = { width: 390, height: 844, touch: true }
const PAUSE = {
    en: {
        you: 'You paused the match.',
        by: (name) => `${name} paused the match.`,
        until: /Play resumes at \d+:\d\d( [AP]M)? at the latest\./,
        most: 'A pause lasts 5 minutes at most.',
        pause: 'Pause',
        resume: 'Resume',
    },
    fr: {
        you: 'Vous avez mis la partie en pause.',
        by: (name) => `${name} a mis la partie en pause.`,
        until: /Elle reprend d’elle-même à \d\d:\d\d au plus tard\./,
        most: 'La pause dure 5 minutes au plus.',
        pause: 'Pause',
        resume: 'Reprendre',
    },
}

/** Who paused, until when, and the button that ends it stand where one looks; whoever only looks on has no such button. */
export async function paused(browser, base, { lang, shots = '' }) {
    const w = PAUSE[lang]
    const host = await visitor(browser, base, { lang, width: 1280, height: 800 })
    await ask(host, '/api/me', { name: 'Ada', lang })
    const made = await lay(host, { game: 'hawthorn', options: { seats: 3 }, sit: 0, settings: { spectators: 'public' } })
    const link = `/t/${made.code}#${made.secret}`
    const bruno = await comes(browser, base, lang, 'Bruno', link, PHONE)
    await bruno.locator('.gathering li .btn').first().tap()
    await host.locator('.gathering li.taken').nth(1).waitFor()
    await host.locator('.begin').click()
    await bruno.locator('.dock .lit button').first().waitFor()
    const chloe = await comes(browser, base, lang, 'Chloe', link)
    const status = (page, text) => page.locator('.dock .status', { hasText: text }).waitFor()
    const goOn = (page) => page.locator('.dock').getByRole('button', { name: w.resume, exact: true })

    await bruno.locator('header .btn').last().tap()
    await bruno.locator('dialog').getByRole('button', { name: w.pause, exact: true }).tap()
    await status(bruno, w.you)
    await status(host, w.by('Bruno'))
    await status(host, w.until)
    await goOn(bruno).waitFor()
    await status(chloe, w.by('Bruno'))
    assert.equal(await goOn(chloe).count(), 0, 'an onlooker may not go on')
    await chloe.reload()
    await status(chloe, w.most) // when it began is not known here
    if (shots)
        await Promise.all([
            host.screenshot({ path: `${shots}/paused-${lang}-desk.png` }),
            bruno.screenshot({ path: `${shots}/paused-${lang}-phone.png` }),
        ])
    await goOn(host).click()
    await bruno.locator('.dock .lit button').first().waitFor()
    await goOn(host).waitFor({ state: 'detached' })
    await host.locator('header .btn').last().click()
    await host.locator('dialog').getByRole('button', { name: w.pause, exact: true }).click()
    await status(bruno, w.by('Ada'))
    assert.doesNotMatch(await bruno.locator('.dock .status').innerText(), w.until, 'the host may pause as long as it takes')
    await goOn(bruno).tap()
    await host.locator('.dock .lit button').first().waitFor()
    assert.deepEqual([...host.problems, ...bruno.problems, ...chloe.problems], [])
}

const CUT = {
    en: {
        lost: 'You can play again once you’re reconnected.',
        turn: 'Your turn',
        later: 'Your move will be sent as soon as you’re reconnected.',
    },
    fr: {
        lost: 'Vous pourrez jouer dès que la connexion sera rétablie.',
        turn: 'À vous',
        later: 'Votre coup partira dès que la connexion sera rétablie.',
    },
}

/** A line that is lost offers no card and calls nobody; a move that was made before goes out when it is back. */
export async function nothing_offered(browser, base, { lang, shots = '' }) {
    const w = CUT[lang]
    for (const size of [{ width: 1280, height: 800 }, PHONE]) {
        const page = await visitor(browser, base, { lang, ...size })
        await page.addInitScript(() => {
            const Real = WebSocket
            window.WebSocket = class extends Real {
                send(text) {
                    if (!window.swallows || !/"move"/.test(text)) super.send(text)
                }
            }
        })
        await against(page, 'hawthorn', 3)
        const sentence = (text) => page.locator('.sentence', { hasText: text }).waitFor()
        await page.locator('.dock .lit button').first().waitFor()
        await sentence(w.turn)
        await page.context().setOffline(true)
        await page.locator('.offline:not(.again)').waitFor()
        await sentence(w.lost)
        assert.equal(await page.locator('.dock .lit, .dock .move, .dock .mine').count(), 0, 'what cannot be done is offered')
        const held = await page.locator('.dock [data-card]').count()
        await page.keyboard.press('1')
        if (shots) await page.screenshot({ path: `${shots}/cut-${lang}-${size.width}.png` })
        await page.context().setOffline(false)
        await page.locator('.dock .lit button').first().waitFor()
        await sentence(w.turn)
        assert.equal(await page.locator('.dock [data-card]').count(), held, 'a key was kept for later')
        await page.evaluate(() => (window.swallows = true)) // the line is dead, and nobody knows it yet
        await page.locator('.dock .lit button').first().click()
        await page.context().setOffline(true)
        await sentence(w.later)
        await page.evaluate(() => (window.swallows = false))
        await page.context().setOffline(false)
        await page.waitForFunction((n) => document.querySelectorAll('.dock [data-card]').length < n, held)
    }
}
