// Pairs: piles in order, penalty cards and the way to the losing score, the lowest card in play ringed.
import { fan, row } from './picture'
import type { Skin } from './skin'

export const skin: Skin = {
  picture: [
    ...fan([4, 9, 7, 9], 92, 78),
    { use: 'back', x: 176, y: 46, turn: 6, size: 36 },
    { use: 'back', x: 178, y: 44, turn: 3, size: 36 },
    ...row([3], 30, 34, 0, -9, 30),
  ],
  ending: { tells: ['pair', 'fold', 'game_end', 'payment', 'carried'], cards: 'pile' },
  seat: ['pile'],
  small: ['kept'],
  stats: ['points', 'purse'],
  goal: { zone: 'points', bad: true },
  tokens: [],
  centre: [
    { zone: 'deck', always: true },
    { zone: 'discard', always: true },
    { zone: 'burned', as: 'figure' },
    { zone: 'pot' },
  ],
  steps: {
    hit: { ms: 420 },
    pair: { moment: (e) => ({ hot: { seat: e.seat, rank: e.rank } }), ms: 500, flash: 'bad' },
  },
}
