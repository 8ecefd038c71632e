"""The house: a server where friends meet to play. It never forgets a move and never tells a secret.

`serve` opens it; `protocol` and `answers` are its language; `room` is one table with people round it.
docs/server.md shows how the parts fit, docs/protocol.md what goes over the wire.
"""
