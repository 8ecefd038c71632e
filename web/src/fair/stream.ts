// The key of the cards and the numbers that follow from it, as docs/fair-spec.md has them.
import { blake2b } from './blake2b'
import { hex, joined, secretBytes, sha256 } from './sha256'

/** A number below n, or a card of a row: n, k, its rank and how many there were of rank 1, 2, 3 and so on. */
export type Draw = [number, number] | [number, number, number, number[]]

const WORDS = 8 // in a block
export const numberBytes = (n: bigint, size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, k) => Number((n >> BigInt(8 * (size - 1 - k))) & 255n))
const asNumber = (bytes: Uint8Array): bigint => BigInt(`0x${hex(bytes)}`)

/** The key of the cards: of the secret of the house and all shares, by seat. */
export function keyOf(deal: string, secret: string, shares: { seat: number; share: string | null }[]): bigint {
  const parts = shares.flatMap(({ seat, share }) => (share === null ? [[seat, 0]] : [[seat, 1], secretBytes(share)]))
  return asNumber(sha256(joined('pioche deal 1\n', `${deal}\n`, secretBytes(secret), ...parts))) | (1n << 255n)
}

/** Numbers from the key, in an order that is fixed by it. */
export class Stream {
  words = 0
  private readonly key: Uint8Array
  private block: bigint[] = []

  constructor(key: bigint) {
    this.key = sha256(joined('pioche cards ', numberBytes(key, 32)))
  }

  below(n: bigint): bigint {
    const fair = ((1n << 64n) / n) * n
    for (;;) {
      if (this.words % WORDS === 0) this.block = blake2b(this.key, numberBytes(BigInt(this.words / WORDS), 8))
      const word = this.block[this.words % WORDS]!
      this.words += 1
      if (word < fair) return word % n
    }
  }
}

/** Does this draw follow from the stream? A card taken from a row is the one its number counts to. */
export function follows(stream: Stream, draw: Draw): boolean {
  const [n, k, rank, row] = draw
  if (!Number.isInteger(n) || n < 1 || stream.below(BigInt(n)) !== BigInt(k)) return false
  if (draw.length === 2) return true
  if (draw.length !== 4 || !Array.isArray(row) || row.reduce((sum, count) => sum + count, 0) < n) return false
  let left = k
  return row.findIndex((count) => (left -= count) < 0) + 1 === rank
}
