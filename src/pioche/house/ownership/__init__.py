"""Which worker owns a table, tables of other workers, and the bell between them."""
