// Another language in mid-game, a lost line, a wrong address, a first visit.
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { visitor } from './browser.mjs'
import { act, open } from './play.mjs'

const reads = (page, selector, pattern) =>
    page.waitForFunction(
        ([where, source]) => new RegExp(source).test(document.querySelector(where)?.textContent ?? ''),
        [selector, pattern]
    )

export async function language(browser, base) {
    const page = await visitor(browser, base, { lang: 'en' })
    await open(page, 'hawthorn')
    await page.locator('.dock .lit button').first().waitFor()
    await reads(page, '.sentence', '^Your turn')
    await page.locator('header .btn', { hasText: 'FR' }).click()
    await reads(page, '.sentence', '^À vous')
    await reads(page, '.log', 'Vous recevez')
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr')
    await act(page)
    await page.reload()
    await page.locator('.felt').waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr')
}

/** The line breaks and the house cannot be reached: the page says so, and comes back by itself with everything. */
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
    await page.locator('.log li').first().waitFor()
    const lines = await page.locator('.log li').count()
    await page.route('**/ticket', (route) => route.abort())
    await page.evaluate(() => window.line.close())
    await page.locator('.offline').waitFor()
    await page.unroute('**/ticket')
    await page.locator('.offline').waitFor({ state: 'detached' })
    await page.waitForFunction(() => window.line.readyState === 1)
    assert.ok((await page.locator('.log li').count()) >= lines)
    await act(page)
}

/** The house stands still, and the browser does not notice: the page does, says so, and comes back when it can. */
export async function silent_house(browser, base, { pid }) {
    const page = await visitor(browser, base, { lang: 'en' })
    await open(page, 'sweep')
    await page.locator('.log li').first().waitFor()
    process.kill(pid, 'SIGSTOP')
    const began = Date.now()
    try {
        await page.locator('.offline').waitFor({ timeout: 30_000 })
    } finally {
        process.kill(pid, 'SIGCONT')
    }
    const waited = (Date.now() - began) / 1000
    await page.locator('.offline').waitFor({ state: 'detached' })
    await act(page)
    return waited
}

export async function refusal(browser, base) {
    const page = await visitor(browser, base, { lang: 'en' })
    await page.goto('/t/zzzzzzzzzz')
    await page.locator('.lost h1').waitFor()
    await reads(page, '.lost h1', 'Table not found')
}

/** The page asks nobody but the house, and is small. How quick it is, `make measure-page` says. */
export async function first_visit(browser, base) {
    const page = await visitor(browser, base)
    const foreign = []
    const scripts = []
    page.on('request', (request) => new URL(request.url()).origin !== base && foreign.push(request.url()))
    page.on('response', (response) => response.url().endsWith('.js') && scripts.push(response.body()))
    await page.goto('/')
    await page.locator('article').first().waitFor()
    assert.deepEqual(foreign, [], 'the page asked somebody else')
    const size = (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body).length, 0)
    assert.ok(size > 0 && size < 150_000, `${size} bytes of script, compressed`)
    return size
}
