// The first deals: every line to the end, by keyboard alone and by touch; offered once, refused kindly, left at any time.
import assert from 'node:assert/strict'
import { PATIENCE, still, visitor } from './browser.mjs'
import { Inspector } from './axe.mjs'

const PHONE = { width: 390, height: 844, touch: true }

async function begin(browser, base, { game, lang, ...more }) {
    const page = await visitor(browser, base, { lang, ...more })
    const lesson = await (await page.request.get(`${base}/api/games/${game}/lesson`)).json()
    await page.goto(`/learn/${game}`)
    return { page, lesson }
}

/** Until a line stands there and nothing moves any more. */
async function line(page, at) {
    await page.locator(`.lesson:not([data-busy]) .coach[data-line="${at}"]`).waitFor()
    await still(page)
}

/** Where a hand goes for a move of the last choice, which nothing points at. */
function place(word) {
    const [, rest = ''] = word.split(':')
    return `button[data-do="${word}"], .dock .hand [data-card="${rest}"] button, .columns > .column:nth-child(${/^\d$/.test(rest) ? rest : 99}) .target`
}

/** What the lesson points at: the element with the ring. */
const ringed = (page) =>
    page.evaluateHandle(() =>
        [...document.querySelectorAll('.lesson button')].find(
            (node) => getComputedStyle(node).outlineStyle === 'solid' && getComputedStyle(node).animationName === 'asked'
        )
    )

async function target(page, word, free) {
    await page.waitForFunction(
        ([free, place]) =>
            free
                ? document.querySelector(place)
                : [...document.querySelectorAll('.lesson button')].some(
                      (node) => getComputedStyle(node).animationName === 'asked'
                  ),
        [free, place(word)]
    )
    const found = free ? await page.$(place(word)) : (await ringed(page)).asElement()
    assert.ok(found, `nothing to press for ${word}`)
    return found
}

/** From where one is, with Tab alone, to a thing. */
async function tabTo(page, thing) {
    for (let k = 0; k < 120; k++) {
        if (await thing.evaluate((node) => node === document.activeElement)) return
        await page.keyboard.press('Tab')
    }
    assert.fail('Tab does not lead there')
}

async function tap(page, thing) {
    await thing.scrollIntoViewIfNeeded()
    const box = await thing.boundingBox()
    const [x, y] = [box.x + Math.min(box.width / 2, 12), box.y + box.height / 2]
    assert.ok(box.x >= -1 && box.x + Math.min(box.width, 24) <= 391, 'what is asked for lies off the screen')
    assert.ok(
        await thing.evaluate((node, [x, y]) => node.contains(document.elementFromPoint(x, y)), [x, y]),
        'something lies over what is asked for'
    )
    await page.touchscreen.tap(x, y)
}

const byKeyboard = {
    async press(page, thing) {
        await tabTo(page, thing)
        await page.keyboard.press('Enter')
    },
    async goOn(page) {
        assert.ok(
            await page.evaluate(() => document.activeElement.matches('.coach .btn.main')),
            'the button that goes on has the focus'
        )
        await page.keyboard.press('Enter')
    },
}
const byTouch = {
    press: tap,
    goOn: async (page) => tap(page, await page.$('.coach .btn.main')),
}

/** Through a lesson with these hands; `seen` looks at each line. */
async function through(page, lesson, hands, seen = async () => undefined) {
    for (const [k, step] of lesson.steps.entries()) {
        await line(page, k + 1)
        assert.equal((await page.locator('.coach .line').first().textContent()).trim(), step.said[page.lang])
        await seen(k + 1)
        if (!step.ask.length) {
            await hands.goOn(page)
            continue
        }
        const free = k === lesson.steps.length - 1
        for (let turns = 0; turns < 12; turns++) {
            // A figure is turned up until it is the one asked for.
            const thing = await target(page, step.ask[0], free)
            const turning = await thing.evaluate((node) => node.matches('.turn'))
            await hands.press(page, thing)
            if (!turning) break
        }
    }
    await line(page, 'end')
    const end = lesson.ends.find((one) => one.do === lesson.steps.at(-1).ask[0])
    assert.equal((await page.locator('.coach .line').first().textContent()).trim(), end.said[page.lang])
    await seen('end')
    assert.deepEqual(page.problems, [])
}

/** By keyboard alone, then on to a table of the game. */
export async function lessonByKeyboard(browser, base, { game = 'hawthorn', lang = 'en', seen }) {
    const { page, lesson } = await begin(browser, base, { game, lang })
    await through(page, lesson, byKeyboard, seen && ((at) => seen(page, at)))
    await tabTo(page, await page.$('.coach .do .btn.main'))
    await page.keyboard.press('Enter')
    await page.locator('.room .felt').waitFor()
}

export async function lessonByTouch(browser, base, { game = 'hawthorn', lang = 'fr', seen }) {
    const { page, lesson } = await begin(browser, base, { game, lang, ...PHONE })
    await through(page, lesson, byTouch, async (at) => {
        assert.ok(
            await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            'the page is wider than the phone'
        )
        if (seen) await seen(page, at)
    })
}

/** Another move is refused where the hand is, and nothing happens; one may leave, and come back. */
export async function lessonRefuses(browser, base) {
    const { page } = await begin(browser, base, { game: 'hawthorn', lang: 'en' })
    await line(page, 1)
    await page.locator('.dock .hand [data-card="3"] button').click()
    await page.locator('.dock .refusal', { hasText: 'Soon. For now, try this: Choose the 8' }).waitFor()
    assert.equal(await page.locator('.coach').getAttribute('data-line'), '1')
    assert.equal(await page.locator('.dock .hand [data-card]').count(), 5)
    assert.equal(await page.locator('.coach .line').first().getAttribute('aria-live'), 'assertive')
    await page.locator('.leave').click()
    await page.locator('.wall').waitFor()
    const made = await (await page.request.get(`${base}/api/me/tables`)).json()
    assert.ok(!made.tables?.length, 'a lesson is no table of the house')
}

/** Offered before the first match of a game and not again; also from the card and from the rules. */
export async function lessonOffered(browser, base) {
    const page = await visitor(browser, base, { lang: 'fr', fresh: true })
    await page.goto('/')
    const card = page.locator('article', { has: page.locator('#game-port') })
    await card.locator('.btn.main').click()
    await page.locator('dialog .btn.main', { hasText: 'Apprendre (2 min)' }).waitFor()
    await page.locator('dialog .do .btn:not(.main)').click()
    await page.locator('.room .felt').waitFor()
    await page.goto('/')
    await card.locator('.btn.main').click()
    await page.locator('.room .felt').waitFor() // nobody is asked twice
    await page.locator('header .btn', { has: page.locator('.wide', { hasText: 'Règles' }) }).click()
    await page.locator('dialog .learn').click()
    await line(page, 1)
    assert.equal(await page.locator('.lesson .who', { hasText: 'V' }).count(), 1) // the letter of « Vous », no guest’s
    await page.locator('.leave').click()
    await page.locator('.room .felt').waitFor() // back at the table one came from
    await page.goto('/')
    await page.locator('article a[href="/learn/pig"]').click()
    await line(page, 1)
    assert.equal(await page.title(), 'Leçon · Le Cochon · Pioche')
}

/** Nothing an audit finds, on the first line, in the middle and at the end; nor in the offer. */
export async function lessonAxe(browser, base, { game = 'kitty', theme = 'dark', phone = false }) {
    const { page, lesson } = await begin(browser, base, {
        game,
        lang: 'en',
        fresh: true,
        prefs: { theme },
        ...(phone ? PHONE : {}),
    })
    const eye = new Inspector(page)
    await through(page, lesson, phone ? byTouch : byKeyboard, async (at) => {
        if (at === 1 || at === 'end' || lesson.steps[at - 1].disaster) await eye.look(`${game}, line ${at}`)
    })
    await page.goto('/')
    const another = game === 'port' ? 'pairs' : 'port' // nobody is asked about a game they have learnt
    await page
        .locator('article', { has: page.locator(`#game-${another}`) })
        .locator('.btn.main')
        .click()
    await page.locator('dialog .offer').waitFor()
    await eye.look('the offer')
    return eye.verdict()
}

/** Without movement it goes on all the same. */
export async function lessonCalm(browser, base, { game = 'pairs' }) {
    const { page } = await begin(browser, base, { game, lang: 'fr', prefs: { calm: true } })
    await line(page, 1)
    await page.keyboard.press('Enter')
    await page.locator('.coach[data-line="2"]:not([data-busy])').waitFor({ timeout: PATIENCE })
    assert.equal(await page.evaluate(() => document.getAnimations().filter((a) => a.playState === 'running').length), 0)
}

/** The front door is no wider than a small phone, so that what opens over it lies where it should. */
export async function doorFits(browser, base) {
    for (const [lang, width] of [
        ['en', 360],
        ['fr', 360],
        ['fr', 390],
    ]) {
        const page = await visitor(browser, base, { lang, fresh: true, ...PHONE, width })
        await page.goto('/')
        await page.locator('article .btn.main').first().click()
        const box = await page.locator('dialog .offer').boundingBox()
        assert.ok(box.x >= 0 && box.x + box.width <= width, `the offer reaches ${box.x + box.width} of ${width}`)
        await page.context().close()
    }
}
