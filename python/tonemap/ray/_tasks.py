"""What Ray's workers do: each function is a task, which may run again after its worker died. A file appears when it is whole."""
from __future__ import annotations

import concurrent.futures
import contextlib
import dataclasses
import faulthandler
import functools
import json
import os
import pathlib
import re
import shutil
import stat
import tempfile
import time
from typing import Any, Callable, Iterator, Optional

from .. import chunks
from .._errors import CannotCreate, DataError, Error, Truncated, UsageError
from .._folders import kind_of
from .._movies import convert as convert_file
from ._scratch import scratch
from ._stores import RECORDS, Disk, Entry, Remote, store

_DOWNLOADS = 8  # at once


@dataclasses.dataclass(frozen=True)
class Job:
    """A file of a store that becomes a file of another."""

    source: str
    """The root of its store."""
    entry: Entry
    """The file, as it was when the work began."""
    target: str
    output: str
    """The name of the output in its store."""
    work: str
    """The folder of the target's store for the plan, the chunks and parts of the output."""
    options: dict[str, Any]
    threads: int
    handling: Optional[dict[str, str]] = None
    """What becomes of files that are not HDR, "sdr" and "other"; None converts all."""
    refusal: Optional[str] = None
    """Why the file cannot be converted if it is HDR."""
    replaces: frozenset[str] = frozenset()
    """The outputs that exist, and that an earlier run made."""

    @property
    def in_place(self) -> bool:
        """Whether the output replaces the input."""
        return (self.source, self.entry.name) == (self.target, self.output)

    @property
    def name(self) -> str:
        return store(self.source).where(self.entry.name)


@dataclasses.dataclass
class Result:
    """What became of a task."""

    error: Optional[str] = None
    code: int = 0
    kind: Optional[str] = None
    outcome: Optional[str] = None
    """That of the file, once it is known."""
    output: Optional[Entry] = None
    plan: Optional[dict[str, Any]] = None
    """The plan of a movie with several chunks."""
    measured: tuple[int, ...] = ()
    """The chunks whose light is there already."""
    converted: dict[int, int] = dataclasses.field(default_factory=dict)
    """The chunks that are there already, and their bytes."""
    damaged: Optional[int] = None
    """A chunk that the join refused, and which was removed."""
    frames: int = 0
    bytes: int = 0
    findings: list[str] = dataclasses.field(default_factory=list)
    seconds: float = 0
    started: float = 0
    host: str = ""
    pid: int = 0

    @property
    def needs_chunks(self) -> bool:
        """Whether the movie may succeed the next time, with the chunks that are there."""
        return self.outcome is None and self.code in (70, 71, 73, 74)


def _task(function: Callable[..., Result]) -> Callable[..., Result]:
    """A function whose errors are results."""

    @functools.wraps(function)
    def run(job: Job, *arguments: Any) -> Result:
        started, clock = time.time(), time.monotonic()
        try:
            with _faults_noted(_fault(job, function.__name__, *arguments)):
                result = function(job, *arguments)
        except Error as failure:
            result = Result(str(failure), failure.code)
        except OSError as failure:
            result = Result(f"{job.name}: {failure}", 74)
        if isinstance(store(job.source), Remote):  # Sentences name the copy of this machine.
            copy = scratch().path(job.entry)
            result.error = result.error and result.error.replace(copy, job.name)
            result.findings = [finding.replace(copy, job.name) for finding in result.findings]
        result.started, result.seconds = started, time.monotonic() - clock
        result.host, result.pid = os.uname().nodename, os.getpid()
        return result

    return run


def had_fault(job: Job, stage: str, *arguments: Any) -> bool:
    """Whether a worker that ended had a fault, such as of a decoder: one that was killed leaves no note. At a URL there are no notes."""
    path = _fault(job, stage, *arguments)
    if path is None:
        return True
    try:
        note = pathlib.Path(path).read_bytes()
        os.remove(path)
    except FileNotFoundError:
        return False
    return bool(note)


def _fault(job: Job, stage: str, *arguments: Any) -> Optional[str]:
    """The path of the note of a task's fault."""
    target = store(job.target)
    name = "-".join(map(str, (job.work.rsplit("/", 1)[-1], stage, *arguments)))
    return target.where(f"{RECORDS}/faults/{name}") if isinstance(target, Disk) else None


@contextlib.contextmanager
def _faults_noted(path: Optional[str]) -> Iterator[None]:
    """Has Python write a note if a fault ends this process."""
    if path is None:
        yield
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    try:
        with open(path, "wb") as note:
            faulthandler.enable(note, all_threads=False)
            yield
    finally:
        faulthandler.disable()
        with contextlib.suppress(OSError):  # if another worker has this task, or another
            os.remove(path)
            os.rmdir(os.path.dirname(path))


@_task
def prepare(job: Job) -> Result:
    """Finds what a file is, and plans a movie with several chunks."""
    with _input(job) as path:
        kind = "hdr"
        if job.handling is not None:
            # The target of a link has a name of its own, or is elsewhere.
            kind = "other" if job.in_place and os.path.islink(path) else kind_of(path, job.options)
            if kind != "hdr":
                return _hand_on(job, kind)
            if job.refusal is not None:
                raise UsageError(job.refusal)
        with tempfile.TemporaryDirectory(dir=scratch().folder) as folder:
            try:
                plan = chunks.plan(path, _planned_output(job, folder), folder, **job.options)
            except Error as failure:
                # Such as a movie without times, or a picture. Whether it can be converted at all, its conversion says.
                return Result(kind=kind, findings=[f"not in chunks: {failure}"])
            if len(plan["chunks"]) < 2:
                return Result(kind=kind)
            text = pathlib.Path(folder, "plan.json").read_bytes()
    target = store(job.target)
    known = target.read(f"{job.work}/plan.json")
    if known is None or _identity(json.loads(known)) != _identity(plan):
        target.remove(job.work)
        target.write(f"{job.work}/plan.json", text)
    sizes = target.sizes(job.work)
    return Result(
        kind=kind, plan=plan, measured=tuple(sorted(_numbered(sizes, ".light"))), converted=_numbered(sizes, ".chunk"),
    )


@_task
def measure(job: Job, chunk: int) -> Result:
    """Measures the light of a chunk."""
    with _input(job) as path, _folder(job) as folder:
        chunks.measure(folder, chunk, input=path, threads=job.threads)
        _keep(job, folder, chunk, ".light")
    return Result()


@_task
def convert(job: Job, chunk: int) -> Result:
    """Converts a chunk."""
    with _input(job) as path, _folder(job, ".light") as folder:
        chunks.convert(folder, chunk, input=path, threads=job.threads)  # The join has the sum of all findings.
        return Result(bytes=_keep(job, folder, chunk, ".chunk"))


@_task
def join(job: Job) -> Result:
    """Joins the chunks."""
    with _input(job) as path, _folder(job, ".light", ".chunk") as folder:
        try:
            return _write(job, lambda part: chunks.join(folder, input=path, output=part))
        except DataError as failure:
            name = re.search(r"/(\d+)\.chunk\b", str(failure))
            if name is None:
                raise
            os.remove(f"{folder}{name[0]}")
            store(job.target).remove(f"{job.work}{name[0]}")
            return Result(str(failure), failure.code, damaged=int(name[1]))


@_task
def whole(job: Job, in_chunks: bool) -> Result:
    """Converts a file in one piece. In chunks, a movie has the bytes that its joined chunks would have."""
    frames = 0

    def progress(done: int, _: Optional[int]) -> None:
        nonlocal frames
        frames = done

    options = {name: value for name, value in job.options.items() if in_chunks or name != "chunks"}
    with _input(job) as path:
        result = _write(job, lambda part: convert_file(path, part, threads=job.threads, progress=progress, **options))
    result.frames = frames
    return result


def _hand_on(job: Job, kind: str) -> Result:
    """Links, copies or skips a file that is not HDR."""
    handling = (job.handling or {})[kind]
    is_special = store(job.source).is_local and not os.path.isfile(job.name)
    if handling == "skip" or is_special:
        return Result(kind=kind, outcome="skipped")
    job = dataclasses.replace(job, output=job.entry.name)
    source, target = store(job.source), store(job.target)
    result = Result(kind=kind, outcome="copied")
    if isinstance(source, Disk) and isinstance(target, Disk):
        with _part(job, target) as part:
            if handling == "link":
                try:
                    os.link(os.path.realpath(job.name), part)
                    result.outcome = "linked"
                except OSError as failure:
                    result.findings.append(f"{job.name} cannot be linked ({failure.strerror}), so it is copied")
            if result.outcome == "copied":
                result.findings += _copy(job.name, part)
                _refuse_changed(job)
            _refuse_protected(target.where(job.output), job)
            result.output = _publish(part, target, job.output)
        return result
    if isinstance(source, Remote) and isinstance(target, Remote) and source.fs is target.fs:
        target.fs.cp_file(source.place(job.entry.name), target.place(job.output))
    elif isinstance(target, Disk):
        with _part(job, target) as part:
            source.get(job.entry.name, part)  # type: ignore[union-attr]
            os.utime(part, ns=(job.entry.modified, job.entry.modified))
            _refuse_protected(target.where(job.output), job)
            _publish(part, target, job.output)
    elif isinstance(source, Disk):
        target.put(job.name, job.output)
    else:
        with tempfile.TemporaryDirectory(dir=scratch().folder) as folder:
            source.get(job.entry.name, f"{folder}/file")
            target.put(f"{folder}/file", job.output)
    result.output = target.stat(job.output)
    return result


def _write(job: Job, make: Callable[[str], list[Any]]) -> Result:
    """Makes the output of a job, which appears when it is whole, with the date, mode and attributes of the input."""
    source, target = store(job.source), store(job.target)
    result = Result(kind="hdr", outcome="converted")
    with _part(job, target) as part:
        try:
            result.findings = list(map(str, make(part)))
        except Truncated as failure:
            if abs(time.time() - job.entry.modified / 1e9) < 60:
                raise Truncated(_still_written(job)) from failure
            if job.in_place:
                raise Truncated(f"{failure}; only whole movies are replaced, so write to an output folder") from failure
            result.error, result.code = str(failure), failure.code
        _refuse_changed(job)
        if isinstance(target, Remote):
            target.put(part, job.output)
            result.output = target.stat(job.output)
            return result
        _refuse_protected(target.where(job.output), job)
        if isinstance(source, Disk):
            result.findings += _copy_attributes(job.name, part)
        else:
            os.utime(part, ns=(job.entry.modified, job.entry.modified))
        result.output = _publish(part, target, job.output)
    return result


def _refuse_changed(job: Job) -> None:
    if store(job.source).stat(job.entry.name) != job.entry:
        raise Truncated(_still_written(job))


def _still_written(job: Job) -> str:
    return f"{job.name} is still being written, but a complete file was expected; run again when it is complete"


def _refuse_protected(path: str, job: Job) -> None:
    if job.output in job.replaces or job.options.get("force") or not os.path.exists(path) or os.stat(path).st_mode & stat.S_IWUSR:
        return
    is_second_name = store(job.source).is_local and os.path.exists(job.name) and os.path.samefile(path, job.name)
    if not is_second_name:
        raise CannotCreate(f"{path} is write-protected, but it was to be replaced; state force, or write to another folder")


def _publish(part: str, target: Disk, name: str) -> Optional[Entry]:
    path = target.where(name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    os.replace(part, path)
    return target.stat(name)


def _copy(source: str, path: str) -> list[str]:
    shutil.copyfile(source, path)
    return _copy_attributes(source, path)


def _copy_attributes(source: str, path: str) -> list[str]:
    """Copies mode, times and extended attributes. Those that are lost are named."""
    shutil.copystat(source, path)
    try:
        lost = sorted(set(os.listxattr(source)) - set(os.listxattr(path)))
    except OSError:
        return []
    return [f"extended attributes of {source} are lost, since the output's file system refuses them: {', '.join(lost)}"] if lost else []


@contextlib.contextmanager
def _part(job: Job, target: Any) -> Iterator[str]:
    """A path for an output that is not whole yet: beside the chunks of the target's disk, or on that of this machine."""
    base = scratch().folder
    if isinstance(target, Disk):
        base = target.where(job.work)
        os.makedirs(base, exist_ok=True)
    # Two workers may make one output, if Ray took the first for dead.
    folder = tempfile.mkdtemp(prefix="part.", dir=base)
    try:
        yield os.path.join(folder, os.path.basename(job.output))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _planned_output(job: Job, folder: str) -> str:
    target = store(job.target)
    if isinstance(target, Remote):
        return os.path.join(folder, os.path.basename(job.output))
    path = target.where(job.output)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path


def _identity(plan: dict[str, Any]) -> dict[str, Any]:
    """What chunks depend on: where the input and the output are named does not matter."""
    return {key: value for key, value in plan.items() if key not in ("input", "output")}


def _numbered(sizes: dict[str, int], ending: str) -> dict[int, int]:
    """The files of chunks by their number, with their bytes."""
    names = {name: pathlib.PurePath(name) for name in sizes}
    return {int(path.stem): sizes[name] for name, path in names.items() if path.suffix == ending and path.stem.isdigit()}


@contextlib.contextmanager
def _input(job: Job) -> Iterator[str]:
    """The path of the input: of a remote one, that of a sparse copy."""
    source = store(job.source)
    if isinstance(source, Disk):
        yield job.name
        return
    scratch().movie((job.source, job.entry, job.work))
    copy = scratch().copy(source, job.entry)
    try:
        yield copy.path
    except Error as failure:
        if copy.failure is not None:
            raise OSError(f"the remote file cannot be read: {copy.failure}") from failure
        raise


@contextlib.contextmanager
def _folder(job: Job, *endings: str) -> Iterator[str]:
    """The folder with the plan and the chunks. On this machine, it gets the plan and the files with these endings."""
    target = store(job.target)
    if isinstance(target, Disk):
        yield target.where(job.work)
        return
    folder = os.path.join(scratch().movie((job.source, job.entry, job.work)), "chunks")
    os.makedirs(folder, exist_ok=True)
    wanted = [name for name in target.sizes(job.work) if name == "plan.json" or name.endswith(endings)]

    def get(name: str) -> None:
        part = os.path.join(folder, f"{name}.part")
        target.get(f"{job.work}/{name}", part)
        os.replace(part, os.path.join(folder, name))

    with concurrent.futures.ThreadPoolExecutor(_DOWNLOADS) as pool:
        list(pool.map(get, (name for name in wanted if not os.path.exists(os.path.join(folder, name)))))
    yield folder


def _keep(job: Job, folder: str, chunk: int, ending: str) -> int:
    """Copies a chunk's file to the target's store, if it is not there, and returns its bytes."""
    target = store(job.target)
    for name in os.listdir(folder):
        path = pathlib.Path(folder, name)
        if path.suffix == ending and path.stem.isdigit() and int(path.stem) == chunk:
            size = path.stat().st_size
            if isinstance(target, Remote):
                target.put(str(path), f"{job.work}/{name}")
                if ending == ".chunk":
                    path.unlink()
            return size
    return 0
