"""Two settings or more on the same deals: which differences are real, and how large they are."""
