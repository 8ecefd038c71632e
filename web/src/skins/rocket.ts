// Rocket: everybody against the dealer, whose pile lies in the middle over the ranks that hurt; bets lie before the players as chips.
import type { Skin } from './skin'

export const skin: Skin = {
  seat: ['pile'],
  stats: ['purse'],
  chips: 'bet',
  dealer: { zone: 'pile', at: 'dealing', deadly: [3] },
  limit: 'max_bet',
  tokens: ['dealing', 'button'],
  ring: 'pile',
  centre: [{ zone: 'deck', always: true, gauge: (v) => ({ full: 55 * Number(v.options?.decks ?? 1), mark: Number(v.options?.reshuffle_percent ?? 20) / 100 }) }, { zone: 'discard' }],
  hide: ['secret_bet'],
  steps: {
    dealer: { show: (v) => (v.pile = v.pile.map(() => [])), ms: 0 },
    bets: { show: (v, e) => (v.bet[e.seat] = e.amount), ms: 160 },
    deal: { show: (v, e) => (v.pile[e.seat] = [...v.pile[e.seat], e.rank]), ms: 200 },
    continue: { show: (v, e) => (v.pile[e.seat] = [...v.pile[e.seat], e.rank]), ms: 420 },
    dealer_draw: { show: (v, e) => (v.pile[v.dealing] = [...v.pile[v.dealing], e.rank]), ms: 560 },
    pair: { moment: (e) => ({ hot: { seat: e.seat, rank: e.rank } }), ms: 500, flash: 'bad' },
    dealer_loses: { moment: (e, v) => ({ hot: { seat: v.dealing, rank: e.rank } }), ms: 800, flash: 'win' },
  },
}
