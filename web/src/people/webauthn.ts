// Passkeys: the device keeps a secret and proves that it has it. Buffers here, text on the line; older browsers cannot convert by themselves.
import { api } from '../server/api'
import type { Me } from '../server/protocol'

const bytes = (text: string) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
const text = (buffer: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** `here`: this browser can; `name`: it could, were the address a name; `no`: it cannot. */
export function possible(): 'here' | 'name' | 'no' {
  if (!('PublicKeyCredential' in window)) return 'no'
  const { hostname } = location
  if (!/^[\d.]+$|^\[/.test(hostname)) return 'here'
  return hostname === '127.0.0.1' || hostname === '[::1]' ? 'name' : 'no'
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Options = Record<string, any>
const known = (list: Options[] | undefined) => (list ?? []).map((one) => ({ ...one, id: bytes(one.id) }))

function written(shown: Credential | null, ...fields: string[]): unknown {
  const { id, rawId, type, response } = shown as PublicKeyCredential
  const given = response as unknown as Record<string, ArrayBuffer | null>
  return {
    id,
    rawId: text(rawId),
    type,
    response: Object.fromEntries(fields.filter((f) => given[f]).map((f) => [f, text(given[f]!)])),
  }
}

/** Make one for the person this browser is. */
export async function add(): Promise<void> {
  const wish = (await api.passkeyWish()).publicKey as Options
  const publicKey = {
    ...wish,
    challenge: bytes(wish.challenge),
    user: { ...wish.user, id: bytes(wish.user.id) },
    excludeCredentials: known(wish.excludeCredentials),
  }
  const made = await navigator.credentials.create({ publicKey: publicKey as unknown as PublicKeyCredentialCreationOptions })
  await api.passkeyKeep(written(made, 'clientDataJSON', 'attestationObject'))
}

/** Show one, and be whoever it belongs to. */
export async function enter(): Promise<Me> {
  const asked = (await api.passkeyChallenge()).publicKey as Options
  const publicKey = { ...asked, challenge: bytes(asked.challenge), allowCredentials: known(asked.allowCredentials) }
  const shown = await navigator.credentials.get({ publicKey: publicKey as unknown as PublicKeyCredentialRequestOptions })
  return api.passkeyLogin(written(shown, 'clientDataJSON', 'authenticatorData', 'signature', 'userHandle'))
}
