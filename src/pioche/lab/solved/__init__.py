"""Games small enough to be solved exactly."""
