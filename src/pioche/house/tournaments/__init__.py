"""Tournaments in the house: one actor for each, tables that are opened and results that arrive by themselves."""
