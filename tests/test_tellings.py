"""Whoever listens knows who paid whom, what is left over, which letters somebody has, and what lay face down."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import pioche
from pioche import Illegal, Table, text
from pioche.house.tables.news import worded
from pioche.terminal.cli import main

NAMES = ["Alice", "Hélène", "Yann", "David"]


def played(name: str, seed: int = 4, most: int = 400, **options: Any) -> Table:
    table, dice = pioche.load(name, **options).table(seed=seed), random.Random(seed)
    while not table.over and len(table.moves) < most:
        if not table.actors:
            assert table.next_timer is not None
            table.advance(table.next_timer[0])
            continue
        seat = dice.choice(table.actors)
        table.act(seat, dice.choice(table.legal(seat)))
    return table


def story(table: Table, lang: str, me: int | None = None) -> list[str]:
    """All that a seat (a spectator) reads, sentence by sentence."""
    told = text.runs(table.rules, table.events(me))
    return [said for event, *more in told if (said := text.narrate(table, event, lang, NAMES, me, more))]


def replayed(table: Table, folder: Path, capsys: pytest.CaptureFixture[str], *how: str) -> str:
    record = table.record()
    record.names = NAMES[: table.game.seats]
    record.save(folder / "told.jsonl")
    assert main(["replay", str(folder / "told.jsonl"), "--plain", *how]) == 0
    return capsys.readouterr().out


# -- who paid whom -----------------------------------------------------------------------------------

PAID = [
    ("seattle", {"seats": 3, "games": 2}, "payment", "Alice pays 1 coin to Yann.", "Alice paie 1 pièce à Yann."),
    (
        "rocket",
        {"seats": 3, "laps_of_table": 1},
        "payment",
        "Alice wins 21 coins from Yann.",
        "Alice reçoit 21 pièces de Yann.",
    ),
]


@pytest.mark.parametrize(("name", "options", "kind", "en", "fr"), PAID)
@pytest.mark.parametrize("how", [(), ("--all",)])
def test_a_payment_names_both_to_everybody(
    name: str, options: dict[str, Any], kind: str, en: str, fr: str, how: tuple[str, ...],
    tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    table = played(name, **options)
    for lang, said in (("en", en), ("fr", fr)):
        told = replayed(table, tmp_path, capsys, "--lang", lang, *how)
        assert f"  {said}\n" in told
        assert not [line for line in told.splitlines() if ("coin" in line or "pièce" in line) and "[" in line]
    for event in table.history():
        if event["kind"] == kind:
            assert event["only"] is None
            assert event["to"] is not None


def test_private_passes_are_told_to_both_with_their_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kitty = played("kitty", seats=3, most=3)
    told = replayed(kitty, tmp_path, capsys, "--all", "--lang", "fr")
    assert told.count("[vu d’Alice seulement] Vous passez un ") == 1
    assert told.count("[vu d’Hélène seulement] Alice vous passe un ") == 1
    assert "passe" not in "".join(
        line for line in replayed(kitty, tmp_path, capsys, "--lang", "fr").splitlines() if " à " in line
    )

    draft = played("venture_draft", seats=3, most=3)
    told = replayed(draft, tmp_path, capsys, "--all", "--lang", "en")
    assert told.count("[only Alice sees this] You pass ") == 1, "a packet is one sentence"
    assert told.count(" to Hélène.") == 1
    assert told.count(" from Alice.") == 1


def test_what_cannot_be_shared_is_told() -> None:
    table = played("tacoma", seats=4, stake=7, games=3)
    carried = [event["amount"] for event in table.events(None) if event["kind"] == "carried"]
    assert carried == [1]
    assert "1 coin cannot be shared equally and stays for the next game." in story(table, "en")
    assert "1 pièce ne se partage pas et reste pour la partie suivante." in story(table, "fr")


@pytest.mark.parametrize(
    ("winners", "carry", "en", "fr"),
    [
        ([1], 0, "The pot goes to Hélène: 6 coins.", "Le pot est pour Hélène\u00a0: 6 pièces."),
        (
            [1, 2], 1, "The pot goes to Hélène and Yann: 6 coins each; 1 coin is left over for the next deal.",
            "Le pot est pour Hélène et Yann\u00a0: 6 pièces par personne\u202f; il reste 1 pièce pour la donne suivante.",
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("game", ["port", "starboard", "blackstone", "goblin_poker"])
def test_a_pot_says_each_and_is_silent_about_nothing(game: str, winners: list[int], carry: int, en: str, fr: str) -> None:
    table = pioche.load(game).table(seed=1)
    event = {"n": 1, "kind": "pot", "winners": winners, "share": 6, "carry": carry}
    assert text.narrate(table, event, "en", NAMES) == en
    assert text.narrate(table, event, "fr", NAMES) == fr


def test_a_replaced_tie_break_card_is_told_as_such_and_burned_cards_are_counted() -> None:
    table = pioche.load("pairs").table(seed=1)
    kept = {"n": 1, "kind": "tie_break", "seat": 0, "rank": 8, "kept": True}
    assert text.narrate(table, kept, "en", NAMES) == "Tie-break: Alice turns up an 8."
    assert "another card" in text.narrate(table, kept | {"kept": False}, "en", NAMES)
    assert "une autre carte" in text.narrate(table, kept | {"kept": False}, "fr", NAMES)
    shuffled = {"n": 1, "kind": "reshuffle", "count": 39, "burned": 5}
    assert text.narrate(table, shuffled, "en").endswith("39 cards, of which 5 are burned unseen.")
    assert text.narrate(table, shuffled | {"burned": 0}, "fr").endswith("une pioche de 39 cartes.")


def test_whoever_folds_with_an_own_card_takes_it_from_nobody_else() -> None:
    table = pioche.load("pairs").table(seed=1)
    fold = {"n": 1, "kind": "fold", "seat": 0, "rank": 3, "from": 0}
    assert text.narrate(table, fold, "en", NAMES) == "Alice folds and takes a 3 from their own pile."
    assert text.narrate(table, fold, "fr", NAMES, 1) == "Alice passe et prend un 3 dans sa propre pile."
    assert text.narrate(table, fold, "fr", NAMES, 0) == "Vous passez et prenez un 3 dans votre propre pile."


# -- lists, columns, teams -----------------------------------------------------------------------------


def test_a_hand_is_one_sentence_in_the_terminal_and_in_the_house() -> None:
    table = pioche.load("kitty", seats=3).table(seed=1)
    own = [said for said in story(table, "fr", 0) if said.startswith("Vous recevez")]
    assert len(own) == 1
    assert " et " in own[0]
    served = [
        worded(table, place, text.told_with(table, place), 1, 1, NAMES, 0)
        for place, entry in enumerate(table.s.log)
        if entry[1] in (-1, 0)
    ]
    assert [event.fr for event in served if event.kind == "hand" and event.fr] == own
    assert sum(event.kind == "hand" for event in served) > 1, "the events themselves stay as they are"


@pytest.mark.parametrize("game", ["hawthorn", "venture_draft", "sweep", "blackstone", "agnes", "vatra", "five_cards"])
def test_the_house_and_the_terminal_tell_the_same(game: str) -> None:
    table = played(game, most=60)
    for me in (None, 0, 1):
        heard = [place for place, entry in enumerate(table.s.log) if entry[1] in (-1, me)]
        for lang in text.LANGUAGES:
            served = [getattr(worded(table, place, text.told_with(table, place), 1, 1, NAMES, me), lang) for place in heard]
            assert [said for said in served if said] == story(table, lang, me)


def test_columns_name_their_winner() -> None:
    table = pioche.load("five_cards").table(seed=1)
    assert len([said for said in story(table, "en") if "prizes" in said]) == 1, "five prizes are one sentence"
    won = {"n": 1, "kind": "column", "winners": [1], "column": 3, "margin": 4, "points": 7}
    assert text.narrate(table, won, "en", NAMES) == "Column 3: 7 points for Hélène, by 4."
    assert text.narrate(table, won, "fr", NAMES, 1) == "Colonne 3\u00a0: 7 points pour vous, avec 4 de plus."
    even = won | {"winners": [0, 1], "margin": 0, "points": 3}
    assert text.narrate(table, even, "en", NAMES) == "Column 3: 3 points each for Alice and Hélène."


def test_partners_score_as_a_team() -> None:
    table = played("kitty_partners")
    teams = [event for event in table.events(None) if event["kind"] == "team_score"]
    assert [event["team"] for event in teams] == [[0, 2], [1, 3]]
    assert [event["total"] for event in teams] == table.scores[:2]
    assert not [event for event in table.events(None) if event["kind"] == "deal_score"]
    most = {"n": 1, "kind": "score", "rank": 8, "count": 1, "points": 8, "holders": [0, 1, 2, 3]}
    assert text.narrate(table, most, "en", NAMES).endswith("8 points each for Alice with Yann and Hélène with David.")
    assert text.narrate(table, most | {"holders": [0, 2]}, "fr", NAMES, 2).endswith("8 points pour vous avec Alice.")


def test_a_target_nobody_wins_is_told() -> None:
    table = pioche.load("kitty", seats=3, mode="hard").at(
        hand=[[5], [5], [5]], target=[9], phase="bid", waiting=[0, 1, 2], deck=[], left=0, round=6, seed=1
    )
    for seat in range(3):
        table.act(seat, "bid:5")
    assert "No one wins what is left of the prize: one 9." in story(table, "en")
    assert "Personne ne gagne ce qui reste de la cible\u00a0: un 9." in story(table, "fr")


# -- letters -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "count", "en", "fr"),
    [
        ("pig", 2, "Alice gets the letter I: P-I.", "Alice reçoit la lettre E\u00a0: N-E."),
        ("donkey", 6, "Alice gets the letter Y: D-O-N-K-E-Y.", "Alice reçoit la lettre T\u00a0: B-A-U-D-E-T."),
        ("hog", 1, "Alice is a pig.", "Alice devient cochon."),
        ("hog", 2, "Alice is a pig for the second time.", "Alice devient cochon pour la deuxième fois."),
        ("hog", 3, "Alice is a hog.", "Alice devient gros cochon."),
        ("quick_pig", 1, "Alice loses the only life.", "Alice perd sa seule vie."),
        ("spoons", 2, "Alice loses a life (2 of 3).", "Alice perd une vie (2 perdues sur 3)."),
        ("magarac", 3, "Alice gets the letter G: M-A-G.", "Alice reçoit la lettre G\u00a0: M-A-G."),
    ],
)
def test_lives_are_told_as_the_table_counts_them(game: str, count: int, en: str, fr: str) -> None:
    table = pioche.load(game, seats=3).table(seed=1)
    event = {"n": 1, "kind": "letter", "seat": 0, "count": count}
    assert text.narrate(table, event, "en", NAMES) == en
    assert text.narrate(table, event, "fr", NAMES) == fr


@pytest.mark.parametrize("lives", ["hog", "donkey", "immediate", "porc"])
def test_who_goes_out_is_called_by_no_other_word_than_the_table_plays_for(lives: str) -> None:
    table = pioche.load("pig", seats=3, lives=lives).table(seed=1)
    event = {"n": 1, "kind": "out", "seat": 0}
    for me, en, fr in (
        (None, "Alice is out for the rest of the match.", "Alice est hors jeu jusqu’à la fin de la partie."),
        (0, "You are out for the rest of the match.", "Vous êtes hors jeu jusqu’à la fin de la partie."),
    ):
        assert text.narrate(table, event, "en", NAMES, me) == en
        assert text.narrate(table, event, "fr", NAMES, me) == fr


def test_a_word_of_ones_own_is_spelled() -> None:
    table = pioche.load("pig", seats=3, lives="porc").table(seed=1)
    event = {"n": 1, "kind": "letter", "seat": 0, "count": 4}
    assert text.narrate(table, event, "fr", NAMES, 0) == "Vous recevez la lettre C\u00a0: P-O-R-C."


def test_every_spelling_has_a_letter_for_every_life() -> None:
    for rules in pioche.engine.game.rulebooks().values():
        for option in rules.options:
            for lang in text.LANGUAGES:
                spelled = text.texts(rules, lang).get("options", {}).get(option.id, {}).get("spelled", {})
                assert {value: len(word) for value, word in spelled.items()} == {
                    value: option.lives[value] for value in spelled
                }


def test_vatra_counts_deals_and_magarac_letters() -> None:
    assert {event["kind"] for event in played("magarac", seats=3).events(None)} >= {"letter", "jackass"}
    vatra = {event["kind"] for event in played("vatra_fire", seats=3).events(None)}
    assert "lost" in vatra
    assert not vatra & {"letter", "jackass"}


# -- forks and knives ----------------------------------------------------------------------------------

WORDS = {
    "spoons": ("spoon", "cuillère"), "forks": ("fork", "fourchette"), "knives": ("knife", "couteau"),
}  # fmt: skip


@pytest.mark.parametrize("theme", WORDS)
def test_the_theme_is_in_every_word(theme: str) -> None:
    table = played("spoons", seats=3, theme=theme, feints="on")
    said = {lang: story(table, lang) + story(table, lang, 0) for lang in text.LANGUAGES}
    for lang, place in (("en", 0), ("fr", 1)):
        for action in ("grab", "feint"):
            said[lang].append(text.action_label(table, action, lang))
        refused = [text.refusal(table, reason, "", seat=0).said(lang) for reason in ("no_feint_in_a_race",)]
        said[lang] += refused
        whole = " ".join(said[lang])
        assert all(WORDS[theme][place] in sentence for sentence in refused)
        for other, words in WORDS.items():
            assert (words[place] in whole) is (other == theme), f"{lang}: {other} at a table of {theme}"


def test_the_last_piece_is_the_last() -> None:
    table = pioche.load("knives", seats=3).table(seed=1)
    grabbed = {"n": 1, "kind": "grabbed", "seat": 0, "left": 0}
    assert text.narrate(table, grabbed, "fr", NAMES) == "Alice attrape un couteau\u00a0: c’était le dernier."
    assert text.narrate(table, grabbed, "en", NAMES) == "Alice grabs the last knife."
    assert text.narrate(table, grabbed | {"left": 1}, "fr", NAMES) == "Alice attrape un couteau\u00a0: il en reste 1."


# -- what lay under Agnès's cards ----------------------------------------------------------------------


def test_agnes_turns_all_cards_up_at_the_end_and_none_before() -> None:
    table, dice = pioche.load("agnes", seats=3, rounds=1, lap_limit=5, slam="off").table(seed=3), random.Random(3)
    while not table.over:
        hidden = [row for me in (None, 0) for row in table.view(me)["layout"]]
        assert all(card in (None, "?") for row in hidden for card in row) or table.view(0)["phase"] in ("king", "power")
        assert not [event for event in table.events(None) if event["kind"] == "card_shown"]
        if not table.actors:
            table.advance(table.next_timer[0])
            continue
        seat = dice.choice(table.actors)
        table.act(seat, dice.choice(table.legal(seat)))
    truth = table.position()["layout"]
    for me in (None, 0, 1, 2):
        assert table.view(me)["layout"] == truth
    cards = [text.card(card, "fr") for card in truth[1] if card is not None]
    turned = [said for said in story(table, "fr") if said.startswith("Hélène retourne ")]
    assert len(turned) == 1
    assert all(card in turned[0] for card in cards)
    assert sum(said.startswith("You turn up ") for said in story(table, "en", 2)) == 1


def test_cards_before_somebody_are_theirs_or_yours() -> None:
    table = pioche.load("agnes", seats=3).table(seed=1)
    swap = {"n": 1, "kind": "swapped", "seat": 0, "pos1": "0.2", "pos2": "1.3"}
    assert text.narrate(table, swap, "en", NAMES) == "Alice swaps their own card 2 and card 3 of Hélène, unseen."
    assert (
        text.narrate(table, swap, "fr", NAMES, 1) == "Alice échange à l’aveugle sa carte n°\u00a02 et votre carte n°\u00a03."
    )
    assert text.action_label(table, "slam:1.4", "fr", NAMES, 1) == "Abattre votre carte n°\u00a04"
    assert text.action_label(table, "slam:1.4", "fr", NAMES, 0) == "Abattre la carte n°\u00a04 d’Hélène"


# -- refusals ------------------------------------------------------------------------------------------


def refused(table: Table, seat: int, word: str) -> Illegal:
    with pytest.raises(Illegal) as no:
        table.act(seat, word)
    return no.value


def test_a_refusal_says_how_many_more_moves_there_are() -> None:
    table = pioche.load("rocket", seats=2, first_dealer=1, max_bet=200).table(seed=1)
    no = refused(table, 0, "zzz")
    assert (
        no.en
        == "zzz is not a move of this game. You may: bet 10, bet 20, bet 30, bet 40, bet 50, bet 60, bet 70, bet 80 or 12 more moves."
    )
    assert no.fr.endswith("miser 80 ou 12 autres coups.")
    assert refused(table, 1, "zzz").fr == "zzz n’est pas un coup de ce jeu."
    over = refused(table, 0, "bet:210")
    assert "200" in over.en
    assert "200" in over.fr


def test_labels_inside_a_sentence_have_no_capital_and_no_remark() -> None:
    table = pioche.load("pairs", seats=2).table(seed=1)
    assert (
        refused(table, table.actors[0], "zzz").fr
        == "zzz n’est pas un coup de ce jeu. Vous pouvez\u00a0: continuer ou passer."
    )


# -- which deal -----------------------------------------------------------------------------------------


def test_a_game_has_its_own_word_for_a_deal() -> None:
    ten = {"deals": 10, "rounds": 10, "games": 10}
    games = {name: pioche.load(name) for name in ("port", "agnes", "pairs")}
    said = {name: text.which_deal(game.rules, game.options | ten, 0, "fr") for name, game in games.items()}
    assert said == {"port": "donne 1 sur 10", "agnes": "manche 1 sur 10", "pairs": "partie 1 sur 10"}
    assert text.which_deal(games["port"].rules, games["port"].options | {"deals": 1}, 0, "fr") == ""
