// BLAKE2b with a key, 64 bytes out: what the stream of the cards is made of (RFC 7693). Our own, in plain arithmetic.
const WORD = (1n << 64n) - 1n
const IV = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
]
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
]
const turned = (x: bigint, n: bigint): bigint => (x >> n) | ((x << (64n - n)) & WORD)

function compress(h: bigint[], block: Uint8Array, bytes: bigint, last: boolean): void {
  const view = new DataView(block.buffer, block.byteOffset)
  const m = Array.from({ length: 16 }, (_, k) => view.getBigUint64(8 * k, true))
  const v = [...h, ...IV]
  v[12] = v[12]! ^ bytes
  if (last) v[14] = v[14]! ^ WORD
  const mix = (a: number, b: number, c: number, d: number, x: bigint, y: bigint): void => {
    v[a] = (v[a]! + v[b]! + x) & WORD
    v[d] = turned(v[d]! ^ v[a]!, 32n)
    v[c] = (v[c]! + v[d]!) & WORD
    v[b] = turned(v[b]! ^ v[c]!, 24n)
    v[a] = (v[a]! + v[b]! + y) & WORD
    v[d] = turned(v[d]! ^ v[a]!, 16n)
    v[c] = (v[c]! + v[d]!) & WORD
    v[b] = turned(v[b]! ^ v[c]!, 63n)
  }
  for (let round = 0; round < 12; round++) {
    const s = SIGMA[round % 10]!
    for (let k = 0; k < 4; k++) mix(k, 4 + k, 8 + k, 12 + k, m[s[2 * k]!]!, m[s[2 * k + 1]!]!)
    for (let k = 0; k < 4; k++)
      mix(k, 4 + ((k + 1) % 4), 8 + ((k + 2) % 4), 12 + ((k + 3) % 4), m[s[8 + 2 * k]!]!, m[s[9 + 2 * k]!]!)
  }
  for (let k = 0; k < 8; k++) h[k] = h[k]! ^ v[k]! ^ v[k + 8]!
}

/** The digest of a message of at most 128 bytes under a key of at most 64, as eight numbers of 64 bits, the first byte highest. */
export function blake2b(key: Uint8Array, message: Uint8Array): bigint[] {
  const h = [...IV]
  h[0] = h[0]! ^ 0x01010000n ^ (BigInt(key.length) << 8n) ^ 64n
  const first = new Uint8Array(128)
  first.set(key)
  compress(h, first, 128n, false)
  const second = new Uint8Array(128)
  second.set(message)
  compress(h, second, 128n + BigInt(message.length), true)
  const out = new DataView(new ArrayBuffer(64))
  h.forEach((x, k) => out.setBigUint64(8 * k, x, true))
  return Array.from({ length: 8 }, (_, k) => out.getBigUint64(8 * k, false))
}
