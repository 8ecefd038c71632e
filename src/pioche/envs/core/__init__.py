"""What environments are made of: dense actions, observations, a plain table that asks, and one text for many tables."""
