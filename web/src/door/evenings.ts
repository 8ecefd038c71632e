// Matches one has played, by evening.
import type { MyTable } from '../house/protocol'

const DAY = 86_400
const DAWN = 5 * 3600 // what is played before five belongs to the evening before

export interface Asked {
  text: string // a game or a name
  game: string
  won: boolean
}

interface Evening {
  day: number // seconds since 1970, some moment of it
  matches: MyTable[]
}

/** The matches that are over and fit, the latest evening first. `offset`: seconds by which this place is ahead of UTC. */
export function evenings(mine: MyTable[], asked: Asked, offset: number, titles: (table: MyTable) => string): Evening[] {
  const found = new Map<number, MyTable[]>()
  for (const table of mine) {
    if (table.phase !== 'over' || !table.match || !fits(table, asked, titles)) continue
    const day = Math.floor((table.last + offset - DAWN) / DAY)
    found.set(day, [...(found.get(day) ?? []), table])
  }
  return [...found].sort(([a], [b]) => b - a).map(([day, matches]) => ({ day: day * DAY - offset + DAWN, matches: matches.sort((a, b) => b.last - a.last) }))
}

function fits(table: MyTable, asked: Asked, titles: (table: MyTable) => string): boolean {
  const text = asked.text.trim().toLocaleLowerCase()
  const words = [titles(table), ...(table.players ?? [])].join(' ').toLocaleLowerCase()
  return (!text || words.includes(text)) && (!asked.game || table.game === asked.game) && (!asked.won || place(table) === 1)
}

/** The place one came in; 0 when one had no seat at the end. */
export function place(table: MyTable): number {
  return table.seat === null ? 0 : (table.ranking?.[table.seat] ?? 0)
}

/** With whom, oneself left out. */
export function company(table: MyTable): string[] {
  return (table.players ?? []).filter((name, seat) => name && seat !== table.seat)
}
