"""One file a game, read like its rulebook."""
