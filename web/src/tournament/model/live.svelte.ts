// One tournament as this browser knows it: fetched once, then told of every change, and asked again where nobody tells.
import { NO_ANSWER, Refusal } from '../../house/api'
import type { TournamentAnswer } from '../../house/protocol'
import { routes, type Deed } from './routes'

const EVERY = 10_000 // milliseconds between two questions while the line is down
const SILENT = 9_000 // milliseconds without a word, where one comes every four seconds: then the line is given up

export class Live {
  answer = $state.raw<TournamentAnswer | null>(null)
  gone = $state.raw<{ en: string; fr: string } | null>(null) // there is nothing here for this person
  line = $state<'live' | 'asking' | 'lost'>('live')
  private source: EventSource | null = null
  private timer = 0
  private wanted = 0 // the newest version one has been told of
  private fetching = false
  private ahead = 0 // milliseconds the house's clock is before ours
  private ended = false
  private heard = 0 // when the last word came, or the line was asked for
  private watch = 0

  constructor(readonly code: string) {
    void this.fetch().then(() => this.listen())
    addEventListener('online', this.hurry)
    this.watch = window.setInterval(this.look, 500)
  }

  get you() {
    return this.answer!.you
  }

  get view() {
    return this.answer!.view
  }

  get staff(): boolean {
    return this.you.role === 'organiser' || this.you.role === 'referee'
  }

  /** The time in the house, in seconds. */
  now(): number {
    return (Date.now() + this.ahead) / 1000
  }

  /** Take in what the house says; an answer that was overtaken on the way is left out. */
  take(answer: TournamentAnswer): void {
    if (this.answer && answer.version < this.answer.version && answer.you.role === this.you.role) return
    this.ahead = answer.now * 1000 - Date.now()
    this.answer = answer
    this.gone = null
  }

  async act(deed: Deed): Promise<void> {
    this.take(await routes.act(this.code, deed))
  }

  /** What an organiser settles about the house: links, time, where tables are played. */
  async manage(wish: Parameters<typeof routes.manage>[1]): Promise<void> {
    this.take(await routes.manage(this.code, wish))
  }

  async fetch(): Promise<void> {
    if (this.fetching || this.ended) return
    this.fetching = true
    try {
      do this.take(await routes.view(this.code))
      while (this.wanted > this.answer!.version)
      if (this.line === 'lost') this.line = 'asking'
    } catch (no) {
      const refused = no instanceof Refusal ? no : new Refusal('no_answer', NO_ANSWER, 0)
      if (refused.status >= 400 && refused.status < 500 && refused.status !== 429) {
        if (!this.answer) this.gone = refused.said
      } else this.line = 'lost'
    }
    this.fetching = false
  }

  private listen(): void {
    if (this.ended || this.source) return
    const source = (this.source = new EventSource(routes.events(this.code)))
    this.heard = performance.now()
    source.onopen = () => {
      this.heard = performance.now()
      clearTimeout(this.timer)
      this.timer = 0
      this.line = 'live'
      void this.fetch()
    }
    source.onmessage = (message) => {
      this.heard = performance.now()
      this.wanted = (JSON.parse(String(message.data)) as { version: number }).version
      if (this.wanted !== this.answer?.version) void this.fetch()
    }
    source.onerror = this.cut
  }

  /** One line at a time: ours is closed, and asked for again after a question of the old kind. */
  private cut = (): void => {
    this.source?.close()
    this.source = null
    if (this.line === 'live' && this.answer) this.line = 'asking'
    if (!this.timer) this.again()
  }

  /** A house that stands still keeps its lines open: whoever hears nothing asks. */
  private look = (): void => {
    if (this.source && performance.now() - this.heard > SILENT) this.cut()
  }

  private again(): void {
    this.timer = window.setTimeout(
      () => {
        this.timer = 0
        void this.fetch().then(() => {
          this.listen()
          if (this.line !== 'live' && !this.timer) this.again()
        })
      },
      this.answer ? EVERY : 2000
    )
  }

  private hurry = (): void => {
    void this.fetch().then(() => this.listen())
  }

  end(): void {
    this.ended = true
    this.source?.close()
    clearTimeout(this.timer)
    clearInterval(this.watch)
    removeEventListener('online', this.hurry)
  }
}
