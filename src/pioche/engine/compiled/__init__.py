"""The same rule functions as machine code."""
