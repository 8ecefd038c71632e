// Coming to a table: tried until the server answers. A refusal stays until the visitor tries again.
import { NO_ANSWER, Refusal } from '../server/api'
import { Reconnecting, type Channel } from '../server/reconnecting'

const NOTICE_MS = 6_000 // without an answer after which the page says so
const TIMES = { firstPauseMs: 1_000, longestPauseMs: 8_000 }

export class Arrival implements Channel {
  refusal = $state.raw<Refusal | null>(null)
  away = $state.raw<Refusal | null>(null) // why it is tried again
  private noticeTimer = 0
  private readonly reconnecting = new Reconnecting(this, TIMES)

  constructor(private readonly come: () => Promise<void>) {}

  /** Try at once: the visitor asked for it, or what stood in the way may be gone. */
  again = (): void => {
    this.away = this.refusal = null
    this.reconnecting.retry()
  }

  open(): Promise<void> {
    clearTimeout(this.noticeTimer)
    this.noticeTimer = window.setTimeout(() => (this.away ??= new Refusal('no_answer', NO_ANSWER, 0)), NOTICE_MS)
    return this.come()
  }

  lost(why: Refusal | null): void {
    clearTimeout(this.noticeTimer)
    this.away = why
  }

  refused(why: Refusal): void {
    clearTimeout(this.noticeTimer)
    this.away = null
    this.refusal = why
  }

  get ended(): boolean {
    return this.reconnecting.ended
  }

  /** The table has arrived. */
  there(): void {
    clearTimeout(this.noticeTimer)
    this.away = null
  }

  end(): void {
    clearTimeout(this.noticeTimer)
    this.reconnecting.end()
  }
}
