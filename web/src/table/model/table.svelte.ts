// A table as this browser shows it: what the house tells, in order, at a pace one can follow.
import { tick } from 'svelte'
import { api, type Refusal } from '../../server/api'
import { Connection, type Asked, type ConnectionState } from '../../server/connection'
import type {
  AboutPromises,
  AboutStart,
  Bye,
  Choice,
  Clock,
  Ending,
  Event,
  GameInfo,
  Hint,
  News,
  No,
  TableInfo,
  Telling,
  You,
} from '../../server/protocol'
import { look, travel } from '../../motion/travel'
import { play } from '../../motion/sound'
import type { Moment, Skin, View } from '../../skins/skin'
import { skinOf } from '../../skins'
import { toOneself } from '../../words/addressing'
import { prefs } from '../../state/prefs.svelte'
import { go } from '../../state/route.svelte'
import type { Catalogue } from '../../words/catalogue'
import { en, fr } from '../../words/words'
import { Asking } from './asking.svelte'
import { remark, type Remark } from './chatter'
import { Shares, Witness, type Sealed } from '../../fair/shares'

const LOG = 300 // older lines are dropped: an evening must not fill the memory
const STEP = 520
const TRAVEL = 420
const POINT = 560 // how long a line stands before what it points at moves
const BUBBLE = 6000 // how long words stand at a seat
const BREATH = 900 // before a bot says something about it
const MARK = 1500 // how long an eye or a swap is seen where nothing waits for it

/** What a table is told through: a socket to the house, or a lesson. */
export type Line = globalThis.Pick<Connection, 'ask' | 'end' | 'since'>
type Connect = (hear: (telling: Telling) => void, stateIs: (state: ConnectionState, bye?: Bye | Refusal) => void) => Line

export class TableState {
  connection: Line
  state = $state<ConnectionState>('connecting')
  returned = $state(false) // for a moment after a lost connection
  gone = $state.raw<Bye | Refusal | null>(null)
  you = $state.raw<You | null>(null)
  table = $state.raw<TableInfo | null>(null)
  game = $state.raw<GameInfo | null>(null)
  view = $state.raw<View | null>(null)
  menu = $state.raw<Choice[]>([])
  clock = $state.raw<(Clock & { heard: number }) | null>(null)
  log = $state.raw<Event[]>([])
  talk = $state.raw<Event[]>([])
  unread = $state(0)
  bubbles = $state<Record<number, Event>>({}) // what was last said at each seat, for a moment
  refusal = $state.raw<{ en: string; fr: string; rule?: string } | null>(null)
  hints = $state.raw<Map<string, Hint>>(new Map())
  caption = $state.raw<{ en: string; fr: string } | null>(null)
  flash = $state<'bad' | 'win' | ''>('')
  moment = $state.raw<Moment | null>(null) // what is pointed at right now
  finish = $state.raw<Event | null>(null)
  result = $state.raw<Event | null>(null)
  decided = $state.raw<Event | null>(null) // what decided the match, where there is something to say
  ending = $state.raw<Ending | null>(null) // the deal that is over, while people look at it
  seal = $state.raw<Sealed | null>(null) // who promised what for the match that is on
  readonly witness = new Witness()
  readonly asking = new Asking(this)
  private readonly shares: Shares | null // none in a lesson
  invitation = $state('') // made a moment ago: the one before is dead
  begins = false // it is begun as soon as one is there
  beginning = $state(false)
  pause = $state.raw<{ who: number; name: string; minutes: number; until: number } | null>(null) // who paused; until when at most, where that is known
  sending = $state('')
  stepping = $state(false)
  behind = $state(0)
  shown = 0 // number of the last event drawn
  opened = 0 // when the last one was drawn, on this clock
  root: HTMLElement | null = null
  skin: Skin = {}
  private queue: News[] = []
  pumping = $state(false) // something is still being shown
  private skips = 0 // news already heard that nobody wants to watch; what comes after is shown again
  private hintFor = ''
  private stream = ''
  private welcomed = 0 // the last number that was told before one came

  constructor(
    readonly code: string,
    connect?: Connect
  ) {
    this.shares = connect ? null : new Shares(code)
    connect ??= (hear, stateIs) => new Connection(code, hear, stateIs)
    this.connection = connect(
      (telling) => this.hear(telling),
      (state, bye) => this.stateIs(state, bye)
    )
  }

  private stateIs(state: ConnectionState, bye?: Bye | Refusal): void {
    if (this.state === 'lost' && state === 'open') {
      this.returned = true
      setTimeout(() => (this.returned = false), 4000)
    }
    this.state = state
    this.gone = state === 'closed' ? (bye ?? null) : null
  }

  private hear(telling: Telling): void {
    if (telling.t === 'welcome') {
      if (telling.stream !== this.stream) {
        // Another stream counts from one again: what was told before is forgotten.
        this.stream = telling.stream
        this.queue = []
        this.log = []
        this.talk = []
        this.witness.forget()
      }
      this.you = telling.you
      this.welcomed = telling.n
      for (const due of this.shares?.welcomed() ?? []) void this.connection.ask(due)
      this.setTable(telling.table)
    } else if (telling.t === 'table') {
      this.you = telling.you
      this.setTable(telling.table)
    } else if (telling.t === 'news') {
      for (const event of telling.events) this.fairness(event)
      this.queue.push({ ...telling, events: telling.events.map((event) => toOneself(event, this.you, this.table)) })
      this.behind = this.queue.length
      void this.pump()
    } else if (telling.t === 'asked') this.asking.hear(telling)
  }

  /** Promises and shares cannot wait until they are shown. */
  private fairness(event: Event): void {
    this.witness.note(event)
    if (event.by !== 'house' || !this.shares) return
    if (event.kind === 'promised') {
      const about = event.about as unknown as AboutPromises
      for (const due of this.shares.fix(about)) void this.connection.ask(due)
      this.seal = { ...about, complaints: [...this.shares.complaints] }
    } else if (event.kind === 'started') {
      const about = event.about as unknown as AboutStart
      this.shares.started(about)
      this.seal = {
        match: about.match,
        promise: about.promise,
        shares: about.shares ?? [],
        complaints: [...this.shares.complaints],
      }
      this.shares.complaints = []
    }
  }

  private setTable(table: TableInfo): void {
    this.table = table
    this.asking.settle()
    for (const due of this.shares?.promised(this.you!, table) ?? []) void this.connection.ask(due)
    if (this.begins) void this.begin(table)
    if (this.game?.card.id !== table.game) {
      this.skin = skinOf(table.game)
      void api.game(table.game).then((game) => (this.game = game))
    }
  }

  /** One click at the front door: the share is promised, so the match may begin. */
  private async begin(table: TableInfo): Promise<void> {
    this.begins = false
    this.beginning = table.phase === 'gathering' && table.match === 0 && !!this.you?.host
    if (this.beginning && !(await this.ask({ t: 'start' }))) this.beginning = false
  }

  /** The sentence that belongs to what is moving right now. */
  get pumpingCaption(): { en: string; fr: string } | null {
    return this.stepping ? this.caption : null
  }

  get seat(): number | null {
    return this.you?.seat ?? this.you?.eyes ?? null
  }

  /** Moves that stay in reach as large targets: signals that are a word. */
  get signals(): string[] {
    return this.game?.display.signals.filter((pattern) => !pattern.includes(':')) ?? []
  }

  /** Is the line known to be lost? Then nothing can be played, and nothing is offered. */
  get cut(): boolean {
    return this.state === 'lost'
  }

  get timed(): boolean {
    return this.game?.card.timed ?? false
  }

  /** News one after another. Who falls behind, looks away or asks to skip sees the latest at once. */
  private async pump(): Promise<void> {
    if (this.pumping) return
    this.pumping = true
    while (this.queue.length) {
      const news = this.queue.shift()!
      this.behind = this.queue.length
      const slow = !this.hurried()
      if (slow && !this.timed) await this.steps(news)
      this.commit(news, slow)
      this.skips = Math.max(0, this.skips - 1)
      if (slow) await tick()
      if (slow && !this.timed && !prefs.calm && this.queue.length) await this.wait(TRAVEL * 0.75)
    }
    this.skips = 0
    this.pumping = false
  }

  private hurried(): boolean {
    return this.skips > 0 || document.hidden || this.queue.length > 6 || !this.view
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
    if (!told.length || !this.view || told.length > 40) return
    this.stepping = true
    let last = ''
    for (const event of told) {
      if (this.hurried()) break
      const step = this.skin.steps![event.kind]!
      this.caption = event
      if (step.moment && !(step.once && last === event.kind)) {
        this.moment = step.moment(event.about, this.view, news.events.slice(0, news.events.indexOf(event)))
        await this.wait(POINT)
      }
      last = event.kind
      if (step.show) {
        const before = look(this.root)
        const next = structuredClone($state.snapshot(this.view)) as View
        step.show(next, event.about)
        this.view = next
        await tick()
        if (!prefs.calm) travel(before, this.root, TRAVEL, step.to?.(event.about))
        play('card')
      }
      this.flash = step.flash ?? ''
      await this.wait(step.ms ?? STEP)
      if (!this.moment?.hot) this.moment = null
    }
    this.flash = ''
    this.moment = null
    this.stepping = false
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
    if (lines.length) this.log = [...this.log, ...lines].slice(-LOG)
    if (said.length) {
      this.talk = [...this.talk, ...said].slice(-LOG)
      this.unread += said.length
      if (slow || this.timed) for (const event of said) this.bubble(event)
    }
    for (const event of news.events) this.note(event)
    if (prefs.chatter && this.isNew(news))
      setTimeout(() => this.table && this.chat(remark(this.table, news.events, news.ending ?? null, was)), BREATH)
    this.caption = lines[lines.length - 1] ?? this.caption
    this.refusal = null
    if (before) void tick().then(() => travel(before, this.root, this.timed ? 200 : TRAVEL))
    void tick().then(() => requestAnimationFrame(() => this.drawn(news.events)))
    void this.askHints()
  }

  /** Words appear where they were said. */
  private bubble(event: Event): void {
    const seat = event.about.seat
    if (typeof seat !== 'number') return
    this.bubbles[seat] = event
    setTimeout(() => this.bubbles[seat]?.n === event.n && delete this.bubbles[seat], BUBBLE)
  }

  /** Does this happen now? What was told before one came is not talked about again, but for the beginning of a match. */
  private isNew(news: News): boolean {
    return (
      news.events.some((event) => event.n > this.welcomed) || (this.shown === 0 && news.view?.deal === 0 && !news.ending)
    )
  }

  /** A bot says a short line; it stands in the talk, too, and nobody is called for it. */
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
    this.talk = [...this.talk, event].slice(-LOG)
    this.bubble(event)
  }

  private note(event: Event): void {
    this.asking.note(event)
    if (event.kind === 'paused' && event.by === 'house') {
      const { who, name, minutes = 0 } = event.about as { who: number; name: string; minutes?: number }
      this.pause = { who, name, minutes, until: minutes && event.n > this.welcomed ? Date.now() + minutes * 60_000 : 0 }
    }
    const mark = event.by === 'game' ? this.skin.marks?.[event.kind] : undefined
    if (mark) {
      const moment = (this.moment = mark(event.about))
      setTimeout(() => this.moment === moment && (this.moment = null), MARK)
    }
    if (event.kind === 'photo_finish') this.finish = event
    if (event.kind === 'match_result') this.result = event
    if (event.kind === 'decided') this.decided = event
    if (event.kind === 'started') this.result = this.finish = this.decided = null
    if (event.kind === this.skin.punishment?.begins) this.finish = null // everybody has seen the race
    if (event.kind === 'deal_started' || event.kind === 'round_started') this.finish = null
  }

  private drawn(events: Event[]): void {
    const last = events[events.length - 1]
    if (!last) return
    this.shown = last.n
    this.opened = performance.now()
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
    if (!prefs.hints || !this.table?.settings.hints || this.timed || !this.menu.length) {
      this.hints = new Map()
      return
    }
    const about = `${this.connection.since}`
    this.hintFor = about
    const answer = await this.connection.ask({ t: 'hint' })
    if (this.hintFor === about && answer.t === 'hints') this.hints = new Map(answer.hints.map((h) => [h.do, h]))
  }

  async move(word: string): Promise<void> {
    if (this.cut || (this.sending && !this.timed)) return
    this.sending = word
    this.skip()
    const move: Asked = { t: 'move', do: word, deal: this.view?.deal ?? null }
    if (this.timed)
      Object.assign(move, { seen: this.shown, since_open: Math.max(0, Math.round(performance.now() - this.opened)) })
    const before = this.menu
    const done = await this.ask(move)
    if (done && !this.timed && this.menu === before) this.menu = [] // made: nobody reaches for the same move twice while it is shown
    this.sending = ''
  }

  /** Ask for anything; a refusal appears where the hand is, but for the one that is `awaited`. */
  async ask(asked: Asked): Promise<boolean>
  async ask(asked: Asked, awaited: string): Promise<boolean | No>
  async ask(asked: Asked, awaited = ''): Promise<boolean | No> {
    this.refusal = null
    const answer = await this.connection.ask(asked)
    if (answer.t === 'no' && answer.reason === awaited) return answer
    if (answer.t === 'no') {
      this.refusal = answer
      play('no')
    }
    if (answer.t === 'ack' && answer.secret) this.renew(answer.secret)
    return answer.t === 'ack'
  }

  /** What was sent before opens nothing any more. */
  private renew(invitation: string): void {
    this.invitation = invitation
    sessionStorage.setItem(`invite:${this.code}`, invitation)
    go(`/t/${this.code}#${invitation}`, { replace: true })
  }

  end(): void {
    this.connection.end()
  }
}
