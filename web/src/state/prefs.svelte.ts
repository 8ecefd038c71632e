// What a visitor prefers, kept in this browser only.
import { en, fr } from '../words/words'

type Lang = 'en' | 'fr'

const KEY = 'pioche'
const kept = read()

function read(): Record<string, unknown> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>
  } catch {
    return {}
  }
}

const browserLang: Lang = navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en'

export const prefs = $state({
  lang: (kept.lang as Lang) ?? browserLang,
  theme:
    (kept.theme as 'light' | 'dark' | undefined) ?? (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'),
  sound: (kept.sound as boolean) ?? false,
  soundAsked: (kept.soundAsked as boolean) ?? false, // whether sounds have been offered
  hints: (kept.hints as boolean) ?? true,
  fourColours: (kept.fourColours as boolean) ?? false,
  calm: (kept.calm as boolean) ?? matchMedia('(prefers-reduced-motion: reduce)').matches,
  keys: (kept.keys as boolean) ?? true,
  autoPick: (kept.autoPick as boolean) ?? false,
  face: (kept.face as string) ?? '', // drawn at one's seat
  chatter: (kept.chatter as boolean) ?? true, // whether bots say something now and then
  level: (kept.level as string) ?? 'regular', // of the bots one plays against
  met: (kept.met as string[]) ?? [], // games whose first deal has been offered
})

/** Keep the preferences and show them on the document. Call once, inside an effect. */
export function applyPrefs(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs))
  } catch {
    // A browser that keeps nothing still plays.
  }
  const root = document.documentElement
  root.lang = prefs.lang
  root.dataset.theme = prefs.theme
  root.dataset.calm = prefs.calm ? 'yes' : 'no'
  root.dataset.four = prefs.fourColours ? 'yes' : 'no'
}

/** This game is no longer new here. */
export function met(game: string): void {
  if (!prefs.met.includes(game)) prefs.met.push(game)
}

/** The page's words in the language of the moment. */
export function words() {
  return prefs.lang === 'fr' ? fr : en
}

const PACK = /([♠♥♦♣])[b-z](?![a-zà-ÿ])/g // the letter of a second pack says nothing to a player

/** A sentence of the house in the language of the moment. */
export function say(said: { en: string; fr: string } | undefined | null): string {
  return said ? said[prefs.lang].replace(PACK, '$1') : ''
}

export function number(value: number): string {
  return String(value).replace('-', '−')
}

export function signed(value: number): string {
  return value > 0 ? `+${value}` : number(value)
}

export function percent(value: number): string {
  return prefs.lang === 'fr' ? `${Math.round(value * 100)} %` : `${Math.round(value * 100)}%`
}
