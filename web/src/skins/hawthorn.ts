// Hawthorn: first cards turned over together, piles with the lowest card ringed, the pot in the middle.
import { coins, fan, row } from './picture'
import type { Skin } from './skin'

export const skin: Skin = {
  picture: [
    ...fan([5, 8, 10], 84, 84, 42),
    { use: 'back', x: 30, y: 36, turn: -12, size: 32 },
    { use: 'back', x: 44, y: 34, turn: -4, size: 32 },
    ...row([3, 6], 154, 40, 22, 5, 34),
    ...coins(190, 92, 4),
  ],
  ending: { tells: ['pair', 'pass', 'pot'], cards: 'pile' },
  hand: 'hand',
  seat: ['pile'],
  stats: ['purse'],
  ready: 'choice',
  tokens: ['button'],
  centre: [
    { zone: 'deck', always: true },
    { zone: 'pot', as: 'coins', always: true },
  ],
  steps: {
    ante: { ms: 0 },
    reveal: { ms: 200 },
    hit: { ms: 420 },
    play: { ms: 420 },
    pair: { moment: (e) => ({ hot: { seat: e.seat, rank: e.rank } }), ms: 500, flash: 'bad' },
    pot: { ms: 900, flash: 'win' },
  },
}
