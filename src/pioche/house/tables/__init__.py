"""A table: its journal, its state, who may do what, and the room that serves it."""
