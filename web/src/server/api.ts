// The server over HTTP. Every response that is not ok becomes a Refusal with a sentence in both languages.
import { en, fr } from '../words/catalogue'
import type {
  Door,
  GameInfo,
  HouseInfo,
  LinkedPerson,
  Lobby,
  Made,
  Me,
  MyTables,
  NewMe,
  NewTable,
  PasskeyOptions,
  Replay,
  SeatLink,
  Shared,
  Sheet,
  Shelf,
  TableInfo,
  Ticket,
} from './protocol'

export class Refusal extends Error {
  constructor(
    readonly reason: string,
    readonly said: { en: string; fr: string },
    readonly status: number
  ) {
    super(said.en)
  }

  /** Asking again would be answered the same. */
  get final(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429
  }

  /** Any error as a refusal; one of the page's own is final. */
  static of(error: unknown): Refusal {
    return error instanceof Refusal ? error : new Refusal('other', messageOf(error), 400)
  }
}

/** What to show a person about an error: the sentence of a refusal, else the error itself. */
export function messageOf(error: unknown): { en: string; fr: string } {
  return error instanceof Refusal ? error.said : { en: String(error), fr: String(error) }
}

/** The server's own sentence for `who_are_you` is for programs. */
const NOBODY = {
  en: 'You’re logged out here. Log in, or continue under a new name.',
  fr: 'Votre session est fermée ici. Connectez-vous, ou continuez sous un nouveau nom.',
}
export const NO_ANSWER = { en: en.broken, fr: fr.broken }

const ANSWER_MS = 9_000 // a request fails after this: silence must not last ten seconds
const LONG_ANSWER_MS = 20_000 // for replays and records

async function request(method: string, path: string, body?: unknown, timeoutMs = ANSWER_MS): Promise<Response> {
  let response: Response
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout?.(timeoutMs),
    })
  } catch {
    throw new Refusal('no_answer', NO_ANSWER, 0)
  }
  if (response.ok) return response
  const said = await response.json().catch(() => ({}))
  if (said.reason === 'who_are_you') {
    if (known()) remember(false)
    throw new Refusal('who_are_you', NOBODY, response.status)
  }
  throw new Refusal(said.reason ?? 'unknown', said.en ? said : NO_ANSWER, response.status)
}

export async function get<T>(path: string, timeoutMs = ANSWER_MS): Promise<T> {
  return (await request('GET', path, undefined, timeoutMs)).json() as Promise<T>
}

export async function post<T>(path: string, body: unknown = {}, timeoutMs = ANSWER_MS): Promise<T> {
  return (await request('POST', path, body, timeoutMs)).json() as Promise<T>
}

const games = new Map<string, Promise<GameInfo>>()

export const api = {
  house: () => get<HouseInfo>('/api/house'),
  shelf: () => get<Shelf>('/api/games'),
  game(id: string): Promise<GameInfo> {
    let found = games.get(id)
    if (!found) {
      found = get<GameInfo>(`/api/games/${id}`)
      found.catch(() => games.delete(id))
      games.set(id, found)
    }
    return found
  },
  sheet: (id: string, lang: string, rule = '') =>
    get<Sheet>(`/api/games/${id}/rules?lang=${lang}${rule ? `&rule=${rule}` : ''}`),
  me: () => get<Me>('/api/me'),
  be: (who: NewMe) => post<Me>('/api/me', who),
  myTables: () => get<MyTables>('/api/me/tables'),
  lobby: () => get<Lobby>('/api/tables'),
  make: (table: NewTable) => post<Made>('/api/tables', table),
  table: (code: string) => get<TableInfo>(`/api/tables/${code}`),
  join: (code: string, secret: string, face = '') => post<TableInfo>(`/api/tables/${code}/join`, { secret, face }),
  dropTable: (code: string) => request('DELETE', `/api/tables/${code}/mine`),
  door: () => post<Door>('/api/door'),
  ticket: (code: string, timeoutMs: number) => post<Ticket>(`/api/tables/${code}/ticket`, {}, timeoutMs),
  replay(code: string, match: number, eyes: number | null, first: number, count: number): Promise<Replay> {
    const seat = eyes === null ? '' : `&eyes=${eyes}`
    return get<Replay>(`/api/tables/${code}/replay?match=${match}${seat}&first=${first}&count=${count}`, LONG_ANSWER_MS)
  },
  shared(code: string, match: number, share: string, eyes: number | null, first: number, count: number): Promise<Replay> {
    const seat = eyes === null ? '' : `&eyes=${eyes}`
    return get<Replay>(
      `/api/shared/${code}?match=${match}&share=${share}${seat}&first=${first}&count=${count}`,
      LONG_ANSWER_MS
    )
  },
  share: (code: string, match: number) => get<Shared>(`/api/tables/${code}/share?match=${match}`),
  async record(code: string, match: number): Promise<string> {
    return (await request('GET', `/api/tables/${code}/record?match=${match}`, undefined, LONG_ANSWER_MS)).text()
  },
  recordPath: (code: string, match: number) => `/api/tables/${code}/record?match=${match}`,
  account: (login: string, password: string) => post<Me>('/api/account', { login, password }),
  login: (login: string, password: string) => post<Me>('/api/login', { login, password }),
  logout: () => post('/api/logout'),
  password: (old: string, fresh: string) => post<Me>('/api/account/password', { old, new: fresh }),
  passkeyWish: () => post<PasskeyOptions>('/api/passkeys/new'),
  passkeyKeep: (made: unknown) => post('/api/passkeys', made),
  passkeyChallenge: () => post<PasskeyOptions>('/api/passkeys/challenge'),
  passkeyLogin: (shown: unknown) => post<Me>('/api/passkeys/login', shown),
  passkeysDrop: () => request('DELETE', '/api/passkeys'),
  forget: () => request('DELETE', '/api/me'),
  seatLink: () => post<SeatLink>('/api/seat-link'),
  lookSeatLink: (token: string) => post<LinkedPerson>('/api/seat/look', { token }),
  useSeatLink: (token: string) => post<Me>('/api/seat', { token }),
  goBack: () => post<Me>('/api/me/back'),
  async qr(text: string): Promise<string> {
    return (await request('POST', '/api/qr', { text })).text()
  },
}

const KNOWN = 'pioche-known'
const BEFORE = 'pioche-before'

/** Return whether this browser has had an identity here; without one the server need not be asked for it. */
export function known(): boolean {
  return localStorage.getItem(KNOWN) !== null
}

/** Note a new identity of this browser, or none; `before` is the one it had before a private link or a login. */
export function remember(somebody: boolean, before?: string): void {
  if (somebody)
    localStorage.setItem(KNOWN, `${Date.now()}`) // another value each time: so other windows hear of it
  else localStorage.removeItem(KNOWN)
  if (before) localStorage.setItem(BEFORE, '1')
  else if (before === '' || !somebody) tellNoMore()
  dispatchEvent(new Event(KNOWN))
}

/** Call back whenever the identity may have changed, in this window or another one of this browser. */
export function whenChanged(deed: () => unknown): () => void {
  const heard = (event: StorageEvent) => event.key === KNOWN && deed()
  const shown = () => document.hidden || deed()
  addEventListener('storage', heard)
  addEventListener(KNOWN, deed)
  document.addEventListener('visibilitychange', shown)
  return () => {
    removeEventListener('storage', heard)
    removeEventListener(KNOWN, deed)
    document.removeEventListener('visibilitychange', shown)
  }
}

/** Is the front door to say who one was here before? Until one has read it; the settings go on saying so. */
export function tellsBefore(): boolean {
  return localStorage.getItem(BEFORE) !== null
}

export function tellNoMore(): void {
  localStorage.removeItem(BEFORE)
}

/** Get an identity; a cookie is asked for only before the first action that needs one. */
export async function beSomebody(lang: 'en' | 'fr', name?: string): Promise<Me> {
  const me = await api.be(name ? { name, lang } : { lang })
  if (name || !known()) remember(true)
  return me
}
