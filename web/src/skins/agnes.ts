// Agnès: layouts with numbered slots, stock and discards in the middle, the caller's cards framed.
import type { Skin } from './skin'

export const skin: Skin = {
  hand: '',
  seat: ['layout'],
  slots: 'layout',
  stats: ['points', 'rounds_won'],
  tokens: ['caller', 'starter'],
  badges: [],
  centre: [{ zone: 'drawn', as: 'big' }, { zone: 'discard', as: 'row', always: true }, { zone: 'stock', as: 'stack', always: true }],
  hide: ['aim', 'pair', 'gap', 'slammer', 'power', 'winners', 'total', 'calls', 'calls_failed', 'card_sum', 'turns_left'],
}
