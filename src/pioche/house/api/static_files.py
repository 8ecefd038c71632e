"""The files of the page as they travel: squeezed once, kept in memory, and remembered by the browser.

Vite names the files in `assets/` after their contents, so that a browser may keep them for ever; of all others it asks
each time whether they are still the same (ETag) and gets no second copy. Where the build left a `.br` beside an asset,
browsers that read Brotli get that one; gzip is made here, at the first visit.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import os
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

KINDS = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
SQUEEZED = ("text/", "application/json", "application/manifest+json", "image/svg+xml")  # fonts are squeezed already
MANY = 500  # addresses known to lead to a file
LASTING, ASKING = "public, max-age=31536000, immutable", "no-cache"


@dataclass(frozen=True)
class File:
    """One file in every form it may be asked for."""

    stamp: tuple[int, int]  # of the file on the disk: another one means another page was built
    kind: str
    forms: dict[str, bytes]  # by Content-Encoding; "" is as it is
    etag: str
    cache: str


class Pages:
    """The files below one folder."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self._kept: dict[Path, File] = {}
        self._found: dict[str, Path] = {}  # where an address leads

    def find(self, path: str) -> File | None:
        """The file at an address, if there is one; nothing outside the folder, whatever the address says."""
        if not path or "\0" in path or path.endswith(".br"):
            return None
        if path in self._found:
            return self.read(self._found[path])
        asked = self.root / path
        if not os.path.isfile(asked) or not (found := asked.resolve()).is_relative_to(self.root):
            return None
        if len(self._found) < MANY:
            self._found[path] = found
        return self.read(found)

    def read(self, file: Path) -> File | None:
        try:
            found = file.stat()
            stamp = found.st_mtime_ns, found.st_size
            kept = self._kept.get(file)
            if kept is None or kept.stamp != stamp:
                kept = self._kept[file] = self._made(file, stamp)
        except (OSError, ValueError):
            return None
        return kept

    def _made(self, file: Path, stamp: tuple[int, int]) -> File:
        plain = file.read_bytes()
        kind = KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        lasting = self.root / "assets" in file.parents
        forms = {"": plain}
        if kind.startswith(SQUEEZED):
            forms["gzip"] = gzip.compress(plain, 9, mtime=0)
            brotli = file.with_name(file.name + ".br")
            if lasting and brotli.is_file():  # a name that follows from the contents has no copy of another build
                forms["br"] = brotli.read_bytes()
        etag = hashlib.sha256(plain).hexdigest()[:20]
        return File(stamp, kind, forms, etag, LASTING if lasting else ASKING)


def answer(file: File, request: Request) -> Response:
    """The file in the smallest form this browser reads, or the word that it has it already."""
    form = _form(file, request.headers.get("accept-encoding", ""))
    etag = f'"{file.etag}-{form}"' if form else f'"{file.etag}"'
    headers = {"cache-control": file.cache, "etag": etag}
    if len(file.forms) > 1:
        headers["vary"] = "accept-encoding"
    known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
    if etag in known:
        return Response(status_code=304, headers=headers)
    if form:
        headers["content-encoding"] = form
    return Response(file.forms[form], headers=headers, media_type=file.kind)


def _form(file: File, accepted: str) -> str:
    """`gzip, br;q=0` and the like: the smallest of the forms it lets through."""
    allowed = {""}
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        if weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            allowed.add(name.strip())
    return min((form for form in file.forms if form in allowed), key=lambda form: len(file.forms[form]))
