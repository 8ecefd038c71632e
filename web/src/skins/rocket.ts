// Rocket: everybody against the dealer, whose pile lies in the middle over the ranks that hurt; bets lie before the players as chips.
import { coins, fan, row } from './picture'
import type { Skin } from './skin'

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
  centre: [{ zone: 'deck', always: true }, { zone: 'discard' }],
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
