// The picture of a game at the front door: what one would see looking over a shoulder. Its faces are only drawn.
export interface Prop {
  use: string // id of a drawing: pair-7, back, card-K♥, or a thing: coin, stone, black, spoon, nose, flame
  x: number
  y: number
  turn?: number
  size?: number
}

export const row = (faces: (number | string)[], x: number, y: number, step: number, turn = 0, size = 34): Prop[] =>
  faces.map((f, k) => ({
    use: typeof f === 'number' ? `pair-${f}` : f,
    x: x + k * step,
    y,
    turn: turn + (k - (faces.length - 1) / 2) * (turn ? 0 : 2),
    size,
  }))
export const fan = (faces: (number | string)[], x: number, y: number, size = 38): Prop[] =>
  faces.map((f, k) => {
    const off = k - (faces.length - 1) / 2
    return {
      use: typeof f === 'number' ? `pair-${f}` : f,
      x: x + off * size * 0.52,
      y: y + off * off * 2.2,
      turn: off * 7,
      size,
    }
  })

export function coins(x: number, y: number, n: number): Prop[] {
  return Array.from({ length: n }, (_, k) => ({
    use: 'coin',
    x: x + (k % 3) * 10 - 6,
    y: y - Math.floor(k / 3) * 6 - (k % 2) * 4,
    size: 14,
  }))
}

export function stones(x: number, y: number, n: number): Prop[] {
  return Array.from({ length: n }, (_, k) => ({ use: 'stone', x: x + k * 13 + (k >= 5 ? 7 : 0), y, size: 12 }))
}

/** A game without a skin still gets a picture from its deck. */
export function pictureFrom(deck: string): Prop[] {
  return deck === 'cards' ? fan(['card-A♠', 'card-K♥', 'card-10♦'], 110, 70, 44) : fan([1, 5, 10], 110, 70, 44)
}
