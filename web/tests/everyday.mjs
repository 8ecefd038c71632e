// One visitor: keys alone, one thumb, another language in mid-game, a lost line, the replay.
import assert from 'node:assert/strict'
import { visitor } from './browser.mjs'
import { act, open, playUntil } from './play.mjs'

export async function keyboard(browser, base) {
  const page = await visitor(browser, base, { lang: 'en' })
  await page.goto('/')
  await page.locator('article').first().waitFor()
  for (let k = 0; k < 40; k++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement.matches('.now'))) break
  }
  await page.keyboard.press('Enter')
  await page.locator('.felt').waitFor()
  const end = Date.now() + 90_000
  while (!(await page.locator('.result').isVisible())) {
    assert.ok(Date.now() < end, 'a game of Pairs never ended')
    if (await page.locator('.menu .move').count()) await page.keyboard.press(Math.random() < 0.7 ? '1' : '2')
    await page.waitForTimeout(50)
  }
  await page.keyboard.press('r')
  await page.locator('dialog h2').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  assert.deepEqual(page.problems, [])
  await page.context().close()
}

export async function thumb(browser, base) {
  const page = await visitor(browser, base, { width: 360, height: 740, touch: true })
  await page.goto('/')
  await page.locator('#game-hawthorn ~ .do .btn.main').tap()
  await page.locator('.felt').waitFor()
  const end = Date.now() + 90_000
  while (Number(await page.locator('.room').getAttribute('data-deal').catch(() => 0)) < 1) {
    assert.ok(Date.now() < end, 'a deal of Hawthorn never ended')
    const offer = page.locator('.dock .lit button, .menu .move').first()
    if (await offer.count()) await offer.tap({ timeout: 800 }).catch(() => undefined)
    await page.waitForTimeout(50)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(wide <= 360, `${wide} px wide on a phone of 360`)
  }
  for (const target of await page.locator('header .btn, .menu .btn').all()) {
    const box = await target.boundingBox()
    if (box) assert.ok(box.width >= 24 && box.height >= 24, 'a target is too small for a thumb')
  }
  assert.deepEqual(page.problems, [])
  await page.context().close()
}

export async function language(browser, base) {
  const page = await visitor(browser, base, { lang: 'en' })
  await open(page, 'hawthorn')
  await page.locator('.dock .lit button').first().waitFor()
  assert.match(await page.locator('.sentence').textContent(), /^Your turn/)
  await page.locator('header .btn', { hasText: 'FR' }).click()
  assert.match(await page.locator('.sentence').textContent(), /^À vous/)
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr')
  assert.match(await page.locator('.log').textContent(), /Vous recevez/)
  await act(page)
  await page.reload()
  await page.locator('.felt').waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr')
  await page.context().close()
}

export async function lost_line(browser, base) {
  const page = await visitor(browser, base, { lang: 'en' })
  await page.addInitScript(() => {
    const Real = WebSocket
    window.WebSocket = class extends Real {
      constructor(...all) {
        super(...all)
        window.line = this
      }
    }
  })
  await open(page, 'sweep')
  const lines = await page.locator('.log li').count()
  await page.route('**/ticket', (route) => route.abort())
  await page.evaluate(() => window.line.close())
  await page.locator('.offline').waitFor()
  await page.unroute('**/ticket')
  await page.locator('.offline').waitFor({ state: 'detached', timeout: 30_000 })
  assert.ok((await page.locator('.log li').count()) >= lines)
  const twice = await page.evaluate(() => window.line.readyState)
  assert.equal(twice, 1)
  await page.context().close()
}

export async function replay(browser, base) {
  const page = await visitor(browser, base, { lang: 'fr' })
  await open(page, 'pairs')
  await playUntil(page, () => page.locator('.result').isVisible(), 90)
  await page.locator('.result .btn', { hasText: 'Revoir' }).click()
  await page.locator('.scrubber').waitFor()
  await page.locator('.replay .felt').waitFor()
  const slider = page.locator('.scrubber input')
  await slider.fill('3')
  await page.waitForFunction(() => location.search.includes('at=3'))
  await page.keyboard.press('Escape')
  await page.locator('.scrubber .btn').nth(3).click()
  await page.waitForFunction(() => location.search.includes('at=4'))
  await page.locator('header select').selectOption({ index: 2 })
  await page.waitForFunction(() => location.search.includes('eyes=1'))
  await page.reload()
  await page.locator('.replay .felt').waitFor()
  assert.match(page.url(), /at=4/)
  await page.locator('footer .btn', { hasText: 'Continuer' }).click()
  await page.locator('.room .felt').waitFor()
  assert.match(await page.locator('header').textContent(), /étude/)
  assert.deepEqual(page.problems, [])
  await page.context().close()
}

export async function refusal(browser, base) {
  const page = await visitor(browser, base, { lang: 'en' })
  await page.goto('/t/zzzzzzzzzz')
  await page.locator('.lost h1').waitFor()
  assert.match(await page.locator('.lost p').textContent(), /no such table/i)
  await page.context().close()
}

export async function first_visit(browser, base) {
  const page = await visitor(browser, base)
  await page.goto('/') // the machine's caches, not the browser's
  const foreign = []
  const fresh = await visitor(browser, base)
  fresh.on('request', (request) => new URL(request.url()).origin !== base && foreign.push(request.url()))
  let script = 0
  fresh.on('response', async (response) => {
    if (response.url().endsWith('.js')) script += (await response.body()).length
  })
  await fresh.goto('/')
  await fresh.locator('article').first().waitFor()
  const ready = await fresh.evaluate(() => performance.now())
  assert.deepEqual(foreign, [], 'the page asked somebody else')
  console.log(`# interactive after ${Math.round(ready)} ms, ${Math.round(script / 1024)} kB of script before compression`)
  assert.ok(ready < 4000, `interactive after ${ready} ms`)
  await page.context().close()
  await fresh.context().close()
}

/** A game the page has no skin for is playable at once: here Hawthorn, its skin taken away on the wire. */
export async function no_skin(browser, base) {
  const page = await visitor(browser, base, { lang: 'en' })
  let taken = 0
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('./hawthorn.ts', () => ((taken += 1), './nobody.ts'))
    await route.fulfill({ response, body })
  })
  await open(page, 'hawthorn')
  assert.ok(taken, 'the skin was not taken away')
  await playUntil(page, async () => Number(await page.locator('.room').getAttribute('data-deal')) >= 1, 90)
  if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT })
  assert.deepEqual(page.problems, [])
  await page.context().close()
}
