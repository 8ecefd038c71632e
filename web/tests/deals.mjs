// A person plays one full deal against bots with the mouse, and nothing on the page knows more than the seat does.
import assert from 'node:assert/strict'
import { visitor } from './browser.mjs'
import { open, playUntil } from './play.mjs'

export async function deals(browser, base, game) {
  const page = await visitor(browser, base, { lang: game.length % 2 ? 'fr' : 'en' })
  const views = []
  page.on('websocket', (line) =>
    line.on('framereceived', ({ payload }) => {
      const telling = JSON.parse(String(payload))
      if (telling.t === 'news' && telling.view) views.push(telling.view)
    }),
  )
  await open(page, game)
  let looked = 0
  await playUntil(page, async (moves) => {
    if (moves > looked) {
      looked = moves
      await noHiddenFace(page)
    }
    if (await page.locator('.result').isVisible()) return true
    return Number(await page.locator('.room').getAttribute('data-deal')) >= 1
  }, 100)
  for (const view of views) traffic(view)
  assert.deepEqual(page.problems, [])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(wide <= 0, `the page is ${wide} px too wide`)
  await page.context().close()
}

/** Backs are backs: a hidden card carries neither a name nor a face, here or for a screen reader. */
export async function noHiddenFace(page) {
  const told = await page.evaluate(() =>
    [...document.querySelectorAll('[data-card="?"]')].filter((node) => !node.querySelector('use[href="#back"]') || node.querySelector('use:not([href="#back"])')).length,
  )
  assert.equal(told, 0, 'a face-down card shows a face')
  const others = await page.evaluate(() =>
    [...document.querySelectorAll('.seat:not(.bottom) [data-spot^="hand."]')].map((node) => node.dataset.card).filter((face) => face !== '?'),
  )
  assert.deepEqual(others, [], 'somebody else’s hand lies open')
}

function traffic(view) {
  for (const zone of ['hand', 'chosen', 'choice', 'secret_bet', 'packet']) {
    if (!Array.isArray(view[zone]) || view.over || !view[zone].some(Array.isArray)) continue
    view[zone].forEach((held, seat) => {
      if (seat !== view.seat && Array.isArray(held)) assert.ok(held.every((card) => card === null || card === '?'), `${zone} of seat ${seat} was sent`)
    })
  }
}
