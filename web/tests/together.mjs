// Two browsers at one table, with a reload in the middle; and a race.
import assert from 'node:assert/strict'
import { visitor } from './browser.mjs'
import { act, open } from './play.mjs'
import { noHiddenFace } from './deals.mjs'

export async function two_browsers(browser, base) {
  const host = await visitor(browser, base, { lang: 'fr' })
  const friend = await visitor(browser, base, { lang: 'en', width: 390, height: 844, touch: true })
  await host.goto('/')
  await host.locator('#game-hawthorn ~ .do .btn').nth(1).click()
  await host.locator('dialog summary').click()
  await host.locator('dialog details input[type=number]').first().fill('2')
  await host.locator('dialog details input[type=number]').first().blur()
  await host.locator('dialog .make').click()
  const link = await host.locator('.invite input').inputValue()
  await friend.goto(link)
  await friend.locator('.gathering').waitFor()
  const seat = friend.locator('.gathering .btn', { hasText: 'Sit here' }).first()
  if (await seat.isVisible()) await seat.click()
  await host.locator('.begin').click()
  await Promise.all([host.locator('.felt').waitFor(), friend.locator('.felt').waitFor()])
  let reloaded = false
  const end = Date.now() + 90_000
  while (Number(await host.locator('.room').getAttribute('data-deal').catch(() => 0)) < 2) {
    assert.ok(Date.now() < end, 'two deals never ended')
    for (const page of [host, friend]) {
      if (await act(page)) await noHiddenFace(page)
    }
    const deal = Number(await host.locator('.room').getAttribute('data-deal').catch(() => 0))
    if (deal >= 1 && !reloaded) {
      reloaded = true
      await friend.reload()
      await friend.locator('.felt').waitFor()
    }
    await host.waitForTimeout(40)
  }
  await host.locator('.tabs button').nth(1).click()
  await host.locator('.phrases .btn').first().click()
  await host.locator('.talk li.mine').waitFor()
  for (const page of [host, friend]) {
    assert.deepEqual(page.problems, [])
    await page.context().close()
  }
}

/** A hand on the nose too early is a false start: the race is lost, and everybody reads it. */
export async function race(browser, base) {
  const page = await visitor(browser, base, { lang: 'en' })
  await open(page, 'pig')
  const nose = page.locator('.signal.touch_nose')
  await nose.waitFor({ timeout: 30_000 })
  const before = await page.locator('.log li').count()
  await nose.dispatchEvent('pointerdown')
  await page.waitForFunction((n) => document.querySelectorAll('.log li').length > n, before)
  await page.waitForFunction(() => /false start|nose|letter/i.test(document.querySelector('.log').textContent), null, { timeout: 30_000 })
  assert.deepEqual(page.problems, [])
  await page.context().close()
}
