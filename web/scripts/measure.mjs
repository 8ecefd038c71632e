// How quick, how smooth, how lasting the page is, in a real Chromium. Prints one JSON object.
//   node scripts/measure.mjs http://127.0.0.1:8421 [minutes of play for the memory]
import { readFileSync, readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { launch, visitor } from '../tests/browser.mjs'
import { act, against, deal, dice, ended, lay, OFFERS } from '../tests/play.mjs'

const [base, minutes = '1'] = process.argv.slice(2)
const VISITS = 9
/** Processor time of the page's main thread in milliseconds: it does not grow when others want the same core. */
async function meter(page) {
    const wire = await page.context().newCDPSession(page)
    await wire.send('Performance.enable', { timeDomain: 'threadTicks' })
    return async () =>
        1000 * (await wire.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration').value
}
const middle = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** A first visit: nothing in the browser's cache, the machine's own caches warm. */
async function visits(browser) {
    const found = []
    for (let k = 0; k <= VISITS; k++) {
        const page = await visitor(browser, base, { lang: k % 2 ? 'en' : 'fr' })
        await page.addInitScript(() => {
            // Interactive: the games stand there, their buttons listen, and the browser has drawn them.
            const eye = new MutationObserver(() => {
                if (!document.querySelector('article .btn')) return
                eye.disconnect()
                requestAnimationFrame(() => setTimeout(() => (window.ready = performance.now())))
            })
            eye.observe(document, { childList: true, subtree: true })
        })
        const wire = await page.context().newCDPSession(page)
        await wire.send('Network.enable')
        const busy = await meter(page)
        let bytes = 0
        wire.on('Network.loadingFinished', (done) => (bytes += done.encodedDataLength))
        await page.goto('/')
        await page.waitForFunction(() => window.ready)
        if (k) found.push({ ready: await page.evaluate(() => window.ready), busy: await busy(), bytes })
        await page.context().close()
    }
    return {
        visits: VISITS,
        ready_ms: found.map((f) => Math.round(f.ready)),
        median_ms: Math.round(middle(found.map((f) => f.ready))),
        busy_ms: Math.round(middle(found.map((f) => f.busy))),
        bytes: middle(found.map((f) => f.bytes)),
    }
}

/** What a first visit fetches of the built page; tournaments, lessons and verifying come when they are wanted. */
function weight() {
    const folder = new URL('../../src/pioche/house/page/assets/', import.meta.url)
    const first = readFileSync(new URL('../index.html', folder), 'utf8')
    const of = (ending) =>
        readdirSync(folder)
            .filter((name) => name.endsWith(ending) && first.includes(name))
            .map((name) => readFileSync(new URL(name, folder)))
    const sum = (all, by) => all.reduce((total, body) => total + by(body), 0)
    return {
        script: sum(of('.js'), (b) => b.length),
        script_gzip: sum(of('.js'), (b) => gzipSync(b, { level: 9 }).length),
        style_gzip: sum(of('.css'), (b) => gzipSync(b, { level: 9 }).length),
    }
}

/** Frames while cards move: every pause between two frames during which something was animated. */
async function frames(browser, game, seats) {
    const page = await visitor(browser, base, { lang: 'en' })
    await against(page, game, seats)
    const busy = await meter(page)
    const before = await busy()
    await page.evaluate(() => {
        window.gaps = []
        window.idle = []
        let last = performance.now()
        requestAnimationFrame(function frame(now) {
            const moving = document.getAnimations().some((a) => a.playState === 'running')
            ;(moving ? window.gaps : window.idle).push(now - last)
            last = now
            requestAnimationFrame(frame)
        })
    })
    const choose = dice(game)
    const end = Date.now() + 25_000
    while (Date.now() < end && !(await ended(page))) {
        await act(page, choose)
        await page.waitForTimeout(500)
    }
    const spent = (await busy()) - before
    const [gaps, idle] = await page.evaluate(() => [window.gaps, window.idle])
    await page.context().close()
    const sorted = [...gaps].sort((a, b) => a - b)
    const at = (share) => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1))
    const total = gaps.reduce((a, b) => a + b, 0)
    return {
        game,
        frames: gaps.length,
        fps: Number(((1000 * gaps.length) / total).toFixed(1)),
        median_ms: at(0.5),
        p95_ms: at(0.95),
        idle_median_ms: Number(middle(idle.length ? idle : [0]).toFixed(1)),
        busy_ms_a_frame: Number((spent / (gaps.length + idle.length)).toFixed(1)),
    }
}

/** A table in play: heap, nodes and listeners after a garbage collection, again and again. */
async function memory(browser, wanted) {
    const page = await visitor(browser, base, { lang: 'fr' })
    let news = 0
    page.on('websocket', (line) =>
        line.on('framereceived', ({ payload }) => (news += String(payload).includes('"t":"news"') ? 1 : 0))
    )
    const bots = { 1: 'regular', 2: 'regular', 3: 'regular' }
    await lay(page, {
        game: 'hawthorn',
        options: { seats: 4, deals: 100 },
        bots,
        sit: 0,
        start: true,
        settings: { hints: true, pace: 'relaxed' },
    })
    await page.locator('.felt').waitFor()
    const wire = await page.context().newCDPSession(page)
    await wire.send('Performance.enable')
    await wire.send('HeapProfiler.enable')
    const samples = []
    const started = Date.now()
    const sample = async () => {
        for (let k = 0; k < 3; k++) await wire.send('HeapProfiler.collectGarbage')
        const { metrics } = await wire.send('Performance.getMetrics')
        const value = (name) => metrics.find((m) => m.name === name).value
        samples.push({
            seconds: Math.round((Date.now() - started) / 1000),
            news,
            deal: await deal(page),
            heap_kb: Math.round(value('JSHeapUsedSize') / 1024),
            nodes: value('Nodes'),
            listeners: value('JSEventListeners'),
        })
    }
    await page.evaluate((offers) => {
        // A quick hand inside the page: the house is not kept waiting by a test that thinks.
        setInterval(() => {
            const again = document.querySelector('.result .btn')
            if (again) return again.click()
            const all = [...document.querySelectorAll(offers)].filter((node) => !node.disabled && !node.matches('.quiet'))
            all[Math.floor(Math.random() * all.length)]?.click()
        }, 40)
    }, OFFERS)
    const every = (wanted * 60_000) / 20
    for (let next = started + every; Date.now() < started + wanted * 60_000; next += every) {
        await page.waitForTimeout(Math.max(0, next - Date.now()))
        await sample()
    }
    await page.context().close()
    return samples
}

const browser = await launch(['--js-flags=--expose-gc', '--enable-precise-memory-info'])
const first = await visits(browser)
const smooth = []
for (const [game, seats] of [
    ['hawthorn', 4],
    ['sweep', 4],
    ['pairs', 4],
])
    smooth.push(await frames(browser, game, seats))
const lasting = Number(minutes) ? await memory(browser, Number(minutes)) : []
console.log(
    JSON.stringify({ chromium: browser.version(), visits: first, weight: weight(), frames: smooth, memory: lasting })
)
await browser.close()
