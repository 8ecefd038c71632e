// Venture: bids fire from low to high, each capture in its turn with a line to what it hits; piles by rank, "3/5".
import { fan, row } from './picture'
import type { Skin } from './skin'

export const skin: Skin = {
  picture: [
    ...row([4, 5, 8, 10], 56, 38, 34, 0, 36),
    { use: 'arrow', x: 70, y: 76, turn: -24, size: 30 },
    ...fan([3], 48, 98, 34),
    ...fan([7, 7, 7], 160, 94, 32),
  ],
  ending: { tells: [], best: 'deal_score', top: 'score', cards: 'pile' },
  hand: 'hand',
  seat: ['bids', 'packet', 'pile'],
  small: ['kept'],
  grouped: 'pile',
  stats: ['points', 'total'],
  ready: 'chosen',
  freely: true,
  tokens: [],
  targets: { keep: 'packet' },
  centre: [
    { zone: 'centre', as: 'row', always: true },
    { zone: 'round', as: 'figure', of: (v) => v.round - 1 + cardsOf(v) },
  ],
  steps: {
    bids: { show: (v, e) => (v.bids[e.seat] = [e.rank]), ms: 220 },
    miss: { show: (v, e) => strike(v, e.seats, 'missed'), ms: 900 },
    fire: {
      moment: (e) => ({
        line: { seat: e.seat, zone: 'centre', rank: e.captured, word: e.captured > e.rank ? 'lowest' : 'below' },
      }),
      show: (v, e) => take(v, e),
      ms: 700,
    },
    lost_before_firing: { show: (v, e) => strike(v, [e.seat], 'captured'), ms: 800 },
  },
}

/** How many cards each has to play in the rounds that are left, this one included. */
function cardsOf(v: Record<string, any>): number {
  const held = (zone: string, p: number) => (v[zone]?.[p]?.length as number | undefined) ?? 0
  return Math.min(
    ...Array.from({ length: v.seats }, (_, p) => held('hand', p) + Math.max(held('chosen', p), held('bids', p)))
  )
}

/** Shots that hit nothing. */
function strike(v: Record<string, any>, seats: number[], why: string): void {
  for (const p of seats) v.struck = { ...v.struck, [p]: why }
}

/** What a shot hits goes to the pile of who fired, as the sentence says. */
function take(v: Record<string, any>, e: Record<string, any>): void {
  for (let k = 0; k < e.count; k++) {
    const at = v.centre.indexOf(e.captured)
    if (at >= 0) v.centre.splice(at, 1)
    v.pile[e.seat] = [...v.pile[e.seat], e.captured].sort((a: number, b: number) => a - b)
  }
}
