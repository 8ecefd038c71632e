// The page's words as the page asks for them. They live in the catalogues; here are only the choices between two of them.
import { en as english, fr as french, type Catalogue } from './catalogue'

function dressed(said: Catalogue) {
  return {
    ...said,
    players: (low: number, high: number) => (low === high ? said.nPlayers(low) : said.players(low, high)),
    minutes: (low: number, high: number) => (low === high ? said.nMinutes(low) : said.minutes(low, high)),
    dealOf: (n: number, total: number) => (total > 1 ? said.dealOf(n, total) : said.dealNo(n)),
    yourTurnTo: (what: string) => said.yourTurnTo(what) + (what.endsWith('…') ? '' : '.'),
    price: (n: number) => (n < 0 ? said.costs(-n) : said.brings(n)),
    keys: Object.values(said.shortcuts).map(({ press, does }) => [press!, does!] as const),
  }
}

export const en = dressed(english)
export const fr = dressed(french)
export type Words = typeof en
