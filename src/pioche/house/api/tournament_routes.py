"""All HTTP routes of tournaments in one list."""

from __future__ import annotations

from pioche.house.api import tournament_handlers as h
from pioche.house.api.endpoint import Query, Route
from pioche.house.protocol import tournament_bodies as t
from pioche.house.protocol import tournament_views as v

ROUND = Query("round", "integer", most=30)
LANG = Query("lang", "string", values=("en", "fr"))
THERE = (404, 409)  # refusals of every route of one tournament

# fmt: off
TOURNAMENT_ROUTES = (
    Route(
        "tournament_profiles", "GET", "/api/tournament-profiles", h.tournament_profiles,
        "Table sizes, lengths and scoring of each game in tournaments, with the reasons.",
        t.Profiles,
    ),
    Route(
        "tournaments", "GET", "/api/tournaments", h.tournaments,
        "Tournaments I take part in, and public ones.",
        v.Tournaments,
    ),
    Route(
        "new_tournament", "POST", "/api/tournaments", h.new_tournament,
        "Make a tournament; its maker is the organiser.",
        v.TournamentMade, body=t.NewTournament, needs="guest", refuses=(404,), rate="make",
    ),
    Route(
        "tournament", "GET", "/api/tournaments/{code}", h.tournament,
        "A tournament as people of my role may see it.",
        v.TournamentAnswer, refuses=THERE,
    ),
    Route(
        "enter_tournament", "POST", "/api/tournaments/{code}/join", h.enter,
        "Enter as an entrant, a spectator, a referee or a substitute, depending on the link.",
        v.TournamentAnswer, body=t.Enter, needs="guest", refuses=(404, 409), rate="join",
    ),
    Route(
        "act", "POST", "/api/tournaments/{code}/act", h.act,
        "One action of the rules (section 4.1).",
        v.TournamentAnswer, body=t.Act, needs="guest", refuses=(404, 409), rate="tournament",
    ),
    Route(
        "manage", "POST", "/api/tournaments/{code}/manage", h.manage,
        "Change links, real cards, tables or time: for the organiser.",
        v.TournamentAnswer, body=t.Manage, needs="guest", refuses=(404, 409), rate="tournament",
    ),
    Route(
        "tournament_events", "GET", "/api/tournaments/{code}/events", h.events,
        "Server-Sent Events: the version number whenever something has changed for me.",
        "text/event-stream", refuses=THERE,
    ),
    Route(
        "explain", "GET", "/api/tournaments/{code}/explain", h.explain,
        "The reasons for a seating.",
        v.Explained, refuses=THERE, query=(ROUND, Query("name", "string", most=40)),
    ),
    Route(
        "comparison", "GET", "/api/tournaments/{code}/comparison", h.compare,
        "Duplicate deals of a closed round: results of different people with the same cards.",
        v.Comparison, refuses=THERE, query=(ROUND,),
    ),
    Route(
        "tournament_log", "GET", "/api/tournaments/{code}/log", h.tournament_log,
        "The log, JSON Lines: for organiser and referees; for everyone after the end.",
        "application/jsonl", refuses=THERE,
    ),
    Route(
        "spreadsheet", "GET", "/api/tournaments/{code}/{what}.csv", h.spreadsheet,
        "Standings, entrants or results as CSV.",
        "text/csv", refuses=THERE,
    ),
    Route(
        "paper", "GET", "/api/tournaments/{code}/print/{what}", h.paper,
        "A page to print: seats, cards, sheets, standings or ranking.",
        "text/html", refuses=THERE, query=(LANG, ROUND),
    ),
)
# fmt: on
