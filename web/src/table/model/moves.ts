// What an event does to the table, as the game declares it: cards are laid there before the next view arrives.
import type { Display, Event, GameInfo } from '../../server/protocol'
import type { View } from '../../skins/skin'

type MoveInfo = NonNullable<Display['moves']>[string]
interface Place {
  zone: string
  seat: number | null
}

/** The place a declaration means: "pile.seat" with the seat the event names, or one that lies on the table. */
function place(written: string, about: Event['about'], view: View): Place | null {
  const [zone, names] = written.split('.')
  if (!names) return { zone: zone!, seat: null }
  const seats = names.split('|').map((name) => (name in about ? about[name] : view[name]))
  const seat = seats.find((found) => typeof found === 'number')
  return typeof seat === 'number' ? { zone: zone!, seat } : null
}

function replace(view: View, { zone, seat }: Place, change: (held: unknown) => unknown): void {
  if (!(zone in view)) return // a zone this seat does not see
  if (seat === null) view[zone] = change(view[zone])
  else view[zone] = view[zone].map((held: unknown, p: number) => (p === seat ? change(held) : held))
}

/** Hidden cards are a number, or nulls; one of them goes where no open card of the rank lies. */
function without(held: unknown, card: number, count: number): unknown {
  if (typeof held === 'number') return held - count
  if (!Array.isArray(held)) return held
  const left = [...held]
  for (let k = 0; k < count; k++) {
    const at = left.includes(card) ? left.indexOf(card) : left.lastIndexOf(null)
    if (at >= 0) left.splice(at, 1)
  }
  return left
}

function joined(held: unknown, card: number | null, count: number): unknown {
  if (typeof held === 'number') return held + count
  if (!Array.isArray(held)) return held
  const added = Array<number | null>(count).fill(card)
  return [...held, ...added].sort((a, b) => (a ?? 0) - (b ?? 0))
}

function carried(
  { source, target, card, count, unless }: MoveInfo,
  about: Event['about'],
  view: View,
  hand: string
): number | null {
  const what = card ? Number(about[card]) : 0
  if (card && unless.includes(what)) return null
  const many = count ? Number(about[count]) : 1
  const from = place(source, about, view)
  const to = place(target, about, view)
  if (from) replace(view, from, (held) => without(held, what, many))
  if (to) {
    const hidden = to.zone === hand && to.seat !== null && to.seat !== view.seat // others hold their cards hidden
    replace(view, to, (held) => joined(held, hidden ? null : what, many))
  }
  return to?.seat ?? null
}

/** The view after an event, and the seat that something went to; null when the game declares nothing about it. */
export function after(
  event: Event,
  view: View,
  game: GameInfo | null,
  hand: string
): { view: View; taker: number | null } | null {
  const move = game?.display.moves?.[event.kind]
  const clears = game?.display.clears?.[event.kind]
  if (!move && !clears) return null
  const next = structuredClone(view)
  for (const zone of clears ?? []) if (zone in next) next[zone] = game!.zones[zone]?.per_seat ? next[zone].map(() => []) : []
  return { view: next, taker: move ? carried(move, event.about, next, hand) : null }
}
