// Vatra: slam and shout are two separate targets; an offered card lies before its seat, letters of the word beside it.
import { fan } from './picture'
import type { Skin } from './skin'

export const skin: Skin = {
  picture: [...fan(['card-9♠', 'card-9♥', 'card-9♣', 'card-9♦'], 82, 82, 38), { use: 'flame', x: 178, y: 58, size: 60 }],
  ending: { tells: ['false_alarm', 'lost', 'letter', 'jackass', 'deal_over'], cards: 'open_hand' },
  hand: 'hand',
  seat: ['offer', 'open_hand'],
  stats: [],
  tokens: ['dealer', 'punisher'],
  badges: [],
  bears: { event: 'traveller_shown', while: (v) => v.options?.traveller && !v.delivered && v.phase !== 'punish' },
  fires: { by: ['slammed', 'shouted'], out: (v) => v.phase === 'look' || !!v.turned?.length },
  punishment: { phase: 'punish', seats: 'to_punish', turned: 'turned', strokes: 'strokes', begins: 'named' },
  icons: { shout: 'horn' },
  ring_way: true,
  centre: [{ zone: 'pack' }],
}
