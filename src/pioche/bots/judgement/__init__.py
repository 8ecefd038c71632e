"""How to play each game, one file a game, in the subset."""
