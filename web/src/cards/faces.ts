// A card as the page writes it: "7", "10♦", HIDDEN for a back, GAP for an empty place.
import { words } from '../state/prefs.svelte'

export type Face = string
export const HIDDEN = '?'
export const GAP = ''

/** What a view holds in a zone of cards. In ranks a null is a hidden card, among cards an empty place. */
export function faces(value: unknown, kind: string): Face[] {
  if (value === null || value === undefined) return []
  if (!Array.isArray(value)) return typeof value === 'number' && kind !== 'cards' ? [] : [String(value)]
  const read = value.map((item) => (item === null ? (kind === 'cards' ? GAP : HIDDEN) : String(item)))
  while (kind === 'cards' && read.length && read[read.length - 1] === GAP) read.pop()
  return read
}

export function isFrench(face: Face): boolean {
  return /[♠♥♦♣]/.test(face)
}

/** "10♦" in its parts; the letter of a second pack says nothing to a player. */
export function parts(face: Face): { face: string; suit: string } {
  const found = /^(10|[2-9AJQK])([♠♥♦♣])/.exec(face)
  return found ? { face: found[1]!, suit: found[2]! } : { face, suit: '' }
}

/** A card in words, for readers of every kind. */
export function aloud(face: Face): string {
  const w = words()
  if (face === HIDDEN) return w.faceDown
  if (face === GAP) return w.emptyZone
  const { face: f, suit } = parts(face)
  return suit ? w.ofSuit(w.faces[f] ?? f, w.suits[suit]!) : face
}

/** Keys that stay with a card while its neighbours change: face and how many like it came before. */
export function keyed(cards: Face[]): { face: Face; key: string; place: number }[] {
  const seen = new Map<Face, number>()
  return cards.map((face, place) => {
    const n = seen.get(face) ?? 0
    seen.set(face, n + 1)
    return { face, key: `${face}#${n}`, place }
  })
}
