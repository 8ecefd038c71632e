"""The house under load, beside a boardgame.io server under the same load: four people at each of five hundred tables, a move
a second at every table, one core for the server and another for everybody who plays."""
