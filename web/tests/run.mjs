// What the page promises, shown in a real Chromium against a real house.
//   node tests/run.mjs http://127.0.0.1:8421 keyboard language
import { launch } from './browser.mjs'
import * as everyday from './everyday.mjs'
import * as together from './together.mjs'
import { axe_dark, axe_light } from './axe.mjs'
import { deals } from './deals.mjs'

const checks = { ...everyday, ...together, axe_dark, axe_light }
const [base, ...names] = process.argv.slice(2)
const browser = await launch()
let failed = 0
for (const name of names) {
  const started = Date.now()
  try {
    await (name.startsWith('deal:') ? deals(browser, base, name.slice(5)) : checks[name](browser, base))
    console.log(`ok ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  } catch (error) {
    failed += 1
    console.log(`not ok ${name}: ${error.stack ?? error}`)
  }
}
await browser.close()
process.exitCode = failed ? 1 : 0
