"""What an operator looks at: limits, counters, log lines, memory."""
