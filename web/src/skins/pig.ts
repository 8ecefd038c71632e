// Pig: cards passed around the ring at full speed, a nose in reach at all times.
import { fan } from './picture'
import type { Skin } from './skin'

export const skin: Skin = {
  picture: [...fan(['card-7♠', 'card-7♥', 'card-7♦', 'card-K♣'], 84, 80, 40), { use: 'nose', x: 178, y: 56, size: 58 }],
  ending: { tells: ['false_start', 'letter', 'out', 'deal_over'] },
  hand: 'hand',
  seat: [],
  stats: [],
  waiting: { zone: 'slot', take: 'pick' },
  takes: ['pick', 'draw'],
  times: { hog: 'pig' },
  tokens: ['dealer'],
  badges: [],
  hush: (v, p) => v.options?.talk_rule === 'on' && !v.live.includes(p),
  faces: { nose: 'signalled', snout: true },
  icons: { touch_nose: 'nose' },
  ring_way: true,
  centre: [{ zone: 'draw_pile' }, { zone: 'winning_hand', as: 'row' }],
}
