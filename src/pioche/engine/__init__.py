"""The rules in two engines: what lies on a table, what may be done, what happened."""
