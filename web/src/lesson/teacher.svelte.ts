// A lesson as a line to a table: the same news a house would send, one after another, and a kind no to everything not asked for.
import type { Asked, ConnectionState } from '../server/connection'
import { get } from '../server/api'
import type { LessonEnd, LessonInfo, LessonNews, LessonStep, Telling } from '../server/protocol'
import { play } from '../motion/sound'
import { prefs, words } from '../state/prefs.svelte'
import { TableState, type Line } from '../table/model/table.svelte'

const BREATH = 260 // between the actions of two others, after the first has been shown
const RACE = 620 // the same where nothing waits for what is shown
const LOOK = 60

export function fetchLesson(game: string): Promise<LessonInfo> {
  return get<LessonInfo>(`/api/games/${game}/lesson`)
}

export class Teacher {
  readonly t: TableState
  at = $state(0) // which line
  busy = $state(true) // the others are doing something
  end = $state.raw<LessonEnd | null>(null)
  private hear: (telling: Telling) => void = () => undefined
  private hurried = false
  private left = false

  constructor(readonly lesson: LessonInfo) {
    this.t = new TableState(lesson.table.code, (hear, stateIs) => {
      this.hear = hear
      queueMicrotask(() => this.begin(stateIs))
      return this.line()
    })
  }

  get step(): LessonStep {
    return this.lesson.steps[this.at]!
  }

  get free(): boolean {
    return this.at === this.lesson.steps.length - 1
  }

  /** The move to point at: the one asked for, while it is one's turn to do it. */
  get wanted(): string {
    return this.busy || this.end || this.free ? '' : (this.step.ask[0] ?? '')
  }

  private line(): Line {
    return { since: null, ask: async (asked) => this.answer(asked), end: () => (this.left = true) }
  }

  private begin(stateIs: (state: ConnectionState) => void): void {
    const { you, table, first } = this.lesson
    stateIs('open')
    const seats = table.seats.map((one) => (one.seat === you.seat ? { ...one, name: words().you } : one)) // the learner is the reader, not a guest
    this.hear({ t: 'welcome', you, table: { ...table, seats }, stream: 'lesson', n: 0, skipped: 0 })
    this.tell(first)
    this.busy = false
  }

  private tell(news: LessonNews): void {
    this.hear({ t: 'news', more: false, ...news } as Telling)
  }

  private answer(asked: Asked): Awaited<ReturnType<Line['ask']>> {
    const done = { t: 'ack', id: '', n: 0 } as const
    if (asked.t !== 'move' || this.busy || this.end) return done
    if (!this.step.ask.includes(asked.do)) return { t: 'no', id: '', reason: 'not_asked', rule: '', ...this.step.no }
    void this.goOn(asked.do)
    return done
  }

  /** The line has been read. */
  next(): void {
    if (!this.busy && !this.end && !this.step.ask.length) void this.goOn('')
  }

  skip(): void {
    this.hurried = true
    this.t.shown.skip()
  }

  private async goOn(word: string): Promise<void> {
    this.busy = true
    this.hurried = false
    const end = this.free ? (this.lesson.ends.find((one) => one.do === word) ?? null) : null
    for (const news of end ? end.after : this.step.after) {
      this.tell(news)
      await this.shown()
      if (this.left) return
    }
    if (end) this.end = end
    else this.at += 1
    this.busy = false
    if (end) play('win')
    else if (this.step.disaster) this.shake()
  }

  /** Wait until the news has been shown, and a moment longer. */
  private shown(): Promise<void> {
    const pause = prefs.calm ? RACE : this.t.timed ? RACE : BREATH
    let since = 0
    return new Promise((done) => {
      const look = (): void => {
        if (this.left) return done()
        if (this.hurried) this.t.shown.skip()
        if (this.t.shown.pumping) since = 0
        else since ||= performance.now()
        if (since && (this.hurried || performance.now() - since >= pause)) done()
        else setTimeout(look, LOOK)
      }
      look()
    })
  }

  private shake(): void {
    play('pair')
    this.t.shown.flash = 'bad'
    setTimeout(() => (this.t.shown.flash = ''), 1200)
  }
}
