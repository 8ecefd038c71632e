// Goblin Poker: the heap in the middle, dealt out again card by card; the lowest pile sets the price.
import type { Skin } from './skin'

export const skin: Skin = {
  hand: 'hand',
  seat: ['pile'],
  stats: ['purse'],
  ring: 'pile',
  ready: 'choice',
  tokens: ['button'],
  badges: ['to_act'],
  centre: [{ zone: 'heap', always: true }, { zone: 'deck' }, { zone: 'pot', as: 'coins', always: true }, { zone: 'round', as: 'figure' }],
  hide: ['choice', 'discard', 'thrown', 'to_act'],
  steps: {
    reveal: { show: (v, e) => (v.pile[e.seat] = [...v.pile[e.seat], e.rank]), ms: 220 },
    ante: { show: (v) => (v.pile = v.pile.map(() => [])), ms: 0 },
    deal_out: { show: (v, e) => (v.pile[e.seat] = [...v.pile[e.seat], e.rank].sort((a, b) => a - b)), ms: 420 },
    pair: { ms: 800, flash: 'bad' },
    pot: { ms: 900, flash: 'win' },
  },
}
