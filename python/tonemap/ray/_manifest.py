"""The manifest of a folder: a line of JSON for everything that became of a file, of which the last counts. ``tonemap convert-all`` has the same."""
from __future__ import annotations

import datetime
import fcntl
import hashlib
import json
import os
import time
from typing import Any, Optional

from ._stores import RECORDS, Disk, Entry, Remote, Store

_NAME = f"{RECORDS}/manifest.jsonl"

Record = dict[str, Any]


def key(text: str) -> str:
    """The name of what is kept of a file."""
    return hashlib.sha256(os.fsencode(text)).hexdigest()[:16]


def moment(seconds: float) -> str:
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def recorded(name: str) -> str:
    """A file's name in the manifest, different for each file: bytes that are not UTF-8 are escaped, as is the backslash, with which escapes begin."""
    return os.fsencode(name).replace(b"\\", rb"\x5c").decode(errors="backslashreplace")


class Manifest:
    """The last record of each file. On a disk, any number of runs append to it; at a URL, one run writes it, every few seconds."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._last: dict[str, tuple[Record, bool]] = {}
        self._lines: list[bytes] = []
        self._written = time.monotonic()
        self._position = 0
        self._rest = b""
        self._is_new = False
        if isinstance(store, Disk):
            os.makedirs(store.where(RECORDS), exist_ok=True)
            self._file = os.open(store.where(_NAME), os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
            self.refresh()
        else:
            self._lines = (store.read(_NAME) or b"").splitlines()
            self._take(self._lines)
        self._is_new = True

    def of(self, name: str) -> Optional[tuple[Record, bool]]:
        """The last record of a file, and whether it was made since this run began."""
        return self._last.get(recorded(name))

    def refresh(self) -> None:
        """Reads what other runs appended."""
        while isinstance(self._store, Disk) and (data := os.pread(self._file, 1 << 20, self._position)):
            self._position += len(data)
            *lines, self._rest = (self._rest + data).split(b"\n")
            self._take(lines)

    def add(self, record: Record) -> None:
        line = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
        if isinstance(self._store, Remote):
            self._lines.append(line)
            self._take([line])
            return
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            length = os.fstat(self._file).st_size
            # A process that was killed may have written a part of a line.
            is_torn = length > 0 and os.pread(self._file, 1, length - 1) != b"\n"
            os.write(self._file, b"\n" * is_torn + line + b"\n")
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)
        self.refresh()

    def flush(self, at_once: bool = False) -> bool:
        """Writes what is at a URL, at most as often as is no burden. Returns whether everything is written."""
        if isinstance(self._store, Remote):
            if not at_once and time.monotonic() - self._written < max(2, len(self._lines) / 1000):
                return False
            self._store.write(_NAME, b"\n".join(self._lines) + b"\n")
            self._written = time.monotonic()
        return True

    def _take(self, lines: list[bytes]) -> None:
        for line in lines:
            try:
                record = json.loads(line)
                self._last[record["input"]] = (record, self._is_new)
            except (ValueError, KeyError, TypeError):
                pass  # a part of a line

    def is_settled(self, entry: Entry, options: str, target: Store, in_place: bool) -> bool:
        """Whether nothing is left to do for a file in this run.

        Args:
            entry: The file, as it is now.
            options: The hash of the options.
            target: The store of the outputs.
            in_place: Whether outputs replace their inputs.
        """
        record, is_new = self.of(entry.name) or ({}, False)
        outcome = record.get("outcome")
        if outcome is None or outcome == "failed":
            return bool(is_new)
        if outcome == "converted" and in_place:
            return _is(record, "output_", entry)
        if record.get("options") != options or not _is(record, "", entry):
            return False
        return outcome == "skipped" or self.made(entry.name, target.stat(record.get("output", "")))

    def made(self, name: str, output: Optional[Entry]) -> bool:
        """Whether a file is what an earlier run made of an input, unchanged."""
        record, _ = self.of(name) or ({}, False)
        return output is not None and record.get("output") == recorded(output.name) and _is(record, "output_", output)


def _is(record: Record, prefix: str, entry: Optional[Entry]) -> bool:
    """Whether a file has the recorded size and date."""
    return entry is not None and (record.get(f"{prefix}size"), record.get(f"{prefix}modified")) == (entry.size, str(entry.modified))


class Claims:
    """The right to work on files: locks of small files, which end with this process and which ``tonemap convert-all`` takes too."""

    def __init__(self, store: Disk) -> None:
        self._folder = store.where(f"{RECORDS}/claims")
        self._held: dict[str, int] = {}
        os.makedirs(self._folder, exist_ok=True)

    def take(self, name: str) -> bool:
        """Claims a file, unless another process has it."""
        path = self._path(name)
        while True:
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(file)
                return False
            # Between both calls, the holder may have removed it.
            if os.path.exists(path) and os.path.samestat(os.fstat(file), os.stat(path)):
                self._held[name] = file
                return True
            os.close(file)

    def release(self, name: str) -> None:
        """Gives a file back, whose work is recorded."""
        os.unlink(self._path(name))
        os.close(self._held.pop(name))

    def _path(self, name: str) -> str:
        return os.path.join(self._folder, key(name))
