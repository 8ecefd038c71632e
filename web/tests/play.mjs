// A scripted person: reaches for whatever the page offers, as a hand would.

/** Everything one can press to move, in the order a hand would find it. */
const OFFERS = '.dock .lit button, .felt .open, .felt .lit button, .felt .plate.target, .menu .btn'

export async function open(page, game) {
  await page.goto('/')
  await page.locator(`#game-${game} ~ .do .btn.main`).click()
  await page.locator('.felt').waitFor({ timeout: 20_000 })
}

/** Make one move if there is one to make; says whether a hand found something. */
export async function act(page, choose = Math.random) {
  const offers = page.locator(OFFERS)
  const wanted = await offers.evaluateAll((nodes) => nodes.flatMap((node, k) => (node.disabled || node.matches('.turn, .quiet') ? [] : [k]))).catch(() => [])
  if (!wanted.length) return false
  try {
    await offers.nth(wanted[Math.floor(choose() * wanted.length)]).click({ timeout: 1000, position: { x: 8, y: 14 } }) // in a fan only the left edge of a card is free
    return true
  } catch {
    return false
  }
}

/** Play until `done` says so. */
export async function playUntil(page, done, seconds = 60) {
  const end = Date.now() + seconds * 1000
  let moves = 0
  while (Date.now() < end) {
    if (await done(moves)) return moves
    if (await act(page)) moves += 1
    else await page.waitForTimeout(60)
  }
  throw new Error(`nothing was over after ${seconds} s and ${moves} moves`)
}
