// Blackstone: white stones in two rows of fives, called cards turned one by one, black stones at the seats.
import { row, stones } from './picture'
import type { Skin } from './skin'

export const skin: Skin = {
  picture: [
    ...stones(38, 46, 10),
    ...stones(38, 72, 8),
    { use: 'black', x: 176, y: 92, size: 18 },
    { use: 'black', x: 194, y: 98, size: 18 },
    ...row([10], 190, 46, 0, 8, 34),
  ],
  ending: { tells: ['pass', 'loser', 'pot'], cards: 'black' },
  seat: ['black'],
  stones: 'black',
  stats: ['purse'],
  chips: 'stakes',
  tokens: [],
  centre: [
    { zone: 'white', as: 'stones', always: true },
    { zone: 'deck', always: true },
    { zone: 'minimum', as: 'figure' },
    { zone: 'pot', as: 'coins' },
  ],
  steps: {
    reveal: { ms: 260 },
    black: { ms: 700, flash: 'bad' },
    pot: { ms: 900, flash: 'win' },
  },
}
