// Bots say a short line now and then. It follows from public events, never from hidden cards:
// the same line at the same moment for all, because it is reckoned from the table, the match and the deal alone.
import type { Ending, Event, TableInfo } from '../../server/protocol'

const CHARACTERS = ['calm', 'proud', 'merry', 'grumpy'] as const
const EVERY = 3 // one deal in so many is commented on

export interface Remark {
  seat: number
  situation: string
  character: string
}

/** A number that is the same for everybody who sees the same. */
export function chance(...parts: (string | number)[]): number {
  let hash = 2166136261
  for (const letter of parts.join('|')) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619)
  hash ^= hash >>> 13
  return Math.imul(hash, 0x5bd1e995) >>> 1
}

export function character(name: string): string {
  return CHARACTERS[chance(name) % CHARACTERS.length]!
}

const bots = (table: TableInfo): number[] =>
  table.seats.filter((seat) => seat.bot && seat.who === null).map((seat) => seat.seat)

/** Choose the bot that speaks at the end of a deal, if any: the one that gained or lost most. */
function atEnd(table: TableInfo, ending: Ending): Remark | null {
  const luck = chance(table.code, table.match, ending.deal, 'deal')
  if (luck % EVERY !== 0 || ending.over) return null
  const most = Math.max(...ending.gained)
  const least = Math.min(...ending.gained)
  if (most === least) return null
  const wins = luck % 2 === 0
  // Where points are bad the highest gain is a loss: the ranking says which way it goes.
  const better = ending.gained.indexOf(most)
  const worse = ending.gained.indexOf(least)
  const good = ending.ranking[better]! <= ending.ranking[worse]! ? better : worse
  const seat = wins ? good : good === better ? worse : better
  if (!bots(table).includes(seat)) return null
  return line(table, seat, `${wins ? 'won' : 'lost'}${luck % 4 < 2 ? '' : '_again'}`)
}

/** Return what a bot says about the latest events, if anything. */
export function remark(table: TableInfo, events: Event[], ending: Ending | null, before: Ending | null): Remark | null {
  if (table.settings.talk === 'off') return null
  const others = bots(table)
  if (!others.length) return null
  const result = events.find((event) => event.kind === 'match_result')
  if (result) {
    const ranking = result.about.ranking as number[]
    const seat = others[chance(table.code, table.match, 'over') % others.length]!
    return line(table, seat, ranking[seat] === 1 ? 'match_won' : 'match_lost')
  }
  if (events.some((event) => event.kind === 'started'))
    return line(table, others[chance(table.code, 'hello', table.match) % others.length]!, 'hello')
  return ending && !before ? atEnd(table, ending) : null
}

function line(table: TableInfo, seat: number, situation: string): Remark {
  return { seat, situation, character: character(table.seats[seat]?.name ?? '') }
}
