"""All files of a folder."""
from __future__ import annotations

import os
import time
from typing import Any, Iterator, Optional

from .._errors import UsageError
from .._folders import rules
from ._engine import Movie
from ._manifest import Claims, Manifest, Record, key, moment, recorded
from ._progress import Progress
from ._stores import RECORDS, Disk, Entry, store
from ._tasks import Job, Result


class Folder:
    """The files of a folder, those that are done, and what became of them."""

    def __init__(
        self, source: str, target: Optional[str], options: dict[str, Any], threads: int, sdr: str, others: str, progress: Progress
    ) -> None:
        self._source, self._target = store(source), store(source if target is None else target)
        self._options, self._threads, self._progress = options, threads, progress
        self._handling = {"sdr": "skip", "other": "skip"} if target is None else {"sdr": sdr, "other": others}
        self._in_place = target is None
        self._rules = rules(options, sdr, others)
        self._manifest = Manifest(self._target)
        self._claims = Claims(self._target) if isinstance(self._target, Disk) else None
        self._removable: list[str] = []
        left = self._target.root if self._target is not self._source else None
        if isinstance(self._source, Disk) and not os.path.isdir(self._source.root):
            raise UsageError(f"{self._source.root} is not a folder, but one was expected; check its name")
        if left is not None and f"{self._source.root}/".startswith(f"{left}/"):
            raise UsageError(f"the output folder {left} contains the input folder, but outputs would be mixed with inputs; name another folder")
        files = sorted(self._source.files(left), key=lambda entry: os.fsencode(entry.name))
        self._outputs = self._converted([entry.name for entry in files])
        self.files = [entry.name for entry in files]
        for link in getattr(self._source, "links", []):
            progress.log(f"{link} is a link to a folder, which is not followed; name that folder in a run of its own")
        self.done = 0
        """The files that are settled."""
        self.failed = 0
        """Those that failed in this run."""

    def jobs(self) -> Iterator[Optional[Job]]:
        """The work on each file that is not settled; None while another process has the rest."""
        left = self.files
        while left:
            claimed = []
            for name in left:
                job = self._job(name)
                if isinstance(job, Job):
                    yield job
                elif job is None:
                    claimed.append(name)
                else:
                    self.done += 1
            left = claimed
            if left:
                yield None

    def _job(self, name: str) -> Optional[Job | bool]:
        """The work on a file; None if another process has it, True if there is none."""
        output = self._outputs[name]
        if self._is_settled(name):
            return True
        if self._claims is not None and not self._claims.take(name):
            return None
        # Another process may have done the work since the manifest was read.
        if self._is_settled(name):
            self._release(name)
            return True
        entry = self._source.stat(name) or Entry(name, 0, 0)
        work = f"{RECORDS}/chunks/{key(name + self._rules['options'])}"
        return Job(
            self._source.root, entry, self._target.root, output, work, self._options, self._threads, self._handling, self._refusal(name),
            frozenset(made for made in {output, name} if self._manifest.made(name, self._target.stat(made))),
        )

    def _refusal(self, name: str) -> Optional[str]:
        ending = os.path.splitext(name)[1][1:].lower()
        if not self._in_place or self._rules["extensions"].get(ending) == ending:
            return None
        return f"{name} cannot be replaced, since its extension is none that is written; write to an output folder"

    def _is_settled(self, name: str) -> bool:
        self._manifest.refresh()
        if self._manifest.of(name) is None:
            return False
        entry = self._source.stat(name) or Entry(name, 0, 0)
        return self._manifest.is_settled(entry, self._rules["options"], self._target, self._in_place)

    def _release(self, name: str) -> None:
        if self._claims is not None:
            self._claims.release(name)

    def finished(self, movie: Movie) -> None:
        """Records what became of a file."""
        result = movie.result or Result()
        name, record = movie.job.entry.name, self._record(movie, result)
        self._manifest.add(record)
        self._release(name)
        self.done += 1
        self.failed += result.outcome is None
        if not result.needs_chunks:
            self._removable.append(movie.job.work)
        end = f"failed: {result.error}" if result.outcome is None else f"{result.outcome} in {record['seconds']:.1f} s"
        self._progress.log(f"{name}: {end}")
        for finding in movie.findings:
            self._progress.log(f"{name}: {finding}")
        self.flush()

    def _record(self, movie: Movie, result: Result) -> Record:
        entry, output = movie.job.entry, result.output
        now = time.time()
        record = {
            "input": recorded(entry.name), "size": entry.size, "modified": str(entry.modified), "options": self._rules["options"],
            "outcome": result.outcome or "failed", "kind": movie.kind,
            "output": output and recorded(output.name),
            "output_size": output and output.size, "output_modified": output and str(output.modified),
            "seconds": round(now - movie.started, 3), "frames": result.frames or None, "exit_code": result.code, "error": result.error,
            "attempts": movie.attempts, "started": moment(movie.started), "finished": moment(now),
            "host": result.host or os.uname().nodename, "pid": result.pid or os.getpid(), "findings": movie.findings,
        }
        return {name: value for name, value in record.items() if value is not None}

    def flush(self, at_once: bool = False) -> None:
        """Writes the manifest, and removes the chunks of files that it records."""
        if self._manifest.flush(at_once):
            for work in self._removable:
                self._target.remove(work)
            self._removable.clear()

    def records(self) -> list[Record]:
        """The last record of each file, and a failure for each folder that could not be read."""
        found = [found[0] for name in self.files if (found := self._manifest.of(name))]
        for failure in getattr(self._source, "failures", []):
            reason = f"the folder {failure.filename} cannot be read ({failure.strerror}), but all its files are to be converted; make it readable"
            found.append({"input": recorded(os.path.relpath(failure.filename, self._source.root)), "outcome": "failed", "error": reason, "exit_code": 66})
        return found

    def _converted(self, files: list[str]) -> dict[str, str]:
        """The name of each file's conversion. One that another file has, or would get, keeps its whole name, with the new extension behind it."""
        if self._in_place:
            return {name: name for name in files}
        extensions, other = self._rules["extensions"], self._rules["extension"]

        def new(name: str) -> tuple[str, bool]:
            stem, ending = os.path.splitext(name)
            wanted = extensions.get(ending[1:].lower())
            return (name if ending[1:].lower() == wanted else f"{stem}.{wanted}", True) if wanted else (f"{name}.{other}", False)

        wanted = {name: new(name) for name in files}
        counts: dict[str, int] = {}
        for output, is_movie in wanted.values():
            counts[output] = counts.get(output, 0) + is_movie
        taken, chosen = set(files), {}
        for name, (output, is_movie) in wanted.items():
            if output != name and (not is_movie or counts[output] != 1 or output in taken):
                ending = os.path.splitext(output)[1]
                output = name + ending
                while output in taken:
                    output += ending
            taken.add(output)
            chosen[name] = output
        return chosen


