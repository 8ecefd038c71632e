// Spoons: as Pig, with the spoons fanned in the middle, one fewer after each grab.
import type { Skin } from './skin'

export const skin: Skin = {
  hand: 'hand',
  seat: [],
  stats: [],
  waiting: 'slot',
  letters: { zone: 'letters', option: 'lives' },
  tokens: ['dealer'],
  badges: [],
  hush: (v, p) => v.options?.talk_rule === 'on' && !v.live.includes(p),
  faces: { holds: 'holding', pig: true },
  signals: ['grab'],
  centre: [{ zone: 'spoons', as: 'spoons' }, { zone: 'draw_pile' }, { zone: 'winning_hand', as: 'row' }],
  hide: ['fresh', 'on_the_way', 'discard', 'aside', 'passes', 'exits', 'exit', 'held', 'draw_left', 'discarded', 'set_aside'],
}
