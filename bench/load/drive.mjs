// Four people at each of many tables, through real sockets: node drive.mjs house|boardgame.io ADDRESS TABLES RATE SECONDS WARM OUT
// Moves are due at fixed times, table after table, whatever the server does: a move that has to wait for the one before it is
// as late as its player is kept waiting. "begin" and "end" on stdout mark the seconds that count; the figures go to OUT.
import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { boardgame } from './boardgame.mjs'
import { house } from './house.mjs'

const [kind, address, ...numbers] = process.argv.slice(2)
const [tables, rate, seconds, warm] = numbers.slice(0, 4).map(Number)
const out = numbers[4]
const SEATS = 4
const DRAIN = 30_000 // milliseconds answers may still come in after the last move

const peer = { house, 'boardgame.io': boardgame }[kind]

/** One table: what is due, what is under way, and when everybody had it. */
class Table {
  constructor(place) {
    this.place = place
    this.due = []
    this.move = null
    this.made = 0
    this.acked = []
  }

  plan(at) {
    this.due.push(at)
    waiting += 1
    if (this.move === null) this.next()
  }

  next() {
    if (this.due.length === 0) return
    const at = this.due.shift()
    this.move = { at, counts: at >= begin && at < end, heard: 0, id: `${this.place}-${this.made}` }
    this.made += 1
    this.send(this.move.id)
  }

  /** The mover knows that it counts. */
  answered() {
    this.acked.push(this.move.id)
    const now = performance.now()
    if (now >= begin && now < end) meanwhile += 1
    if (this.move.counts) answers.push(now - this.move.at)
    this.move.answered = true
    this.finish()
  }

  /** One of the four sees the table after the move. */
  told() {
    this.move.heard += 1
    if (this.move.heard === SEATS && this.move.counts) seen.push(performance.now() - this.move.at)
    this.finish()
  }

  finish() {
    if (!this.move.answered || this.move.heard < SEATS) return
    this.move = null
    waiting -= 1
    this.settle?.()
    this.next()
  }
}

let [begin, end] = [Infinity, Infinity]
let waiting = 0 // moves due and not yet seen by everybody
let meanwhile = 0 // moves answered while it counts, due when they may
const answers = []
const seen = []
const refusals = []
const all = Array.from({ length: tables }, (_, place) => new Table(place))

const percentile = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
const figures = (times) => {
  times.sort((a, b) => a - b)
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), p999: percentile(times, 0.999), most: times.at(-1), count: times.length }
}

await peer.open(address, all, SEATS, (why) => refusals.push(why))
console.log('open')

const start = performance.now() + 500
begin = start + warm * 1000
end = begin + seconds * 1000
const step = 1000 / rate
let planned = 0
let counted = 0
let phase = 'warm'
const timer = setInterval(() => {
  const now = performance.now()
  if (phase === 'warm' && now >= begin) console.log((phase = 'begin'))
  while (start + planned * step <= now && start + planned * step < end) {
    const at = start + planned * step
    if (at >= begin) counted += 1
    all[planned % tables].plan(at)
    planned += 1
  }
  if (phase === 'begin' && now >= end) console.log((phase = 'end'))
  if (phase === 'end' && (waiting === 0 || now > end + DRAIN)) {
    clearInterval(timer)
    const moves = all.map((table) => ({ name: table.name, acked: table.acked }))
    const report = { kind, moves: counted, meanwhile, unanswered: counted - answers.length, refused: refusals.length, why: refusals.slice(0, 5), answered: figures(answers), seen: figures(seen) }
    writeFileSync(out, JSON.stringify({ ...report, tables: moves }))
    console.log('done')
    process.exit(0)
  }
}, 1)
