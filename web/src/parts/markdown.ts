// Just enough Markdown for the rule sheets, as plain data: nothing is ever put into the page as markup.
export type Inline = { as: 'text' | 'strong' | 'em' | 'code'; text: string }
type Block =
  | { as: 'heading'; level: number; text: Inline[] }
  | { as: 'p' | 'quote'; text: Inline[] }
  | { as: 'ul' | 'ol'; items: Inline[][] }
  | { as: 'table'; head: Inline[][]; rows: Inline[][][] }

/** A number stays on the line of what it counts; sheet_blocks.py does the same on paper. */
const counted = /(?<=\d)(\*{0,2}) (?=(?:pièce|point|carte|joueur|coin|card|player)s?(?![\p{L}\d]))/gu

export function inline(markdown: string): Inline[] {
  const text = markdown.replace(counted, '$1\u00a0')
  const found: Inline[] = []
  const pattern = /\*\*(.+?)\*\*|\*(.+?)\*|_(.+?)_(?!\w)|`(.+?)`|\[(.+?)\]\([^)]*\)/g
  let last = 0
  for (const m of text.matchAll(pattern)) {
    if (m.index > last) found.push({ as: 'text', text: text.slice(last, m.index) })
    if (m[1]) found.push({ as: 'strong', text: m[1] })
    else if (m[2] ?? m[3]) found.push({ as: 'em', text: (m[2] ?? m[3])! })
    else if (m[4]) found.push({ as: 'code', text: m[4] })
    else found.push({ as: 'text', text: m[5]! })
    last = m.index + m[0].length
  }
  if (last < text.length) found.push({ as: 'text', text: text.slice(last) })
  return found
}

const cells = (line: string): Inline[][] =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()))

export function blocks(markdown: string): Block[] {
  const found: Block[] = []
  for (const chunk of markdown.replace(/\r/g, '').split(/\n{2,}|\n(?=#)|(?<=^#.*)\n/m)) {
    const lines = chunk.split('\n').filter((l) => l.trim())
    const first = lines[0]
    if (!first) continue
    const heading = /^(#+)\s+(.*)$/.exec(first)
    if (heading) {
      found.push({ as: 'heading', level: heading[1]!.length, text: inline(heading[2]!) })
      lines.shift()
      if (!lines.length) continue
    }
    if (lines[0]!.startsWith('|')) {
      const rows = lines.filter((l) => !/^\|[\s:|-]+\|$/.test(l)).map(cells)
      found.push({ as: 'table', head: rows[0] ?? [], rows: rows.slice(1) })
    } else if (/^(\s*[-*]|\s*\d+\.)\s/.test(lines[0]!)) {
      const items: string[] = []
      for (const line of lines) {
        const item = /^\s*(?:[-*]|\d+\.)\s+(.*)$/.exec(line)
        if (item) items.push(item[1]!)
        else items[items.length - 1] += ` ${line.trim()}`
      }
      found.push({ as: /^\s*\d/.test(lines[0]!) ? 'ol' : 'ul', items: items.map(inline) })
    } else if (lines[0]!.startsWith('>'))
      found.push({ as: 'quote', text: inline(lines.map((l) => l.replace(/^>\s?/, '')).join(' ')) })
    else found.push({ as: 'p', text: inline(lines.join(' ')) })
  }
  return found
}
