// Parts of the page that are fetched when somebody goes there look the same from a deep address as from the front door.
import assert from 'node:assert/strict'
import { visitor } from './browser.mjs'

const SHOWN = ['display', 'padding', 'borderRadius', 'backgroundImage', 'maxWidth', 'gridTemplateAreas', 'fontSize']

/** The computed styles of a part and what lies in it, once they have stayed the same for half a second. */
async function styles(page, part) {
    await page.locator(part).first().waitFor()
    for (let before = ''; ;) {
        const found = await page.evaluate(
            ([part, shown]) => {
                const root = document.querySelector(part)
                return [root, ...root.querySelectorAll('main, section, button, h1, h2')].map((node) => {
                    const style = getComputedStyle(node)
                    return [node.tagName, ...shown.map((name) => style[name])].join(' | ')
                })
            },
            [part, SHOWN]
        )
        if (before === found.join()) return found
        before = found.join()
        await page.waitForTimeout(500)
    }
}

export async function deep_address(browser, base, { path, part, bare = '' }) {
    const page = await visitor(browser, base, { lang: 'en' })
    if (bare) await page.route(bare, (route) => route.fulfill({ contentType: 'text/css', body: '' }))
    await page.goto(path)
    const directly = await styles(page, part)
    const other = await visitor(browser, base, { lang: 'en' })
    await other.goto('/')
    await other.locator('article').first().waitFor()
    await other.evaluate((path) => {
        history.pushState(null, '', path)
        dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    const fromDoor = await styles(other, part)
    assert.deepEqual(directly, fromDoor)
    return directly.length
}
