// Venture: bids fire from low to high, each capture in its turn, piles grouped by rank.
import type { Skin } from './skin'

export const skin: Skin = {
  hand: 'hand',
  seat: ['bids', 'packet'],
  small: ['pile', 'kept'],
  stats: ['points', 'total'],
  ready: 'chosen',
  tokens: [],
  targets: { keep: 'packet' },
  centre: [{ zone: 'centre', as: 'row', always: true }, { zone: 'round', as: 'figure' }],
  hide: ['chosen', 'discard', 'deck'],
  steps: {
    bids: { show: (v, e) => (v.bids[e.seat] = [e.rank]), ms: 220 },
    miss: { ms: 700 },
    fire: { ms: 850, show: (v, e) => take(v, e) },
  },
}

/** What a shot hits goes to the pile of who fired, as the sentence says. */
function take(v: Record<string, any>, e: Record<string, any>): void {
  for (let k = 0; k < e.count; k++) {
    const at = v.centre.indexOf(e.captured)
    if (at >= 0) v.centre.splice(at, 1)
    v.pile[e.seat] = [...v.pile[e.seat], e.captured].sort((a: number, b: number) => a - b)
  }
}
