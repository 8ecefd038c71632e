// Spoons: as Pig, with the spoons fanned in the middle, one fewer after each grab.
import { fan } from './picture'
import type { Skin } from './skin'

export const skin: Skin = {
  picture: [
    { use: 'spoon', x: 110, y: 42, turn: -40, size: 54 },
    { use: 'spoon', x: 118, y: 38, turn: 0, size: 54 },
    { use: 'spoon', x: 128, y: 42, turn: 40, size: 54 },
    ...fan(['card-Q♠', 'card-Q♥', 'card-2♦'], 62, 94, 34),
    { use: 'back', x: 186, y: 96, turn: 12, size: 30 },
  ],
  ending: { tells: ['false_start', 'letter', 'out', 'deal_over'] },
  hand: 'hand',
  seat: [],
  stats: [],
  waiting: { zone: 'slot', take: 'pick' },
  takes: ['pick', 'draw'],
  tokens: ['dealer'],
  badges: [],
  hush: (v, p) => v.options?.talk_rule === 'on' && !v.live.includes(p),
  faces: { holds: 'holding', snout: true },
  icons: { grab: 'spoon' },
  centre: [
    { zone: 'spoons', as: 'cutlery', theme: (v) => String(v.options?.theme), grab: 'grab' },
    { zone: 'draw_pile' },
    { zone: 'winning_hand', as: 'row' },
  ],
}
