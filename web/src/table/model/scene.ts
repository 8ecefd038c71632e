// From a view to things on a table: what lies before each seat, what lies in the middle. Works for any game.
import type { Display, GameInfo, Said, TableInfo } from '../../server/protocol'
import { statsOf, type Fact, type Shape, type Skin, type Spot, type View } from '../../skins/skin'
import { faces, GAP, HIDDEN, type Face } from '../../cards/faces'
import { say } from '../../state/prefs.svelte'

interface Pile {
  zone: string
  label: Said
  cards: Face[]
  small: boolean
  slots: boolean
  remembered: Face[] // what one has seen of its backs
  stones: boolean
  grouped: boolean
}

interface Figure {
  zone: string
  label: Said
  value: number
  coins: boolean
}

export interface SeatScene {
  seat: number
  name: string
  bot: boolean
  avatar: string // the face its person chose
  away: boolean
  empty: boolean
  me: boolean
  acting: boolean
  out: boolean
  ready: boolean
  hand: Face[] // of others: backs
  piles: Pile[]
  figures: Figure[]
  tokens: { zone: string; label: Said }[]
  badges: { zone: string; label: Said }[]
  goal: { value: number; of: number; bad: boolean } | null
  lives: { word: string; lost: number; times: string } | null // a word lost letter by letter; an empty one is only counted, or how often one has been `times`
  chips: { zone: string; label: Said; amount: number } | null // what it has staked
  lock: number // what it is locked at
  struck: string // why what it shows does not count
  claim: number // its turn among those who take something, or who lay down a card
  side: string // the letter of its team
  hush: boolean
  face: { nose: boolean; snout: boolean; spoon: boolean } | null
  fire: boolean[] // which of the signals it has given, where they set the table on fire
  waiting: number // cards on their way that lie before this seat
  take: string // the move that takes one of them
  framed: boolean // its places can no longer be touched
}

export interface Thing {
  zone: string
  label: Said
  as: Shape
  cards: Face[]
  columns: Face[][]
  count: number
  top: Face
  of: number
  large: boolean
  gauge: { full: number; mark: number } | null
  theme: string
  grab: string
}

interface Scene {
  seats: SeatScene[] // clockwise from the seat at the bottom
  centre: Thing[]
  dealer: { seat: number; name: string; zone: string; cards: Face[]; deadly: number[] } | null // whose pile lies in the middle
  ring: string // face of the card that sets the price, with its seat: "2:3"
}

const CARDS = new Set(['ranks', 'rank_set', 'cards'])

export function scene(view: View, info: GameInfo, table: Pick<TableInfo, 'seats'>, skin: Skin, me: number | null): Scene {
  const seats: number = view.seats
  const zones = Object.entries(info.zones).filter(([zone]) => zone in view && !info.display.machinery.includes(zone))
  const handZone = skin.hand ?? (info.zones.hand?.per_seat ? 'hand' : '')
  const bottom = me ?? 0
  const inside = stillIn(view, info.display)
  const facts = factsOf(view)
  const rows: SeatScene[] = []
  for (let k = 0; k < seats; k++) {
    const p = (bottom + k) % seats
    const chair = table.seats[p]
    const row: SeatScene = {
      seat: p,
      name: chair?.name ?? '',
      bot: !!chair?.bot,
      avatar: chair?.face ?? '',
      away: !!chair?.away,
      empty: !chair?.name,
      me: p === me,
      acting: !view.over && (view.actors ?? view.waiting ?? []).includes(p),
      out: inside !== null && !view.over && !inside.has(p),
      ready: !!skin.ready && faces(view[skin.ready]?.[p], 'ranks').length > 0,
      hand: handZone && p !== me ? faces(view[handZone]?.[p], 'ranks') : [],
      piles: [],
      figures: [],
      tokens: [],
      badges: [],
      goal: goal(view, info, skin, p),
      lives: lives(view, info.display, skin, p),
      waiting: skin.waiting ? (view[skin.waiting.zone]?.[p] ?? 0) : 0,
      chips: null,
      lock: skin.lock ? (view[skin.lock]?.[p] ?? 0) : 0,
      struck: view.struck?.[p] ?? '',
      claim: view.claims?.[p] ?? order(view, facts, skin, p),
      side: letter(p, facts.find((fact) => fact.name === 'sides')?.n ?? 0),
      hush: !!skin.hush?.(view, p),
      face: face(view, skin, p, inside),
      fire: skin.fires?.by.map((zone) => !!view[zone]?.includes(p)) ?? [],
      take: skin.waiting?.take ?? '',
      framed: !!skin.framed && view[skin.framed] === p,
    }
    seatZones(row, view, zones, skin, handZone)
    rows.push(row)
  }
  return {
    seats: rows,
    centre: centre(view, info, zones, skin),
    dealer: dealer(view, info, table, skin, me),
    ring: ring(facts),
  }
}

/** The seats that are still in; nothing where everybody always is. */
export function stillIn(view: View, display: Display): Set<number> | null {
  const told = display.still_in.filter((zone) => zone in view)
  return told.length ? new Set(told.flatMap((zone) => view[zone] ?? [])) : null
}

/** How far it is to what players keep an eye on, where that counts at this table. */
function goal(view: View, info: GameInfo, skin: Skin, p: number): SeatScene['goal'] {
  const option = info.options.find((o) => o.id === info.display.goals[0])
  if (!skin.goal || !option || !hasOptions(view.options, option.only)) return null
  return { value: view[skin.goal.zone]?.[p] ?? 0, of: Number(view.options?.[option.id] ?? 0), bad: !!skin.goal.bad }
}

/** The letters a seat has lost. Lives that spell no word are hearts, or only counted. */
function lives(view: View, { lives }: Display, skin: Skin, p: number): SeatScene['lives'] {
  if (!lives) return null
  const value = String(view.options?.[lives.option] ?? '')
  const word: string | Said = lives.words[value] ?? value.toUpperCase() // one for all, or one for each language
  const spelled = typeof word === 'string' ? word : say(word)
  const times = skin.times?.[value] ?? ''
  return {
    word: !hasOptions(view.options, lives.when) || times ? '' : spelled || '♥'.repeat(lives.lives_in_all[value] ?? 0),
    lost: view[lives.zone]?.[p] ?? 0,
    times,
  }
}

/** Whether a table has these values of its options. */
export function hasOptions(
  options: Record<string, unknown> | undefined,
  wanted: Record<string, unknown> | null | undefined
): boolean {
  return Object.entries(wanted ?? {}).every(([option, value]) => options?.[option] === value)
}

function seatZones(
  row: SeatScene,
  view: View,
  zones: [string, GameInfo['zones'][string]][],
  skin: Skin,
  handZone: string
): void {
  const p = row.seat
  const stats = statsOf(skin, view)
  const order = (list: string[] | undefined, zone: string) => (list ? list.indexOf(zone) : 0)
  for (const [zone, info] of zones) {
    const value = view[zone]
    if (info.per_seat && CARDS.has(info.kind) && zone !== handZone) {
      const small = skin.small?.includes(zone) ?? false
      if (skin.seat && order(skin.seat, zone) < 0 && !small) continue
      if (skin.dealer?.zone === zone && view[skin.dealer.at] === p) continue // it lies in the middle
      const cards = faces(value?.[p], info.kind)
      if (cards.length)
        row.piles.push({
          zone,
          label: info.label,
          cards,
          small,
          slots: skin.slots === zone,
          remembered: skin.slots === zone && skin.remembered ? faces(view[skin.remembered]?.[p], info.kind) : [],
          stones: skin.stones === zone,
          grouped: skin.grouped === zone,
        })
    } else if (info.per_seat && (info.kind === 'number' || info.kind === 'coins')) {
      if (skin.chips === zone) {
        row.chips = value?.[p] > 0 ? { zone, label: info.label, amount: value[p] } : null
        continue
      }
      // A figure that is nought for everybody says nothing, unless it is the main one.
      if (stats ? order(stats, zone) < 0 || (order(stats, zone) > 0 && !somethingIn(value)) : !somethingIn(value)) continue
      if (stats && order(stats, zone) > 0 && !value?.[p]) continue
      if (typeof value?.[p] === 'number')
        row.figures.push({ zone, label: info.label, value: value[p], coins: info.kind === 'coins' })
    } else if (info.kind === 'seat' && !info.per_seat && value === p) {
      if (!skin.tokens || skin.tokens.includes(zone)) row.tokens.push({ zone, label: info.label })
    } else if (info.kind === 'seats' && !info.per_seat && Array.isArray(value) && value.includes(p)) {
      if (!skin.badges || skin.badges.includes(zone)) row.badges.push({ zone, label: info.label })
    }
  }
  const by = (list: string[] | undefined) => (a: { zone: string }, b: { zone: string }) =>
    list ? list.indexOf(a.zone) - list.indexOf(b.zone) : 0
  row.piles.sort(by([...(skin.seat ?? []), ...(skin.small ?? [])]))
  row.figures.sort(by(stats))
}

/** Partners sit across: with two sides everybody on an even chair is an A. */
function letter(p: number, sides: number): string {
  return sides ? 'ABC'[p % sides]! : ''
}

/** A face on a plate: whose finger is on whose nose is for everybody to see. */
function face(view: View, skin: Skin, p: number, inside: Set<number> | null): SeatScene['face'] {
  if (!skin.faces) return null
  const { nose, snout, holds } = skin.faces
  return {
    nose: !!nose && !!view[nose]?.includes(p),
    snout: !!snout && !!inside && !inside.has(p),
    spoon: !!holds && !!view[holds]?.includes(p),
  }
}

function dealer(
  view: View,
  info: GameInfo,
  table: Pick<TableInfo, 'seats'>,
  skin: Skin,
  me: number | null
): Scene['dealer'] {
  const at = skin.dealer ? view[skin.dealer.at] : null
  if (!skin.dealer || typeof at !== 'number') return null
  const { zone } = skin.dealer
  return {
    seat: at,
    name: at === me ? '' : (table.seats[at]?.name ?? ''),
    zone,
    cards: faces(view[zone]?.[at], 'ranks'),
    deadly: info.display.marked?.[zone] ?? [],
  }
}

function somethingIn(value: unknown): boolean {
  return Array.isArray(value) ? value.some(somethingIn) : !!value
}

function centre(view: View, info: GameInfo, zones: [string, GameInfo['zones'][string]][], skin: Skin): Thing[] {
  const things: Thing[] = []
  const wanted: Spot[] = skin.centre ?? zones.filter(([, z]) => !z.per_seat).map(([zone]) => ({ zone }))
  for (const spot of wanted) {
    const zone = info.zones[spot.zone]
    const value = view[spot.zone]
    if (!zone || value === undefined) continue
    const thing: Thing = {
      zone: spot.zone,
      label: zone.label,
      as: spot.as ?? 'row',
      theme: spot.theme?.(view) ?? '',
      grab: spot.grab ?? '',
      cards: [],
      columns: [],
      count: 0,
      top: GAP,
      of: spot.zone === 'round' ? rounds(view, info.display) : 0,
      large: !!spot.large,
      gauge: gauge(factsOf(view), spot.zone),
    }
    const always = typeof spot.always === 'function' ? spot.always(view) : !!spot.always
    if (spot.as === 'cutlery') {
      thing.count = Array.isArray(value) ? value.length : Number(value ?? 0)
    } else if (CARDS.has(zone.kind) && typeof value === 'number') {
      thing.as = spot.as === 'heap' ? 'heap' : 'stack'
      thing.count = value
      thing.top = value > 0 ? HIDDEN : GAP
      if (!value && !always && spot.zone !== 'deck') continue
    } else if (CARDS.has(zone.kind) && Array.isArray(value) && value.some(Array.isArray)) {
      thing.as = 'columns'
      thing.columns = value.map((column) => faces(column, zone.kind))
    } else if (CARDS.has(zone.kind)) {
      thing.cards = faces(value, zone.kind)
      thing.count = thing.cards.length
      thing.top = thing.cards[thing.cards.length - 1] ?? GAP
      if (!thing.count && !always) continue
    } else if (typeof value === 'number' && (zone.kind === 'coins' || zone.kind === 'number')) {
      thing.as = spot.as ?? (zone.kind === 'coins' ? 'coins' : 'figure')
      thing.count = value
      if (!value && !always) continue
    } else continue
    things.push(thing)
  }
  return things
}

/** How many rounds this deal has; 0 where the game does not say. */
function rounds(view: View, { rounds }: Display): number {
  if (!rounds) return 0
  const value = rounds.option === 'seats' ? view.seats : rounds.option ? view.options?.[rounds.option] : ''
  return rounds.count[String(value)] ?? 0
}

/** What the server says can be read off a view; nothing once the match is over. */
export function factsOf(view: View): Fact[] {
  return view.over ? [] : (view.facts ?? [])
}

/** The card that sets a price, as "seat:rank". */
function ring(facts: Fact[]): string {
  const price = facts.find((fact) => fact.do && fact.rank)
  return price ? `${price.seat}:${price.rank}` : ''
}

/** Its place among the cards laid down in turn, while its card lies there; else 0. */
function order(view: View, facts: Fact[], skin: Skin, seat: number): number {
  if (!skin.laid || !view[skin.laid]?.[seat]?.length) return 0
  return facts.find((fact) => fact.name === 'order' && fact.seat === seat)?.n ?? 0
}

/** How full a stack is, and where it will be shuffled. */
function gauge(facts: Fact[], zone: string): Thing['gauge'] {
  const shuffled = facts.find((fact) => fact.zone === zone)
  return shuffled?.of ? { full: shuffled.of, mark: shuffled.n / shuffled.of } : null
}
