// Sweep: five cards in the centre, one played card for each seat, captures one after another.
import type { Skin } from './skin'

export const skin: Skin = {
  hand: 'hand',
  seat: ['played', 'shown'],
  stats: ['total', 'points'],
  tokens: ['starter'],
  centre: [{ zone: 'centre', as: 'row', always: true }, { zone: 'deck', always: true }, { zone: 'round', as: 'figure' }],
  hide: ['discard', 'last_taker'],
  steps: {
    play: { show: (v, e) => (v.played[e.seat] = [e.rank]), ms: 480 },
    capture: { show: (v, e) => lift(v.centre, e.rank, e.count), ms: 850 },
    take: { show: (v, e) => lift(v.centre, e.rank, 1), ms: 850 },
  },
}

function lift(cards: number[], rank: number, count: number): void {
  for (let k = 0; k < count && cards.includes(rank); k++) cards.splice(cards.indexOf(rank), 1)
}
