"""Firefox by WebDriver BiDi and WebKit by WebDriver, with nothing between: a page is opened, asked and clicked.

Both come from Debian: firefox-esr, webkit2gtk-driver with its MiniBrowser, and xvfb, which WebKit needs to have a screen.
"""

from __future__ import annotations

import glob
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path
from typing import Any, Protocol

from websockets.sync.client import connect

WIDTH, HEIGHT = 1280, 860
PATIENCE = 90.0  # seconds for a browser to answer: a busy machine takes its time


class OtherBrowser(Protocol):
    def open(self, address: str) -> None: ...
    def ask(self, script: str) -> Any:
        """The value of an expression in the page."""
        ...

    def click(self, x: int, y: int) -> None: ...
    def close(self) -> None: ...


def missing(name: str) -> str:
    """What is not there to run this browser; empty when everything is."""
    wanted = {
        "firefox": {"firefox-esr": shutil.which("firefox-esr") or shutil.which("firefox")},
        "webkit": {
            "webkit2gtk-driver": shutil.which("WebKitWebDriver"),
            "MiniBrowser (webkit2gtk-driver)": next(iter(MINI), ""),
            "xvfb": shutil.which("Xvfb"),
        },
    }[name]
    lacking = [package for package, found in wanted.items() if not found]
    return f"THE PAGE IS NOT TRIED IN {name.upper()}. It needs: {', '.join(lacking)}" if lacking else ""


MINI = glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Firefox:
    """WebDriver BiDi: one WebSocket, commands with numbers."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="pioche-firefox-")
        program = shutil.which("firefox-esr") or shutil.which("firefox") or "firefox"
        size = [f"--width={WIDTH}", f"--height={HEIGHT}"]
        self.process = subprocess.Popen(
            [program, "--headless", "--no-remote", "--profile", self.folder, "--remote-debugging-port", "0", *size, "about:blank"],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env={**os.environ, "HOME": self.folder},
        )  # fmt: skip
        assert self.process.stderr is not None
        self._log = self.process.stderr
        for line in self._log:
            found = re.search(r"WebDriver BiDi listening on (ws://\S+)", line)
            if found:
                break
        else:
            raise AssertionError("Firefox did not open its door")
        self._open = ExitStack()
        self._line = self._open.enter_context(connect(f"{found[1]}/session", open_timeout=PATIENCE, max_size=None))
        self._numbers = count(1)
        self._tell("session.new", capabilities={})
        self.context = self._tell("browsingContext.getTree")["contexts"][0]["context"]
        self._tell("browsingContext.setViewport", context=self.context, viewport={"width": WIDTH, "height": HEIGHT})

    def _tell(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._line.recv(timeout=PATIENCE))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, address: str) -> None:
        self._tell("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def ask(self, script: str) -> Any:
        told = self._tell(
            "script.evaluate",
            expression=f"JSON.stringify(({script}) ?? null)",
            target={"context": self.context},
            awaitPromise=True,
        )
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    def click(self, x: int, y: int) -> None:
        deeds = [
            {"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0},
        ]  # fmt: skip
        hand = {"type": "pointer", "id": "mouse", "actions": deeds}
        self._tell("input.performActions", context=self.context, actions=[hand])

    def close(self) -> None:
        self._open.close()
        self.process.terminate()
        self.process.wait(30)
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class WebKit:
    """WebDriver: one request a deed. It needs a screen, which Xvfb is."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="pioche-webkit-")
        read, write = os.pipe()
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{WIDTH + 40}x{HEIGHT + 140}x24", "-nolisten", "tcp"],
            pass_fds=(write,), stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(write)
        with os.fdopen(read) as told:
            display = f":{told.readline().strip()}"
        port = free_port()
        settings = {
            **os.environ, "DISPLAY": display, "HOME": self.folder, "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "NO_AT_BRIDGE": "1",
        }  # fmt: skip
        self.driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"], env=settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.base = f"http://127.0.0.1:{port}"
        options = {"binary": MINI[0], "args": ["--automation", f"--geometry={WIDTH}x{HEIGHT}"]}
        wish = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.session = self._tell("POST", "/session", wish)["sessionId"]
                break
            except (urllib.error.URLError, ConnectionError):
                if time.monotonic() > end:
                    raise
                time.sleep(0.3)

    def _tell(self, method: str, path: str, body: Any = None) -> Any:
        data = None if method == "GET" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.base + path, data, {"content-type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as no:
            raise AssertionError(f"{method} {path}: {no.read().decode()[:400]}") from no

    def open(self, address: str) -> None:
        self._tell("POST", f"/session/{self.session}/url", {"url": address})

    def ask(self, script: str) -> Any:
        asked = {"script": f"return JSON.stringify(({script}) ?? null)", "args": []}
        return json.loads(self._tell("POST", f"/session/{self.session}/execute/sync", asked))

    def click(self, x: int, y: int) -> None:
        deeds = [
            {"type": "pointerMove", "duration": 0, "x": x, "y": y}, {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]  # fmt: skip
        hand = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": deeds}
        self._tell("POST", f"/session/{self.session}/actions", {"actions": [hand]})

    def close(self) -> None:
        try:
            self._tell("DELETE", f"/session/{self.session}")
        finally:
            for process in (self.driver, self.screen):
                process.terminate()
                process.wait(30)
            shutil.rmtree(Path(self.folder), ignore_errors=True)


BROWSERS: dict[str, Callable[[], OtherBrowser]] = {"firefox": Firefox, "webkit": WebKit}
