"""The two engines of a game: its rule functions brought together, as they are and as machine code."""
