"""Calls of the library that take long: they report their progress, and end when the program wants to."""
from __future__ import annotations

import ctypes
import json
import threading
from typing import Any, Callable, Optional

from ._findings import Finding
from ._library import Progress, call, text

Report = Optional[Callable[[int, Optional[int]], Any]]


def run(name: str, *arguments: Any, progress: Report = None, has_findings: bool = True) -> list[Finding]:
    """Calls a function of the library that takes a progress function after its other arguments. Its findings are returned."""
    ended, is_over = threading.Event(), threading.Event()
    failure: list[BaseException] = []

    def after_frame(_: Any, done: int, all: int) -> int:
        if progress is not None and not ended.is_set():
            try:
                progress(done, all if all >= 0 else None)
            except BaseException as raised:
                failure.append(raised)
                ended.set()
        return int(ended.is_set())

    callback = Progress(after_frame)
    findings = ctypes.c_void_p()
    places = [ctypes.byref(findings)] if has_findings else []

    def work() -> None:
        try:
            call(name, *arguments, callback, None, *places)
        except BaseException as raised:
            failure.append(raised)
        finally:
            is_over.set()

    # In a thread of its own, so that Ctrl-C reaches this one while the library works. Python takes a thread for ended once a `join` was
    # interrupted, so an event says when it is.
    threading.Thread(target=work, name=name.replace("_", ".", 1)).start()
    try:
        is_over.wait()
    except BaseException:
        ended.set()
        is_over.wait()
        raise
    found = text(findings)
    if failure:
        raise failure[0]
    return [Finding.of(entry) for entry in json.loads(found or "[]")]
