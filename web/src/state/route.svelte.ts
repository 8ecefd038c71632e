// Where we are: the front door, a table, its replay, a lesson, tournaments, or a private way back. The house serves the page for all of them.
export interface Place {
  at: 'door' | 'table' | 'replay' | 'seat' | 'tournaments' | 'lesson'
  code: string
  secret: string
  query: URLSearchParams
}

function read(): Place {
  const query = new URLSearchParams(location.search)
  const table = /^\/t\/([0-9a-z]+)\/?$/.exec(location.pathname)
  const secret = location.hash.slice(1)
  if (table) return { at: query.has('replay') ? 'replay' : 'table', code: table[1]!, secret, query }
  const tournament = /^\/tournament(?:s|\/([0-9a-z]+)(?:\/projector)?)\/?$/.exec(location.pathname)
  if (tournament) return { at: 'tournaments', code: tournament[1] ?? '', secret, query }
  const lesson = /^\/learn\/([0-9a-z_]+)\/?$/.exec(location.pathname)
  if (lesson) return { at: 'lesson', code: lesson[1]!, secret, query }
  if (location.pathname === '/s') return { at: 'seat', code: '', secret, query }
  return { at: 'door', code: '', secret: '', query }
}

export const route = $state({ place: read() })

export function go(path: string, { replace = false, keepScroll = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path)
  route.place = read()
  if (!keepScroll) scrollTo(0, 0)
}

addEventListener('popstate', () => (route.place = read()))
