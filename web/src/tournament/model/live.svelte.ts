// One tournament as this browser knows it: fetched once, fetched again at every change, and every few seconds while no change can be told.
import { Refusal } from '../../server/api'
import type { TournamentAnswer } from '../../server/protocol'
import { Reconnecting, type Channel } from '../../server/reconnecting'
import { routes, type Deed } from './routes'

// The server sends its version every four seconds.
const TIMES = { firstPauseMs: 1_000, longestPauseMs: 10_000, openingMs: 9_000, silenceMs: 9_000 }

export class Live implements Channel {
  answer = $state.raw<TournamentAnswer | null>(null)
  gone = $state.raw<{ en: string; fr: string } | null>(null) // why there is nothing here for this person
  line = $state<'live' | 'asking' | 'lost'>('live')
  private source: EventSource | null = null
  private wanted = 0 // the newest version announced
  private fetching = false
  private clockAheadMs = 0 // of the server's clock before ours
  private readonly reconnecting = new Reconnecting(this, TIMES)

  constructor(readonly code: string) {}

  get you() {
    return this.answer!.you
  }

  get view() {
    return this.answer!.view
  }

  get staff(): boolean {
    return this.you.role === 'organiser' || this.you.role === 'referee'
  }

  /** The server's time, in seconds. */
  now(): number {
    return (Date.now() + this.clockAheadMs) / 1000
  }

  /** Show this answer, unless a newer one is already shown. */
  take(answer: TournamentAnswer): void {
    if (this.answer && answer.version < this.answer.version && answer.you.role === this.you.role) return
    this.clockAheadMs = answer.now * 1000 - Date.now()
    this.answer = answer
    this.gone = null
  }

  async act(deed: Deed): Promise<void> {
    this.take(await routes.act(this.code, deed))
  }

  /** Change what belongs to the server and not to the tournament: links, time, where tables are played. */
  async manage(wish: Parameters<typeof routes.manage>[1]): Promise<void> {
    this.take(await routes.manage(this.code, wish))
  }

  async fetch(): Promise<void> {
    if (this.fetching || this.reconnecting.ended) return
    this.fetching = true
    try {
      do this.take(await routes.view(this.code))
      while (this.wanted > this.answer!.version)
      if (this.line === 'lost') this.line = 'asking'
    } catch (error) {
      const why = Refusal.of(error)
      if (!why.final) this.line = 'lost'
      else if (!this.answer) this.gone = why.said
    }
    this.fetching = false
  }

  async open(): Promise<void> {
    await this.fetch()
    if (this.reconnecting.ended) return
    const source = (this.source = new EventSource(routes.events(this.code)))
    source.onopen = () => {
      this.reconnecting.established()
      this.line = 'live'
      void this.fetch()
    }
    source.onmessage = (message) => {
      this.reconnecting.heard()
      this.wanted = (JSON.parse(String(message.data)) as { version: number }).version
      if (this.wanted !== this.answer?.version) void this.fetch()
    }
    source.onerror = () => {
      if (this.source !== source) return
      this.close()
      this.reconnecting.again()
    }
  }

  close(): void {
    this.source?.close()
    this.source = null
  }

  lost(): void {
    if (this.line === 'live' && this.answer) this.line = 'asking'
  }

  refused(): void {} // `fetch` has said so

  end(): void {
    this.reconnecting.end()
    this.close()
  }
}
