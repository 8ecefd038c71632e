// The connection to a table: one socket that comes back by itself and goes on where it was.
import { api, Refusal } from './api'
import type { Ack, Bye, Hints, No, Telling, Wish } from './protocol'

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'closed'
type Answer = Ack | No | Hints
type Unnumbered<T> = T extends { id: string } ? Omit<T, 'id'> : never
export type Asked = Unnumbered<Wish>

const FOR_GOOD = new Set([1008, 4403, 4409])
const LONGEST = 15_000
const QUIET = 4_000 // milliseconds without a word after which the house is asked whether it is there
const ANSWER = 4_500 // milliseconds it has to answer; then the line is given up, whatever the browser thinks of it
const KNOCK = 9_000 // milliseconds for a ticket, and for a welcome
const GLANCE = 500

export class Connection {
  private socket: WebSocket | null = null
  private pending = new Map<string, { wish: Wish; done: (answer: Answer) => void }>()
  private tries = 0
  private timer = 0
  private watch = 0
  private heard = 0 // when the last word came, or the line was opened
  private welcome = false // it has been said on this line
  private asked = 0 // when it was asked whether it is there; 0: not since then
  private ended = false
  private count = 0
  private readonly prefix = Math.random().toString(36).slice(2, 10)
  since: number | null = null
  stream = ''

  constructor(
    private readonly code: string,
    private readonly hear: (telling: Telling) => void,
    private readonly stateIs: (state: ConnectionState, bye?: Bye | Refusal) => void
  ) {
    addEventListener('online', this.hurry)
    addEventListener('offline', this.cut)
    this.watch = window.setInterval(this.look, GLANCE)
    void this.open()
  }

  private hurry = (): void => {
    if (this.ended || this.socket?.readyState === WebSocket.OPEN) return
    this.tries = 0
    clearTimeout(this.timer)
    void this.open()
  }

  /** The device says it has no network: no need to wait until the socket notices. */
  private cut = (): void => {
    const socket = this.socket
    if (this.ended || !socket) return
    this.socket = null
    socket.close()
    this.again()
  }

  /** A house that stands still keeps its sockets open: whoever hears nothing asks, and does not wait for ever. */
  private look = (): void => {
    if (this.ended || !this.socket) return
    const now = performance.now()
    if (this.asked ? now - this.asked > ANSWER : !this.welcome && now - this.heard > KNOCK) this.cut()
    else if (this.welcome && !this.asked && now - this.heard > QUIET) {
      this.asked = now // a page in the background looks once a minute: what counts is the time from here
      this.socket.send(JSON.stringify({ t: 'there', id: `${this.prefix}-there` }))
    }
  }

  private word(): void {
    this.heard = performance.now()
    this.asked = 0
  }

  private async open(): Promise<void> {
    if (this.ended) return
    let ticket: string
    try {
      ticket = (await api.ticket(this.code, KNOCK)).ticket
    } catch (no) {
      if (no instanceof Refusal && no.status >= 400 && no.status < 500 && no.status !== 429) {
        this.ended = true
        this.stateIs('closed', no)
      } else this.again()
      return
    }
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/t/${this.code}/ws`)
    let bye: Bye | undefined
    this.socket = socket
    this.welcome = false
    this.word()
    socket.onopen = () => {
      const hello: Wish = { t: 'hello', ticket }
      if (this.since !== null) Object.assign(hello, { since: this.since, stream: this.stream })
      socket.send(JSON.stringify(hello))
    }
    socket.onmessage = (message) => {
      this.word()
      const telling = JSON.parse(String(message.data)) as Telling
      if (telling.t === 'bye') bye = telling
      else if (telling.t === 'ack' || telling.t === 'no' || telling.t === 'hints') this.answered(telling)
      else if (telling.t === 'welcome') this.welcomed(telling)
      else {
        if (telling.t === 'news') for (const event of telling.events) this.since = event.n
        this.hear(telling)
      }
    }
    socket.onclose = (closed) => {
      if (this.socket !== socket || this.ended) return
      this.socket = null
      if (FOR_GOOD.has(closed.code)) {
        this.ended = true
        this.stateIs('closed', bye)
      } else this.again(bye?.retry ?? undefined)
    }
  }

  private welcomed(telling: Extract<Telling, { t: 'welcome' }>): void {
    this.tries = 0
    this.welcome = true
    if (telling.stream !== this.stream) this.since = telling.skipped
    this.stream = telling.stream
    this.stateIs('open')
    this.hear(telling)
    // A wish whose answer was lost is sent again: the house knows its id and does nothing twice.
    for (const { wish } of this.pending.values()) this.socket?.send(JSON.stringify(wish))
  }

  private again(wait?: number): void {
    if (this.ended) return
    this.stateIs('lost')
    const pause = wait ?? Math.min(LONGEST, 500 * 2 ** this.tries)
    this.tries += 1
    this.timer = window.setTimeout(() => void this.open(), pause * (0.75 + Math.random() / 2))
  }

  private answered(answer: Answer): void {
    const waiting = this.pending.get(answer.id)
    this.pending.delete(answer.id)
    waiting?.done(answer)
  }

  ask(asked: Asked): Promise<Answer> {
    const id = `${this.prefix}-${(this.count += 1)}`
    const wish = { ...asked, id } as Wish
    return new Promise((done) => {
      this.pending.set(id, { wish, done })
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(wish))
    })
  }

  end(): void {
    this.ended = true
    clearTimeout(this.timer)
    clearInterval(this.watch)
    removeEventListener('online', this.hurry)
    removeEventListener('offline', this.cut)
    this.socket?.close()
  }
}
