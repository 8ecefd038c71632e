// axe-core on every screen, in both themes: no violation.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { visitor } from './browser.mjs'
import { open, playUntil } from './play.mjs'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const all = []

async function inspect(page, where) {
  await page.waitForTimeout(700) // what moves has no contrast to measure
  await page.evaluate(`${source};0`)
  const found = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }))
  const said = found.violations.map((v) => `${where}: ${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target} ${n.any[0]?.message ?? ''}`).join(' | ')}`)
  all.push(...said)
}

export const axe_dark = (browser, base) => inspectAll(browser, base, 'dark')
export const axe_light = (browser, base) => inspectAll(browser, base, 'light')

async function inspectAll(browser, base, theme) {
  const page = await visitor(browser, base, { lang: theme === 'dark' ? 'fr' : 'en', prefs: { theme, calm: true } })
  await page.goto('/')
  await page.locator('article').first().waitFor()
  await inspect(page, `${theme} door`)
  await page.locator('#game-hawthorn ~ .do .btn').nth(1).click()
  await page.locator('dialog summary').click()
  await inspect(page, `${theme} new table`)
  await page.locator('dialog .make').click()
  await page.locator('.gathering img').waitFor()
  await inspect(page, `${theme} waiting`)
  await page.locator('.begin').click()
  await page.locator('.dock .lit button').first().waitFor()
  await inspect(page, `${theme} table`)
  await page.locator('.tabs button').nth(1).click()
  await inspect(page, `${theme} talk`)
  await page.locator('.tabs button').nth(2).click()
  await inspect(page, `${theme} score`)
  await page.keyboard.press('r')
  await page.locator('dialog .sheet h3').first().waitFor()
  await inspect(page, `${theme} rules`)
  await page.keyboard.press('Escape')
  await page.locator('header .btn').last().click()
  await inspect(page, `${theme} settings`)
  await page.keyboard.press('Escape')
  for (const game of ['agnes', 'five_cards', 'blackstone', 'pig']) {
    await open(page, game)
    await inspect(page, `${theme} ${game}`)
  }
  await open(page, 'pairs')
  await playUntil(page, () => page.locator('.result').isVisible(), 90)
  await inspect(page, `${theme} result`)
  await page.locator('.result .btn').nth(1).click()
  await page.locator('.replay .felt').waitFor()
  await inspect(page, `${theme} replay`)
  await page.goto('/t/zzzzzzzzzz')
  await page.locator('.lost h1').waitFor()
  await inspect(page, `${theme} nothing here`)
  await page.context().close()
  assert.deepEqual(all, [])
}
