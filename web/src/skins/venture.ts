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
    { zone: 'round', as: 'figure' },
  ],
  steps: {
    bids: { ms: 220 },
    miss: { strikes: 'missed', ms: 900 },
    fire: {
      moment: (e, _, first) => ({
        line: { seat: e.seat, zone: 'centre', rank: e.captured, word: first ? 'lowest' : 'below' },
      }),
      ms: 700,
    },
    lost_before_firing: { strikes: 'captured', ms: 800 },
  },
}
