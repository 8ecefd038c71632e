// Where a hand would go for a move, as a selector: what a lesson asks for is ringed wherever it lies.
import type { ActionInfo } from '../server/protocol'
import { verbOf } from '../table/model/choices'

export function reaching(word: string, actions: ActionInfo[], me: number): string {
  if (!word) return ''
  const said = `button[data-do="${word}"]`
  const kind =
    actions
      .find((action) => verbOf(action.pattern) === verbOf(word) && action.pattern.includes(':'))
      ?.pattern.split(':')[1] ?? ''
  const rest = word.slice(word.indexOf(':') + 1)
  if (!word.includes(':')) return said
  if (kind === 'column') return `.columns > .column:nth-child(${rest}) .target`
  const [seat, slot] = kind === 'slot' ? [String(me), rest] : rest.split('.')
  if (kind === 'slot' || kind === 'seat.slot') return `[data-seat="${seat}"] .numbered > li:nth-child(${slot}) button`
  if (/^(rank|card)/.test(kind)) return `.dock .hand [data-card="${rest.split('.')[0]}"] button, ${said}`
  return `${said}, .stepper:not(:has(${said})) input + .turn`
}

/** Ring what the selector finds, now and whenever it is redrawn; this also works under a content policy that forbids inline styles. */
export class Ring {
  private readonly sheet = new CSSStyleSheet()

  constructor() {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.sheet]
  }

  show(selector: string): void {
    this.sheet.replaceSync(
      selector
        ? `.lesson :is(${selector}) { outline: 3px solid var(--brass); outline-offset: 3px; border-radius: 10px; animation: asked 1.5s ease-in-out infinite; }`
        : ''
    )
  }

  end(): void {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== this.sheet)
  }
}
