// What the house offers about tournaments. These calls travel with the screens that need them.
import { get, post } from '../../server/api'
import type {
  Act,
  Comparison,
  Enter,
  Explained,
  Manage,
  NewTournament,
  Profiles,
  TournamentAnswer,
  TournamentMade,
  Tournaments,
} from '../../server/protocol'

const prefix = Math.random().toString(36).slice(2, 10)
let count = 0
const id = () => `${prefix}.${(count += 1)}`
const at = (code: string) => `/api/tournaments/${code}`

export type Deed = Omit<Act, 'id'>

export const routes = {
  profiles: () => get<Profiles>('/api/tournament-profiles'),
  all: () => get<Tournaments>('/api/tournaments'),
  make: (tournament: NewTournament) => post<TournamentMade>('/api/tournaments', tournament),
  view: (code: string) => get<TournamentAnswer>(at(code)),
  join: (code: string, who: Enter) => post<TournamentAnswer>(`${at(code)}/join`, who),
  act: (code: string, deed: Deed) => post<TournamentAnswer>(`${at(code)}/act`, { id: id(), ...deed }),
  manage: (code: string, wish: Omit<Manage, 'id'>) => post<TournamentAnswer>(`${at(code)}/manage`, { id: id(), ...wish }),
  explain: (code: string, round: number) => get<Explained>(`${at(code)}/explain?round=${round}`),
  comparison: (code: string, round: number) => get<Comparison>(`${at(code)}/comparison?round=${round}`),
  events: (code: string) => `${at(code)}/events`,
  file: (code: string, name: string) => `${at(code)}/${name}`,
  paper: (code: string, what: string, lang: string, round: number) =>
    `${at(code)}/print/${what}?lang=${lang}${round ? `&round=${round}` : ''}`,
  async log(code: string): Promise<LogLine[]> {
    const answer = await fetch(`${at(code)}/log`, { credentials: 'same-origin' })
    return answer.ok
      ? (await answer.text())
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as LogLine)
      : []
  },
}

/** One line of the tournament's log, as docs/tournament.md tells it. */
export interface LogLine {
  n: number
  at: number | null
  by: string
  do: string
  name?: string
  other?: string
  new?: string
  table?: number
  round?: number | string
  raw?: number[]
  points?: string
  reason?: string
}
