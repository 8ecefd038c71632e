// What of a table is being shown: news one after another, with captions, pointers, sounds and things that travel.
import { tick } from 'svelte'
import type { Choice, Clock, Ending, Event, GameInfo, Hint, News, TableInfo } from '../../server/protocol'
import { play } from '../../motion/sound'
import { look, travel } from '../../motion/travel'
import type { Moment, Skin, Step, View } from '../../skins/skin'
import { prefs } from '../../state/prefs.svelte'
import { toOneself } from './addressing'
import type { Catalogue } from '../../words/catalogue'
import { en, fr } from '../../words/words'
import { remark, type Remark } from './chatter'
import { after } from './moves'
import type { TableState } from './table.svelte'

const LOG_LENGTH = 300 // older lines are dropped, to bound memory
const STEP_MS = 520
const TRAVEL_MS = 420
const RACE_TRAVEL_MS = 200 // where a clock runs
const POINT_MS = 560 // how long a pointer stands before what it points at moves
const BUBBLE_MS = 6000 // how long words stand at a seat
const CHAT_DELAY_MS = 900 // before a bot comments
const MARK_MS = 1500 // how long an eye or a swap is seen where nothing waits for it
const QUEUE_LENGTH = 6 // news waiting, above which they are shown at once
const STEP_COUNT = 40 // steps in one piece of news, above which none is shown

/** What the felt draws: a table as it is shown, or a moment of a replay. */
export interface Stage {
  readonly view: View | null
  readonly game: GameInfo | null
  readonly table: globalThis.Pick<TableInfo, 'seats'> | null
  readonly skin: Skin
  readonly seat: number | null
  readonly log: Event[] // what happened, as far as it is remembered
  readonly hinted?: boolean // figures that are counted may be shown
  readonly clock?: (Clock & { heard: number }) | null
  readonly captionOfStep?: { en: string; fr: string } | null
  readonly flash?: string
  readonly moment?: Moment | null
  root: HTMLElement | null
}

export class Presenter implements Stage {
  view = $state.raw<View | null>(null)
  menu = $state.raw<Choice[]>([])
  clock = $state.raw<(Clock & { heard: number }) | null>(null)
  ending = $state.raw<Ending | null>(null) // the deal that is over, while people look at it
  log = $state.raw<Event[]>([])
  talk = $state.raw<Event[]>([])
  unread = $state(0)
  bubbles = $state<Record<number, Event>>({}) // what was last said at each seat, for a moment
  hints = $state.raw<Map<string, Hint>>(new Map())
  caption = $state.raw<{ en: string; fr: string } | null>(null)
  flash = $state<'bad' | 'win' | ''>('')
  moment = $state.raw<Moment | null>(null) // what is pointed at right now
  finish = $state.raw<Event | null>(null) // the photo finish
  result = $state.raw<Event | null>(null)
  decided = $state.raw<Event | null>(null) // what decided the match, where there is something to say
  pause = $state.raw<{ who: number; name: string; minutes: number; until: number } | null>(null) // who paused; until when at most, where that is known
  pumping = $state(false) // something is still being shown
  stepping = $state(false)
  behind = $state(0)
  drawn = 0 // number of the last event on the screen
  drawnAt = 0 // when it came there, on this clock
  root: HTMLElement | null = null
  private queue: News[] = []
  private skips = 0 // news that need not be watched; what comes after them is shown again
  private hintFor = ''

  constructor(private readonly t: TableState) {}

  get game(): GameInfo | null {
    return this.t.game
  }

  get table(): TableInfo | null {
    return this.t.table
  }

  get skin(): Skin {
    return this.t.skin
  }

  get seat(): number | null {
    return this.t.seat
  }

  get hinted(): boolean {
    return prefs.hints && !!this.t.table?.settings.hints
  }

  /** The sentence that belongs to what is moving right now. */
  get captionOfStep(): { en: string; fr: string } | null {
    return this.stepping ? this.caption : null
  }

  /** Forget all events: another stream counts from one again. */
  forget(): void {
    this.queue = []
    this.log = []
    this.talk = []
  }

  take(news: News): void {
    const events = news.events.map((event) => toOneself(event, this.t.you, this.t.table))
    this.queue.push({ ...news, events })
    this.behind = this.queue.length
    void this.pump()
  }

  /** Show the news in the queue one after another; the latest at once for who falls behind, looks away or skips. */
  private async pump(): Promise<void> {
    if (this.pumping) return
    this.pumping = true
    while (this.queue.length) {
      const news = this.queue.shift()!
      this.behind = this.queue.length
      const slow = !this.hurried()
      if (slow && !this.t.timed) await this.steps(news)
      this.commit(news, slow)
      this.skips = Math.max(0, this.skips - 1)
      if (slow) await tick()
      if (slow && !this.t.timed && !prefs.calm && this.queue.length) await this.wait(TRAVEL_MS * 0.75)
    }
    this.skips = 0
    this.pumping = false
  }

  private hurried(): boolean {
    return this.skips > 0 || document.hidden || this.queue.length > QUEUE_LENGTH || !this.view
  }

  private wait(ms: number): Promise<void> {
    const until = performance.now() + ms / (1 + this.queue.length * 0.5)
    return new Promise((done) => {
      const check = () => (this.skips > 0 || performance.now() >= until ? done() : void setTimeout(check, 30))
      check()
    })
  }

  skip(): void {
    if (this.pumping) this.skips = this.queue.length + 1
  }

  /** What a skin wants to be seen one by one: cards turned over together, captures in order. */
  private async steps(news: News): Promise<void> {
    // Who wants less movement still follows what is pointed at, one thing after another, without anything flying.
    const told = news.events.filter(
      (e) => e.by === 'game' && this.skin.steps?.[e.kind] && (!prefs.calm || this.skin.steps[e.kind]!.moment)
    )
    if (!told.length || !this.view || told.length > STEP_COUNT) return
    this.stepping = true
    let last = ''
    for (const event of told) {
      if (this.hurried()) break
      const step = this.skin.steps![event.kind]!
      this.caption = event
      if (step.moment && !(step.once && last === event.kind)) {
        this.moment = step.moment(event.about, this.view, this.isFirst(event, news.events))
        await this.wait(POINT_MS)
      }
      last = event.kind
      const next = this.afterStep(event, step)
      if (next) {
        const before = look(this.root)
        this.view = next.view
        await tick()
        if (!prefs.calm) travel(before, this.root, TRAVEL_MS, next.taker ?? undefined)
        play('card')
      }
      this.flash = step.flash ?? ''
      await this.wait(step.ms ?? STEP_MS)
      if (!this.moment?.hot) this.moment = null
    }
    this.flash = ''
    this.moment = null
    this.stepping = false
  }

  /** Whether the event is the first of its kinds in a round, as far as the game declares that this matters. */
  private isFirst(event: Event, told: Event[]): boolean {
    const first = this.game?.display.firsts?.[event.kind]
    if (!first) return false
    const before = [...this.log, ...told.slice(0, told.indexOf(event))]
    const last = before.filter(({ kind }) => kind === first.since || first.among.includes(kind)).pop()
    return !last || last.kind === first.since
  }

  /** The view after an event that is shown by itself; null when nothing on the table changes. */
  private afterStep(event: Event, { strikes, claims }: Step): ReturnType<typeof after> {
    const shown = $state.snapshot(this.view) as View
    const next =
      after(event, shown, this.game, this.skin.hand ?? 'hand') ?? (strikes || claims ? { view: shown, taker: null } : null)
    if (!next) return null
    const { about } = event
    if (strikes) for (const seat of about.seats ?? [about.seat]) next.view.struck = { ...next.view.struck, [seat]: strikes }
    if (claims) {
      const turn = Object.keys(next.view.claims ?? {}).length + 1
      next.view.claims = { ...next.view.claims, [about[claims]]: turn }
    }
    return next
  }

  private commit(news: News, slow: boolean): void {
    const before = slow && !prefs.calm ? look(this.root) : null
    const view = news.view as View | null
    this.tellSounds(news.events, view)
    if (view) this.view = view
    const was = this.ending
    if (view) this.ending = news.ending ?? null
    this.menu = this.queue.some((n) => n.view) ? [] : (news.menu ?? [])
    if (news.clock) this.clock = { ...news.clock, heard: performance.now() }
    const lines = news.events.filter((e) => e.by !== 'talk' && (e.en || e.fr))
    const said = news.events.filter((e) => e.by === 'talk')
    if (lines.length) this.log = [...this.log, ...lines].slice(-LOG_LENGTH)
    if (said.length) {
      this.talk = [...this.talk, ...said].slice(-LOG_LENGTH)
      this.unread += said.length
      if (slow || this.t.timed) for (const event of said) this.bubble(event)
    }
    for (const event of news.events) this.note(event)
    if (prefs.chatter && this.isNew(news))
      setTimeout(() => this.table && this.chat(remark(this.table, news.events, news.ending ?? null, was)), CHAT_DELAY_MS)
    this.caption = lines[lines.length - 1] ?? this.caption
    this.t.refusal = null
    if (before) void tick().then(() => travel(before, this.root, this.t.timed ? RACE_TRAVEL_MS : TRAVEL_MS))
    void tick().then(() => requestAnimationFrame(() => this.noteDrawn(news.events)))
    void this.askHints()
  }

  /** Words appear where they were said. */
  private bubble(event: Event): void {
    const seat = event.about.seat
    if (typeof seat !== 'number') return
    this.bubbles[seat] = event
    setTimeout(() => this.bubbles[seat]?.n === event.n && delete this.bubbles[seat], BUBBLE_MS)
  }

  /** Return whether the news is live: bots do not comment on what happened before the page was opened, except on the start of a match. */
  private isNew(news: News): boolean {
    return (
      news.events.some((event) => event.n > this.t.toldBefore) || (this.drawn === 0 && news.view?.deal === 0 && !news.ending)
    )
  }

  /** Show a short line of a bot at its seat and in the talk, without counting it as unread. */
  private chat(line: Remark | null): void {
    const name = line && this.table?.seats[line.seat]?.name
    if (!line || !name) return
    const said = (w: Pick<Catalogue, 'chatter'>, colon: string) =>
      `${name}${colon}${w.chatter[line.situation]?.[line.character] ?? ''}`
    const about = { seat: line.seat, who: null, name, text: '', phrase: '' }
    const event: Event = {
      n: -1 - this.talk.length,
      by: 'talk',
      kind: 'said',
      match: this.table!.match,
      about,
      en: said(en, ': '),
      fr: said(fr, '\u00a0: '),
    }
    this.talk = [...this.talk, event].slice(-LOG_LENGTH)
    this.bubble(event)
  }

  private note(event: Event): void {
    this.t.asking.note(event)
    if (event.kind === 'paused' && event.by === 'house') {
      const { who, name, minutes = 0 } = event.about as { who: number; name: string; minutes?: number }
      this.pause = { who, name, minutes, until: minutes && event.n > this.t.toldBefore ? Date.now() + minutes * 60_000 : 0 }
    }
    const mark = event.by === 'game' ? this.skin.marks?.[event.kind] : undefined
    if (mark) {
      const moment = (this.moment = mark(event.about))
      setTimeout(() => this.moment === moment && (this.moment = null), MARK_MS)
    }
    if (event.kind === 'photo_finish') this.finish = event
    if (event.kind === 'match_result') this.result = event
    if (event.kind === 'decided') this.decided = event
    if (event.kind === 'started') this.result = this.finish = this.decided = null
    if (event.kind === this.skin.punishment?.begins) this.finish = null // everybody has seen the race
    if (event.kind === 'deal_started' || event.kind === 'round_started') this.finish = null
  }

  private noteDrawn(events: Event[]): void {
    const last = events[events.length - 1]
    if (!last) return
    this.drawn = last.n
    this.drawnAt = performance.now()
  }

  private tellSounds(events: Event[], view: View | null): void {
    const kinds = new Set(events.map((e) => this.skin.sounds?.[e.kind] ?? e.kind))
    if (kinds.has('match_result')) play('win')
    else if (kinds.has('pair')) play('pair')
    else if (view && this.seat !== null && view.actors?.includes(this.seat) && !this.view?.actors?.includes(this.seat))
      play('turn')
    else if (kinds.has('pot') || kinds.has('payment')) play('coin')
    else if (events.some((e) => e.by === 'game')) play('card')
  }

  private async askHints(): Promise<void> {
    if (!this.hinted || this.t.timed || !this.menu.length) {
      this.hints = new Map()
      return
    }
    const about = `${this.t.connection.since}`
    this.hintFor = about
    const answer = await this.t.connection.ask({ t: 'hint' })
    if (this.hintFor === about && answer.t === 'hints') this.hints = new Map(answer.hints.map((h) => [h.do, h]))
  }
}
