// What the server has said about a table, and what is asked of it. How it is shown, at a pace one can follow, is for the Presenter.
import { api, type Refusal } from '../../server/api'
import { Connection, type Asked, type ConnectionState } from '../../server/connection'
import type { AboutPromises, AboutStart, Bye, Event, GameInfo, No, TableInfo, Telling, You } from '../../server/protocol'
import { Shares, Witness, type Sealed } from '../../fair/shares'
import { play } from '../../motion/sound'
import { skinOf } from '../../skins'
import type { Skin } from '../../skins/skin'
import { go } from '../../state/route.svelte'
import { Asking } from './asking.svelte'
import { Presenter } from './presenter.svelte'

const RETURNED_MS = 4000 // how long the page says that the connection is back

/** Where messages come from and go to: a socket to the server, or a lesson. */
export type Line = globalThis.Pick<Connection, 'ask' | 'end' | 'since'>
type Connect = (receive: (telling: Telling) => void, changed: (state: ConnectionState, why?: Bye | Refusal) => void) => Line

export class TableState {
  readonly connection: Line
  state = $state<ConnectionState>('connecting')
  returned = $state(false) // for a moment after a lost connection
  gone = $state.raw<Bye | Refusal | null>(null)
  you = $state.raw<You | null>(null)
  table = $state.raw<TableInfo | null>(null)
  game = $state.raw<GameInfo | null>(null)
  skin: Skin = {}
  refusal = $state.raw<{ en: string; fr: string; rule?: string } | null>(null)
  sending = $state('') // the move that is on its way
  invitation = $state('') // made a moment ago: the one before is dead
  begins = false // it is begun as soon as one is there
  beginning = $state(false)
  seal = $state.raw<Sealed | null>(null) // who promised what for the match that is on
  toldBefore = 0 // the number of the last event before the page was opened
  readonly witness = new Witness()
  readonly asking = new Asking(this)
  readonly shown = new Presenter(this)
  private readonly shares: Shares | null // none in a lesson
  private stream = ''

  constructor(
    readonly code: string,
    connect?: Connect
  ) {
    this.shares = connect ? null : new Shares(code)
    connect ??= (receive, changed) => new Connection(code, receive, changed)
    this.connection = connect(
      (telling) => this.receive(telling),
      (state, why) => this.changed(state, why)
    )
  }

  private changed(state: ConnectionState, why?: Bye | Refusal): void {
    if (this.state === 'lost' && state === 'open') {
      this.returned = true
      setTimeout(() => (this.returned = false), RETURNED_MS)
    }
    this.state = state
    this.gone = state === 'closed' ? (why ?? null) : null
  }

  private receive(telling: Telling): void {
    if (telling.t === 'welcome') {
      if (telling.stream !== this.stream) {
        // Another stream counts from one again: forget the old events.
        this.stream = telling.stream
        this.shown.forget()
        this.witness.forget()
      }
      this.you = telling.you
      this.toldBefore = telling.n
      for (const due of this.shares?.welcomed() ?? []) void this.connection.ask(due)
      this.setTable(telling.table)
    } else if (telling.t === 'table') {
      this.you = telling.you
      this.setTable(telling.table)
    } else if (telling.t === 'news') {
      for (const event of telling.events) this.fairness(event)
      this.shown.take(telling)
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

  get seat(): number | null {
    return this.you?.seat ?? this.you?.eyes ?? null
  }

  /** Moves that stay in reach as large targets: signals that are a word. */
  get signals(): string[] {
    return this.game?.display.signals.filter((pattern) => !pattern.includes(':')) ?? []
  }

  /** Whether the connection is lost: then nothing can be played, and nothing is offered. */
  get cut(): boolean {
    return this.state === 'lost'
  }

  get timed(): boolean {
    return this.game?.card.timed ?? false
  }

  async move(word: string): Promise<void> {
    if (this.cut || (this.sending && !this.timed)) return
    this.sending = word
    this.shown.skip()
    const move: Asked = { t: 'move', do: word, deal: this.shown.view?.deal ?? null }
    if (this.timed)
      Object.assign(move, {
        seen: this.shown.drawn,
        since_open: Math.max(0, Math.round(performance.now() - this.shown.drawnAt)),
      })
    const before = this.shown.menu
    const done = await this.ask(move)
    if (done && !this.timed && this.shown.menu === before) this.shown.menu = [] // the move is made: do not offer it again while it is shown
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

  /** Replace the invitation: the one before opens nothing. */
  private renew(invitation: string): void {
    this.invitation = invitation
    sessionStorage.setItem(`invite:${this.code}`, invitation)
    go(`/t/${this.code}#${invitation}`, { replace: true })
  }

  end(): void {
    this.connection.end()
  }
}
