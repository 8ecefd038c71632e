// The house tells everybody the same; whoever it speaks of reads « vous ». What a game tells is worded so already.
import type { Event, TableInfo, You } from '../../server/protocol'
import { listed } from '../../words/fill'
import { en, fr, type Words } from '../../words/words'

interface Row {
  seat: number
  reaction: number
  place: number
  doubt?: Doubt
}
export type Doubt = '' | 'late' | 'impossible' | 'regular'

/** Why somebody's line was not given back, or only a part of it. */
export function doubted(w: Words, doubt: Doubt | undefined, name: string): string {
  return doubt === 'late'
    ? w.noCreditLate(name)
    : doubt === 'impossible'
      ? w.noCreditImpossible(name)
      : doubt === 'regular'
        ? w.noCreditRegular(name)
        : ''
}

export function toOneself(event: Event, you: You | null, table: TableInfo | null): Event {
  if (event.by === 'game' || !you || !table) return event
  if (event.by === 'talk') {
    const name = String(event.about.name ?? '')
    const mine = (said: string, w: Words) =>
      event.about.who === you.who && said.startsWith(name) ? w.you + said.slice(name.length) : said
    return { ...event, en: mine(event.en, en), fr: mine(event.fr, fr) }
  }
  const said = (w: Words, lang: 'en' | 'fr'): string => {
    const name = (p: number) => (p === you.seat ? w.you : (table.seats[p]?.name ?? ''))
    const list = (rows: string[]) => rows.join(', ')
    if (event.kind === 'match_result') {
      const { scores, ranking } = event.about as { scores: number[]; ranking: number[] }
      const order = scores.map((_, p) => p).sort((a, b) => ranking[a]! - ranking[b]! || a - b)
      return w.resultIs(list(order.map((p) => `${name(p)} ${scores[p]}`)))
    }
    if (event.kind === 'promised') {
      const shares = event.about.shares as { seat: number }[]
      return w.promisedBy(
        listed(
          shares.map(({ seat }) => (seat === you.seat ? w.you.toLowerCase() : name(seat))),
          lang
        )
      )
    }
    if (event.kind === 'photo_finish') {
      const seconds = (ms: number) =>
        (ms / 1000)
          .toFixed(2)
          .replace('.', lang === 'fr' ? ',' : '.')
          .replace('-', '−')
      const rows = event.about.finish as Row[]
      const doubts = rows.map((row) => doubted(w, row.doubt, name(row.seat))).filter(Boolean)
      return [w.finishIs(list(rows.map((row) => `${name(row.seat)} ${seconds(row.reaction)}\u00a0s`))), ...doubts].join(' ')
    }
    if (event.kind === 'decided' && event.about.seat === you.seat) {
      const { how, deal, deals } = event.about as { how: string; deal: number; deals: number }
      return how === 'since' ? w.youLedSince(deal, deals) : how === 'at_last' ? w.youLedAtLast : w.youLed
    }
    return event.about.who === you.who ? (w.own[event.kind] ?? '') : ''
  }
  return { ...event, en: said(en, 'en') || event.en, fr: said(fr, 'fr') || event.fr }
}
