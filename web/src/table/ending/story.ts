// How a deal ended, as it was told: which sentences belong to its end, and who stands where.
import type { Ending, Event } from '../../server/protocol'
import type { Skin } from '../../skins/skin'

const LINES = 7 // more than that is read in the log
const DEAREST = 3

/** The sentences that tell the end of a deal; the last of them is its headline. */
export function story(log: Event[], ending: Ending, skin: Skin): Event[] {
  const told = log.filter((e) => e.by === 'game' && e.n >= ending.since && (e.en || e.fr))
  const { tells, best, top } = skin.ending ?? {}
  if (!tells) return told.filter((e) => e.kind !== 'match_over').slice(-LINES)
  const dearest = told
    .filter((e) => e.kind === top)
    .sort((a, b) => worth(b) - worth(a))
    .slice(0, DEAREST)
    .sort((a, b) => a.n - b.n)
  const most = Math.max(...ending.gained)
  const headline = told.filter((e) => e.kind === best && ending.gained[Number(e.about.seat)] === most).slice(0, 1)
  return [...dearest, ...told.filter((e) => tells.includes(e.kind)).slice(-LINES), ...headline]
}

const worth = (event: Event): number => Math.abs(Number(event.about.points ?? 0))

export interface Row {
  seat: number
  place: number
  gained: number
  score: number
}

/** Everybody, best first; equals in the order of their seats. */
export function standing(ending: Pick<Ending, 'scores' | 'gained' | 'ranking'>): Row[] {
  const rows = ending.scores.map((score, seat) => ({
    seat,
    score,
    gained: ending.gained[seat] ?? 0,
    place: ending.ranking[seat] ?? 0,
  }))
  return rows.sort((a, b) => a.place - b.place || b.score - a.score || a.seat - b.seat) // of equals whoever has more left first: lives
}

/** A line in a picture of the match: the score of one seat after each deal, between 0 (lowest) and 1. */
export function lines(deals: number[][]): { seat: number; at: number[] }[] {
  const all = deals.flat().concat(0)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const span = high - low || 1
  return (deals[0] ?? []).map((_, seat) => ({ seat, at: [-low / span, ...deals.map((deal) => (deal[seat]! - low) / span)] }))
}

/** Heights for labels beside the ends of lines, so that none lies on another: as near as possible to where they belong. */
export function apart(wanted: number[], least: number): number[] {
  const order = wanted.map((_, k) => k).sort((a, b) => wanted[a]! - wanted[b]! || a - b)
  const placed = wanted.slice()
  for (let k = 1; k < order.length; k++) placed[order[k]!] = Math.max(placed[order[k]!]!, placed[order[k - 1]!]! + least)
  const over = Math.max(0, (placed[order[order.length - 1]!] ?? 0) - 1)
  if (over) {
    placed[order[order.length - 1]!] = 1
    for (let k = order.length - 2; k >= 0; k--)
      placed[order[k]!] = Math.min(placed[order[k]!]!, placed[order[k + 1]!]! - least)
  }
  return placed
}
