"""Several workers that serve one house."""
