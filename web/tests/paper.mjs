// Rules on paper: what the print window gets to see.
import assert from 'node:assert/strict'
import { visitor } from './browser.mjs'

/** From a game's card: the rules, the button, and all of them on paper, in dark letters, with nothing else. */
export async function rulesOnPaper(browser, base, { lang, folder }) {
    const page = await visitor(browser, base, { lang })
    await page.addInitScript(() => (window.print = () => (document.title = `printed ${document.title}`)))
    await page.goto('/')
    await page.locator('article .facts button').first().click()
    await page.locator('dialog .sheet h3').first().waitFor()
    const words = (await page.locator('dialog .sheet').innerText()).split(/\s+/).length
    await page.locator('dialog .print').click()
    assert.match(await page.title(), /^printed /)
    await page.emulateMedia({ media: 'print' })
    const seen = await page.evaluate(() => {
        const shown = (node) => node.getClientRects().length > 0 && getComputedStyle(node).visibility === 'visible'
        const box = document.querySelector('dialog .body')
        const texts = [...document.querySelectorAll('body *')].filter(
            (node) => [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim()) && shown(node)
        )
        return {
            strangers: texts.filter((node) => !node.closest('dialog')).map((node) => node.textContent.slice(0, 40)),
            words: document.querySelector('dialog').innerText.split(/\s+/).length,
            cut: Math.max(
                box.scrollHeight - box.clientHeight,
                document.documentElement.scrollHeight -
                    Math.ceil(document.querySelector('dialog').getBoundingClientRect().bottom + scrollY + 1)
            ),
            letters: getComputedStyle(document.querySelector('dialog .sheet p')).color,
        }
    })
    assert.deepEqual(seen.strangers, [])
    assert.ok(seen.words >= words, `${seen.words} of ${words} words are on paper`)
    assert.ok(seen.cut <= 1, `${seen.cut} px are cut off, or empty`)
    assert.equal(seen.letters, 'rgb(17, 17, 17)')
    const paper = await page.pdf({ format: 'A4', ...(folder ? { path: `${folder}/rules-${lang}.pdf` } : {}) })
    const pages = paper.toString('latin1').match(/\/Type\s*\/Page\b/g).length
    assert.ok(pages <= Math.ceil(words / 180), `${words} words on ${pages} pages`)
    assert.deepEqual(page.problems, [])
    return pages
}
