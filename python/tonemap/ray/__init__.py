"""Movies converted by all machines of a Ray cluster: small ones whole, long ones in chunks.

    python -m tonemap.ray convert in.mov out.mp4
    python -m tonemap.ray convert-all IN OUT

    tonemap.ray.convert("s3://bucket/in.mov", "s3://bucket/out.mp4", crf=20)

Inputs and outputs are paths that all machines share, or URLs for fsspec. A movie has the bytes of ``tonemap convert --chunks grid``.
"""
from __future__ import annotations

import re
from typing import Any, Optional

from .._errors import UsageError, error
from ._engine import Engine, Movie
from ._folder import Folder
from ._manifest import Record, key
from ._progress import Progress
from ._runner import RayRunner
from ._stores import RECORDS, split, store
from ._tasks import Job

__all__ = ["convert", "convert_all"]

WORK_LIMIT = 100_000_000_000


def convert(
    input: Any, output: Any, *, cpus_per_chunk: int = 1, address: Optional[str] = None, progress: str = "auto", **options: Any
) -> list[str]:
    """Converts a movie, like ``tonemap.convert``, in chunks that the workers of a Ray cluster convert.

    If it is interrupted, another call with the same arguments goes on with the chunks that are there: they wait in a folder ``.tonemap`` beside
    the output.

    Args:
        input: A path that all machines share, or a URL for fsspec.
        output: The file to write, likewise.
        cpus_per_chunk: The CPUs, and so the threads, of a chunk.
        address: The address of the cluster. By default that of RAY_ADDRESS, else a running one, else a new one of this machine.
        progress: "bar", "lines", "json", "none", or "auto" for a bar on a terminal, else lines.
        options: The options of the command ``tonemap convert``, with underscores.

    Returns:
        What was assumed and found, as sentences.

    Raises:
        Error: As ``tonemap.convert`` does. A chunk that ended its worker three times is named with its frames.
    """
    (source, name), (target, to) = split(input), split(output)
    if re.search(r"%0?\d*d", to):
        raise UsageError(f"{output} names a series of pictures, but one file was expected: use tonemap.convert")
    entry = store(source).stat(name)
    if entry is None:
        raise error(66, f"{store(source).where(name)} does not exist, but a movie was expected; check its name")
    options = _in_chunks(options)
    work = f"{RECORDS}/chunks/{key(repr((source, name, to, sorted(options.items()))))}"
    ended: list[Movie] = []
    shown = Progress(progress)
    runner = RayRunner(cpus_per_chunk, address)
    engine = Engine(runner, WORK_LIMIT, ended.append)
    job = Job(source, entry, target, to, work, options, cpus_per_chunk)
    try:
        engine.run(iter([job]), lambda: runner.state(shown.show(engine, len(ended), 0, 1)))
        shown.show(engine, 1, 0, 1, is_over=True)
    finally:
        shown.end()
    result = ended[0].result
    assert result is not None
    if not result.needs_chunks:
        store(target).remove(work)
    if result.error is not None:
        raise error(result.code, result.error)
    return ended[0].findings


def convert_all(
    input: Any,
    output: Any = None,
    *,
    sdr: str = "link",
    others: str = "skip",
    work_limit: int = WORK_LIMIT,
    cpus_per_chunk: int = 1,
    address: Optional[str] = None,
    progress: str = "auto",
    **options: Any,
) -> list[Record]:
    """Converts all HDR movies of a folder and of the folders in it, like the command ``tonemap convert-all``.

    It goes on where another run ended, also one of the command with ``--chunks grid``: what is done is in ``.tonemap/manifest.jsonl`` of the output
    folder.

    Args:
        input: A folder, as a path that all machines share or a URL for fsspec.
        output: The folder for the outputs, likewise. Without one, they replace their inputs.
        sdr: Whether SDR movies are linked ("link"), copied ("copy") or skipped ("skip").
        others: Whether other files are copied ("copy") or skipped ("skip").
        work_limit: The bytes of chunks that may wait to be joined, before movies behind the first wait too.
        cpus_per_chunk, address, progress, options: As in ``convert``.

    Returns:
        What became of each file: the lines of the manifest. A failure has the members "error" and "exit_code".
    """
    for name, value, allowed in (("sdr", sdr, ("link", "copy", "skip")), ("others", others, ("copy", "skip"))):
        if value not in allowed:
            raise UsageError(f"{name} is {value!r}, but one of {', '.join(allowed)} was expected")
    shown = Progress(progress)
    folder = Folder(_root(input), None if output is None else _root(output), _in_chunks(options), cpus_per_chunk, sdr, others, shown)
    runner = RayRunner(cpus_per_chunk, address)
    engine = Engine(runner, work_limit, folder.finished)

    def tick() -> None:
        folder.flush()
        runner.state(shown.show(engine, folder.done, folder.failed, len(folder.files)))

    try:
        engine.run(folder.jobs(), tick)
        shown.show(engine, folder.done, folder.failed, len(folder.files), is_over=True)
    finally:
        shown.end()
        folder.flush(at_once=True)
    return folder.records()


def _root(place: Any) -> str:
    found = store(str(place))
    return found.root


def _in_chunks(options: dict[str, Any]) -> dict[str, Any]:
    return {"chunks": "grid", **{name: value for name, value in options.items() if value is not None}}
