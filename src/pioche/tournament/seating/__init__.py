"""TR10-TR24: table sizes, byes, seatings, and the reasons for them."""
