"""A deal nobody can have chosen: promises, shares, the key of the cards, and how a record is verified. docs/fair-spec.md."""
