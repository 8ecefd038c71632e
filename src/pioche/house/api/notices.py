"""The operator's own pages: a legal notice and a privacy page, from files in a folder (`--notices FOLDER`).

They are plain text with a small part of Markdown: headings, lists, **bold**, links to web and mail addresses. Everything
else is escaped, so that a copied file cannot bring a script into the page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from pioche.house.api.endpoint import HEADERS
from pioche.house.protocol.sentences import said
from pioche.text import LANGUAGES

KINDS = ("legal", "privacy")
MAX_NOTICE_BYTES = 200_000  # of one file; the rest is cut off
LINK = re.compile(r"\[([^\]]+)\]\(((?:https?://|mailto:)[^\s()<>\"']+)\)")
BOLD = re.compile(r"\*\*(.+?)\*\*")
STYLE = """:root { color-scheme: light dark; }
body { max-width: 42rem; margin: 2rem auto; padding: 0 1.2rem 3rem; font: 17px/1.55 Georgia, serif; }
nav { display: flex; gap: 1.4rem; flex-wrap: wrap; } a { color: inherit; padding: .4rem 0; } h1, h2 { font-weight: 400; }
"""


class BadNotice(Exception):
    """A folder without notices, or a notice that cannot be read. `sentence` is the key of the catalogue's sentence."""

    def __init__(self, sentence: str, **words: Any) -> None:
        super().__init__(sentence)
        self.sentence, self.words = sentence, words


def read_notices(folder: str | Path) -> dict[tuple[str, str], str]:
    """Read the notices of a folder; return texts by kind and language. A notice in one language serves both.

    Raise `BadNotice` if there is none, or if one cannot be read.
    """
    found: dict[tuple[str, str], str] = {}
    for kind in KINDS:
        for lang, name in (("en", f"{kind}.md"), ("fr", f"{kind}.fr.md")):
            path = Path(folder) / name
            try:
                raw = path.read_bytes() if path.is_file() else None
                if raw is not None:
                    found[kind, lang] = raw[:MAX_NOTICE_BYTES].decode("utf-8")
            except (OSError, UnicodeDecodeError) as wrong:
                raise BadNotice("bad_notice", file=path) from wrong
        for lang, other in (("en", "fr"), ("fr", "en")):
            if (kind, lang) not in found and (kind, other) in found:
                found[kind, lang] = found[kind, other]
    if not found:
        raise BadNotice("no_notices", folder=folder)
    return found


def markup(notice: str) -> str:
    """Return a notice as HTML, with everything but its Markdown escaped."""
    parts: list[str] = []
    for block in re.split(r"\n\s*\n", notice.replace("\r\n", "\n").strip()):
        lines = block.strip("\n").split("\n")
        heading = re.match(r"(#{1,3}) +(.*)", lines[0])
        if heading:
            level = len(heading[1])
            parts.append(f"<h{level}>{_inline(heading[2])}</h{level}>")
            lines = lines[1:]
        if lines and all(line.lstrip().startswith("- ") for line in lines):
            parts.append("<ul>" + "".join(f"<li>{_inline(line.lstrip()[2:])}</li>" for line in lines) + "</ul>")
        elif lines:
            parts.append("<p>" + "<br>".join(_inline(line) for line in lines) + "</p>")
    return "\n".join(parts)


def _inline(line: str) -> str:
    parts, last = [], 0
    for link in LINK.finditer(line):
        parts.append(_bold(line[last : link.start()]))
        parts.append(f'<a rel="noreferrer" href="{escape(link[2], quote=True)}">{_bold(link[1])}</a>')
        last = link.end()
    return "".join(parts) + _bold(line[last:])


def _bold(words: str) -> str:
    return BOLD.sub(r"<strong>\1</strong>", escape(words, quote=True))


@dataclass
class NoticeBoard:
    """ASGI middleware that serves the operator's pages: /notices/legal, /notices/privacy?lang=fr."""

    app: ASGIApp
    texts: Mapping[tuple[str, str], str]

    @property
    def state(self) -> Any:
        return self.app.state  # type: ignore[attr-defined]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = self._answer(Request(scope)) if scope["type"] == "http" else None
        await (response or self.app)(scope, receive, send)

    def _answer(self, request: Request) -> Response | None:
        path = str(request.scope["path"])
        _, _, name = path.partition("/notices/")
        if request.method not in ("GET", "HEAD") or not path.startswith("/notices/"):
            return None
        if name == "style.css":
            return Response(STYLE, headers=HEADERS, media_type="text/css")
        lang = _language(request)
        if (name, lang) not in self.texts:
            return None
        return Response(self._page(name, lang), headers=HEADERS, media_type="text/html")

    def _page(self, kind: str, lang: str) -> str:
        other = next(one for one in LANGUAGES if one != lang)
        title = escape(_title(kind, lang))
        links = f'<a href="/">Pioche</a> <a lang="{other}" href="?lang={other}">{escape(_title(kind, other))}</a>'
        return (
            f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<link rel="stylesheet" href="/notices/style.css"></head>\n<body><nav>{links}</nav>\n<main>\n'
            f"{markup(self.texts[kind, lang])}\n</main></body></html>\n"
        )


def _title(kind: str, lang: str) -> str:
    title = said("notices", kind)
    return title.fr if lang == "fr" else title.en


def _language(request: Request) -> str:
    wanted = request.query_params.get("lang") or request.headers.get("accept-language", "")
    return "fr" if wanted.lower().startswith("fr") else "en"
