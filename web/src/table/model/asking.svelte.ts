// Who asks whom: to look over a shoulder, or for a seat in mid-match. The house passes a question on; what became of it shows at the table.
import type { Asked } from '../../server/connection'
import type { Asked as Question, Event, No, TableInfo, You } from '../../server/protocol'

interface Wanted {
  wants: 'look' | 'sit'
  name: string // who was asked to be looked at
  is: 'waiting' | 'silent' | 'no' | 'ended'
}

const ANSWER_MS = 60_000 // without an answer until a question counts as refused

interface At {
  readonly you: You | null
  readonly table: TableInfo | null
  ask(asked: Asked): Promise<boolean>
  ask(asked: Asked, awaited: string): Promise<boolean | No>
}

export class Asking {
  questions = $state.raw<Question[]>([]) // put to oneself, and not answered yet
  wanted = $state.raw<Wanted | null>(null) // what one has asked for
  private readonly noes = new Map<string, { times: number; at: number }>() // how often somebody was told no, and when
  private looked = false
  private timer = 0

  constructor(private readonly t: At) {}

  /** Whoever has been told no twice is not heard again for a while. */
  hear(question: Question): void {
    const no = this.noes.get(`${question.wants}.${question.who}`)
    if (no && no.times > 1 && Date.now() < no.at + ANSWER_MS) return
    this.questions = [...this.questions.filter((q) => q.who !== question.who || q.wants !== question.wants), question]
  }

  /** Ask to look over a shoulder. */
  async look(seat: number): Promise<void> {
    const name = this.t.table?.seats[seat]?.name ?? ''
    if ((await this.t.ask({ t: 'look', seat })) === true) this.wait('look', name)
  }

  /** Take a seat; where the host must allow it, that is a question and no refusal. */
  async sit(seat: number): Promise<void> {
    const done = await this.t.ask({ t: 'sit', seat }, 'ask_host')
    if (done === true) this.wanted = null
    else if (done) this.wait('sit', '')
  }

  private wait(wants: Wanted['wants'], name: string): void {
    clearTimeout(this.timer)
    this.wanted = { wants, name, is: 'waiting' }
    this.timer = window.setTimeout(
      () => this.wanted?.is === 'waiting' && (this.wanted = { ...this.wanted, is: 'silent' }),
      ANSWER_MS
    )
  }

  async answer(question: Question, on: boolean): Promise<void> {
    const { who, wants } = question
    this.questions = this.questions.filter((q) => q !== question)
    if (!on) this.noes.set(`${wants}.${who}`, { times: (this.noes.get(`${wants}.${who}`)?.times ?? 0) + 1, at: Date.now() })
    if (wants === 'sit') await this.t.ask({ t: 'approve', who, on })
    else if (on) await this.t.ask({ t: 'allow', who, on })
  }

  /** The table has changed: what has been settled is no question any more. */
  settle(): void {
    const { you, table } = this.t
    if (!you || !table) return
    const on = (table.phase === 'playing' || table.phase === 'paused') && !table.tournament
    const held = (who: number) => table.seats.some((s) => s.who === who) || table.banned?.some((p) => p.who === who)
    const open = (q: Question) => {
      if (held(q.who)) return false
      const there = table.people.find((p) => p.who === q.who)
      return q.wants === 'sit' ? on && you.host && !there?.approved : you.seat === q.seat && there?.eyes !== q.seat
    }
    if (this.questions.length) this.questions = this.questions.filter(open)
    const looks = you.eyes !== null
    if (looks || you.seat !== null || !this.on) this.wanted = null
    else if (this.looked) this.wanted = { wants: 'look', name: '', is: 'ended' }
    if (this.wanted?.wants === 'sit' && this.approved) this.wanted = null
    this.looked = looks
  }

  /** The host's no is told to everybody. */
  note(event: Event): void {
    if (
      event.kind === 'not_approved' &&
      event.by === 'house' &&
      event.about.who === this.t.you?.who &&
      this.wanted?.wants === 'sit'
    )
      this.wanted = { ...this.wanted, is: 'no' }
  }

  /** Is a match on, or may one be that is told half a minute later? */
  get on(): boolean {
    const { table } = this.t
    return (
      !!table &&
      (table.phase === 'playing' ||
        table.phase === 'paused' ||
        (table.phase === 'gathering' && table.settings.spectators === 'delayed'))
    )
  }

  /** May one sit down without asking again? */
  get approved(): boolean {
    const { you, table } = this.t
    return !!you && (you.host || !!table?.practice || !!table?.people.find((p) => p.who === you.who)?.approved)
  }

  /** Who looks over one's own shoulder. */
  get watchers(): { who: number; name: string }[] {
    const { you, table } = this.t
    return you?.seat == null ? [] : (table?.people.filter((p) => p.eyes === you.seat) ?? [])
  }
}
