// Rocket: everybody against the dealer, whose pile lies in the middle over the ranks that hurt; bets lie before the players as chips.
import { coins, fan, row } from './picture'
import type { Display, Event } from '../server/protocol'
import type { Skin, View } from './skin'

export const skin: Skin = {
  picture: [
    ...row([4, 8], 96, 38, 22, 0, 34),
    ...fan([6, 9], 44, 88, 34),
    ...fan([5, 7], 164, 88, 34),
    ...coins(44, 58, 3),
    ...coins(170, 54, 5),
  ],
  ending: { tells: ['pair', 'pass', 'dealer_loses', 'payment'] },
  seat: ['pile'],
  stats: ['purse'],
  chips: 'bet',
  dealer: { zone: 'pile', at: 'dealing' },
  limit: 'max_bet',
  tokens: ['dealing', 'button'],
  ring: 'pile',
  ringed: (v, me) => (me !== null && v.playing.includes(me) ? [me, v.dealing] : []),
  centre: [
    {
      zone: 'deck',
      always: true,
      gauge: (v) => ({ full: 55 * Number(v.options?.decks ?? 1), mark: Number(v.options?.reshuffle_percent ?? 20) / 100 }),
    },
    { zone: 'discard' },
  ],
  facts: (v, { display, told, hints, me }) => [
    {
      do: 'pass',
      n:
        me !== null && v.playing.includes(me) && v.pile[me].length && v.pile[v.dealing].length
          ? (v.bet[me] / 10) * Math.min(...v.pile[me], ...v.pile[v.dealing])
          : 0,
    },
    { say: 'dealer_risk', n: hints ? risk(v, told, display) : 0, share: true },
  ],
  steps: {
    round_end: { ms: 0 },
    bets: { ms: 160 },
    deal: { ms: 200 },
    continue: { ms: 420 },
    dealer_draw: { ms: 560 },
    pair: { moment: (e) => ({ hot: { seat: e.seat, rank: e.rank } }), ms: 500, flash: 'bad' },
    dealer_loses: { moment: (e, v) => ({ hot: { seat: v.dealing, rank: e.rank } }), ms: 800, flash: 'win' },
  },
}

/** How likely the dealer's next card hurts: all cards since the last shuffle lay open, so whoever saw them all can count. Else nothing. */
function risk(v: View, told: Event[], display: Display): number {
  if (!v.pile[v.dealing].length) return 0
  const decks = Number(v.options?.decks ?? 1)
  const left = Array.from({ length: 11 }, (_, rank) => rank * decks)
  const shuffled = told.map((e) => e.kind).lastIndexOf('shuffle')
  if (shuffled < 0) return 0
  for (const { kind, about } of told.slice(shuffled)) if (display.moves?.[kind]?.source === 'deck') left[about.rank]! -= 1
  if (left.reduce((sum, n) => sum + n) !== v.deck) return 0
  return (
    [...new Set<number>([...(display.marked?.pile ?? []), ...v.pile[v.dealing]])].reduce(
      (sum, rank) => sum + left[rank]!,
      0
    ) / v.deck
  )
}
