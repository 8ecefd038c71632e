// Every screen and every game in mid-play, desktop and phone, French and English, into screenshots/.
//   node scripts/screenshots.mjs http://127.0.0.1:8421 [folder] [game,game]
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { launch, still, visitor } from '../tests/browser.mjs'
import { dice, ended, lay, open, playUntil } from '../tests/play.mjs'

const [base = 'http://127.0.0.1:8421', folder = '../screenshots', only = ''] = process.argv.slice(2)
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844, touch: true } }
const langs = (process.env.LANGS ?? 'fr,en').split(',')
const wantedSizes = (process.env.SIZES ?? 'desktop,phone').split(',')
mkdirSync(folder, { recursive: true })
const games = (await (await fetch(`${base}/api/games`)).json()).games.map((g) => g.id).filter((id) => (only || process.env.SCREENS ? only.split(',').includes(id) : true))
const browser = await launch()
let wrong = 0

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
  await page.locator('dialog details').waitFor()
  await shoot(page, `${at}-new-table`)
  await page.locator('dialog .make').click()
  await page.locator('.gathering img').waitFor()
  await shoot(page, `${at}-waiting`)
  await page.locator('header .btn').nth(-3).click()
  await page.locator('dialog .sheet h3').first().waitFor()
  await page.waitForTimeout(300)
  await shoot(page, `${at}-rules`)
}

/** What belongs to oneself and to the host, a lost line, and nothing at all. */
async function people(page, at) {
  await page.goto('/')
  await page.locator('article').first().waitFor()
  await page.locator('header .btn').last().click()
  await page.locator('.account form ~ .line .btn').first().click()
  await page.locator('.account').scrollIntoViewIfNeeded()
  await still(page)
  await shoot(page, `${at}-account`)
  const made = await lay(page, { game: 'hawthorn', options: { seats: 3 }, sit: 0 })
  const friend = await visitor(browser, base, { lang: 'fr' })
  await friend.goto(`/t/${made.code}#${made.secret}`)
  await friend.locator('.gathering li .btn').first().click()
  await page.locator('.gathering li.taken').nth(1).waitFor()
  await page.locator('header .btn').last().click()
  await page.locator('.host .person').waitFor()
  await page.locator('.host').scrollIntoViewIfNeeded()
  await still(page)
  await shoot(page, `${at}-host`)
  await friend.context().close()
  await page.keyboard.press('Escape')
  await page.locator('.begin').click()
  await page.locator('.dock .lit button').first().waitFor()
  await page.context().setOffline(true)
  await page.locator('.offline').waitFor()
  await shoot(page, `${at}-offline`)
  await page.context().setOffline(false)
  await page.goto('/t/zzzzzzzzzz')
  await page.locator('.lost h1').waitFor()
  await shoot(page, `${at}-nothing`)
}

async function ending(page, at) {
  await open(page, 'pairs')
  await playUntil(page, () => ended(page), { choose: dice(at) })
  await still(page)
  await shoot(page, `${at}-result`)
  await page.locator('.result .btn').nth(1).click()
  await page.locator('.scrubber').waitFor()
  await page.locator('.felt').waitFor()
  await page.locator('.scrubber .btn').nth(3).click()
  await page.waitForTimeout(500)
  await shoot(page, `${at}-replay`)
}

for (const lang of langs) {
  for (const size of wantedSizes) {
    const page = await visitor(browser, base, { lang, ...sizes[size] })
    const at = `${size}-${lang}`
    for (const [name, run] of only ? [] : [['screens', screens], ['people', people], ['ending', ending]].filter(([name]) => !process.env.SCREENS || process.env.SCREENS.split(',').includes(name))) {
      await run(page, at).catch((error) => ((wrong += 1), console.error(at, name, String(error).split('\n')[0])))
    }
    for (const game of games) {
      try {
        await open(page, game)
        const moves = Number(process.env.MOVES ?? 4)
        await playUntil(page, async (done) => done >= moves || (await ended(page)), { choose: dice(game), patience: 20_000 }).catch(() => 0)
        await page.waitForTimeout(900)
        await shoot(page, `${at}-${game}`)
      } catch (error) {
        wrong += 1
        console.error(at, game, String(error).split('\n')[0])
      }
    }
    if (page.problems.length) console.error(at, page.problems.slice(0, 5))
    await page.context().close()
  }
}
await browser.close()
process.exitCode = wrong ? 1 : 0
