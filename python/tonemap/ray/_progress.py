"""One line for all the work, and one of the log for each file."""
from __future__ import annotations

import json
import sys
import time
from typing import Any

from ._engine import Engine

_SECONDS = {"bar": 0.2, "lines": 10.0, "json": 1.0, "none": float("inf")}


class Progress:
    """Shows what is done: on a terminal a line that changes ("bar"), else a line every few seconds ("lines"), or lines of JSON."""

    def __init__(self, form: str = "auto") -> None:
        self._form = ("bar" if sys.stderr.isatty() else "lines") if form == "auto" else form
        self._begun = self._shown = time.monotonic()
        self._frames = 0
        self._rate = 0.0
        self._width = 0

    def show(self, engine: Engine, done: int, failed: int, total: int, is_over: bool = False) -> dict[str, float]:
        """Shows the state if it is time to; at the end, only as JSON. Returns the numbers for a dashboard."""
        now = time.monotonic()
        if self._form == "json" if is_over else now - self._shown >= _SECONDS[self._form]:
            self._rate += ((engine.frames - self._frames) / (now - self._shown) - self._rate) / max(1, 10 / (now - self._shown))
            self._shown, self._frames = now, engine.frames
            runs = [f"{movie.job.entry.name}{f' {movie.done}/{movie.count}' if movie.count else ''}" for movie in engine.movies if movie.running]
            if self._form == "json":
                state = {
                    "files": total, "files_done": done, "failed": failed, "frames": engine.frames, "fps": round(self._rate, 1),
                    "seconds": round(now - self._begun, 3), "waiting_bytes": engine.waiting, "running": runs, "done": is_over,
                }
                self._write(json.dumps(state))
            else:
                failures = f", {failed} failed" if failed else ""
                self._write(f"{done} of {total} files{failures}, {self._rate:.0f} frames/s, {', '.join(runs[:3])}")
        return {"files_done": done, "files_failed": failed, "frames": engine.frames, "waiting_bytes": engine.waiting}

    def log(self, line: str) -> None:
        """Writes a line with the time of day."""
        self.end()
        print(f"{time.strftime('%H:%M:%S')} {line}", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Removes the line that changes."""
        if self._width:
            print("\r" + " " * self._width + "\r", end="", file=sys.stderr, flush=True)
            self._width = 0

    def _write(self, text: Any) -> None:
        if self._form != "bar":
            print(text, file=sys.stderr, flush=True)
            return
        self.end()
        text = text[:120]
        print(text, end="", file=sys.stderr, flush=True)
        self._width = len(text)
