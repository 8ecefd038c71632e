// What the page promises, shown in a real Chromium against a real house. One browser for all of it.
//   node tests/run.mjs http://127.0.0.1:8421 keyboard language deal:pairs     by hand
//   node tests/run.mjs                                                        by tests/page: one wish a line, one answer a line
import { createInterface } from 'node:readline'
import { launch } from './browser.mjs'
import * as after from './after.mjs'
import * as arriving from './arriving.mjs'
import * as axe from './axe.mjs'
import * as copying from './copying.mjs'
import * as crowd from './crowd.mjs'
import * as deals from './deals.mjs'
import * as deep from './deep.mjs'
import * as endings from './endings.mjs'
import * as family from './family.mjs'
import * as generic from './generic.mjs'
import * as guests from './guests.mjs'
import * as hands from './hands.mjs'
import * as lessons from './lessons.mjs'
import * as line from './line.mjs'
import * as paper from './paper.mjs'
import * as people from './people.mjs'
import * as proxied from './proxied.mjs'
import * as races from './races.mjs'
import * as seal from './seal.mjs'
import * as secrets from './secrets.mjs'
import * as stops from './stops.mjs'
import * as together from './together.mjs'
import * as tournament from './tournament.mjs'
import * as umpiring from './umpiring.mjs'

const checks = {
    ...after,
    ...arriving,
    ...axe,
    ...copying,
    ...crowd,
    ...deals,
    ...deep,
    ...endings,
    ...family,
    ...generic,
    ...guests,
    ...hands,
    ...lessons,
    ...line,
    ...paper,
    ...people,
    ...proxied,
    ...races,
    ...seal,
    ...secrets,
    ...stops,
    ...together,
    ...tournament,
    ...umpiring,
}
let browser = await launch()

/** Run one check; `keep` leaves its pages open for the next. */
async function run({ check, base, keep = false, ...more }) {
    if (!browser.isConnected()) browser = await launch()
    const started = Date.now()
    try {
        const told = await checks[check](browser, base, more)
        return { ok: true, told: told ?? null, seconds: (Date.now() - started) / 1000 }
    } catch (error) {
        keep = false
        return { ok: false, told: `${error.stack ?? error}` }
    } finally {
        if (!keep) await Promise.all(browser.contexts().map((context) => context.close().catch(() => undefined)))
    }
}

const [base, ...names] = process.argv.slice(2)
if (base) {
    for (const name of names) {
        const [check, game] = name.split(':')
        const done = await run({ check, base, game })
        console.log(
            done.ok
                ? `ok ${name} (${done.seconds.toFixed(1)} s) ${done.told ? JSON.stringify(done.told) : ''}`
                : `not ok ${name}: ${done.told}`
        )
        if (!done.ok) process.exitCode = 1
    }
} else {
    for await (const wish of createInterface({ input: process.stdin })) {
        process.stdout.write(`${JSON.stringify(await run(JSON.parse(wish)))}\n`)
    }
}
await browser.close()
