// Oneself and the others: accounts, a private way to another device, being forgotten, what a host may do.
import assert from 'node:assert/strict'
import { visitor } from './browser.mjs'
import { against, lay } from './play.mjs'

const settings = (page) => page.locator('header .btn').last().click()
const say = (page, text) => page.locator('dialog .btn', { hasText: text }).first().click()

/** An account is made, left, entered again from another browser with its tables, and forgotten. */
export async function account(browser, base, { login }) {
  const password = 'correct horse battery'
  const page = await visitor(browser, base, { lang: 'en' })
  await against(page, 'hawthorn', 3)
  await settings(page)
  await page.waitForFunction(() => document.querySelector('dialog [autocomplete=nickname]')?.value) // the house has said who one is
  await page.locator('dialog').getByLabel('Your name').fill('Margot')
  await say(page, 'Save')
  await page.locator('.told', { hasText: 'Saved' }).waitFor()
  await say(page, 'Create an account')
  await page.locator('dialog [name=login]').fill(login)
  await page.locator('dialog [name=password]').fill(password)
  await page.locator('dialog .entry .main').click()
  await page.locator('dialog', { hasText: `Signed in as ${login}.` }).waitFor()

  const other = await visitor(browser, base, { lang: 'fr' })
  await other.goto('/')
  await other.locator('article').first().waitFor()
  await settings(other)
  await say(other, 'Se connecter')
  await other.locator('dialog [name=login]').fill(login)
  await other.locator('dialog [name=password]').fill('not the right one')
  await other.locator('dialog .entry .main').click()
  await other.locator('dialog [role=alert]').waitFor()
  await other.locator('dialog [name=password]').fill(password)
  await other.locator('dialog .entry .main').click()
  await other.locator('dialog', { hasText: `Session ouverte : ${login}.` }).waitFor()
  assert.equal(await other.locator('dialog').getByLabel('Votre nom').inputValue(), 'Margot')
  await other.keyboard.press('Escape')
  await other.locator('a[href^="/t/"], .mine, section', { hasText: 'Vos tables' }).first().waitFor()

  await settings(other)
  await say(other, 'M’oublier')
  await say(other, 'Effacer tout')
  await other.locator('.told', { hasText: 'effacé' }).waitFor()
  const mine = await other.evaluate(() => fetch('/api/me').then((answer) => answer.status))
  assert.equal(mine, 401)
}

/** A passkey is made, the account left and entered again by it alone; at a bare number the page says what is missing and leads to a name. */
export async function passkey(browser, base) {
  const page = await visitor(browser, base, { lang: 'en' })
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  })
  await page.goto('/')
  await page.locator('article').first().waitFor()
  await settings(page)
  await page.locator('dialog').getByLabel('Your name').fill('Margot')
  await say(page, 'Save')
  await page.locator('.told', { hasText: 'Saved' }).waitFor()
  await say(page, 'Open the house at localhost') // the same person, under a name
  await page.waitForURL((url) => url.hostname === 'localhost' && url.pathname === '/')
  await page.locator('article').first().waitFor()
  await settings(page)
  await say(page, 'Add a passkey')
  await page.locator('.told', { hasText: 'Next time it is enough' }).waitFor()
  await page.locator('.passkeys', { hasText: 'You have 1 passkey.' }).waitFor()
  await say(page, 'Log out')
  await page.locator('.account', { hasText: 'Signed in' }).waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(() => fetch('/api/me').then((answer) => answer.status)), 401)
  await say(page, 'Log in with a passkey')
  await page.locator('.account', { hasText: 'Signed in as Margot.' }).waitFor()
  assert.equal(await page.locator('dialog').getByLabel('Your name').inputValue(), 'Margot')
}

/** The private link makes another browser the same person at the same seat, once. */
export async function another_device(browser, base) {
  const page = await visitor(browser, base, { lang: 'en' })
  const { code } = await against(page, 'hawthorn', 3)
  await settings(page)
  await say(page, 'Play on another device')
  const link = await page.locator('.account .link input').inputValue()
  const phone = await visitor(browser, base, { lang: 'en', width: 390, height: 844, touch: true })
  await phone.goto(link)
  await phone.locator('article').first().waitFor()
  await phone.goto(`/t/${code}`)
  await phone.locator('.dock .lit button').first().waitFor()
  const third = await visitor(browser, base, { lang: 'en' })
  await third.goto(link)
  await third.locator('.arriving .btn').waitFor() // it works once
  assert.deepEqual(page.problems, [])
}

/** Lock, mute, take a seat away, make a new invitation, hand over. */
export async function host_tools(browser, base) {
  const host = await visitor(browser, base, { lang: 'en' })
  const made = await lay(host, { game: 'hawthorn', options: { seats: 3 }, sit: 0 })
  const friend = await visitor(browser, base, { lang: 'fr' })
  await friend.goto(`/t/${made.code}#${made.secret}`)
  await friend.locator('.gathering .btn', { hasText: 'S’asseoir ici' }).first().click()
  await host.locator('.gathering li.taken').nth(1).waitFor()
  await settings(host)
  const tools = host.locator('.host')
  await tools.getByRole('switch').check()
  const late = await visitor(browser, base, { lang: 'en' })
  await late.goto(`/t/${made.code}#${made.secret}`)
  await late.locator('.lost h1').waitFor() // a locked table lets nobody new in
  await tools.getByRole('switch').uncheck()
  await tools.locator('.person .btn', { hasText: 'Mute' }).click()
  await tools.locator('.person', { hasText: 'muted' }).waitFor()
  await tools.locator('.btn', { hasText: 'new invitation' }).click()
  const link = await tools.locator('.link input').inputValue()
  assert.ok(!link.includes(made.secret))
  await late.goto('/')
  await late.goto(`/t/${made.code}#${made.secret}`)
  await late.locator('.lost h1').waitFor() // the old one opens nothing any more
  await late.goto('/')
  await late.goto(link)
  await late.locator('.gathering').waitFor()
  await tools.locator('.person .btn', { hasText: 'Take the seat away' }).click()
  await friend.locator('.lost h1').waitFor() // until the host lets them back
  await tools.locator('.person .btn', { hasText: 'Make host' }).first().click()
  await tools.waitFor({ state: 'detached' }) // no longer the host's
  assert.deepEqual(host.problems, [])
}

/** The device loses its network in mid-game, says so at once, and goes on by itself. */
export async function offline(browser, base) {
  const page = await visitor(browser, base, { lang: 'en' })
  await against(page, 'hawthorn', 3)
  await page.locator('.dock .lit button').first().waitFor()
  await page.context().setOffline(true)
  await page.locator('.offline', { hasText: 'line is down' }).waitFor()
  await page.context().setOffline(false)
  await page.locator('.offline:not(.again)').waitFor({ state: 'detached' })
  const held = await page.locator('.dock [data-card]').count()
  await page.locator('.dock .lit button').first().click()
  await page.waitForFunction((n) => document.querySelectorAll('.dock [data-card]').length < n, held)
}

/** The house was opened for this machine alone. Whoever invites is asked before phones may come in; then one comes in. */
export async function open_the_door(browser, base, { lang }) {
  const host = await visitor(browser, base, { lang })
  await host.goto('/')
  await host.locator('#game-pairs ~ .do .btn').nth(1).click()
  await host.locator('dialog .make').click()
  const link = host.locator('.gathering .invite input')
  await link.waitFor()
  assert.match(await link.inputValue(), /127\.0\.0\.1/)
  assert.equal(await host.locator('.invite img').count(), 0, 'a picture of a link that opens nothing')
  await host.locator('.invite .only .btn').click()
  await host.locator('.invite img').waitFor()
  const address = await link.inputValue()
  assert.doesNotMatch(address, /127\.0\.0\.1|localhost/)
  const phone = await visitor(browser, new URL(address).origin, { lang, width: 390, height: 780, touch: true })
  await phone.goto(address)
  await phone.locator('main.table').waitFor()
  return address
}
