"""The server process as a whole: tables, people, lists and the writer."""
