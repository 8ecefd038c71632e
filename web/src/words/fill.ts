// The small grammar of the catalogues (pioche.text): {name}, {n|card|cards} by number, {de name} with elision.
type Value = string | number
const VOWELS = 'aeiouyhàâäéèêëîïôöùûüœæ'

export function fill(template: string, values: Record<string, Value>, lang: 'en' | 'fr'): string {
  return template.replace(/\{([^{}]+)\}/g, (_, inside: string) => {
    const [name, one, many] = inside.split('|')
    if (one !== undefined) return isOne(values[name!.trim()]!, lang) ? one : many!
    const parts = inside.split(' ')
    const word = String(values[parts[parts.length - 1]!])
    if (parts.length === 1) return word
    const article = parts[0]!
    return (VOWELS.includes(word.charAt(0).toLowerCase()) ? `${article.slice(0, -1)}’` : `${article} `) + word
  })
}

/** In French nought is singular too. */
function isOne(value: Value, lang: 'en' | 'fr'): boolean {
  const n = Math.abs(Number(value))
  return n === 1 || (lang === 'fr' && n === 0)
}
