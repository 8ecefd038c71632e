// Was what was promised kept? A record is checked here, in this browser, by docs/fair-spec.md: nobody is asked for a verdict.
// The page holds no rule of any game: that the cards follow from what was drawn is seen by comparing with what this page was
// told while the match was played. `pioche verify` also plays the whole match again.
import { hex, joined, sha256 } from './sha256'
import { housePromise, same, sharePromise, type Seen } from './shares'
import { follows, keyOf, numberBytes, Stream, type Draw } from './stream'

type Proof = 'nobodyChose' | 'notTheHouseAlone' | 'noChange' | 'nothing'
export interface Finding {
  what:
    | 'laid'
    | 'noPromise'
    | 'houseKey'
    | 'unreadable'
    | 'house'
    | 'share'
    | 'silent'
    | 'key'
    | 'drawn'
    | 'notDrawn'
    | 'seen'
    | 'notSeen'
  kept: boolean | null // null: nothing that could be kept
  seat?: number
  line?: number
  count?: number
}
export interface Verdict {
  findings: Finding[]
  proof: Proof
  silent: number[]
  kept: boolean
}
/** What a page saw itself. `seat`: null for a spectator. `whole`: from the first card on. */
interface Sight {
  seat: number | null
  seen: Seen[]
  whole: boolean
}

type Told = { kind: string; only: number | null } & Record<string, unknown>
interface Line {
  drawn?: Draw[]
  told?: Told[]
}
interface Head extends Line {
  seed: number
  cards?: string
  position?: unknown
  fair?: {
    version: number
    deal: string
    promise: string
    secret: string
    shares: { seat: number; promise: string; share: string | null }[]
  }
}

export function verify(text: string, sight: Sight | null = null): Verdict {
  const written = text.split('\n').filter((line) => line.trim())
  const lines = written.map((line) => JSON.parse(line) as Line)
  const head = lines[0] as Head
  const seed = BigInt(/"seed": ?(\d+)/.exec(written[0]!)?.[1] ?? '0') // too long for a number of JavaScript
  const verdict = promises(head, seed)
  verdict.findings.push(draws(lines, seed))
  if (sight) verdict.findings.push(sights(lines, sight))
  verdict.kept = verdict.findings.every((finding) => finding.kept !== false)
  return verdict
}

function promises(head: Head, seed: bigint): Verdict {
  const { fair } = head
  const said = (findings: Finding[], proof: Proof, silent: number[] = []): Verdict => ({
    findings,
    proof,
    silent,
    kept: false,
  })
  if (!fair)
    return said([{ what: head.position || head.cards || seed >> 64n === 0n ? 'laid' : 'noPromise', kept: null }], 'nothing')
  if (fair.version === 0) {
    const kept = hex(sha256(joined('pioche commitment ', numberBytes(seed, 32)))) === fair.promise
    return said([{ what: 'houseKey', kept }], 'noChange')
  }
  try {
    const seats = fair.shares.map((one) => one.seat)
    if (
      fair.version !== 1 ||
      !/^[\x20-\x7e]+$/.test(fair.deal) ||
      !seats.every((seat, k) => Number.isInteger(seat) && seat >= 0 && seat < 256 && (!k || seat > seats[k - 1]!))
    )
      throw new Error('not ours')
    const findings: Finding[] = [{ what: 'house', kept: housePromise(fair.deal, fair.secret) === fair.promise }]
    for (const { seat, promise, share } of fair.shares)
      findings.push(
        share === null
          ? { what: 'silent', kept: null, seat }
          : { what: 'share', kept: sharePromise(fair.deal, seat, share) === promise, seat }
      )
    findings.push({
      what: 'key',
      kept: keyOf(fair.deal, fair.secret, fair.shares) === seed && !head.cards && !head.position,
    })
    const silent = fair.shares.filter((one) => one.share === null).map((one) => one.seat)
    return said(
      findings,
      silent.length === fair.shares.length ? 'noChange' : silent.length ? 'notTheHouseAlone' : 'nobodyChose',
      silent
    )
  } catch {
    return said([{ what: 'unreadable', kept: false }], 'nothing')
  }
}

function draws(lines: Line[], seed: bigint): Finding {
  if (seed >> 64n === 0n || !lines.some((line) => line.drawn || line.told)) return { what: 'notDrawn', kept: null }
  const stream = new Stream(seed)
  let count = 0
  for (const [number, line] of lines.entries())
    for (const draw of line.drawn ?? []) {
      if (!follows(stream, draw)) return { what: 'drawn', kept: false, line: number }
      count += 1
    }
  return { what: 'drawn', kept: true, count }
}

/** What the record says this seat was told, and what this page heard: the same, to the last card. */
function sights(lines: Line[], { seat, seen, whole }: Sight): Finding {
  if (!seen.length) return { what: 'notSeen', kept: null }
  const told = lines.flatMap((line, number) =>
    (line.told ?? []).filter((event) => event.only === null || event.only === seat).map((event) => ({ event, number }))
  )
  const from = told.length - seen.length
  if (from < 0 || (whole && from > 0)) return { what: 'seen', kept: false, line: told[told.length - 1]?.number ?? 0 }
  for (const [k, mine] of seen.entries()) {
    const { event, number } = told[from + k]!
    const { kind, only: _, ...about } = event
    if (kind !== mine.kind || !same(about, mine.about)) return { what: 'seen', kept: false, line: number }
  }
  return { what: 'seen', kept: true, count: seen.length }
}
