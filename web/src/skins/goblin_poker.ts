// Goblin Poker: the heap in the middle, dealt out again card by card; the lowest pile sets the price.
import { coins, fan } from './picture'
import type { Skin } from './skin'

export const skin: Skin = {
  picture: [
    { use: 'back', x: 90, y: 48, turn: -22, size: 36 },
    { use: 'back', x: 116, y: 54, turn: 14, size: 36 },
    { use: 'back', x: 104, y: 66, turn: 40, size: 36 },
    { use: 'back', x: 98, y: 40, turn: 66, size: 36 },
    ...fan([2, 7], 40, 92, 32),
    ...fan([9, 10], 176, 92, 32),
    ...coins(104, 104, 3),
  ],
  ending: { tells: ['pair', 'pass', 'pot'], cards: 'pile' },
  hand: 'hand',
  seat: ['pile'],
  stats: ['purse'],
  ready: 'choice',
  tokens: ['button'],
  badges: ['to_act'],
  centre: [
    { zone: 'heap', as: 'heap', always: true },
    { zone: 'deck' },
    { zone: 'pot', as: 'coins', always: true },
    { zone: 'round', as: 'figure' },
  ],
  steps: {
    reveal: { ms: 220 },
    ante: { ms: 0 },
    deal_out: { once: true, moment: () => ({ stir: true }), ms: 420 },
    pair: { moment: (e) => ({ hot: { seat: e.seat, rank: e.rank } }), ms: 500, flash: 'bad' },
    pot: { ms: 900, flash: 'win' },
  },
}
