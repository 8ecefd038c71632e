// What follows from a view: the next step, names of rounds, where an entrant sits.
import type { TournamentRound, TournamentTable, TournamentView } from '../../server/protocol'
import { spoken } from './spoken'

export type Step = 'seat' | 'start' | 'close' | 'start_finals' | 'finish' | ''

/** The one thing an organiser does next, in the order of the rulebook's section 4.1. */
export function nextStep(view: TournamentView): Step {
  const last = view.history.at(-1)
  if (view.phase === 'open') return 'seat'
  if (view.phase === 'seated') return 'start'
  if (view.phase === 'playing') return 'close'
  if (view.phase === 'finals') return last?.state === 'closed' ? 'finish' : 'close'
  if (view.phase !== 'closed') return ''
  const enough = (view.counts?.active ?? 0) >= Number(view.settings.kmin)
  if (!enough) return 'finish'
  if (!view.rounds || view.round < view.rounds) return 'seat'
  return view.settings.final === 'none' ? 'finish' : 'start_finals'
}

/** What the button of the next step says. */
export function stepLabel(view: TournamentView, step: Step): string {
  const w = spoken()
  const last = view.history.at(-1)
  if (step === 'seat') return w.stepSeat(view.round + 1)
  if (step === 'start') return w.stepStart(view.round)
  if (step === 'start_finals') return w.stepFinals
  if (step === 'finish') return w.stepFinish
  if (last?.kind === 'semi') return w.stepCloseSemi
  return last?.kind === 'final' ? w.stepCloseFinal : w.stepClose(view.round)
}

/** How far a tournament is. After its last round it is not between two. */
export function phaseName(phase: TournamentView['phase'], round: number, rounds: number): string {
  const w = spoken()
  return phase === 'closed' && rounds > 0 && round >= rounds ? w.roundsOver : w.phases[phase]
}

export function roundName(round: TournamentRound): string {
  const w = spoken()
  return round.kind === 'semi' ? w.semi : round.kind === 'final' ? w.final : w.roundNo(round.number)
}

/** The round to look at: the last one this person may see. */
export const current = (view: TournamentView): TournamentRound | undefined => view.history.at(-1)

export interface Seat {
  table: TournamentTable
  seat: number // from 1, as people count
}

export function seatOf(round: TournamentRound, name: string): Seat | null {
  for (const table of round.tables) {
    const seat = table.seats.indexOf(name)
    if (seat >= 0) return { table, seat: seat + 1 }
  }
  return null
}

/** A filler has no name of its own. */
export function personAt(table: TournamentTable, seat: number): string {
  return table.fillers.includes(seat) ? spoken().filler : table.seats[seat]!
}

/** Return what has just happened as a sentence for screen readers; empty when nothing has. */
export function happened(before: TournamentView, after: TournamentView): string {
  const w = spoken()
  const was = before.history.at(-1)
  const is = after.history.at(-1)
  const began = is?.state === 'playing' && (was?.number !== is.number || was.state !== 'playing')
  if (began) return is.kind === 'final' ? w.toldFinal : is.kind === 'semi' ? w.toldSemi : w.toldPlaying(is.number)
  if (before.phase === after.phase && before.round === after.round) return ''
  if (after.phase === 'seated') return w.toldSeated(after.round)
  if (after.phase === 'closed') return w.toldClosed(after.round)
  if (after.phase === 'finished') return w.toldFinished
  return after.phase === 'cancelled' ? w.toldCancelled : ''
}
