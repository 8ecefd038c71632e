// Rocket: everybody against the dealer; bets turn over together, chips lie before the players.
import type { Skin } from './skin'

export const skin: Skin = {
  seat: ['pile'],
  stats: ['purse', 'bet'],
  tokens: ['dealing', 'button'],
  ring: 'pile',
  centre: [{ zone: 'deck', always: true }, { zone: 'discard' }],
  hide: ['secret_bet'],
  steps: {
    dealer: { show: (v) => (v.pile = v.pile.map(() => [])), ms: 0 },
    bets: { show: (v, e) => (v.bet[e.seat] = e.amount), ms: 160 },
    deal: { show: (v, e) => (v.pile[e.seat] = [...v.pile[e.seat], e.rank]), ms: 200 },
    continue: { show: (v, e) => (v.pile[e.seat] = [...v.pile[e.seat], e.rank]), ms: 420 },
    dealer_draw: { show: (v, e) => (v.pile[v.dealing] = [...v.pile[v.dealing], e.rank]), ms: 560 },
    pair: { ms: 800, flash: 'bad' },
    dealer_loses: { ms: 1000, flash: 'win' },
  },
}
