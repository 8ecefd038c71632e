"""Matches that are measured while they are played: what a match was like, beside who won it."""
