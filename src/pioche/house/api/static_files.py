"""The files of the page: compressed once, kept in memory, cached by browsers.

Vite names the files in `assets/` after their contents, so a browser may cache them for ever; all others are revalidated
by ETag. Where the build left a `.br` beside an asset, browsers that accept Brotli get that one; gzip is made here at the
first request.
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
COMPRESSIBLE = ("text/", "application/json", "application/manifest+json", "image/svg+xml")  # fonts are compressed already
MAX_CACHED_PATHS = 500
IMMUTABLE, REVALIDATED = "public, max-age=31536000, immutable", "no-cache"  # values of Cache-Control


@dataclass(frozen=True)
class File:
    """A file with its contents in every encoding."""

    stamp: tuple[int, int]  # time and size on the disk; they differ after a new build
    kind: str  # media type
    forms: dict[str, bytes]  # by Content-Encoding; "" is uncompressed
    etag: str
    cache: str


class Pages:
    """The files below one folder, cached."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self._kept: dict[Path, File] = {}
        self._found: dict[str, Path] = {}  # by path in the address

    def find(self, path: str) -> File | None:
        """Return the file at a path of an address; None if there is none, or if it lies outside the folder."""
        if not path or "\0" in path or path.endswith(".br"):
            return None
        if path in self._found:
            return self.read(self._found[path])
        asked = self.root / path
        if not os.path.isfile(asked) or not (found := asked.resolve()).is_relative_to(self.root):
            return None
        if len(self._found) < MAX_CACHED_PATHS:
            self._found[path] = found
        return self.read(found)

    def read(self, file: Path) -> File | None:
        """Return a file as it is on the disk now, from the cache if it has not changed; None if it cannot be read."""
        try:
            found = file.stat()
            stamp = found.st_mtime_ns, found.st_size
            kept = self._kept.get(file)
            if kept is None or kept.stamp != stamp:
                kept = self._kept[file] = self._load(file, stamp)
        except (OSError, ValueError):
            return None
        return kept

    def _load(self, file: Path, stamp: tuple[int, int]) -> File:
        plain = file.read_bytes()
        kind = KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        lasting = self.root / "assets" in file.parents
        forms = {"": plain}
        if kind.startswith(COMPRESSIBLE):
            forms["gzip"] = gzip.compress(plain, 9, mtime=0)
            brotli = file.with_name(file.name + ".br")
            if lasting and brotli.is_file():  # beside other names it may belong to an earlier build
                forms["br"] = brotli.read_bytes()
        etag = hashlib.sha256(plain).hexdigest()[:20]
        return File(stamp, kind, forms, etag, IMMUTABLE if lasting else REVALIDATED)


def answer(file: File, request: Request) -> Response:
    """Return the file in the smallest encoding this browser accepts, or 304 if the browser has it already."""
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
    """Return the encoding with the smallest form that an Accept-Encoding header such as `gzip, br;q=0` allows."""
    allowed = {""}
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        if weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            allowed.add(name.strip())
    return min((form for form in file.forms if form in allowed), key=lambda form: len(file.forms[form]))
