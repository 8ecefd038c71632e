// Afterwards: the replay is scrubbed, seen through other eyes, linked to, played on.
import assert from 'node:assert/strict'
import { visitor } from './browser.mjs'
import { dice, ended, open, playUntil } from './play.mjs'

export async function replay(browser, base) {
  const page = await visitor(browser, base, { lang: 'fr' })
  await open(page, 'pairs')
  await playUntil(page, () => ended(page), { choose: dice('replay'), patience: 240_000 })
  await page.locator('.result .btn', { hasText: 'Revoir' }).click()
  await page.locator('.scrubber').waitFor()
  await page.locator('.replay .felt').waitFor()
  await page.locator('.scrubber input').fill('3')
  await page.waitForFunction(() => location.search.includes('at=3'))
  await page.locator('.scrubber .btn').nth(3).click()
  await page.waitForFunction(() => location.search.includes('at=4'))
  await page.locator('header select').selectOption({ index: 2 })
  await page.waitForFunction(() => location.search.includes('eyes=1'))
  await page.reload()
  await page.locator('.replay .felt').waitFor()
  assert.match(page.url(), /at=4/)
  await page.locator('footer .btn', { hasText: 'Continuer' }).click()
  await page.locator('.room .felt').waitFor()
  await page.waitForFunction(() => /étude/.test(document.querySelector('header').textContent))
  assert.deepEqual(page.problems, [])
}
