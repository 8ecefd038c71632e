"""TR10-TR24: table sizes, byes, who sits where, and why."""
