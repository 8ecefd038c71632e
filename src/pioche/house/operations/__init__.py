"""Operation of the server: limits, counters, logs, memory, work in threads."""
