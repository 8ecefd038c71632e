"""A seating explains itself, and says what a new one changed."""

from __future__ import annotations

from tests.tournament.playing import arrange, play, tournament

SIZES = {
    3: "3", 4: "4", 5: "5", 6: "3 3", 7: "4 3", 8: "4 4", 9: "4 5", 10: "4 3 3", 11: "4 4 3", 12: "4 4 4", 13: "4 4 5", 14: "4 4 3 3",
    15: "4 4 4 3", 16: "4 4 4 4", 17: "4 4 4 5", 18: "4 4 4 3 3", 19: "4 4 4 4 3", 20: "4 4 4 4 4",
}  # fmt: skip


def test_a_seating_explains_itself() -> None:
    t = tournament("ABCDEFGHI", k=3, kmin=3, kmax=3, scoring="raw", rounds=3)
    t.seat()
    arrange(t, ["ABC", "DEF", "GHI"])
    t.start()
    play(t, {name: 9 - place for place, name in enumerate("ABDGEHCFI")})
    said = t.seat().explain("en")
    assert "A met B in round 1, so they are kept apart." in said
    assert "G met H in round 1, so they are kept apart." in said
    assert said[-1] == "No repeat meetings."
    french = t.seating().explain("fr")
    assert "A a rencontré B à la ronde 1\u202f; c’est pourquoi cette rencontre n’a pas lieu." in french
    assert len(french) == len(said)


def test_clubs_that_could_not_be_kept_apart_are_told() -> None:
    """Three of one club at two tables: one pair meets, whatever one does."""
    t = tournament("ABCDEFGH", clubs=dict.fromkeys("ABC", "x"), rounds=2)
    seating = t.seat()
    assert seating.cost[0] == 1
    assert seating.explain("en")[-1] == "1 pair of the same club meets: it was unavoidable."
    assert seating.explain("fr")[-1] == "1 paire d’un même club se rencontre\u00a0: on ne pouvait pas l’éviter."


def test_a_last_round_of_leaders_does_not_claim_the_fewest_repeats() -> None:
    t = tournament(8, rounds=2, plain_last=1)
    t.seat()
    t.start()
    play(t, lambda seats: [4, 3, 2, 1])
    said = t.seat().explain("en")
    assert said[0].startswith("Last round: the leaders meet")
    assert not any("no seating has fewer" in one or "swapping any two" in one for one in said)


def test_differences_after_a_reseat_are_told() -> None:
    t = tournament(8, rounds=2)
    before = t.seat()
    t.late("Z")
    after = t.reseat()
    assert "Z" in after.changed
    assert after.number == 2
    stayed = [name for table in after.tables for name in table if name not in after.changed]
    assert all(before.table_of(name) == after.table_of(name) for name in stayed)
