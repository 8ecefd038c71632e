// A race won and a race lost, each with its photo finish.
import assert from 'node:assert/strict'
import { visitor } from './browser.mjs'
import { lay } from './play.mjs'

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
    }),
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
  const me = lang === 'fr' ? /^Vous/ : /^You/
  const place = rows.findIndex((row) => me.test(row.trim()))
  await page.waitForFunction((n) => document.querySelectorAll('.log li').length > n, 2)
  assert.deepEqual(page.problems, [])
  return { place, rows, losers: told.losers, first: told.finish.about.finish.find((row) => row.place === 1).seat, log: await page.locator('.log').innerText() }
}
