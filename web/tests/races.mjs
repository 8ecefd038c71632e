// A race won and a race lost, each with its photo finish.
import assert from 'node:assert/strict'
import { visitor } from './browser.mjs'
import { against, deal, dice, ended, lay, playUntil } from './play.mjs'

const STEPS = 6 // a finger arrives in steps, like a real one

/** A finger takes a card of the hand: a little up and back again, then onto the table. What it sent each time. */
export async function finger(browser, base, { table, lang }) {
    const page = await visitor(browser, base, { lang, width: 390, height: 844, touch: true })
    const sent = []
    page.on('websocket', (line) =>
        line.on('framesent', ({ payload }) => {
            const wish = JSON.parse(String(payload))
            if (wish.t === 'move') sent.push(wish.do)
        })
    )
    await lay(page, table)
    const cards = page.locator('.dock .lit button')
    await cards.first().waitFor()
    const card = await page.locator('.dock .lit').first().getAttribute('data-card')
    const held = await page.locator('.dock [data-card]').count()
    const touch = await page.context().newCDPSession(page)
    const drag = async (up) => {
        const box = await cards.first().boundingBox()
        const at = { x: box.x + Math.min(10, box.width / 2), y: box.y + 14 }
        const points = (y) => [{ x: at.x, y }]
        await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(at.y) })
        for (let k = 1; k <= STEPS; k++)
            await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(at.y - (up * k) / STEPS) })
        assert.equal(
            await page.evaluate(() => document.documentElement.dataset.dragging),
            'yes',
            'the card does not follow the finger'
        )
        await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
        await page.waitForFunction(() => !document.documentElement.dataset.dragging)
    }
    await drag(30)
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
    const short = [...sent]
    await drag(200)
    await page.waitForFunction((n) => document.querySelectorAll('.dock [data-card]').length < n, held)
    assert.equal(await page.evaluate(() => scrollY), 0, 'the page scrolled under the finger')
    assert.deepEqual(page.problems, [])
    return { card, short, sent }
}

/** Sit down where the cards decide who can signal first, reach for it or keep still, and read the photo finish. */
export async function race(browser, base, { table, signals, reach, lang, touch }) {
    const page = await visitor(browser, base, touch ? { lang, width: 390, height: 844, touch } : { lang })
    const told = { finish: null, losers: [] }
    page.on('websocket', (line) =>
        line.on('framereceived', ({ payload }) => {
            const news = JSON.parse(String(payload))
            if (news.t !== 'news') return
            told.finish = news.events.find((e) => e.kind === 'photo_finish') ?? told.finish
            if (told.finish && news.view?.losers?.length) told.losers = news.view.losers
        })
    )
    await lay(page, table)
    await page.locator('.felt').waitFor()
    await page.waitForFunction(() => !document.querySelector('[role=timer]'))
    if (reach) {
        for (const signal of signals) {
            const hand = page.locator(`.signal.${signal}`)
            if (touch) await hand.tap()
            else await hand.click()
        }
    }
    await page.locator('.finish').waitFor()
    const rows = await page.locator('.finish li').allInnerTexts()
    assert.ok(rows.length >= 2, `a photo finish shows every hand: ${rows}`)
    const finish = told.finish.about.finish // what was given back and where the true reaction lies, for each who has any
    const drawn = async (mark) => page.locator(`.finish ${mark}`).count()
    assert.equal(await drawn('.axis .dot'), finish.length)
    assert.equal(await drawn('.axis .given'), finish.filter((row) => row.credit > 0).length)
    assert.equal(await drawn('.axis .doubt'), finish.filter((row) => row.latest > row.earliest).length)
    assert.equal(await drawn('.warning'), finish.filter((row) => row.doubt).length)
    const me = lang === 'fr' ? /^Vous/ : /^You/
    const place = rows.findIndex((row) => me.test(row.trim()))
    await page.waitForFunction((n) => document.querySelectorAll('.log li').length > n, 2)
    assert.deepEqual(page.problems, [])
    return {
        place,
        rows,
        losers: told.losers,
        first: told.finish.about.finish.find((row) => row.place === 1).seat,
        log: await page.locator('.log').innerText(),
    }
}

/** What one must hit in a hurry stays where it is, whatever appears beside it. */
export async function steady_buttons(browser, base, { game, seats }) {
    const page = await visitor(browser, base, { lang: 'en', width: 390, height: 780, touch: true })
    await page.addInitScript(() => {
        window.places = {}
        const look = () => {
            const menu = [...document.querySelectorAll('.dock .move')].map((node) => node.dataset.do).join(' ')
            for (const node of document.querySelectorAll('.signal')) {
                const { x, y, width, height } = node.getBoundingClientRect()
                const at = [x, y, width, height].map(Math.round).join(' ')
                ;((window.places[node.className] ??= {})[at] ??= []).push(menu)
            }
            requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
    })
    await against(page, game, seats)
    await playUntil(page, async () => (await deal(page)) >= 2 || (await ended(page)), { choose: dice('steady') })
    const places = await page.evaluate(() => window.places)
    for (const [name, found] of Object.entries(places))
        assert.equal(
            Object.keys(found).length,
            1,
            `${name}: ${JSON.stringify(Object.entries(found).map(([at, menus]) => [at, menus.length, [...new Set(menus)].slice(0, 4)]))}`
        )
    return [...new Set(Object.values(places).flatMap((found) => Object.values(found).flat()))].length
}
