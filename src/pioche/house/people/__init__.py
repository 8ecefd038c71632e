"""Identity of people: guests, accounts, passkeys, and the origins of their requests."""
