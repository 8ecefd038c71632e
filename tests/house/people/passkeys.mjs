// A real Chromium with a virtual authenticator makes a passkey at a real house, forgets who it is, and comes back by it.
import { createRequire } from 'node:module'

const [address, web] = process.argv.slice(2)
const { chromium } = createRequire(`${web}/`)('playwright-core')
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, headless: true, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const context = await browser.newContext({ baseURL: address })
  const page = await context.newPage()
  const devices = await context.newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  })
  await page.goto('/healthz', { timeout: 60_000 })

  const back = await page.evaluate(async () => {
    const ask = async (path, body) => {
      const sent = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const answer = await fetch(path, { method: 'POST', ...sent })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer.json()
    }
    // JSON and buffers, by hand: older browsers have no parseCreationOptionsFromJSON
    const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    const written = ({ id, rawId, type, response }, ...fields) => ({
      id, rawId: text(rawId), type, response: Object.fromEntries(fields.filter((f) => response[f]).map((f) => [f, text(response[f])])),
    })
    await ask('/api/me', { name: 'Alice' })
    const { publicKey: wish } = await ask('/api/passkeys/new')
    const made = await navigator.credentials.create({
      publicKey: { ...wish, challenge: bytes(wish.challenge), user: { ...wish.user, id: bytes(wish.user.id) }, excludeCredentials: [] },
    })
    await ask('/api/passkeys', written(made, 'clientDataJSON', 'attestationObject'))
    await ask('/api/logout')
    if ((await fetch('/api/me')).status !== 401) throw new Error('still somebody')
    const { publicKey: question } = await ask('/api/passkeys/challenge')
    const shown = await navigator.credentials.get({ publicKey: { ...question, challenge: bytes(question.challenge), allowCredentials: [] } })
    return ask('/api/passkeys/login', written(shown, 'clientDataJSON', 'authenticatorData', 'signature', 'userHandle'))
  })
  if (back.name !== 'Alice' || back.passkeys !== 1) throw new Error(JSON.stringify(back))
  console.log('Alice is back')
} finally {
  await browser.close()
}
