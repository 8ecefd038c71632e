// Reactions: phrases of the house that have a drawing.
export const MOODS = ['laugh', 'wow', 'ouch', 'phew', 'well_played'] as const

export const isMood = (phrase: unknown): phrase is string => (MOODS as readonly unknown[]).includes(phrase)
