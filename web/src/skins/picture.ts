// A small table scene for every game: what one would see looking over a shoulder. Faces here are only pictures.
export interface Prop {
  use: string // id of a drawing: pair-7, back, card-K♥, or a thing: coin, stone, black, spoon, nose, flame
  x: number
  y: number
  turn?: number
  size?: number
}

const row = (faces: (number | string)[], x: number, y: number, step: number, turn = 0, size = 34): Prop[] =>
  faces.map((f, k) => ({ use: typeof f === 'number' ? `pair-${f}` : f, x: x + k * step, y, turn: turn + (k - (faces.length - 1) / 2) * (turn ? 0 : 2), size }))
const fan = (faces: (number | string)[], x: number, y: number, size = 38): Prop[] =>
  faces.map((f, k) => {
    const off = k - (faces.length - 1) / 2
    return { use: typeof f === 'number' ? `pair-${f}` : f, x: x + off * size * 0.52, y: y + off * off * 2.2, turn: off * 7, size }
  })

export const scenes: Record<string, Prop[]> = {
  pairs: [...fan([4, 9, 7, 9], 92, 78), { use: 'back', x: 176, y: 46, turn: 6, size: 36 }, { use: 'back', x: 178, y: 44, turn: 3, size: 36 }, ...row([3], 30, 34, 0, -9, 30)],
  hawthorn: [...fan([5, 8, 10], 84, 84, 42), { use: 'back', x: 30, y: 36, turn: -12, size: 32 }, { use: 'back', x: 44, y: 34, turn: -4, size: 32 }, ...row([3, 6], 154, 40, 22, 5, 34), ...coins(190, 92, 4)],
  goblin_poker: [{ use: 'back', x: 90, y: 48, turn: -22, size: 36 }, { use: 'back', x: 116, y: 54, turn: 14, size: 36 }, { use: 'back', x: 104, y: 66, turn: 40, size: 36 }, { use: 'back', x: 98, y: 40, turn: 66, size: 36 }, ...fan([2, 7], 40, 92, 32), ...fan([9, 10], 176, 92, 32), ...coins(104, 104, 3)],
  port: [...row([6, 8, 10], 42, 74, 24, 0, 40), { use: 'lock', x: 158, y: 60, size: 30 }, ...row([9, 10], 172, 38, 18, 4, 28), ...coins(150, 98, 5)],
  starboard: [...row([2, 3, 4, 7, 9], 46, 60, 30, 0, 42), { use: 'lock', x: 196, y: 96, size: 24 }, ...coins(40, 106, 3)],
  blackstone: [...stones(38, 46, 10), ...stones(38, 72, 8), { use: 'black', x: 176, y: 92, size: 18 }, { use: 'black', x: 194, y: 98, size: 18 }, ...row([10], 190, 46, 0, 8, 34)],
  rocket: [...row([4, 8], 96, 38, 22, 0, 34), ...fan([6, 9], 44, 88, 34), ...fan([5, 7], 164, 88, 34), ...coins(44, 58, 3), ...coins(170, 54, 5)],
  sweep: [...row([4, 5, 6, 8, 9], 44, 42, 32, 0, 36), ...fan([7], 108, 92, 40), { use: 'arrow', x: 108, y: 70, size: 30 }],
  kitty: [{ use: 'pair-6', x: 110, y: 50, size: 44 }, { use: 'back', x: 46, y: 74, turn: -14, size: 32 }, { use: 'back', x: 172, y: 74, turn: 13, size: 32 }, { use: 'back', x: 110, y: 104, turn: 2, size: 32 }],
  venture: [...row([4, 5, 8, 10], 56, 38, 34, 0, 36), { use: 'arrow', x: 70, y: 76, turn: -24, size: 30 }, ...fan([3], 48, 98, 34), ...fan([7, 7, 7], 160, 94, 32)],
  five_cards: [...row([2, 3, 8, 9, 10], 44, 62, 32, 0, 28), ...row([7], 44, 30, 0, 0, 22), ...row([4, 9], 104, 28, 10, 0, 22), ...row([6], 76, 98, 0, 0, 22), ...row([10], 172, 98, 0, 0, 22)],
  pig: [...fan(['card-7♠', 'card-7♥', 'card-7♦', 'card-K♣'], 84, 80, 40), { use: 'nose', x: 178, y: 56, size: 58 }],
  spoons: [{ use: 'spoon', x: 110, y: 42, turn: -40, size: 54 }, { use: 'spoon', x: 118, y: 38, turn: 0, size: 54 }, { use: 'spoon', x: 128, y: 42, turn: 40, size: 54 }, ...fan(['card-Q♠', 'card-Q♥', 'card-2♦'], 62, 94, 34), { use: 'back', x: 186, y: 96, turn: 12, size: 30 }],
  vatra: [...fan(['card-9♠', 'card-9♥', 'card-9♣', 'card-9♦'], 82, 82, 38), { use: 'flame', x: 178, y: 58, size: 60 }],
  agnes: [...row(['back', 'back', 'back', 'card-K♥'], 48, 84, 34, 0, 32), { use: 'back', x: 92, y: 34, turn: -3, size: 30 }, { use: 'card-4♠', x: 130, y: 34, turn: 5, size: 30 }, { use: 'hand', x: 184, y: 56, size: 46 }],
}

function coins(x: number, y: number, n: number): Prop[] {
  return Array.from({ length: n }, (_, k) => ({ use: 'coin', x: x + (k % 3) * 10 - 6, y: y - Math.floor(k / 3) * 6 - (k % 2) * 4, size: 14 }))
}

function stones(x: number, y: number, n: number): Prop[] {
  return Array.from({ length: n }, (_, k) => ({ use: 'stone', x: x + k * 13 + (k >= 5 ? 7 : 0), y, size: 12 }))
}

/** A game the page has never heard of still gets a scene from its deck. */
export function sceneOf(game: string, deck: string): Prop[] {
  return scenes[game] ?? (deck === 'cards' ? fan(['card-A♠', 'card-K♥', 'card-10♦'], 110, 70, 44) : fan([1, 5, 10], 110, 70, 44))
}
