// The faces one can choose. Each is drawn in Avatar.svelte; the house keeps only the word.
export const AVATARS = ['fox', 'cat', 'owl', 'bear', 'hare', 'frog', 'hen', 'mouse'] as const

export const drawn = (face: string | undefined): boolean => (AVATARS as readonly string[]).includes(face ?? '')
