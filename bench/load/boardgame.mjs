// How people come to a match of boardgame.io: the lobby over HTTP, then its own messages over socket.io.
import { io } from 'socket.io-client'

const AT_ONCE = 16

export const boardgame = {
  async open(address, tables, seats, refused) {
    const ask = async (path, body) => {
      const answer = await fetch(address + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer.json()
    }
    const sit = async (table) => {
      const { matchID } = await ask('/games/pairs/create', { numPlayers: seats })
      table.name = matchID
      const people = []
      for (let seat = 0; seat < seats; seat++) people.push(await ask(`/games/pairs/${matchID}/join`, { playerID: String(seat), playerName: `P${seat}` }))
      table.sockets = []
      for (const person of people) table.sockets.push(await this.socket(address, table, person, refused))
      table.settle = () => {
        table.state = table.after._stateID
        table.turn = Number(table.after.ctx.currentPlayer)
      }
      table.send = () => {
        const seat = table.turn
        const payload = { type: Math.random() < 0.35 ? 'fold' : 'hit', args: [], playerID: String(seat), credentials: people[seat].playerCredentials }
        table.sockets[seat].emit('update', { type: 'MAKE_MOVE', payload }, table.state, matchID, String(seat))
      }
    }
    const waiting = [...tables]
    await Promise.all(Array.from({ length: AT_ONCE }, async () => {
      while (waiting.length) await sit(waiting.shift())
    }))
  },

  socket(address, table, person, refused) {
    const socket = io(`${address}/pairs`, { transports: ['websocket'], forceNew: true, reconnection: false, perMessageDeflate: false })
    return new Promise((resolve, reject) => {
      socket.on('connect_error', reject)
      socket.on('disconnect', (why) => refused(`closed ${why}`))
      socket.on('connect', () => socket.emit('sync', table.name, person.playerID, person.playerCredentials, 4))
      socket.on('sync', (matchID, { state }) => {
        table.state = state._stateID
        table.turn = Number(state.ctx.currentPlayer)
        resolve(socket)
      })
      socket.on('update', (matchID, state) => {
        if (table.move === null || state._stateID !== table.state + 1) return
        table.after = state
        if (String(table.turn) === person.playerID) table.answered()
        table.told()
      })
    })
  },
}
