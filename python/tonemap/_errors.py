"""Errors of the library as exceptions. Each has the library's sentence: what was found, what was expected, how to fix it."""
from __future__ import annotations

__all__ = [
    "Cancelled", "CannotCreate", "CheckFailed", "DataError", "Error", "InputOutputError", "LibraryFault", "NotFound", "SystemLimit",
    "Truncated", "UsageError",
]


class Error(Exception):
    """What the library refuses or what went wrong in it. ``code`` is the exit code that the command ``tonemap`` has for it."""

    code: int = 70


class CheckFailed(Error):
    """A check that the options ask for failed, such as ``max_error``."""

    code = 1


class UsageError(Error, ValueError):
    """Options or arguments that are impossible or contradict each other, such as an unknown name."""

    code = 64


class DataError(Error, ValueError):
    """Tags, metadata or a file that are broken or contradict each other."""

    code = 65


class NotFound(Error, FileNotFoundError):
    """A file does not exist or may not be read."""

    code = 66


class LibraryFault(Error, RuntimeError):
    """A fault of the library itself."""

    code = 70


class SystemLimit(Error, OSError):
    """The system lacks memory, threads or a library."""

    code = 71


class CannotCreate(Error, OSError):
    """A file cannot be created."""

    code = 73


class InputOutputError(Error, OSError):
    """Reading or writing failed."""

    code = 74


class Truncated(Error, EOFError):
    """The input ends before it says. What a movie has is converted all the same."""

    code = 75


class Cancelled(Error):
    """The conversion was asked to end."""

    code = 130


_BY_CODE = {
    kind.code: kind
    for kind in (
        CheckFailed, UsageError, DataError, NotFound, LibraryFault, SystemLimit, CannotCreate, InputOutputError, Truncated, Cancelled
    )
}


def error(code: int, sentence: str) -> Error:
    """The exception for a status of the library."""
    kind = _BY_CODE.get(code)
    if kind is not None:
        return kind(sentence)
    unknown = Error(sentence)
    unknown.code = code
    return unknown
