// Matches one has played, by evening.
import type { MyTable } from '../server/protocol'

const DAY = 86_400
const DAWN = 5 * 3600 // seconds: matches before five in the morning count as the evening before

export interface Asked {
  text: string // a game or a name
  game: string
  won: boolean
  with?: string // a player's name
}

/** One match, at the table where it was played. */
export interface Played {
  table: MyTable
  match: number
  at: number // seconds since 1970
  seat: number | null
  players: string[]
  scores: number[]
  ranking: number[]
}

interface Evening {
  day: number // seconds since 1970, some moment of it
  matches: Played[]
}

/** Every match that is over, one by one. */
export function matches(mine: MyTable[]): Played[] {
  return mine.flatMap((table) => {
    if (table.played?.length) return table.played.map((one) => ({ ...one, table }))
    if (table.phase !== 'over' || !table.match) return [] // a row of an earlier version
    return [
      {
        table,
        match: table.match,
        at: table.last,
        seat: table.seat,
        players: table.players ?? [],
        scores: table.scores ?? [],
        ranking: table.ranking ?? [],
      },
    ]
  })
}

/** The matches that fit, the latest evening first. `offset`: seconds by which this place is ahead of UTC. */
export function evenings(mine: MyTable[], asked: Asked, offset: number, titles: (table: MyTable) => string): Evening[] {
  const found = new Map<number, Played[]>()
  for (const one of matches(mine)) {
    if (!fits(one, asked, titles)) continue
    const day = Math.floor((one.at + offset - DAWN) / DAY)
    found.set(day, [...(found.get(day) ?? []), one])
  }
  return [...found]
    .sort(([a], [b]) => b - a)
    .map(([day, those]) => ({
      day: day * DAY - offset + DAWN,
      matches: those.sort((a, b) => b.at - a.at || b.match - a.match),
    }))
}

function fits(one: Played, asked: Asked, titles: (table: MyTable) => string): boolean {
  const text = asked.text.trim().toLocaleLowerCase()
  const words = [titles(one.table), ...one.players].join(' ').toLocaleLowerCase()
  return (
    (!text || words.includes(text)) &&
    (!asked.game || one.table.game === asked.game) &&
    (!asked.won || place(one) === 1) &&
    (!asked.with || company(one).includes(asked.with))
  )
}

/** The place one came in; 0 when one had no seat at the end. */
export function place(one: Played): number {
  return one.seat === null ? 0 : (one.ranking[one.seat] ?? 0)
}

/** With whom, oneself left out. */
export function company(one: Played): string[] {
  return one.players.filter((name, seat) => name && seat !== one.seat)
}
