// Sweep: five cards in the centre, one played card for each seat, captures one after another.
import { fan, row } from './picture'
import type { Skin } from './skin'

export const skin: Skin = {
  picture: [...row([4, 5, 6, 8, 9], 44, 42, 32, 0, 36), ...fan([7], 108, 92, 40), { use: 'arrow', x: 108, y: 70, size: 30 }],
  ending: { tells: [], best: 'deal_score', top: 'score', cards: 'shown' },
  hand: 'hand',
  seat: ['played', 'shown'],
  stats: ['total', 'points'],
  goal: { zone: 'total' },
  tokens: ['starter'],
  counted: true,
  order: (v, p) => (v.played[p]?.length && typeof v.starter === 'number' ? ((p - v.starter + v.seats) % v.seats) + 1 : 0),
  browse: 'discard',
  centre: [
    { zone: 'centre', as: 'row', always: true },
    { zone: 'deck', always: true },
    { zone: 'round', as: 'figure', of: (v) => 11 - v.seats },
  ],
  steps: {
    play: { show: (v, e) => (v.played[e.seat] = [e.rank]), ms: 480 },
    capture: {
      moment: (e, v, before) => ({
        line: { seat: e.seat, zone: 'centre', rank: e.rank, word: lowest(v, before) === e.seat ? 'lowest' : 'below' },
      }),
      show: (v, e) => lift(v.centre, e.rank, e.count),
      to: (e) => e.seat,
      ms: 600,
    },
    take: {
      moment: (e) => ({ line: { seat: e.seat, zone: 'centre', rank: e.rank, word: 'tie' } }),
      show: (v, e) => lift(v.centre, e.rank, 1),
      to: (e) => e.seat,
      ms: 600,
    },
  },
}

/** Who played the lowest card: it takes the highest rank in the middle, be that above its own, equal or below. */
function lowest(v: Record<string, any>, before: { kind: string; about: Record<string, any> }[]): number {
  const ranks: number[] = v.played.map((cards: number[]) => cards[0] ?? Infinity)
  for (const { kind, about } of before) if (kind === 'play') ranks[about.seat] = about.rank
  return ranks.indexOf(Math.min(...ranks))
}

function lift(cards: number[], rank: number, count: number): void {
  for (let k = 0; k < count && cards.includes(rank); k++) cards.splice(cards.indexOf(rank), 1)
}
