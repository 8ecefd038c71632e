// Starboard: one common hand, large in the middle; a locked seat shows the size it locked at.
import { coins, row } from './picture'
import type { Skin } from './skin'

export const skin: Skin = {
  picture: [...row([2, 3, 4, 7, 9], 46, 60, 30, 0, 42), { use: 'lock', x: 196, y: 96, size: 24 }, ...coins(40, 106, 3)],
  ending: { tells: ['pair', 'lock', 'out', 'pot'] },
  hand: '',
  seat: [],
  stats: ['purse'],
  lock: 'lock_size',
  tokens: ['button'],
  badges: [],
  centre: [
    { zone: 'hand', as: 'big', always: true },
    { zone: 'deck', always: true },
    { zone: 'pot', as: 'coins', always: true },
  ],
  steps: {
    draw: { ms: 460 },
    pair: { ms: 900, flash: 'bad' },
    pot: { ms: 900, flash: 'win' },
  },
}
