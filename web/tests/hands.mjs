// Keys alone, and one thumb on a small phone.
import assert from 'node:assert/strict'
import { PATIENCE, visitor } from './browser.mjs'
import { DONE } from './endings.mjs'
import { deal, dice, ended, lay, playUntil } from './play.mjs'

/** From the front door to the end of a match of Pairs, and into the rules and out again: no mouse. */
export async function keyboard(browser, base) {
    const page = await visitor(browser, base, { lang: 'en', fresh: true })
    const choose = dice('keys')
    await page.goto('/')
    await page.locator('article').first().waitFor()
    await page.locator('.now').waitFor()
    for (let k = 0; !(await page.evaluate(() => document.activeElement.matches('.now'))); k++) {
        assert.ok(k < 40, 'the button that plays at once cannot be reached by Tab')
        await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await page.locator('dialog .offer').waitFor() // learn it first?
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter') // no: play at once
    await page.locator('.felt').waitFor()
    const end = Date.now() + 4 * PATIENCE
    while (!(await ended(page))) {
        assert.ok(Date.now() < end, 'a game of Pairs never ended')
        if (await page.locator('.menu .move').count()) await page.keyboard.press(choose() < 0.6 ? '1' : '2')
        else if (await page.locator(DONE).isVisible()) {
            await page.locator(DONE).focus()
            await page.keyboard.press('Enter')
        } else await page.keyboard.press('s')
        await page.waitForTimeout(30)
    }
    await page.keyboard.press('r')
    await page.locator('dialog h2').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    assert.deepEqual(page.problems, [])
}

/** Cards too: arrows go from card to card, Enter plays. */
export async function arrows(browser, base) {
    const page = await visitor(browser, base, { lang: 'fr' })
    await page.goto('/')
    await page.locator('#game-hawthorn ~ .do .btn.main').focus()
    await page.keyboard.press('Enter')
    await page.locator('.dock .lit button').first().waitFor()
    await page.locator('.dock .lit button').first().focus()
    const first = await page.evaluate(() => document.activeElement.closest('[data-card]')?.dataset.card)
    const held = await page.locator('.dock [data-card]').count()
    await page.keyboard.press('ArrowRight')
    assert.notEqual(
        await page.evaluate(() => document.activeElement.closest('.dock') !== null),
        false,
        'the arrow left the hand'
    )
    await page.keyboard.press('Enter')
    await page.waitForFunction((n) => document.querySelectorAll('.dock [data-card]').length < n, held)
    assert.ok(first)
    assert.deepEqual(page.problems, [])
}

export async function thumb(browser, base) {
    const page = await visitor(browser, base, { width: 360, height: 740, touch: true })
    await page.goto('/')
    await page.locator('#game-hawthorn ~ .do .btn.main').tap()
    await page.locator('.felt').waitFor()
    const narrow = async () => {
        const seen = await page.evaluate(() => ({
            wide: document.documentElement.scrollWidth,
            small: [...document.querySelectorAll('header .btn, .menu .btn, .dock .lit button')]
                .map((node) => node.getBoundingClientRect())
                .filter((box) => box.width && (box.width < 24 || box.height < 24)).length,
        }))
        assert.deepEqual(seen, { wide: 360, small: 0 }, 'too wide for the phone, or a target too small for a thumb')
    }
    await playUntil(page, async () => (await deal(page)) >= 1, { choose: dice('thumb'), moved: narrow })
    assert.deepEqual(page.problems, [])
}

/** What is written on the backs of a layout, for the eye and for a reader: seat, slot, label, name. */
export async function labels(browser, base, { table, lang, width = 1440, shot = '' }) {
    const page = await visitor(browser, base, { lang, width })
    await lay(page, table)
    await page.locator('.felt .numbered').first().waitFor()
    const told = await page
        .locator('.felt .numbered li')
        .evaluateAll((cards) =>
            cards.map((card) => [
                card.dataset.spot,
                card.querySelector('i').textContent,
                card.querySelector('b')?.textContent ?? '',
                card.querySelector('[aria-label]').getAttribute('aria-label'),
            ])
        )
    if (shot) await page.screenshot({ path: shot })
    assert.deepEqual(page.problems, [])
    return told
}

/** Play a card and read the words beside the lines from captors to what they take, in the order they appear. */
export async function captures(browser, base, { table, lang, rank, calm }) {
    const page = await visitor(browser, base, { lang, prefs: { calm } })
    await lay(page, table)
    await page.locator('.dock .lit button').first().waitFor()
    await page.evaluate(() => {
        window.seen = []
        const read = () =>
            document
                .querySelectorAll('.why')
                .forEach((node) => window.seen.at(-1) !== node.textContent && window.seen.push(node.textContent))
        new MutationObserver(read).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    await page.locator(`.dock .lit[data-card="${rank}"] button`).first().click()
    await page.waitForFunction(() => document.querySelector('.room').dataset.busy !== 'yes' && window.seen.length > 1)
    assert.deepEqual(page.problems, [])
    return page.evaluate(() => window.seen)
}

/** What the plates say of lives, seat after seat: the letters with those lost in brackets, or a badge. */
export async function lives(browser, base, { table, lang }) {
    const page = await visitor(browser, base, { lang })
    await lay(page, table)
    await page.locator('.felt .plate').first().waitFor()
    const told = await page.locator('.felt .seat').evaluateAll((seats) =>
        seats.map((seat) => {
            const letters = [...seat.querySelectorAll('.letters span')].map((node) =>
                node.matches('.lost') ? `(${node.textContent})` : node.textContent
            )
            return [
                seat.dataset.seat,
                letters.join('') || [...seat.querySelectorAll('.badge')].map((node) => node.textContent).join(' '),
            ]
        })
    )
    assert.deepEqual(page.problems, [])
    return Object.fromEntries(told)
}
