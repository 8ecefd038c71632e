// Copying a link: what the clipboard holds afterwards, on an origin that has no clipboard of its own.
import assert from 'node:assert/strict'
import { visitor } from './browser.mjs'

const WORDS = {
    en: { copy: 'Copy the link', copied: 'Copied', keys: 'press Ctrl+C', touch: 'hold your finger' },
    fr: { copy: 'Copier le lien', copied: 'Copié', keys: 'appuyez sur Ctrl+C', touch: 'laissez le doigt' },
}

/** The same house under a name that is not this machine's: without https that is no secure context. */
const elsewhere = (base) => base.replace('127.0.0.1', 'house.test')
const button = (page, name) => page.getByRole('button', { name, exact: true })

/** What a person gets who pastes now. */
async function pasted(page) {
    const other = await page.context().newPage()
    await other.setContent('<textarea></textarea>')
    await other.locator('textarea').focus()
    await other.keyboard.press('Control+V')
    const text = await other.locator('textarea').inputValue()
    await other.close()
    return text
}

async function invitation(browser, base, lang, options = {}) {
    const page = await visitor(browser, elsewhere(base), { lang, ...options })
    await page.addInitScript(options.script ?? (() => undefined))
    await page.goto('/')
    const post = async ([path, body]) => {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
        if (!answer.ok) throw new Error(await answer.text())
        return answer.json()
    }
    await page.evaluate(post, ['/api/me', { lang }])
    const made = await page.evaluate(post, ['/api/tables', { game: 'hawthorn', options: { seats: 3 }, sit: 0 }])
    await page.goto(`/t/${made.code}#${made.secret}`)
    await page.locator('.gathering').waitFor()
    assert.equal(await page.evaluate(() => isSecureContext), false)
    return page
}

/** The invitation beside the seats, and the one in the host's drawer, where all else is inert. */
export async function copies_without_https(browser, base, { lang, shots = '' }) {
    const w = WORDS[lang]
    const page = await invitation(browser, base, lang)
    const link = await page.locator('.gathering input[readonly]').inputValue()
    assert.match(link, /#\w+/)
    await button(page, w.copy).click()
    await button(page, w.copied).waitFor()
    assert.equal(await pasted(page), link)
    assert.equal(await page.locator('.by-hand').count(), 0)
    await button(page, w.copy).waitFor()
    if (shots) await page.screenshot({ path: `${shots}/copied-${lang}.png` })

    await page.goto('/')
    await page.locator('header .btn').last().click()
    const seat = page.locator('dialog .link')
    await page
        .locator('dialog')
        .getByRole('button', { name: /another device|autre appareil/ })
        .click()
    const own = await seat.locator('input[readonly]').inputValue()
    await seat.getByRole('button', { name: w.copy, exact: true }).click()
    await seat.getByRole('button', { name: w.copied, exact: true }).waitFor()
    assert.equal(await pasted(page), own)
}

/** No way to copy is left: nothing is called copied, and the link is selected for the hand. */
export async function copies_by_hand(browser, base, { lang, touch = false, shots = '' }) {
    const w = WORDS[lang]
    const size = touch ? { width: 390, height: 844, touch } : {}
    const page = await invitation(browser, base, lang, {
        ...size,
        script: () => (Document.prototype.execCommand = () => false),
    })
    const field = page.locator('.gathering input[readonly]')
    await button(page, w.copy).click()
    await page
        .getByRole('alert')
        .filter({ hasText: touch ? w.touch : w.keys })
        .waitFor()
    assert.equal(await button(page, w.copied).count(), 0)
    assert.equal(await page.evaluate(() => getSelection().toString()), await field.inputValue())
    assert.ok(await field.evaluate((node) => node === document.activeElement))
    if (shots) await page.screenshot({ path: `${shots}/by-hand-${lang}${touch ? '-phone' : ''}.png` })
    if (touch) return
    await page.keyboard.press('Control+C')
    assert.equal(await pasted(page), await field.inputValue())
}

/** Where nothing can be copied but the device can share, it is asked to. */
export async function shares_instead(browser, base, { lang }) {
    const w = WORDS[lang]
    const page = await invitation(browser, base, lang, {
        script: () => {
            Document.prototype.execCommand = () => false
            navigator.share = async (what) => void (window.passedOn = what.url)
        },
    })
    await button(page, w.copy).click()
    await page.waitForFunction(() => window.passedOn)
    assert.equal(await page.evaluate(() => window.passedOn), await page.locator('.gathering input[readonly]').inputValue())
    assert.equal(await page.locator('.by-hand').count(), 0)
    assert.equal(await button(page, w.copied).count(), 0)
}
