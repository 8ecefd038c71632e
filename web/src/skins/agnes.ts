// Agnès: layouts with numbered slots, stock and discards in the middle, the caller's cards framed.
import type { Skin } from './skin'

export const skin: Skin = {
  hand: '',
  seat: ['layout'],
  slots: 'layout',
  stats: ['points', 'rounds_won'],
  tokens: ['caller', 'starter'],
  marks: {
    looked: (e) => ({ eye: [`${e.seat}.${e.slot}`] }),
    spied: (e) => ({ eye: [`${e.owner}.${e.slot}`] }),
    inspected: (e) => ({ eye: [`${e.pos1_seat}.${e.pos1_slot}`, `${e.pos2_seat}.${e.pos2_slot}`] }),
    swapped: (e) => ({ swap: [`${e.pos1_seat}.${e.pos1_slot}`, `${e.pos2_seat}.${e.pos2_slot}`] }),
    gave: (e) => ({ swap: [`${e.seat}.${e.from_slot}`, `${e.owner}.${e.slot}`] }),
  },
  badges: [],
  centre: [{ zone: 'drawn', as: 'big' }, { zone: 'discard', as: 'row', always: true }, { zone: 'stock', as: 'stack', always: true }],
  hide: ['aim', 'pair', 'gap', 'slammer', 'power', 'winners', 'total', 'calls', 'calls_failed', 'card_sum', 'turns_left'],
}
