// A skin places the zones of one game better than the generic table would. It holds no rule.
import type { Event } from '../house/protocol'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type View = Record<string, any>

/** How a zone lies in the middle of the table. */
export type Shape = 'stack' | 'row' | 'big' | 'figure' | 'coins' | 'stones' | 'columns' | 'spoons' | 'waiting'

export interface Spot {
  zone: string
  as?: Shape
  always?: boolean // also while it is empty
}

export interface Step {
  show?: (view: View, about: Record<string, any>) => unknown // lay a card where the sentence says
  ms?: number
  flash?: 'good' | 'bad' | 'win'
}

export interface Skin {
  hand?: string // the zone a player holds
  seat?: string[] // card zones before a seat
  small?: string[] // card zones before a seat that are only kept in mind
  stats?: string[] // figures on a plate; the first is the main one
  goal?: { zone: string; option: string; bad?: boolean } // progress towards an option of the game
  letters?: { zone: string; option: string } // letters of a word, lost one by one
  tokens?: string[] // seats as tokens: button, dealer
  badges?: string[] // sets of seats as small badges
  centre?: Spot[]
  hide?: string[]
  ring?: string // the lowest open card of this zone sets the price
  ready?: string // hidden zone that shows a tick when something lies there
  targets?: Record<string, string> // which zone a verb picks its card from
  signals?: string[] // moves that stay in reach as large targets
  slots?: string // zone of numbered places
  stones?: string // zone drawn as black stones
  waiting?: string // cards waiting to be taken, counted for each seat
  facing?: boolean // two sides of one layout instead of a ring of seats
  steps?: Record<string, Step>
}

export type About = Event['about']
