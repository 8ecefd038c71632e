// Sweep: five cards in the centre, one played card for each seat, captures one after another.
import { fan, row } from './picture'
import type { Skin } from './skin'

export const skin: Skin = {
  picture: [...row([4, 5, 6, 8, 9], 44, 42, 32, 0, 36), ...fan([7], 108, 92, 40), { use: 'arrow', x: 108, y: 70, size: 30 }],
  ending: { tells: [], best: 'deal_score', top: 'score', cards: 'shown' },
  hand: 'hand',
  seat: ['played', 'shown'],
  stats: ['total', 'points'],
  goal: { zone: 'total' },
  tokens: ['starter'],
  counted: true,
  laid: 'played',
  browse: 'discard',
  centre: [
    { zone: 'centre', as: 'row', always: true },
    { zone: 'deck', always: true },
    { zone: 'round', as: 'figure' },
  ],
  steps: {
    play: { ms: 480 },
    capture: {
      moment: (e, _, first) => ({
        line: { seat: e.seat, zone: 'centre', rank: e.rank, word: first ? 'lowest' : 'below' },
      }),
      ms: 600,
    },
    take: {
      moment: (e) => ({ line: { seat: e.seat, zone: 'centre', rank: e.rank, word: 'tie' } }),
      ms: 600,
    },
  },
}
