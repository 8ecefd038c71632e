// What reaches one seat: every frame and every answer on its line, every node of its page, every node a screen reader meets.
import { still, visitor } from './browser.mjs'
import { ask } from './play.mjs'

const spies = new Map()
const THERE = /^\{"t":"ack","id":"\w+-there",/ // the answer to a page that heard nothing for a while: it asks under a name of its own making

/** Come to a table by somebody's private link, and keep everything that is told. */
export async function spy_arrives(browser, base, { name, token, code, lang }) {
    const page = await visitor(browser, base, { lang, prefs: { calm: true, chatter: false } }) // bots that chat do so for a moment
    const spy = { page, code, frames: [], answers: new Map(), pending: new Set() }
    spies.set(name, spy)
    await page.addInitScript(() => {
        // What time it is everybody may know; it would only make two looks differ.
        const timeless = new CSSStyleSheet()
        timeless.replaceSync('[role=timer] { visibility: hidden }')
        document.adoptedStyleSheets.push(timeless)
        const Real = WebSocket
        window.WebSocket = class extends Real {
            constructor(...all) {
                super(...all)
                window.line = this
            }
        }
    })
    await ask(page, '/api/seat', { token })
    page.on('websocket', (line) =>
        line.on('framereceived', ({ payload }) => THERE.test(String(payload)) || spy.frames.push(String(payload)))
    )
    page.on('response', (response) => {
        const path = new URL(response.url()).pathname
        if (!path.startsWith('/api/')) return
        const reading = response.text().then(
            (text) => spy.answers.set(`${response.request().method()} ${path}`, text),
            () => undefined
        )
        spy.pending.add(reading)
    })
    await page.goto(`/t/${code}`)
    await page.locator('.felt').waitFor()
}

/** Ask something on the page's own socket: with the answer everything the house had to say before has arrived. Then look. */
export async function spy_looks(_browser, _base, { name, probe }) {
    const { page, frames, code } = spies.get(name)
    await page.evaluate((id) => window.line.send(JSON.stringify({ t: 'move', id, do: 'nonsense' })), probe)
    while (!frames.some((frame) => frame.includes(`"id":"${probe}"`))) await page.waitForTimeout(20)
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    // Everything that was told has been shown, and nothing is pointed at any more: what is left does not hang on the moment one looks.
    await page.waitForFunction(() => !document.querySelector('[data-busy], .pointing'))
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await still(page)
    const wire = await page.context().newCDPSession(page)
    const { nodes } = await wire.send('Accessibility.getFullAXTree')
    await wire.detach()
    const said = nodes
        .filter((n) => !n.ignored)
        .map((n) => [n.role?.value, n.name?.value, n.value?.value, n.description?.value].filter(Boolean).join(' | '))
    return {
        page: await page.evaluate((table) => {
            const copy = document.documentElement.cloneNode(true)
            for (const timer of copy.querySelectorAll('[role=timer]')) timer.textContent = ''
            return copy.outerHTML.replaceAll(table, '0123456789')
        }, code),
        reader: said.map((line) => line.replaceAll(code, '0123456789')),
        faces: await page.evaluate(() =>
            [...document.querySelectorAll('.room [data-card]')]
                .map((node) => node.dataset.card)
                .filter((face) => face && face !== '?')
        ),
    }
}

/** Everything that came over the line, oldest first; answers over HTTP by their address. */
export async function spy_leaves(_browser, _base, { name }) {
    const { page, code, frames, answers, pending } = spies.get(name)
    spies.delete(name)
    await Promise.all(pending)
    await page.context().close()
    const plain = (text) => text.replaceAll(code, '0123456789')
    return { frames: frames.map(plain), answers: [...answers].map(([path, text]) => plain(`${path} ${text}`)).sort() }
}
