"""Previews of shared matches for chats: a picture, and Open Graph tags in the head of the page."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from pioche.house.api import replays
from pioche.house.api.endpoint import Call, secure
from pioche.house.core.house import House
from pioche.house.pictures.preview import MatchSummary, picture, tags
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.unreadable import Unreadable
from pioche.house.tables.state import TableState
from pioche.text import LANGUAGES

HEAD = b"</head>"


def summary_of(state: TableState, match: int, share: str, at: int, lang: str) -> MatchSummary:
    """Summarize a shared match at move `at`. Refuse a wrong share token, and a match that is not over."""
    if not replays.is_shared(state, match, share):
        raise Refusal("not_joined", 403)
    replays.may_have_record(state, 0, match)
    if state.lags(None) or match not in state.results:
        raise Refusal("not_over_yet")
    kept = state.record(match)
    scores, ranking = state.results[match]
    moves = len(kept.moves)
    shown = (tuple(kept.names), tuple(scores), tuple(ranking), min(at, moves), moves)
    return MatchSummary(state.game.id, state.game.title(lang), *shown, lang)


async def shared_picture(call: Call) -> Response:
    query = call.query
    state = await call.house.table_state(call.part("code"))
    summary = summary_of(state, query["match"], query["share"], query.get("at", 0), query.get("lang", "en"))
    png = await call.house.visitors_thread.run("picture", call.address, picture, summary)
    return Response(png, media_type="image/png", headers={"cache-control": "public, max-age=86400"})


async def with_preview(house: House, request: Request, page: bytes) -> Response | None:
    """Return the page with a preview in its head if its address is a link to a shared match that may be seen, else None."""
    path, query = str(request.scope["path"]), request.query_params
    code, match, share, at = path.removeprefix("/t/"), query.get("replay", ""), query.get("share", ""), query.get("at", "0")
    if not (path.startswith("/t/") and "/" not in code and share and _number(match) and _number(at)):
        return None
    lang = query.get("lang") or _language(request.headers)
    try:
        state = await house.table_state(code)
        summary = summary_of(state, int(match), share, int(at), lang if lang in LANGUAGES else "en")
    except (Refusal, Unreadable):
        return None  # the page asks for the replay itself and shows the refusal
    asked = urlencode({"match": match, "share": share, "at": at, "lang": summary.lang})
    here = f"{'https' if secure(house, request) else 'http'}://{request.headers.get('host', '')}"
    shown_at = f"{here}{path}?{request.scope['query_string'].decode('latin-1')}"
    text = tags(summary, shown_at, f"{here}/api/shared/{code}/picture?{asked}")
    shown = page.replace(HEAD, f"  {text}\n  </head>".encode(), 1)
    return Response(shown, media_type="text/html", headers={"cache-control": "no-store"})


def _number(written: str) -> bool:
    return written.isascii() and written.isdigit() and len(written) < 7


def _language(headers: Mapping[str, str]) -> str:
    return "fr" if headers.get("accept-language", "").lower().startswith("fr") else "en"
