// axe-core on every screen: no violation.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { still, visitor } from './browser.mjs'
import { against, ask, deal, dice, ended, playUntil } from './play.mjs'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export class Inspector {
    found = []
    seen = 0
    constructor(page) {
        this.page = page
    }

    async look(where) {
        await still(this.page) // what moves has no contrast to measure
        await this.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))) // a region that scrolls is made a stop in the next frame
        if (!(await this.page.evaluate(() => 'axe' in window))) await this.page.evaluate(`${source};0`)
        const { violations } = await this.page.evaluate(
            (rules) => window.axe.run(document, { runOnly: rules, resultTypes: ['violations'] }),
            RULES
        )
        this.seen += 1
        this.found.push(
            ...violations.map(
                (v) =>
                    `${where}: ${v.id}: ${v.nodes
                        .slice(0, 3)
                        .map((n) => `${n.target} ${n.any[0]?.message ?? ''}`)
                        .join(' | ')}`
            )
        )
    }

    verdict() {
        assert.deepEqual(this.found, [])
        return this.seen
    }
}

const arrive = (browser, base, theme, lang) => visitor(browser, base, { lang, prefs: { theme, calm: true } })

/** Everything around a match: door, new table, waiting, panels, rules, settings, result, replay, nothing here. */
export async function axe_screens(browser, base, { theme, lang }) {
    const page = await arrive(browser, base, theme, lang)
    const eye = new Inspector(page)
    await page.goto('/')
    await page.locator('article').first().waitFor()
    await eye.look('door')
    await page.locator('header .btn').last().click()
    await page.locator('dialog h2').waitFor()
    await eye.look('settings at the door')
    await page.keyboard.press('Escape')
    await page.locator('#game-hawthorn ~ .do .btn').nth(1).click()
    for (const more of await page.locator('dialog summary').all()) await more.click()
    await eye.look('new table')
    await page.locator('dialog .make').click()
    await page.locator('.gathering .invite input').waitFor()
    await eye.look('waiting')
    await page.locator('.begin').click()
    await page.locator('.dock .lit button').first().waitFor()
    for (const tab of [1, 2]) {
        await page.locator('.tabs button').nth(tab).click()
        await eye.look(`panel ${tab}`)
    }
    await page.locator('.react .toggle').click()
    await eye.look('reactions')
    await page.locator('.react .toggle').click()
    await page.keyboard.press('r')
    await page.locator('dialog .sheet h3').first().waitFor()
    await eye.look('rules')
    await page.keyboard.press('Escape')
    await page.locator('header .btn').last().click()
    await page.locator('dialog h2').waitFor()
    await eye.look('settings at the table')
    await page.keyboard.press('Escape')
    await against(page, 'pairs', 4)
    await playUntil(page, () => ended(page), { choose: dice('axe'), patience: 240_000 })
    await eye.look('result')
    await page.locator('.result .btn', { hasText: lang === 'fr' ? 'Revoir' : 'Replay' }).click()
    await page.locator('.replay .felt').waitFor()
    await eye.look('replay')
    await page.goto('/')
    await page.locator('.place', { hasText: lang === 'fr' ? 'Mes parties' : 'My matches' }).click()
    await page.locator('dialog li .what').first().waitFor()
    await eye.look('my matches')
    await page.goto('/t/zzzzzzzzzz')
    await page.locator('.lost h1').waitFor()
    await eye.look('nothing here')
    const other = await visitor(browser, base, { lang })
    await ask(other, '/api/me', { name: 'Margot', lang })
    await page.goto((await ask(other, '/api/seat-link')).link)
    await page.locator('.arriving .do .btn').first().waitFor()
    await eye.look('a private link')
    await page.locator('.arriving .btn.main').click()
    await page.locator('.before .btn').first().waitFor()
    await eye.look('the way back')
    return eye.verdict()
}

/** The tables of these games, in mid-play. */
export async function axe_tables(browser, base, { theme, lang, games }) {
    const page = await arrive(browser, base, theme, lang)
    const eye = new Inspector(page)
    for (const [game, seats] of games) {
        await against(page, game, seats)
        await playUntil(page, async (moves) => moves >= 1 || (await deal(page)) >= 1 || (await ended(page)), {
            choose: dice(game),
        })
        await eye.look(game)
    }
    return eye.verdict()
}
