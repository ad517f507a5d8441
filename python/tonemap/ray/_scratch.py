"""What a worker has on the disk of its own machine: sparse copies of remote movies, and copies of their chunks."""
from __future__ import annotations

import errno
import fcntl
import os
import shutil
import tempfile
import threading
import time
from typing import Any, Optional

from .._library import Fill, call
from .._options import path_bytes
from ._stores import Entry, Remote

BLOCK = 1 << 20
AHEAD = 16  # blocks that a sequential reader gets at once, at most
_PREFIX = "tonemap-ray-"


class SparseCopy:
    """A file of the length and the date of a remote one. Its blocks are read from there when the library first reads them."""

    def __init__(self, source: Remote, entry: Entry, path: str) -> None:
        self.path = path
        self.failure: Optional[BaseException] = None
        self.fetched = 0
        """The bytes read from the remote file."""
        self._source, self._entry = source, entry
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        os.ftruncate(self._file, entry.size)
        self._set_date()
        self._present = bytearray(-(-entry.size // BLOCK))
        self._ahead = 1
        self._end = -1
        self._lock = threading.Lock()
        self._callback = Fill(self._fill)
        call("tonemap_fill_file", path_bytes(self.path), self._callback, None)

    def close(self) -> None:
        """Removes the copy."""
        call("tonemap_fill_file", path_bytes(self.path), Fill(), None)
        os.close(self._file)
        os.unlink(self.path)

    def _set_date(self) -> None:
        os.utime(self._file, ns=(self._entry.modified, self._entry.modified))

    def _fill(self, _: Any, offset: int, count: int) -> int:
        try:
            with self._lock:
                self._read(offset // BLOCK, min(-(-(offset + count) // BLOCK), len(self._present)))
            return 0
        except BaseException as failure:
            self.failure = failure
            return errno.EIO

    def _read(self, first: int, end: int) -> None:
        """Reads the missing blocks of a range; one that goes on where the last ended gets more of them each time."""
        block = self._present.find(0, first, end)
        while block >= 0:
            self._ahead = min(self._ahead * 2, AHEAD) if block == self._end else 1
            beyond = self._present.find(1, block, max(end, block + self._ahead))
            self._end = beyond if beyond >= 0 else min(max(end, block + self._ahead), len(self._present))
            start, stop = block * BLOCK, min(self._end * BLOCK, self._entry.size)
            data = self._source.range(self._entry.name, start, stop)
            if len(data) != stop - start:
                raise OSError(errno.EIO, f"{self._source.where(self._entry.name)} has become shorter")
            os.pwrite(self._file, data, start)
            self._set_date()
            self.fetched += len(data)
            self._present[block : self._end] = b"\1" * (self._end - block)
            block = self._present.find(0, self._end, end)


class Scratch:
    """The folder of this process, which goes with it, at the latest when another process of the machine begins."""

    def __init__(self) -> None:
        base = tempfile.gettempdir()
        for name in os.listdir(base):
            if name.startswith(_PREFIX):
                _remove_if_left(os.path.join(base, name))
        self.folder = tempfile.mkdtemp(prefix=_PREFIX)
        self._lock = os.open(os.path.join(self.folder, "lock"), os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self._movie: Any = None
        self._copy: Optional[SparseCopy] = None

    def movie(self, key: Any) -> str:
        """The folder for what is kept of a movie from one task to the next. That of another is removed."""
        path = os.path.join(self.folder, "movie")
        if self._movie != key:
            if self._copy is not None:
                self._copy.close()
                self._copy = None
            shutil.rmtree(path, ignore_errors=True)
            os.mkdir(path)
            self._movie = key
        return path

    def path(self, entry: Entry) -> str:
        """The path of the sparse copy of a movie, which has the movie's own name."""
        return os.path.join(self.folder, "movie", "input", entry.name.rsplit("/", 1)[-1])

    def copy(self, source: Remote, entry: Entry) -> SparseCopy:
        """The sparse copy of the movie."""
        if self._copy is None:
            path = self.path(entry)
            os.mkdir(os.path.dirname(path))
            self._copy = SparseCopy(source, entry, path)
        self._copy.failure = None
        return self._copy


def _remove_if_left(folder: str) -> None:
    try:
        is_new = time.time() - os.stat(folder).st_mtime < 60  # and perhaps not locked yet
        file = os.open(os.path.join(folder, "lock"), os.O_RDWR)
    except OSError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not is_new:
            shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        pass
    finally:
        os.close(file)


_scratch: Optional[Scratch] = None


def scratch() -> Scratch:
    """That of this process."""
    global _scratch
    if _scratch is None:
        _scratch = Scratch()
    return _scratch
