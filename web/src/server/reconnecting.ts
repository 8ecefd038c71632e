// Keeping something open to the server: try, watch for silence, try again after a pause that grows.
import { Refusal } from './api'

const WATCH_MS = 500

export interface Channel {
  /** Open it. An error says that it could not be opened; a final refusal ends the attempts until `retry`. */
  open(): Promise<void>
  /** It could not be opened or was lost, and is tried again after a pause. */
  lost(why: Refusal | null): void
  /** It was refused for good. */
  refused(why: Refusal): void
  /** Drop what is open. A channel without it is done once it has been opened. */
  close?(): void
  /** Ask the server for a sign of life. Without it a silent channel is dropped at once. */
  probe?(): void
}

interface Times {
  firstPauseMs: number // before the second attempt; it doubles with each further one
  longestPauseMs: number
  openingMs?: number // from the attempt to `established`
  silenceMs?: number // without a word after which the server is probed
  answerMs?: number // for the answer to a probe
}

export class Reconnecting {
  private attempts = 0 // since it was last established
  private timer = 0 // of the next attempt; 0: none is due
  private attempting = false
  private isOpen = false
  private isEstablished = false
  private heardAt = 0
  private probedAt = 0 // 0: not since the last word
  ended = false
  private readonly watch: number

  constructor(
    private readonly channel: Channel,
    private readonly times: Times
  ) {
    addEventListener('online', this.online)
    addEventListener('offline', this.drop)
    this.watch = window.setInterval(this.check, WATCH_MS)
    // After the constructor of the channel that owns this is through.
    queueMicrotask(() => void this.attempt())
  }

  /** Try at once, and begin with short pauses again. */
  retry = (): void => {
    this.attempts = 0
    void this.attempt()
  }

  /** Something came from the server. */
  heard(): void {
    this.heardAt = performance.now()
    this.probedAt = 0
  }

  /** It is not only open but answers: the next pause is a short one. */
  established(): void {
    this.attempts = 0
    this.isEstablished = true
    this.heard()
  }

  /** Try again after a pause, or after the one the server asked for. */
  again(why: Refusal | null = null, pauseMs?: number): void {
    this.isOpen = false
    if (this.ended || this.timer) return
    const pause = pauseMs ?? Math.min(this.times.longestPauseMs, this.times.firstPauseMs * 2 ** this.attempts)
    this.attempts += 1
    this.timer = window.setTimeout(() => void this.attempt(), pause * (0.75 + Math.random() / 2))
    this.channel.lost(why)
  }

  end(): void {
    this.ended = true
    this.isOpen = false
    clearTimeout(this.timer)
    clearInterval(this.watch)
    removeEventListener('online', this.online)
    removeEventListener('offline', this.drop)
  }

  private async attempt(): Promise<void> {
    if (this.ended || this.attempting) return
    clearTimeout(this.timer)
    this.timer = 0
    this.attempting = true
    this.isEstablished = false
    try {
      await this.channel.open()
      this.isOpen = !!this.channel.close && !this.ended && !this.timer
      this.heard()
    } catch (error) {
      const why = Refusal.of(error)
      if (!this.ended && why.final) this.channel.refused(why)
      else this.again(why)
    } finally {
      this.attempting = false
    }
  }

  private online = (): void => {
    if (this.timer) this.retry()
  }

  /** The device has no network, or the server is silent: no need to wait until the browser notices. */
  private drop = (): void => {
    if (!this.isOpen) return
    this.isOpen = false
    this.channel.close!()
    this.again()
  }

  /** A server that stands still keeps its connections open: probe it, and drop what stays silent. */
  private check = (): void => {
    if (!this.isOpen) return
    const { openingMs = Infinity, silenceMs = Infinity, answerMs = 0 } = this.times
    const now = performance.now()
    if (this.probedAt) {
      if (now - this.probedAt > answerMs) this.drop()
    } else if (!this.isEstablished) {
      if (now - this.heardAt > openingMs) this.drop()
    } else if (now - this.heardAt > silenceMs) {
      if (!this.channel.probe) return this.drop()
      this.probedAt = now // a page in the background looks once a minute: what counts is the time from here
      this.channel.probe()
    }
  }
}
