// This browser's share of the chance: promised before a match, shown when the list of promises is fixed, looked for when the
// match begins. And what this page itself saw, to be compared with the record afterwards. docs/fair-spec.md.
import type { AboutPromises, AboutStart, Event, TableInfo, You } from '../server/protocol'
import { hex, joined, secretBytes, sha256 } from './sha256'

type Complaint = 'fixedTwice' | 'leftOut' | 'replaced' | 'otherPromises' | 'silenced'
export type Seen = { kind: string; about: Record<string, unknown> }
type Due = { t: 'promise'; match: number; promise: string } | { t: 'reveal'; match: number; share: string }

const KEPT = 'pioche-shares'
const MOST = 20

function all(): Record<string, { share: string; fixed: AboutPromises | null }> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}')
  } catch {
    return {}
  }
}

export const housePromise = (deal: string, secret: string): string =>
  hex(sha256(joined('pioche house 1\n', `${deal}\n`, secretBytes(secret))))
export const sharePromise = (deal: string, seat: number, share: string): string =>
  hex(sha256(joined('pioche share 1\n', `${deal}\n`, `${seat}\n`, secretBytes(share))))

/** What the seal on the table knows. */
export interface Sealed {
  match: number
  promise: string
  shares: { seat: number; promise: string; share?: string | null }[]
  complaints: Complaint[]
}

export class Shares {
  private deal = ''
  private seat = -1
  private share = ''
  private promise = ''
  private sent = false // on this line
  private fixed: AboutPromises | null = null
  complaints: Complaint[] = []

  constructor(private readonly code: string) {}

  /** A new line to the house: what was shown may have been lost, and what was promised is. */
  welcomed(): Due[] {
    this.sent = false
    return this.fixed ? [this.shown()] : []
  }

  /** The promise to send now, if there is one. */
  promised(you: You, table: TableInfo): Due[] {
    const { seat } = you
    if (seat === null || table.practice || table.tournament || (table.phase !== 'gathering' && table.phase !== 'over'))
      return []
    const deal = `${this.code}/${table.match + 1}`
    if (deal !== this.deal || seat !== this.seat) {
      const before = all()[`${deal}#${seat}`] // of another window of this browser, or before a reload
      const share = before?.share ?? hex(crypto.getRandomValues(new Uint8Array(32)))
      Object.assign(this, {
        deal,
        seat,
        share,
        sent: false,
        fixed: before?.fixed ?? null,
        promise: sharePromise(deal, seat, share),
      })
      this.keep()
      if (this.fixed) return [this.shown()]
    }
    if (this.sent || this.fixed) return [] // a share that was shown is never promised again
    this.sent = true
    return [{ t: 'promise', match: table.match + 1, promise: this.promise }]
  }

  /** The list is fixed: the share to show, if ours is in it. A second list gets nothing. */
  fix(about: AboutPromises): Due[] {
    this.complaints = []
    if (about.deal !== this.deal || !this.share) return []
    if (this.fixed && !same(this.fixed, about)) this.complaints = ['fixedTwice']
    else if (!about.shares.some((one) => one.seat === this.seat)) this.complaints = ['leftOut']
    else if (!about.shares.some((one) => one.seat === this.seat && one.promise === this.promise))
      this.complaints = ['replaced']
    else {
      this.fixed = about
      this.keep()
      return [this.shown()]
    }
    return []
  }

  private shown(): Due {
    return { t: 'reveal', match: this.fixed!.match, share: this.share }
  }

  /** Is the deal the one that was promised, with our share in it? */
  started(about: AboutStart): void {
    const { fixed } = this
    if (!fixed || about.deal !== this.deal) return
    const shares = about.shares ?? []
    const kept = shares.map(({ seat, promise }) => ({ seat, promise }))
    if (
      about.promise !== fixed.promise ||
      !same(
        kept,
        fixed.shares.map(({ seat, promise }) => ({ seat, promise }))
      )
    )
      this.complaints.push('otherPromises')
    if (!shares.some((one) => one.seat === this.seat && one.promise === this.promise && one.share === this.share))
      this.complaints.push('silenced')
    this.share = ''
    this.fixed = null
    this.keep()
  }

  /** All windows of a browser have one share at a seat. */
  private keep(): void {
    const kept = Object.entries(all())
      .filter(([key]) => key !== `${this.deal}#${this.seat}`)
      .slice(-MOST)
    if (this.share) kept.push([`${this.deal}#${this.seat}`, { share: this.share, fixed: this.fixed }])
    try {
      localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(kept)))
    } catch {
      // a browser that keeps nothing has one window at the table
    }
  }
}

/** What this page was told of a match, event by event. */
export class Witness {
  seen: Seen[] = []
  whole = false // from the first card on
  private n = -1

  forget(): void {
    Object.assign(this, { seen: [], whole: false, n: -1 })
  }

  note(event: Event): void {
    if (this.n >= 0 && event.n !== this.n + 1) this.forget()
    this.n = event.n
    if (event.kind === 'started' && event.by === 'house') Object.assign(this, { seen: [], whole: true })
    else if (event.by === 'game') this.seen.push({ kind: event.kind, about: event.about })
  }
}

/** The same data, whatever the order of its keys. */
export function same(a: unknown, b: unknown): boolean {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b
  const [one, two] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(two).length &&
    Array.isArray(a) === Array.isArray(b) &&
    keys.every((key) => key in two && same(one[key], two[key]))
  )
}
