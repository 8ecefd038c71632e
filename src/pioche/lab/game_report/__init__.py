"""The portrait of a game: luck and skill, what decisions are worth, and the report that shows it all."""
