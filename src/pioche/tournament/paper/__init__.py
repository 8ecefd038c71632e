"""Papers of a tournament: seat lists, table cards, result sheets and standings as HTML pages, and tables as CSV."""

from __future__ import annotations

from pioche.tournament.paper.lists import ranking_page, seat_list, standings_page
from pioche.tournament.paper.spreadsheet import entrants_csv, read_entrants, results_csv, standings_csv
from pioche.tournament.paper.table_cards import result_sheets, table_cards

__all__ = [
    "seat_list", "table_cards", "result_sheets", "standings_page", "ranking_page",
    "entrants_csv", "results_csv", "standings_csv", "read_entrants",
]  # fmt: skip
