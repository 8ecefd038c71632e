// A person plays one full deal against bots with the mouse.
import assert from 'node:assert/strict'
import { visitor } from './browser.mjs'
import { deal as dealNow, dice, ended, open, playUntil } from './play.mjs'

export async function deal(browser, base, { game }) {
  const page = await visitor(browser, base, { lang: game.length % 2 ? 'fr' : 'en' })
  await open(page, game)
  let played = -1 // the first deal this person had a hand in; a quick race may be over before one has sat down
  const moved = async () => {
    if (played < 0) played = await dealNow(page)
    await noHiddenFace(page)
  }
  const over = async () => played >= 0 && ((await ended(page)) || (await dealNow(page)) > played)
  const moves = await playUntil(page, over, { choose: dice(game), moved })
  assert.deepEqual(page.problems, [])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(wide <= 0, `the page is ${wide} px too wide`)
  return moves
}

/** Backs are backs: a hidden card carries neither a name nor a face, and nobody else's hand lies open. */
export async function noHiddenFace(page) {
  const told = await page.evaluate(() => ({
    faced: [...document.querySelectorAll('[data-card="?"]')].filter((node) => !node.querySelector('use[href="#back"]') || node.querySelector('use:not([href="#back"])')).length,
    open: document.querySelector('.result') ? [] : [...document.querySelectorAll('.seat:not(.bottom) [data-spot^="hand."]')].map((node) => node.dataset.card).filter((face) => face !== '?'),
  }))
  assert.deepEqual(told, { faced: 0, open: [] })
}
