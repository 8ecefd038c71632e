// The connection to a table: one WebSocket that is opened again when it is lost, and goes on after the last event it had.
import { api, type Refusal } from './api'
import type { Ack, Bye, Hints, No, Telling, Wish } from './protocol'
import { Reconnecting, type Channel } from './reconnecting'

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'closed'
type Answer = Ack | No | Hints
type Unnumbered<T> = T extends { id: string } ? Omit<T, 'id'> : never
export type Asked = Unnumbered<Wish>

const FINAL_CLOSE_CODES = new Set([1008, 4403, 4409])
const OPENING_MS = 9_000 // for a ticket, and for a welcome
const TIMES = { firstPauseMs: 500, longestPauseMs: 15_000, openingMs: OPENING_MS, silenceMs: 4_000, answerMs: 4_500 }

export class Connection implements Channel {
  private socket: WebSocket | null = null
  private pending = new Map<string, { wish: Wish; done: (answer: Answer) => void }>()
  private count = 0
  private readonly prefix = Math.random().toString(36).slice(2, 10)
  private readonly reconnecting = new Reconnecting(this, TIMES)
  since: number | null = null
  stream = ''

  constructor(
    private readonly code: string,
    private readonly receive: (telling: Telling) => void,
    private readonly changed: (state: ConnectionState, why?: Bye | Refusal) => void
  ) {}

  async open(): Promise<void> {
    const { ticket } = await api.ticket(this.code, OPENING_MS)
    if (this.reconnecting.ended) return
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/t/${this.code}/ws`)
    let bye: Bye | undefined
    this.socket = socket
    socket.onopen = () => {
      const hello: Wish = { t: 'hello', ticket }
      if (this.since !== null) Object.assign(hello, { since: this.since, stream: this.stream })
      socket.send(JSON.stringify(hello))
    }
    socket.onmessage = (message) => {
      this.reconnecting.heard()
      const telling = JSON.parse(String(message.data)) as Telling
      if (telling.t === 'bye') bye = telling
      else if (telling.t === 'ack' || telling.t === 'no' || telling.t === 'hints') this.answered(telling)
      else if (telling.t === 'welcome') this.welcomed(telling)
      else {
        if (telling.t === 'news') for (const event of telling.events) this.since = event.n
        this.receive(telling)
      }
    }
    socket.onclose = (closed) => {
      if (this.socket !== socket) return
      this.socket = null
      if (FINAL_CLOSE_CODES.has(closed.code)) {
        this.reconnecting.end()
        this.changed('closed', bye)
      } else this.reconnecting.again(null, bye?.retry ?? undefined)
    }
  }

  close(): void {
    const socket = this.socket
    this.socket = null
    socket?.close()
  }

  probe(): void {
    this.socket?.send(JSON.stringify({ t: 'there', id: `${this.prefix}-there` }))
  }

  lost(): void {
    this.changed('lost')
  }

  refused(why: Refusal): void {
    this.reconnecting.end()
    this.changed('closed', why)
  }

  private welcomed(telling: Extract<Telling, { t: 'welcome' }>): void {
    this.reconnecting.established()
    if (telling.stream !== this.stream) this.since = telling.skipped
    this.stream = telling.stream
    this.changed('open')
    this.receive(telling)
    // A request whose answer was lost is sent again: the server knows its id and does nothing twice.
    for (const { wish } of this.pending.values()) this.socket?.send(JSON.stringify(wish))
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
    this.reconnecting.end()
    this.close()
  }
}
