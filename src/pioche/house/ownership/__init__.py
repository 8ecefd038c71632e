"""Ownership of tables among workers: leases, the registry of actors, and copies of other workers' tables."""
