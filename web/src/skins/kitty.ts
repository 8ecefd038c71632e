// Kitty: the target large in the middle, bids turned over together, the lowest lone bid takes it.
import type { Skin } from './skin'

export const skin: Skin = {
  hand: 'hand',
  seat: ['bids', 'shown'],
  stats: ['total', 'points', 'purse'],
  ready: 'chosen',
  tokens: [],
  targets: { pick: 'target', give: 'target' },
  centre: [{ zone: 'target', as: 'big', always: true }, { zone: 'deck', always: true }, { zone: 'round', as: 'figure' }],
  hide: ['chosen', 'discard'],
  steps: {
    bids: { show: (v, e) => (v.bids[e.seat] = [e.rank]), ms: 220 },
    ignored: { ms: 700 },
    award: { ms: 900, flash: 'win' },
    give: { ms: 900 },
  },
}
