"""Where journals are kept: SQLite or PostgreSQL, and the thread that writes."""
