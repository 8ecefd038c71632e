"""What several games, or one large game, have in common: written once, in the subset."""
