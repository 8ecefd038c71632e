// Five Cards: five columns with the prizes in the middle row, the drawn card beside them.
import { row } from './picture'
import type { Skin } from './skin'

export const skin: Skin = {
  picture: [
    ...row([2, 3, 8, 9, 10], 44, 62, 32, 0, 28),
    ...row([7], 44, 30, 0, 0, 22),
    ...row([4, 9], 104, 28, 10, 0, 22),
    ...row([6], 76, 98, 0, 0, 22),
    ...row([10], 172, 98, 0, 0, 22),
  ],
  ending: { tells: ['column'], best: 'totals' },
  facing: { prizes: 'targets', sides: ['top', 'bottom'], drawn: 'drawn' },
  stats: ['total', 'points'],
  goal: { zone: 'total' },
  tokens: ['starter'],
  centre: [
    { zone: 'drawn', as: 'big' },
    { zone: 'deck', always: true },
  ],
  steps: {
    draw: { ms: 420 },
    unplayable: { ms: 900, flash: 'bad' },
    score: { ms: 520 },
  },
}
