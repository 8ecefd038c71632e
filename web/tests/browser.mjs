// A real Chromium, driven for tests, measurements and screenshots.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const FLAGS = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--host-resolver-rules=MAP house.test 127.0.0.1', // a name that is no secure context
]
const GAMES =
    'agnes blackstone five_cards goblin_poker hawthorn kitty pairs pig port rocket spoons starboard sweep vatra venture'.split(
        ' '
    )
export const PATIENCE = 60_000 // for anything that must happen; a busy machine takes its time

/** One browser for a whole run; every visitor gets a context of their own. */
export async function launch(flags = []) {
    const folder = mkdtempSync(join(tmpdir(), 'pioche-browser-'))
    const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        headless: true,
        timeout: 2 * PATIENCE,
        args: [...FLAGS, ...flags],
        env: { ...process.env, TMPDIR: folder },
    })
    const close = browser.close.bind(browser)
    browser.close = async () => {
        await close()
        rmSync(folder, { recursive: true, force: true })
    }
    return browser
}

/** `fresh`: somebody who has met no game yet and is offered its first deal. */
export async function visitor(
    browser,
    base,
    { lang = 'fr', width = 1440, height = 900, touch = false, fresh = false, prefs = {} } = {}
) {
    const context = await browser.newContext({
        baseURL: base,
        viewport: { width, height },
        locale: lang,
        hasTouch: touch,
        isMobile: touch,
        colorScheme: prefs.theme ?? 'dark',
    })
    context.setDefaultTimeout(PATIENCE)
    await context.addInitScript(
        (kept) => {
            if (!localStorage.getItem('pioche')) localStorage.setItem('pioche', JSON.stringify(kept))
        },
        { lang, theme: 'dark', met: fresh ? [] : GAMES, ...prefs }
    )
    const page = await context.newPage()
    page.touches = touch
    page.base = base
    page.lang = lang
    page.problems = []
    page.on('pageerror', (error) => page.problems.push(String(error)))
    page.on('console', (message) => message.type() === 'error' && page.problems.push(message.text()))
    return page
}

/** Until nothing moves any more. */
export async function still(page) {
    await page.waitForFunction(() =>
        document
            .getAnimations()
            .every((a) => a.playState !== 'running' || a.effect?.getComputedTiming().endTime === Infinity)
    )
}
