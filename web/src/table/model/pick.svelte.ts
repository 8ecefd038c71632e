// A hand reaching for something on the table. One possible move is made; several are asked about.
import type { Choice } from '../../server/protocol'
import type { Reach } from './choices'

export class Pick {
  reach = $state.raw<Reach | null>(null)
  asked = $state.raw<Choice[]>([]) // which of these?
  first = $state('') // the first of two places
  private readonly play: (word: string) => void
  private readonly twice: (word: string) => boolean

  /** `twice`: moves that a stray tap must not make; the same place is pressed once more. */
  constructor(play: (word: string) => void, twice: (word: string) => boolean = () => false) {
    this.play = play
    this.twice = twice
  }

  /** Something dear is in the hand: once more makes it. */
  get armed(): boolean {
    return !!this.first && !this.reach?.twos.has(this.first)
  }

  /** The menu changed: forget what was half done. */
  renew(reach: Reach | null): void {
    this.reach = reach
    this.asked = []
    if (this.first && !reach?.twos.has(this.first) && !this.dear(this.first)) this.first = ''
  }

  offer(choices: Choice[] | undefined): void {
    if (!choices?.length) return
    if (choices.length === 1) this.choose(choices[0]!)
    else this.asked = choices
  }

  choose(choice: Choice): void {
    this.asked = []
    this.first = ''
    this.play(choice.do)
  }

  card(face: string): void {
    this.offer(this.reach?.cards.get(face) ?? this.reach?.cards.get(face.slice(0, -1)))
  }

  seat(seat: number): void {
    this.offer(this.reach?.seats.get(seat))
  }

  column(column: number): void {
    this.offer(this.reach?.columns.get(column))
  }

  place(place: string): void {
    const single = this.reach?.places.get(place) ?? []
    const twos = this.reach?.twos.get(place) ?? []
    if (this.first && this.first !== place) {
      const both = twos.filter((c) => c.do.includes(this.first))
      if (both.length) return this.offer(both)
    }
    if (this.dear(place) && this.first !== place) this.first = place
    else if (this.dear(place)) this.choose(single[0]!)
    else if (this.first === place) this.first = ''
    else if (twos.length) this.first = place
    else this.offer(single)
  }

  private dear(place: string): boolean {
    const single = this.reach?.places.get(place) ?? []
    return single.length === 1 && !this.reach?.twos.has(place) && this.twice(single[0]!.do)
  }

  cancel(): void {
    this.asked = []
    this.first = ''
  }
}
