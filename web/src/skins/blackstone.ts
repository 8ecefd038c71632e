// Blackstone: white stones in two rows of fives, called cards turned one by one, black stones at the seats.
import type { Skin } from './skin'

export const skin: Skin = {
  seat: ['black'],
  stones: 'black',
  stats: ['purse'],
  chips: 'stakes',
  tokens: [],
  centre: [{ zone: 'white', as: 'stones', always: true }, { zone: 'deck', always: true }, { zone: 'minimum', as: 'figure' }, { zone: 'pot', as: 'coins' }],
  hide: ['discard'],
  steps: {
    reveal: { show: (v, e) => e.rank !== 10 && (v.white = [...v.white, e.rank]), ms: 260 },
    black: { ms: 700, flash: 'bad' },
    pot: { ms: 900, flash: 'win' },
  },
}
