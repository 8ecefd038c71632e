// Every game has a skin of its own; one without is drawn from its zones alone.
import type { Skin } from './skin'

const found = import.meta.glob<{ skin: Skin }>(['./*.ts', '!./index.ts', '!./skin.ts', '!./picture.ts'], { eager: true })

export function skinOf(game: string): Skin {
  return found[`./${game}.ts`]?.skin ?? {}
}
