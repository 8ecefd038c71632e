// A result sheet while it is being filled in: what is wrong with it, said before it is sent.
import { spoken } from './spoken'

/** Lines up to the last one on which something stands: what the clock cut off is not sent. */
export function written(lines: readonly number[][]): number[][] {
  let last = lines.length
  while (last && lines[last - 1]!.every((value) => value === 0)) last -= 1
  return lines.slice(0, last).map((line) => [...line])
}

/** TR31: each manche has a winner, and only one player can have called in vain. */
export function wrongLine(lines: readonly number[][]): string {
  const w = spoken()
  const filled = written(lines)
  if (!filled.length) return w.checkEmpty
  for (const [k, line] of filled.entries()) {
    if (line.every((value) => value === 0)) return w.checkGap(k + 1)
    if (!line.includes(1)) return w.checkWinner(k + 1)
    if (line.filter((value) => value === -1).length > 1) return w.checkCalls(k + 1)
  }
  return ''
}

/** "−3" and "-3" are numbers; "", "3,5" and "x" are none. */
export function whole(text: string): number | null {
  const plain = text.trim().replace('−', '-').replace(/^\+/, '')
  return /^-?\d{1,6}$/.test(plain) ? Number(plain) : null
}

export function wrongTotals(raw: readonly string[], second: readonly string[], units: number, most: number): string {
  const w = spoken()
  if (raw.every((text) => !text.trim())) return w.checkEmpty
  if (raw.some((text) => whole(text) === null)) return w.checkWhole
  if (!Number.isInteger(units) || units < 1 || units > most) return w.checkUnits(most)
  return wrongSecond(second)
}

export function wrongSecond(second: readonly string[]): string {
  const given = second.filter((text) => text.trim())
  return given.length && (given.length < second.length || given.some((text) => whole(text) === null))
    ? spoken().checkSecond
    : ''
}
