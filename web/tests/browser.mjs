// A real Chromium, driven for tests and screenshots.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']

/** One browser for a whole run; every visitor gets a context of their own. */
export async function launch() {
  const folder = mkdtempSync(join(tmpdir(), 'pioche-browser-'))
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, args: FLAGS, env: { ...process.env, TMPDIR: folder } })
  const close = browser.close.bind(browser)
  browser.close = async () => {
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
  return browser
}

export async function visitor(browser, base, { lang = 'fr', width = 1440, height = 900, touch = false, prefs = {} } = {}) {
  const context = await browser.newContext({ baseURL: base, viewport: { width, height }, locale: lang, hasTouch: touch, isMobile: touch, colorScheme: prefs.theme ?? 'dark' })
  await context.addInitScript((kept) => {
    if (!localStorage.getItem('pioche')) localStorage.setItem('pioche', JSON.stringify(kept))
  }, { lang, theme: 'dark', ...prefs })
  const page = await context.newPage()
  page.problems = []
  page.on('pageerror', (error) => page.problems.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && page.problems.push(message.text()))
  return page
}
