// One click: a table, bots on every other seat, cards dealt. Says where it is.
import { api, beSomebody } from '../server/api'
import type { BotLevel, GameCard } from '../server/protocol'
import { prefs } from '../state/prefs.svelte'

/** The level one likes to play against, where it can play this game. */
function level(game: string, bots: BotLevel[]): string {
  const able = bots.filter((b) => !b.games.length || b.games.includes(game)).map((b) => b.id)
  return able.includes(prefs.level) ? prefs.level : (able[0] ?? 'random')
}

export async function startAgainstBots(game: GameCard, preset: string, players: number, known: BotLevel[]): Promise<string> {
  await beSomebody(prefs.lang)
  const seats: Record<string, number> =
    players && game.seats[0]! <= players && players <= game.seats[1]! ? { seats: players } : {}
  const many = Number(
    game.presets.find((p) => p.id === preset)?.options.seats ?? (preset ? undefined : seats.seats) ?? game.seats[2]
  )
  const bots = Object.fromEntries(Array.from({ length: many - 1 }, (_, k) => [String(k + 1), level(game.id, known)]))
  const made = await api.make({
    game: preset || game.id,
    options: preset ? {} : seats,
    bots,
    face: prefs.face,
    settings: { hints: true, pace: 'relaxed', endings: 'ready' },
  })
  return `/t/${made.code}?begin#${made.secret}` // the page itself begins, so that its share is in the deal
}
