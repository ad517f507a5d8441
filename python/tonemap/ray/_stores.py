"""Where files are: a folder on a file system that all nodes share, or one that fsspec reaches by URL."""
from __future__ import annotations

import datetime
import functools
import importlib
import os
import pathlib
import shutil
import urllib.parse
from typing import Any, Iterator, NamedTuple, Optional, Union

from .._errors import UsageError

RECORDS = ".tonemap"


class Entry(NamedTuple):
    """A file of a store."""

    name: str
    """Its path in the store."""
    size: int
    modified: int
    """In nanoseconds since 1970."""


class Disk:
    """A folder on a file system that all nodes share."""

    is_local = True

    def __init__(self, root: str) -> None:
        self.root = os.path.abspath(root)
        self.links: list[str] = []
        """The links to folders that the last listing left out."""
        self.failures: list[OSError] = []
        """The folders that it could not read."""

    def where(self, name: str) -> str:
        """The path of a file."""
        return os.path.join(self.root, name)

    def files(self, left: Optional[str] = None) -> Iterator[Entry]:
        """All files but those of records and of the folder ``left``. Links to folders are not followed."""
        self.links, self.failures = [], []
        for folder, folders, names in os.walk(self.root, onerror=self.failures.append):
            folders[:] = [name for name in folders if not name.startswith(RECORDS) and os.path.join(folder, name) != left]
            self.links += [path for path in (os.path.join(folder, name) for name in folders) if os.path.islink(path)]
            for name in names:
                path = os.path.join(folder, name)
                if not name.startswith(RECORDS) and os.path.lexists(path):
                    found = os.stat(path, follow_symlinks=os.path.exists(path))
                    yield Entry(os.path.relpath(path, self.root), found.st_size, found.st_mtime_ns)

    def stat(self, name: str) -> Optional[Entry]:
        try:
            found = os.stat(self.where(name))
        except OSError:
            return None
        return Entry(name, found.st_size, found.st_mtime_ns)

    def sizes(self, folder: str) -> dict[str, int]:
        """The files of a folder, without those in other folders."""
        try:
            return {entry.name: entry.stat().st_size for entry in os.scandir(self.where(folder)) if entry.is_file()}
        except FileNotFoundError:
            return {}

    def read(self, name: str) -> Optional[bytes]:
        try:
            return pathlib.Path(self.where(name)).read_bytes()
        except FileNotFoundError:
            return None

    def write(self, name: str, data: bytes) -> None:
        """Writes a file, which appears when it is whole."""
        path = self.where(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        part = f"{path}.{os.getpid()}.part"
        pathlib.Path(part).write_bytes(data)
        os.replace(part, path)

    def remove(self, name: str) -> None:
        """Removes a file or a folder, and then the folders of records that are empty."""
        path = self.where(name)
        shutil.rmtree(path, ignore_errors=True) if os.path.isdir(path) else pathlib.Path(path).unlink(missing_ok=True)
        folder = os.path.dirname(path)
        while RECORDS in os.path.relpath(folder, self.root).split(os.sep):
            try:
                os.rmdir(folder)
            except FileNotFoundError:
                pass
            except OSError:  # It is not empty.
                return
            folder = os.path.dirname(folder)


class Remote:
    """A folder that fsspec reaches, such as ``s3://bucket/folder``."""

    is_local = False

    def __init__(self, root: str) -> None:
        try:
            url_to_fs: Any = importlib.import_module("fsspec.core").url_to_fs
        except ImportError as failure:
            raise UsageError(f"{root} is a URL, for which fsspec is needed: pip install 'swift-tonemap[ray]'") from failure
        self.root = root.rstrip("/")
        try:
            self.fs, path = url_to_fs(self.root, use_listings_cache=False)
        except (ImportError, ValueError) as failure:
            raise UsageError(f"{root} cannot be reached: {failure}") from failure
        self.path: str = path.rstrip("/")

    def where(self, name: str) -> str:
        return f"{self.root}/{name}"

    def place(self, name: str) -> str:
        """The path for the functions of ``fs``."""
        return f"{self.path}/{name}"

    def files(self, left: Optional[str] = None) -> Iterator[Entry]:
        for path, about in self.fs.find(self.path, detail=True).items():
            name = path[len(self.path) + 1 :]
            isours = any(part.startswith(RECORDS) for part in name.split("/"))
            if about["type"] == "file" and not isours and not (left and self.where(name).startswith(left + "/")):
                yield Entry(name, about["size"], _modified(about))

    def stat(self, name: str) -> Optional[Entry]:
        try:
            about = self.fs.info(self.place(name))
        except FileNotFoundError:
            return None
        return Entry(name, about["size"], _modified(about)) if about["type"] == "file" else None

    def sizes(self, folder: str) -> dict[str, int]:
        try:
            found = self.fs.ls(self.place(folder), detail=True)
        except FileNotFoundError:
            return {}
        return {about["name"].rsplit("/", 1)[-1]: about["size"] for about in found if about["type"] == "file"}

    def read(self, name: str) -> Optional[bytes]:
        try:
            return bytes(self.fs.cat_file(self.place(name)))
        except FileNotFoundError:
            return None

    def write(self, name: str, data: bytes) -> None:
        self.fs.pipe_file(self.place(name), data)

    def remove(self, name: str) -> None:
        try:
            self.fs.rm(self.place(name), recursive=True)
        except FileNotFoundError:
            pass

    def get(self, name: str, path: str) -> None:
        """Copies a file to this machine."""
        self.fs.get_file(self.place(name), path)

    def put(self, path: str, name: str) -> None:
        """Copies a file of this machine, which appears when it is whole."""
        self.fs.put_file(path, self.place(name))

    def range(self, name: str, start: int, end: int) -> bytes:
        return bytes(self.fs.cat_file(self.place(name), start=start, end=end))


Store = Union[Disk, Remote]


@functools.lru_cache(maxsize=16)
def store(root: str) -> Store:
    """The store at a path or a URL."""
    if root.startswith("file://"):
        return Disk(urllib.parse.unquote(urllib.parse.urlsplit(root).path))
    return Remote(root) if "://" in root else Disk(root)


def split(place: Any) -> tuple[str, str]:
    """The folder and the name of a file, given as a path or a URL."""
    text = os.fsdecode(place)
    if "://" in text:
        root, _, name = text.rpartition("/")
    else:
        root, name = os.path.split(os.path.abspath(text))
    if not name:
        raise UsageError(f"{text} names no file, but the name of a file was expected: add it")
    return root, name


def _modified(about: dict[str, Any]) -> int:
    """The date that a file system states in one of several forms."""
    for key in ("LastModified", "last_modified", "mtime", "updated", "created"):
        date = about.get(key)
        if isinstance(date, str):
            date = datetime.datetime.fromisoformat(date.replace("Z", "+00:00"))
        if isinstance(date, datetime.datetime):
            return round(date.timestamp() * 1000) * 1_000_000
        if isinstance(date, (int, float)):
            return round(date * 1e9)
    return 0
