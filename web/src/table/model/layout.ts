// Where everybody lies on a small screen, computed from what can lie there, how many sit there and the room there is.
// Nothing is tried out: the same table has the same sizes for a whole deal.

export interface Asked {
  width: number // of the felt, in pixels
  height: number
  others: number // seats beside one's own
  cards: number // most cards that usually lie before one of them
  own: number // and before oneself
  rows?: number // rows of cards before each seat; 0 where nothing lies there
  numbered?: boolean // places with a number below them, which may be chosen
  centre?: number // least height of what lies in the middle
  overlap?: number // how much of a card is covered by the next, of 1
}

interface Layout {
  columns: number // of the other seats
  card: number // width of a card before the others
  mine: number // and before oneself
  middle: number // and in the middle
  scrolls: boolean // the others do not fit: they scroll, one's own cards and the middle never do
}

const CHOSEN = 24 // width of a card that can be chosen with a finger
const LEAST = 16
const PLATE = 44 // a name with its figures
const NUMBER = 16 // the line below a numbered place
const GAP = 6
const EDGE = 16
const WRITTEN = 26 // below a card in the middle
const LARGE = 2 // height of a large card there, in widths of a usual one

/** How wide a row of cards is, in cards. */
function span(cards: number, overlap: number): number {
  return cards < 1 ? 1 : 1 + (cards - 1) * (1 - overlap)
}

/** A crowded table on a small screen; null where the ring of seats has room enough. */
export function roster(asked: Asked): Layout | null {
  const {
    width,
    height,
    others,
    cards,
    own,
    rows = 1,
    numbered = false,
    centre = 0,
    overlap = numbered ? -0.1 : 0.5,
  } = asked
  if (width > 620 || others < 5) return null
  const inner = width - EDGE
  const mine = clamp(Math.floor(inner / span(own, overlap)), CHOSEN, 44)
  const middle = Math.min(mine, 38)
  const below = numbered ? NUMBER : 0
  const bottom = PLATE + GAP + Math.ceil(mine * 1.4) + below
  const left = height - EDGE - bottom - Math.max(centre, Math.ceil(middle * LARGE) + WRITTEN) - 3 * GAP
  const least = numbered ? CHOSEN : LEAST
  let best: Layout | null = null
  for (const columns of [2, 3, 4]) {
    const column = (inner - (columns - 1) * GAP) / columns
    if (column < 84) break // no name could be read there
    const lines = Math.ceil(others / columns)
    const room = left / lines - GAP - PLATE - (rows ? GAP + below : 0)
    const high = rows ? Math.floor(room / (1.4 * rows)) : mine
    const card = clamp(Math.min(high, Math.floor(column / span(cards, overlap))), 0, 38)
    if (!rows && room >= 0) return { columns, card: LEAST, mine, middle, scrolls: false }
    if (rows && card >= least && (!best || card > best.card)) best = { columns, card, mine, middle, scrolls: false }
  }
  if (best) return best
  const columns = [3, 2].find((n) => (inner - (n - 1) * GAP) / n >= Math.max(84, least * span(cards, overlap))) ?? 1
  const column = (inner - (columns - 1) * GAP) / columns
  return { columns, card: clamp(Math.floor(column / span(cards, overlap)), least, 30), mine, middle, scrolls: true }
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}
