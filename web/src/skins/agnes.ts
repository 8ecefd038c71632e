// Agnès: layouts with numbered slots, stock and discards in the middle, the caller's cards framed.
import { row } from './picture'
import type { Skin } from './skin'

export const skin: Skin = {
  picture: [
    ...row(['back', 'back', 'back', 'card-K♥'], 48, 84, 34, 0, 32),
    { use: 'back', x: 92, y: 34, turn: -3, size: 30 },
    { use: 'card-4♠', x: 130, y: 34, turn: 5, size: 30 },
    { use: 'hand', x: 184, y: 56, size: 46 },
  ],
  ending: { tells: ['called'], best: 'round_ended', cards: 'layout', count: 'total' },
  hand: '',
  seat: ['layout'],
  powers: 'drawn',
  slots: 'layout',
  twice: ['slam'],
  framed: 'caller',
  window: { phase: 'slam', ms: 'slam_window', caller: 'caller', left: 'turns_left' },
  space: ['draw', 'pass'],
  sounds: { slam_wrong: 'pair' },
  remembered: 'known',
  stats: ['points', 'rounds_won'],
  tokens: ['caller', 'starter'],
  marks: {
    looked: (e) => ({ eye: [`${e.seat}.${e.slot}`] }),
    spied: (e) => ({ eye: [`${e.owner}.${e.slot}`] }),
    inspected: (e) => ({ eye: [e.pos1, e.pos2] }),
    swapped: (e) => ({ swap: [e.pos1, e.pos2] }),
    gave: (e) => ({ swap: [`${e.seat}.${e.from_slot}`, `${e.owner}.${e.slot}`] }),
  },
  badges: [],
  centre: [
    { zone: 'drawn', as: 'big' },
    { zone: 'discard', as: 'stack', always: true, large: true },
    { zone: 'stock', as: 'stack', always: true },
  ],
}
