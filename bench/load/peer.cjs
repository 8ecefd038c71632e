// A boardgame.io server as its documentation starts one: node peer.cjs PORT [FOLDER]. With a folder it keeps matches in flat files.
const { Server, Origins, FlatFile } = require('boardgame.io/server')
const { Pairs } = require('./pairs.cjs')

const [port, folder] = process.argv.slice(2)
const server = Server({ games: [Pairs], origins: [Origins.LOCALHOST], ...(folder ? { db: new FlatFile({ dir: folder }) } : {}) })
server.run({ port: Number(port) }).then(() => console.log('open'))
