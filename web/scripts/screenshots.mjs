// Every screen and every game in mid-play, desktop and phone, French and English, into screenshots/; and the moments worth seeing.
//   node scripts/screenshots.mjs http://127.0.0.1:8421 [folder] [game,game]
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { launch, visitor } from '../tests/browser.mjs'
import { act, open, playUntil } from '../tests/play.mjs'

const [base = 'http://127.0.0.1:8421', folder = '../screenshots', only = ''] = process.argv.slice(2)
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844, touch: true } }
const langs = (process.env.LANGS ?? 'fr,en').split(',')
const wantedSizes = (process.env.SIZES ?? 'desktop,phone').split(',')
const moves = Number(process.env.MOVES ?? 4)
mkdirSync(folder, { recursive: true })
const games = (await (await fetch(`${base}/api/games`)).json()).games
    .map((g) => g.id)
    .filter((id) => !only || only.split(',').includes(id))
const browser = await launch()
let wrong = 0

// What one would like to see of a game: a capture, a shuffle, a race that is on. It may pass by unseen.
const MOMENTS = {
    hawthorn: '.hot',
    pairs: '.hot',
    rocket: '.danger .hot',
    goblin_poker: '.heap.stir',
    sweep: '.pointing > path',
    kitty: '.pointing > path',
    venture: '.pointing > path',
    pig: '.finish',
    spoons: '.finish',
    vatra: '.fire',
    agnes: '.pointing',
    five_cards: '.column.ours ~ .column.theirs',
}

async function shoot(page, name) {
    await page.screenshot({ path: join(folder, `${name}.png`) })
}

async function screens(page, at) {
    await page.goto('/')
    await page.locator('article').first().waitFor()
    await shoot(page, `${at}-door`)
    await page.evaluate(() => document.querySelector('.wall').scrollIntoView())
    await shoot(page, `${at}-wall`)
    await page.locator('#game-hawthorn ~ .do .btn').nth(1).click()
    await page.locator('dialog details').first().waitFor()
    await page.waitForTimeout(400)
    await shoot(page, `${at}-new-table`)
    await page.locator('dialog .make').click()
    await page.locator('.gathering .invite input').waitFor()
    await shoot(page, `${at}-waiting`)
    await page.locator('header .btn').nth(-3).click()
    await page.locator('dialog .sheet h3').first().waitFor()
    await page.waitForTimeout(400)
    await shoot(page, `${at}-rules`)
}

async function ending(page, at) {
    await open(page, 'pairs')
    await playUntil(page, () => page.locator('.result').isVisible())
    await page.waitForTimeout(300)
    await shoot(page, `${at}-result`)
    await page.locator('.result .btn', { hasText: /Revoir|Replay/ }).click()
    await page.locator('.scrubber').waitFor()
    await page.locator('.felt').waitFor()
    await page.locator('.scrubber .btn').nth(3).click()
    await page.waitForTimeout(500)
    await shoot(page, `${at}-replay`)
}

/** Play at a person's pace until there is something to see. */
async function until(page, seen, seconds) {
    const end = Date.now() + seconds * 1000
    let made = 0
    while (Date.now() < end && !(await seen(made)) && !(await page.locator('.result').isVisible())) {
        if (await act(page)) made += 1
        else await page.waitForTimeout(40)
    }
}

async function midPlay(page, at, game) {
    await open(page, game)
    await until(page, (made) => made >= moves, 25)
    await page.waitForTimeout(900)
    await shoot(page, `${at}-${game}`)
    if (!MOMENTS[game] || !at.startsWith('desktop')) return
    await until(page, () => page.locator(MOMENTS[game]).first().isVisible(), 25)
    await shoot(page, `${at}-${game}-moment`)
}

for (const lang of langs) {
    for (const size of wantedSizes) {
        const page = await visitor(browser, base, { lang, ...sizes[size] })
        const at = `${size}-${lang}`
        const todo = [
            ...(only
                ? []
                : [
                      ['screens', screens],
                      ['ending', ending],
                  ]),
            ...games.map((game) => [game, (p, where) => midPlay(p, where, game)]),
        ]
        for (const [name, run] of todo) {
            await run(page, at).catch((error) => ((wrong += 1), console.error(at, name, String(error).split('\n')[0])))
        }
        if (page.problems.length) console.error(at, page.problems.slice(0, 5))
        await page.context().close()
    }
}
await browser.close()
process.exitCode = wrong ? 1 : 0
