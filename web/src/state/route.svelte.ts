// Where we are: the front door, a table, its replay, or a private way back. The house serves the page for all of them.
export interface Place {
  at: 'door' | 'table' | 'replay' | 'seat'
  code: string
  secret: string
  query: URLSearchParams
}

function read(): Place {
  const query = new URLSearchParams(location.search)
  const table = /^\/t\/([0-9a-z]+)\/?$/.exec(location.pathname)
  const secret = location.hash.slice(1)
  if (table) return { at: query.has('replay') ? 'replay' : 'table', code: table[1]!, secret, query }
  if (location.pathname === '/s') return { at: 'seat', code: '', secret, query }
  return { at: 'door', code: '', secret: '', query }
}

export const route = $state({ place: read() })

export function go(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path)
  route.place = read()
  scrollTo(0, 0)
}

addEventListener('popstate', () => (route.place = read()))
