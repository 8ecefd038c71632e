// Port: piles with their totals, padlocks, the pot.
import { coins, row } from './picture'
import type { Skin, View } from './skin'

export const skin: Skin = {
  picture: [
    ...row([6, 8, 10], 42, 74, 24, 0, 40),
    { use: 'lock', x: 158, y: 60, size: 30 },
    ...row([9, 10], 172, 38, 18, 4, 28),
    ...coins(150, 98, 5),
  ],
  ending: { tells: ['pair', 'lock', 'out', 'pot', 'score'], cards: 'pile' },
  seat: ['pile'],
  stats: (v) => (forPoints(v) ? ['points', 'total'] : ['purse', 'total']),
  goal: { zone: 'points' },
  tokens: ['button'],
  badges: ['locked'],
  centre: [
    { zone: 'deck', always: true },
    { zone: 'burned', as: 'figure' },
    { zone: 'pot', as: 'coins', always: (v) => !forPoints(v) },
  ],
  steps: {
    ante: { ms: 0 },
    deal: { ms: 160 },
    draw: { ms: 420 },
    flip: { ms: 420 },
    pair: { moment: (e) => ({ hot: { seat: e.seat, rank: e.rank } }), ms: 500, flash: 'bad' },
    pot: { ms: 900, flash: 'win' },
  },
}

// Whether this table plays without coins.
function forPoints(v: View): boolean {
  return v.options?.played_for === 'points'
}
