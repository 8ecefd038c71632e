// Coming to a table: as long as the house does not answer it is asked again; a refusal stays until somebody tries again.
import { NO_ANSWER, Refusal } from '../house/api'

const SOON = 6_000 // milliseconds after which one is told that nothing has come yet
const LONGEST = 8_000 // between two tries

export class Arrival {
  refused = $state.raw<Refusal | null>(null)
  away = $state.raw<Refusal | null>(null) // why it is tried again
  ended = false
  private timer = 0
  private slow = 0
  private tries = 0

  constructor(private readonly come: () => Promise<void>) {
    addEventListener('online', this.hurry)
    void this.try()
  }

  /** Somebody presses the button, or what stood in the way may be gone. */
  again = (): void => {
    this.tries = 0
    this.away = this.refused = null
    void this.try()
  }

  private hurry = (): void => {
    if (this.away) this.again()
  }

  private async try(): Promise<void> {
    clearTimeout(this.timer)
    clearTimeout(this.slow)
    this.slow = window.setTimeout(() => (this.away ??= new Refusal('no_answer', NO_ANSWER, 0)), SOON)
    try {
      await this.come()
    } catch (no) {
      clearTimeout(this.slow)
      if (this.ended) return
      const why = no instanceof Refusal ? no : new Refusal('other', { en: String(no), fr: String(no) }, 400)
      if (why.status && why.status < 500 && why.status !== 429) {
        this.away = null
        this.refused = why
        return
      }
      this.away = why
      this.timer = window.setTimeout(() => void this.try(), Math.min(LONGEST, 1000 * 2 ** this.tries++))
    }
  }

  /** The table is there. */
  there(): void {
    clearTimeout(this.slow)
    this.away = null
    this.tries = 0
  }

  end(): void {
    this.ended = true
    clearTimeout(this.timer)
    clearTimeout(this.slow)
    removeEventListener('online', this.hurry)
  }
}
