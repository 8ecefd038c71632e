"""The wire protocol: messages, HTTP bodies, rights, sentences."""
