// Kitty: the target large in the middle, bids turned over together; equal bids are struck out, the lowest lone one takes it.
import type { Skin } from './skin'

export const skin: Skin = {
  picture: [
    { use: 'pair-6', x: 110, y: 50, size: 44 },
    { use: 'back', x: 46, y: 74, turn: -14, size: 32 },
    { use: 'back', x: 172, y: 74, turn: 13, size: 32 },
    { use: 'back', x: 110, y: 104, turn: 2, size: 32 },
  ],
  ending: { tells: ['team_score', 'settle'], best: 'deal_score', top: 'score', cards: 'shown' },
  hand: 'hand',
  seat: ['bids', 'shown'],
  stats: ['total', 'points', 'purse'],
  goal: { zone: 'total' },
  ready: 'chosen',
  counted: true,
  tag: 'give',
  tokens: [],
  targets: { pick: 'target', give: 'target' },
  browse: 'discard',
  centre: [
    { zone: 'target', as: 'big', always: true },
    { zone: 'deck', always: true },
    { zone: 'round', as: 'figure' },
    { zone: 'burned', as: 'figure' },
  ],
  steps: {
    bids: { ms: 220 },
    ignored: { strikes: 'ignored', ms: 900 },
    award: {
      moment: (e) => ({ line: { seat: e.seat, zone: 'target', rank: e.rank } }),
      claims: 'seat',
      ms: 800,
      flash: 'win',
    },
    give: {
      moment: (e) => ({ line: { seat: e.giver, zone: 'target', rank: e.rank } }),
      claims: 'giver',
      ms: 900,
    },
  },
}
