"""The whole of one process: its rooms, its people, its writer."""
