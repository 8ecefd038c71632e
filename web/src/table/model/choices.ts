// The menu of the house, sorted by where a hand would reach for each move. No rule: only words taken apart.
import type { ActionInfo, Choice, Hint } from '../../server/protocol'

export interface Count {
  verb: string
  values: number[]
  choices: Choice[]
}

export interface Reach {
  plain: Choice[] // moves that are a button
  cards: Map<string, Choice[]> // by face
  places: Map<string, Choice[]> // by "seat.slot"
  twos: Map<string, Choice[]> // by the first of two places
  columns: Map<number, Choice[]>
  seats: Map<number, Choice[]>
  counts: Count[] // "take:1" … "take:51"
  verbs: string[]
  keys: Map<string, string> // word -> key
}

export function verbOf(word: string): string {
  return word.split(':')[0]!
}

function argument(word: string): string {
  return word.slice(word.indexOf(':') + 1)
}

/** `bare`: no skin lays out places and columns to press, so moves that name one become buttons. */
export function reach(menu: Choice[], actions: ActionInfo[], me: number | null, bare = false): Reach {
  const found: Reach = {
    plain: [],
    cards: new Map(),
    places: new Map(),
    twos: new Map(),
    columns: new Map(),
    seats: new Map(),
    counts: [],
    verbs: [],
    keys: new Map(),
  }
  const patterns = new Map(actions.map((a) => [verbOf(a.pattern), argument(a.pattern)]))
  const put = <K>(map: Map<K, Choice[]>, key: K, choice: Choice) => map.set(key, [...(map.get(key) ?? []), choice])
  for (const choice of menu) {
    const verb = verbOf(choice.do)
    const pattern = choice.do.includes(':') ? (patterns.get(verb) ?? '') : ''
    const rest = argument(choice.do)
    if (!found.verbs.includes(verb)) found.verbs.push(verb)
    if (pattern === 'rank' || pattern === 'card' || pattern.startsWith('rank.') || pattern.startsWith('card.'))
      put(found.cards, rest.split('.')[0]!, choice)
    else if (bare && /^(slot|seat\.slot|column)/.test(pattern)) found.plain.push(choice)
    else if (pattern === 'slot') put(found.places, `${me}.${rest}`, choice)
    else if (pattern === 'seat.slot') put(found.places, rest, choice)
    else if (pattern === 'seat.slot/seat.slot') for (const place of rest.split('/')) put(found.twos, place, choice)
    else if (pattern === 'column') put(found.columns, Number(rest), choice)
    else if (pattern === 'seat') put(found.seats, Number(rest), choice)
    else if (/^(count|amount|number|size)$/.test(pattern) && /^\d+$/.test(rest))
      count(found.counts, verb, Number(rest), choice)
    else found.plain.push(choice)
  }
  number(found, menu)
  return found
}

function count(counts: Count[], verb: string, value: number, choice: Choice): void {
  let group = counts.find((c) => c.verb === verb)
  if (!group) counts.push((group = { verb, values: [], choices: [] }))
  group.values.push(value)
  group.choices.push(choice)
}

/** Keys 1 to 9 in the order of the menu; a stepper takes one key for its confirmation. */
function number(found: Reach, menu: Choice[]): void {
  const counted = new Set(found.counts.flatMap((c) => c.choices))
  let key = 1
  for (const choice of menu) {
    if (key > 9) return
    if (!counted.has(choice)) found.keys.set(choice.do, String(key++))
  }
}

/** What a move is sure to bring (or cost, below nought), as the server says. Where points are bad, gaining them is a cost. */
export function worth(hint: Hint | undefined, pointsHurt: boolean): number {
  const [what, n] = Object.entries(hint?.price ?? {})[0] ?? ['', 0]
  return pointsHurt && what === 'points' ? -n : n
}

/** « Continuer (carte de la pioche) » without its bracket, ready to stand inside a sentence. */
export function short(label: string): string {
  const bare = label
    .replace(/\s*[([].*$/, '')
    .replace(/\s+:.*$/, '')
    .trim()
  return bare.charAt(0).toLowerCase() + bare.slice(1)
}

/** What one may do but hardly ever wants to: never offered first, never named as what there is to do. */
export const quiet = (word: string) => /^(resign|skip|leave|say)\b/.test(word)
