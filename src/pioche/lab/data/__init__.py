"""Matches as tables for other tools: one row a match, a record or a decision, to Parquet and CSV. docs/data.md."""
