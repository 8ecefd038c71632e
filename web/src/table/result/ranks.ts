// The last scoring rank by rank, as it was told: who had the most of each, and what it was worth.
import type { Event } from '../../server/protocol'

interface RankRow {
  rank: number
  count: number
  points: number
  holders: number[]
}

export function rankRows(log: Event[]): RankRow[] {
  const scored = new Map<number, RankRow>()
  for (const event of log) {
    if (event.by !== 'game') continue
    if (event.kind === 'deal') scored.clear()
    if (event.kind === 'score' && Array.isArray(event.about.holders))
      scored.set(event.about.rank as number, event.about as unknown as RankRow)
  }
  return [...scored.values()].sort((a, b) => b.rank - a.rank)
}

/** One card for each rank a seat has won: their ranks add up to its points. */
export function ranksWon(rows: RankRow[], seat: number): number[] {
  return rows.filter((row) => row.points && row.holders.includes(seat)).map((row) => row.rank)
}
