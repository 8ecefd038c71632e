// The words of these screens in the language of the moment, and numbers as people read them.
import { number, prefs } from '../../state/prefs.svelte'
import { en, fr } from '../../words/tournament_catalogue'

export function spoken() {
  return prefs.lang === 'fr' ? fr : en
}

/** "15/4" is 3.75, or 3,75 in French: at most two decimals, halves away from nought, only to be shown. */
export function figure(exact: string | null | undefined): string {
  if (!exact) return '–'
  const [above, below = 1n] = exact.split('/').map(BigInt) as [bigint, bigint?]
  const size = above < 0n ? -above : above
  const cents = (size * 200n + below) / (2n * below)
  const rest = String(cents % 100n)
    .padStart(2, '0')
    .replace(/0+$/, '')
  const shown = `${cents / 100n}${rest ? (prefs.lang === 'fr' ? ',' : '.') + rest : ''}`
  return (above < 0n && cents ? '−' : '') + shown
}

export const signed = (value: number): string => (value > 0 ? `+${value}` : number(value))

/** 1st, 2nd, 3rd; 1re, 2e (place). */
export function ordinal(n: number): string {
  if (prefs.lang === 'fr') return n === 1 ? '1re' : `${n}e`
  const ending = n % 100 > 10 && n % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${ending}`
}

/** A, B and C. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(prefs.lang, { type: 'conjunction' }).format(names)
}

export function clockTime(seconds: number): string {
  return new Date(seconds * 1000).toLocaleTimeString(prefs.lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}

/** Names in the order of a list on the wall, whatever their accents. */
export const byName = (a: string, b: string): number => a.localeCompare(b, prefs.lang, { sensitivity: 'base' })

/** A fraction as a plain number, only to choose between one and many. */
export function worth(exact: string): number {
  const [above, below = 1] = exact.split('/').map(Number) as [number, number?]
  return above / below
}
