"""The bots that sit at live tables."""
