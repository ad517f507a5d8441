"""A movie in chunks, which several processes or machines convert; the joined movie has the bytes of ``tonemap convert --chunks grid``.

    plan = tonemap.chunks.plan("in.mov", "out.mp4", "work", crf=20)
    for chunk in range(len(plan["chunks"])):  # in any order, anywhere
        tonemap.chunks.convert("work", chunk)
    tonemap.chunks.join("work")
"""
from __future__ import annotations

import json
from typing import Any, Optional

from ._findings import Finding
from ._library import described
from ._options import encoded, path_bytes, whole
from ._running import Report, run
from ._workers import default_threads

__all__ = ["convert", "join", "measure", "plan"]


def plan(input: Any, output: Any, folder: Any, **options: Any) -> dict[str, Any]:
    """Divides a movie into chunks, and writes the plan into a folder, as ``plan.json``.

    Args:
        input: The movie.
        output: The movie to write; its name says the kind.
        folder: A folder for the plan and the chunks, which is created.
        options: The options of the command ``tonemap convert``, with underscores.

    Returns:
        The plan. ``plan["light"]`` says whether every chunk has to be measured before any is converted.

    Raises:
        UsageError, DataError: The movie cannot be divided, such as one without times, or an output that is not a movie.
    """
    about = encoded(options)
    found: dict[str, Any] = json.loads(described("tonemap_chunk_plan", path_bytes(input), path_bytes(output), path_bytes(folder), about))
    return found


def measure(folder: Any, chunk: int, *, input: Any = None, threads: Optional[int] = None, progress: Report = None) -> None:
    """Measures the light of a chunk. ``input`` is where the movie is now, if that is another place than the plan states."""
    run("tonemap_chunk_measure", *_chunk(folder, chunk, input, threads), progress=progress, has_findings=False)


def convert(folder: Any, chunk: int, *, input: Any = None, threads: Optional[int] = None, progress: Report = None) -> list[Finding]:
    """Converts a chunk. One that is there already is kept."""
    return run("tonemap_chunk_convert", *_chunk(folder, chunk, input, threads), progress=progress)


def join(folder: Any, *, input: Any = None, output: Any = None, progress: Report = None) -> list[Finding]:
    """Joins the chunks, with sound, subtitles and everything else of the input, to the output of the plan or to another."""
    places = [None if path is None else path_bytes(path) for path in (input, output)]
    return run("tonemap_chunk_join", path_bytes(folder), *places, progress=progress)


def _chunk(folder: Any, chunk: int, input: Any, threads: Optional[int]) -> tuple[Any, ...]:
    workers = default_threads() if threads is None else whole(threads, "threads")
    return path_bytes(folder), whole(chunk, "chunk", 64), None if input is None else path_bytes(input), workers
