// The organiser's path through a tournament: phone, laptop and projector, French and English, into a folder.
//   node scripts/tournament.mjs http://127.0.0.1:8421 [folder]        (LANGS=fr SIZES=phone THEME=light for some of them)
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { launch } from '../tests/browser.mjs'
import { entrant, organiser } from '../tests/tournament.mjs'
import { projector, referee, same_cards } from '../tests/umpiring.mjs'

const [base = 'http://127.0.0.1:8421', folder = '../screenshots/tournament'] = process.argv.slice(2)
const langs = (process.env.LANGS ?? 'fr,en').split(',')
const sizes = { laptop: { width: 1440, height: 900 }, phone: { width: 390, height: 844, touch: true } }
const wanted = (process.env.SIZES ?? 'laptop,phone,projector').split(',')
const theme = process.env.THEME ?? 'dark'
mkdirSync(folder, { recursive: true })
const browser = await launch()
let wrong = 0

for (const lang of langs) {
    for (const size of wanted) {
        let count = 0
        /** A page in a dialog is shown as the window shows it, everything else to its end. */
        const snap = async (page, name) => {
            await page.waitForTimeout(400)
            const whole = !(await page.locator('dialog[open]').count()) && !name.startsWith('wall')
            await page.screenshot({
                path: join(folder, `${size}-${lang}-${String((count += 1)).padStart(2, '0')}-${name}.png`),
                fullPage: whole,
            })
        }
        const given = { lang, size: sizes[size], prefs: { theme }, snap }
        const todo =
            size === 'projector'
                ? [projector]
                : size === 'phone'
                  ? [organiser]
                  : [organiser, referee, entrant, ...(lang === 'en' ? [same_cards] : [])]
        for (const check of todo) {
            await check(browser, base, given).catch(
                (error) => ((wrong += 1), console.error(size, lang, check.name, String(error).split('\n')[0]))
            )
            await Promise.all(browser.contexts().map((context) => context.close()))
        }
    }
}
await browser.close()
process.exitCode = wrong ? 1 : 0
