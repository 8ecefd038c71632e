// Five Cards: five columns with the prizes in the middle row, the drawn card beside them.
import type { Skin } from './skin'

export const skin: Skin = {
  facing: true,
  stats: ['total', 'points'],
  goal: { zone: 'total', option: 'target_score' },
  tokens: ['starter'],
  centre: [{ zone: 'drawn', as: 'big' }, { zone: 'deck', always: true }],
  hide: ['targets', 'top', 'bottom', 'out', 'discard'],
  steps: {
    draw: { show: (v, e) => (v.drawn = [e.rank]), ms: 420 },
    unplayable: { ms: 900, flash: 'bad' },
    score: { ms: 520 },
  },
}
