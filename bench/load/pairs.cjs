// Pairs for boardgame.io, as its documentation teaches to write a game: the peer plays the same game as the house, with the
// same number of moves and as many cards in hand. A fresh game follows the last one, so that a match never ends.
const { PlayerView } = require('boardgame.io/core')

const LOSING = 60
const BURNED = 5

const fullDeck = () => Array.from({ length: 10 }, (_, i) => Array(i + 1).fill(i + 1)).flat()

/** The next card; when the deck is empty the discards are shuffled into a new one. */
function draw(G, random) {
  if (G.secret.deck.length === 0) {
    G.secret.deck = random.Shuffle([...G.discard, ...G.secret.burned])
    G.discard = []
    G.secret.burned = G.secret.deck.splice(0, Math.min(BURNED, G.secret.deck.length - 1))
  }
  const card = G.secret.deck.pop()
  G.deck = G.secret.deck.length
  return card
}

/** Everybody gets a card; the lowest begins. */
function round(G, ctx, random) {
  for (let seat = 0; seat < ctx.numPlayers; seat++) {
    G.discard.push(...G.pile[seat])
    G.pile[seat] = [draw(G, random)]
  }
  const tops = G.pile.map((pile) => pile[0])
  return String(tops.indexOf(Math.min(...tops)))
}

function score(G, ctx, random, events, seat, card) {
  G.kept[seat].push(card)
  G.points[seat] += card
  if (G.points[seat] >= LOSING) {
    G.lost[seat] += 1
    Object.assign(G, fresh(ctx, random, G.lost))
  }
  events.endTurn({ next: round(G, ctx, random) })
}

function fresh(ctx, random, lost) {
  const seats = Array.from({ length: ctx.numPlayers })
  const deck = random.Shuffle(fullDeck())
  return {
    secret: { burned: deck.splice(0, BURNED), deck },
    deck: deck.length, discard: [], pile: seats.map(() => []), kept: seats.map(() => []), points: seats.map(() => 0), lost,
  }
}

exports.Pairs = {
  name: 'pairs',
  minPlayers: 4,
  maxPlayers: 4,
  playerView: PlayerView.STRIP_SECRETS,
  setup: ({ ctx, random }) => {
    const G = fresh(ctx, random, Array(ctx.numPlayers).fill(0))
    round(G, ctx, random)
    return G
  },
  moves: {
    hit: {
      client: false, // the deck is a secret of the server
      move: ({ G, ctx, random, events, playerID }) => {
        const seat = Number(playerID)
        const card = draw(G, random)
        if (G.pile[seat].includes(card)) return score(G, ctx, random, events, seat, card)
        G.pile[seat].push(card)
        return events.endTurn({ next: String((seat + 1) % ctx.numPlayers) })
      },
    },
    fold: {
      client: false,
      move: ({ G, ctx, random, events, playerID }) => {
        const lowest = Math.min(...G.pile.flat())
        const owner = G.pile.findIndex((pile) => pile.includes(lowest))
        G.pile[owner].splice(G.pile[owner].indexOf(lowest), 1)
        return score(G, ctx, random, events, Number(playerID), lowest)
      },
    },
  },
}
