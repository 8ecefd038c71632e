// A skin places the zones of one game better than the generic table would. It holds no rule.
import type { Prop } from './picture'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type View = Record<string, any>

/** How a zone lies in the middle of the table. */
export type Shape = 'stack' | 'row' | 'big' | 'figure' | 'coins' | 'stones' | 'columns' | 'cutlery' | 'heap'

export interface Spot {
  zone: string
  as?: Shape
  always?: boolean | ((view: View) => boolean) // also while it is empty
  large?: boolean
  theme?: (view: View) => string // which kind of cutlery: forks, knives, else spoons
  grab?: string // the signal given by reaching for it
}

/** Something worth pointing at for a moment: a line from a captor to what it takes, a pair, a look, a swap. */
export interface Moment {
  line?: { seat: number; zone: string; rank: number; word?: 'lowest' | 'below' | 'tie' }
  hot?: { seat: number; rank: number }
  stir?: boolean // the heap is shuffled
  eye?: string[] // places looked at, "seat.slot"
  swap?: [string, string]
}

/** What the server says can be read off a view: a price, a place in the turn order, a chance. See docs/protocol.md. */
export interface Fact {
  n: number
  name?: string // which sentence of the page; a price needs none
  do?: string // the kind of move it is the price of
  of?: number
  seat?: number
  rank?: number // the card before that seat that sets the price
  zone?: string
  counted?: boolean // n is a chance, shown with hints only
}

/** The figures on a plate at this table; undefined where the skin leaves it to the game. */
export function statsOf(skin: Skin, view: View | null | undefined): string[] | undefined {
  return typeof skin.stats === 'function' ? skin.stats(view ?? {}) : skin.stats
}

export interface Step {
  ms?: number
  flash?: 'bad' | 'win'
  moment?: (about: Record<string, any>, view: View, first: boolean) => Moment // `first`: as the game declares it (`display.firsts`)
  once?: boolean // only before the first event of its kind in a row
  strikes?: string // why what the seats of the event show does not count from now on
  claims?: string // the event's name for the seat that takes something in its turn
}

export interface Skin {
  picture?: Prop[] // at the front door
  hand?: string // the zone a player holds
  seat?: string[] // card zones before a seat
  small?: string[] // card zones before a seat that are only kept in mind
  stats?: string[] | ((view: View) => string[]) // figures on a plate; the first is the main one
  goal?: { zone: string; bad?: boolean } // what brings one nearer to what the game declares as its goal
  times?: Record<string, string> // kinds of lives that are told as how often one was something
  tokens?: string[] // seats as tokens: button, dealer
  badges?: string[] // sets of seats as small badges
  centre?: Spot[]
  ready?: string // hidden zone that shows a tick when something lies there
  targets?: Record<string, string> // which zone a verb picks its card from
  slots?: string // zone of numbered places
  twice?: string[] // moves a stray tap must not make: the same place is pressed once more
  framed?: string // the seat whose places can no longer be touched
  window?: { phase: string; ms: string; caller: string; left: string } // everybody may act until a common time is up; after a call, how many turns are left
  remembered?: string // what the seat would know of them with a perfect memory, where the table allows that
  stones?: string // zone drawn as black stones
  waiting?: { zone: string; take: string } // cards waiting to be taken, counted for each seat, and the move that takes one
  takes?: string[] // moves that take a card: made by themselves for whoever likes it that way
  space?: string[] // moves made by the space bar while a clock runs; else those that take a card
  lock?: string // a figure written on a face-down card before a locked seat
  chips?: string // coins that lie before each seat as chips
  dealer?: { zone: string; at: string } // whose cards lie in the middle
  grouped?: string // captured cards before a seat, sorted by rank with how many there are of each
  browse?: string // open cards out of play that everybody may look through
  powers?: string // a card whose power is worth saying in words
  limit?: string // an option worth reading off the table
  ring_way?: boolean // cards go round: show the way
  faces?: { nose?: string; snout?: boolean; holds?: string } // a face on each plate: a finger on the nose, a snout for who is out, a spoon in the hand
  fires?: { by: string[]; out: (view: View) => boolean } // sets of seats whose signals set the table on fire, and when it is out
  punishment?: { phase: string; seats: string; turned: string; strokes: string; begins: string } // cards turned one by one over a hand; an event begins it
  icons?: Record<string, 'nose' | 'spoon' | 'horn'> // of its signals; else a hand
  sounds?: Record<string, 'pair'> // events that sound like something else
  marks?: Record<string, (about: Record<string, any>) => Moment> // pointed at without holding up a race
  laid?: string // cards laid down in turn: each shows its place in the order
  bears?: { event: string; while: (view: View) => boolean } // who was seen to hold a certain card, as long as that is news
  hush?: (view: View, seat: number) => boolean // better not answered
  counted?: boolean // how many of each there are in one's hand
  tag?: string // a word on the marked cards of one's hand
  freely?: boolean // talk belongs to the game, and binds nobody
  facing?: { prizes: string; sides: [string, string]; drawn: string } // two sides of one row of prizes instead of a ring of seats, and the card to be laid there
  ending?: { tells: string[]; best?: string; top?: string; cards?: string; count?: string } // the end of a deal: events that tell it, one told of every seat (the best is the headline), one of which the dearest are told, the cards shown, what they count
  steps?: Record<string, Step>
}
