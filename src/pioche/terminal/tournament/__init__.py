"""`pioche tournament`: a tournament at real tables, kept in one file."""
