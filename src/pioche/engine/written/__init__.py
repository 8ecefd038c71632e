"""Positions in writing: fields in words, words read back, and whether a position can be played."""
