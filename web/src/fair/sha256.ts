// SHA-256, our own: a house at home is reached without HTTPS, and there browsers hand out none.
const ROUNDS = new Uint32Array(64)
const START = new Uint32Array(8)

/** The constants are the first bits behind the point of roots of primes. */
function constants(): void {
  let found = 0
  for (let n = 2; found < 64; n++) {
    let prime = true
    for (let k = 2; k * k <= n; k++) if (n % k === 0) prime = false
    if (!prime) continue
    if (found < 8) START[found] = (Math.sqrt(n) % 1) * 2 ** 32
    ROUNDS[found] = (Math.cbrt(n) % 1) * 2 ** 32
    found += 1
  }
}
constants()

const turned = (x: number, n: number): number => (x >>> n) | (x << (32 - n))

export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((((message.length + 8) >> 6) << 6) + 64)
  padded.set(message)
  padded[message.length] = 0x80
  const bytes = new DataView(padded.buffer)
  bytes.setUint32(padded.length - 4, message.length * 8)
  bytes.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29))
  const state = START.slice()
  const w = new Uint32Array(64)
  for (let at = 0; at < padded.length; at += 64) {
    for (let k = 0; k < 16; k++) w[k] = bytes.getUint32(at + 4 * k)
    for (let k = 16; k < 64; k++) {
      const a = w[k - 15]!
      const b = w[k - 2]!
      w[k] =
        w[k - 16]! + w[k - 7]! + (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) + (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10))
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
    for (let k = 0; k < 64; k++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[k]! + w[k]!) | 0
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
    }
    for (const [k, x] of [a, b, c, d, e, f, g, h].entries()) state[k] = state[k]! + x
  }
  const digest = new Uint8Array(32)
  const out = new DataView(digest.buffer)
  state.forEach((x, k) => out.setUint32(4 * k, x))
  return digest
}

export const hex = (bytes: Uint8Array): string => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('')

/** The bytes of 64 hexadecimal digits; an error for anything else. */
export function secretBytes(written: unknown): Uint8Array {
  if (typeof written !== 'string' || !/^[0-9a-f]{64}$/.test(written)) throw new Error('a secret has 32 bytes')
  return Uint8Array.from(written.match(/../g)!, (pair) => parseInt(pair, 16))
}

export function joined(...parts: (string | Uint8Array | number[])[]): Uint8Array {
  const pieces = parts.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : Uint8Array.from(part)))
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
