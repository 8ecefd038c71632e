// How people come to a table of the house: as docs/protocol.md says.
import WebSocket from 'ws'

const AT_ONCE = 16

export const house = {
  async open(address, tables, seats, refused) {
    const ask = async (path, token, body) => {
      const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
      const answer = await fetch(address + path, { method: 'POST', headers, body: body === undefined ? undefined : JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer.json()
    }
    const sit = async (table) => {
      const people = await Promise.all(Array.from({ length: seats }, (_, seat) => ask('/api/me', '', { name: `P${seat} of ${table.place}` })))
      const made = await ask('/api/tables', people[0].token, { game: 'pairs', options: { seats, losing_score: 60, games: 10 } })
      table.name = made.code
      for (const [seat, person] of people.entries()) {
        if (seat === 0) continue
        await ask(`/api/tables/${made.code}/join`, person.token, { secret: made.secret })
        await ask(`/api/tables/${made.code}/sit`, person.token, { seat })
      }
      table.sockets = await Promise.all(people.map((person, seat) => this.socket(address, table, seat, person.token, ask, refused)))
      table.send = (id) => {
        const menu = table.menus[table.turn]
        const word = menu.length > 1 && Math.random() < 0.35 ? menu.at(-1) : menu[0]
        table.sockets[table.turn].send(JSON.stringify({ t: 'move', id, do: word.do }))
      }
      table.sockets[0].send(JSON.stringify({ t: 'start', id: 'start' }))
      await table.started
    }
    const waiting = [...tables]
    await Promise.all(Array.from({ length: AT_ONCE }, async () => {
      while (waiting.length) await sit(waiting.shift())
    }))
  },

  async socket(address, table, seat, token, ask, refused) {
    table.menus ??= []
    table.started ??= new Promise((resolve) => (table.begun = resolve))
    const { ticket } = await ask(`/api/tables/${table.name}/ticket`, token)
    const socket = new WebSocket(`${address.replace('http', 'ws')}/t/${table.name}/ws`, { perMessageDeflate: false })
    let n = 0
    return new Promise((resolve, reject) => {
      socket.on('error', reject)
      socket.on('close', (code) => refused(`closed ${code}`))
      socket.on('open', () => socket.send(JSON.stringify({ t: 'hello', ticket, since: 0 })))
      socket.on('message', (text) => {
        const said = JSON.parse(text)
        if (said.t === 'welcome') resolve(socket)
        else if (said.t === 'news') {
          for (const event of said.events) if (event.n !== ++n) refused(`event ${event.n} instead of ${n}`)
          if (said.menu !== null) table.menus[seat] = said.menu
          if (said.view?.turn != null) table.turn = said.view.turn
          if (said.events.some((event) => event.kind === 'started')) table.heard = (table.heard ?? 0) + 1
          if (table.heard === 4 && table.move === null) table.begun()
          else if (table.move !== null && said.events.length) table.told()
        } else if (said.t === 'ack' && said.id === table.move?.id) table.answered()
        else if (said.t === 'no') refused(said.reason)
      })
    })
  },
}
