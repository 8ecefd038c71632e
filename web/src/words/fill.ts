// The small grammar of the catalogues, as pioche.text.grammar tells it; tests/page/filling.json holds both to the same sentences.
type Value = string | number | boolean
type Values = Record<string, Value>
type Lang = 'en' | 'fr'

const NUMBERS = {
  en: 'no one two three four five six seven eight nine ten'.split(' '),
  fr: 'aucun un deux trois quatre cinq six sept huit neuf dix'.split(' '),
}

/** A sentence about a deal in the game's own word for it: « Fin de la manche 1 ». */
export function inWordsOf(sentence: string, deal: { en: string; fr: string } | undefined): string {
  if (!deal) return sentence
  const word = (found: string, own: string) =>
    found[0] === found[0]!.toUpperCase() ? own[0]!.toUpperCase() + own.slice(1) : own
  return sentence
    .replace(/\bdeal\b/i, (found) => word(found, deal.en))
    .replace(/\bdonne\b/i, (found) => word(found, deal.fr))
}

/** The names of the slots of a template, each once. */
export const slots = (template: string): string[] => [
  ...new Set(Array.from(template.matchAll(/\{(?:\w+ )?(\w+)(?=[?|}])/g), (found) => found[1]!)),
]

/** Text and slots by turns; a slot may hold slots. */
export function fill(template: string, values: Values, lang: Lang): string {
  let said = ''
  let depth = 0
  let start = 0
  for (let at = 0; at < template.length; at++) {
    const opens = template[at] === '{' && depth++ === 0
    const closes = template[at] === '}' && --depth === 0
    if (!opens && !closes) continue
    const part = template.slice(start, at)
    said += opens ? part : slot(part, values, lang)
    start = at + 1
  }
  return said + template.slice(start)
}

function slot(inside: string, values: Values, lang: Lang): string {
  if (inside in values) return written(values[inside]!)
  const asked = /^(\w+)\?([^]*)$/.exec(inside)
  if (asked) {
    const [some, none] = halves(asked[2]!)
    return fill(values[asked[1]!] ? some : none, values, lang)
  }
  const [name, one, many] = inside.split('|')
  if (one !== undefined) return isOne(values[name!.trim()] ?? 0, lang) ? one : many!
  const at = inside.lastIndexOf(' ')
  const article = inside.slice(0, Math.max(0, at))
  const value = values[inside.slice(at + 1)] ?? ''
  const word = written(value)
  if (/^(de|que)$/i.test(article)) return (elides(word) ? `${article.slice(0, -1)}’` : `${article} `) + word
  if (article === 'le') return (word.startsWith('A') ? 'l’' : word.startsWith('D') ? 'la ' : 'le ') + word
  if (article === 'a') return (word.startsWith('8') ? 'an ' : 'a ') + word
  return (article === 'word' && typeof value === 'number' && NUMBERS[lang][value]) || word
}

/** `some|none`, where each may hold slots. */
function halves(text: string): [string, string] {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    depth += Number(text[at] === '{') - Number(text[at] === '}')
    if (text[at] === '|' && !depth) return [text.slice(0, at), text.slice(at + 1)]
  }
  return [text, '']
}

/** A number below nought has a minus sign, not a hyphen. */
function written(value: Value): string {
  return typeof value === 'number' && value < 0 ? `−${-value}` : String(value)
}

/** d’Óscar, d’Yves, d’Hélène, but de Yann: a y before a vowel is none. */
function elides(word: string): boolean {
  return /^([aeiouhœæ]|y[^aeiouyh])/i.test(word.normalize('NFKD').replace(/\p{M}/gu, ''))
}

/** In French the plural begins at two. A flag that stands takes the first form. */
function isOne(value: Value, lang: Lang): boolean {
  if (typeof value === 'boolean') return value
  const n = Math.abs(Number(String(value).replace(',', '.').replace('−', '-')))
  return lang === 'fr' ? n < 2 : n === 1
}

/** A, B and C. */
export function listed(names: string[], lang: Lang): string {
  if (names.length < 2) return names[0] ?? ''
  return `${names.slice(0, -1).join(', ')} ${lang === 'fr' ? 'et' : 'and'} ${names[names.length - 1]}`
}
