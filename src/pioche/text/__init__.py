"""French and English: titles, labels, refusals, and what happened told in natural sentences.

One catalogue a game and a language: `en/games/pairs.toml`, `fr/games/pairs.toml`; `every_game.toml` beside them holds
what all games share. `catalogues.py` finds texts, `grammar.py` says what a sentence may hold besides plain slots and
takes it apart, `telling.py` fills it in and tells events, `rule_sheets.py` makes rule sheets for players, `numbers.py` formats numbers, `moves.py` words moves and refusals. Use them from here.

What happened stands in [events]; what the one who reads has done in [events_you], what was done to them in
[events_to_you], what they did to themselves in [events_both]. In these three their name is « vous ». What somebody
else did to their own things stands in [events_own]. Further sections of a catalogue:

[items]                     events told in one sentence when they follow each other: how each is said in the list {items};
                            a number that differs and is not said stands there as {slot||}
[by_option.theme.forks]     slots that depend on an option: {a_piece} is a fork at a table with theme=forks
[options.lives.spelled]     the words a table spells, one letter for every life lost; see `telling._lives`

An event may have several sentences: `letter.spelled` where lives are letters, `letter.hog` where the option is hog.
A slot of a layout is told as {place}, or by the name of its field: your card, their own, or somebody’s.
"""

from pioche.text.catalogues import (
    EVERY_GAME,
    LANGUAGES,
    catalogue,
    find,
    laid_over,
    life_word,
    listed,
    sheet,
    spelling,
    texts,
    title,
)
from pioche.text.moves import action_label, refusal
from pioche.text.numbers import decimal, localized, percent, thousands
from pioche.text.rule_sheets import OPTIONS_LINE, TECHNICAL, options_table, players_sheet, without_rule_numbers
from pioche.text.telling import (
    card,
    elides,
    fill,
    listing,
    narrate,
    runs,
    say,
    seat_name,
    seat_names,
    told_with,
    which_deal,
)  # fmt: skip

__all__ = [
    "EVERY_GAME", "LANGUAGES", "OPTIONS_LINE", "TECHNICAL", "action_label", "card", "catalogue", "decimal", "elides", "fill", "find", "life_word",
    "laid_over", "listed", "listing", "localized", "narrate", "options_table", "percent", "players_sheet", "refusal", "runs", "say", "seat_name", "seat_names", "sheet", "spelling", "texts",
    "thousands", "title", "told_with", "which_deal", "without_rule_numbers",
]  # fmt: skip
