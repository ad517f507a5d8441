"""The order of work: movies are prepared, measured, converted chunk by chunk and joined, and what failed for a reason that passes is tried again."""
from __future__ import annotations

import collections
import dataclasses
import heapq
import time
from typing import Callable, Iterator, NamedTuple, Optional, Protocol

from ._tasks import Job, Result

DEATHS = 3
"""How often a task may end its worker by a fault."""
TRIES = 4
"""How often a task is run that lacks memory or disk, or whose storage fails."""
KILLS = 10
"""How often a worker may be killed at a task, which the system also does for want of memory."""
LOSSES = 20
"""How often a task may lose its machine."""
_PASSING = (71, 74)  # exit codes for a lack of memory, and for reading and writing, such as to a full disk


class WorkerDied(Exception):
    """The process of a task ended, by a fault or because it was killed."""

    def __init__(self, is_fault: bool = True) -> None:
        super().__init__(is_fault)
        self.is_fault = is_fault


class MachineLost(Exception):
    """The machine of a task was lost, or killed its process for want of memory."""


class Task(NamedTuple):
    """A piece of work on a movie."""

    movie: Movie
    stage: str
    """The name of a function of ``_tasks``."""
    chunk: Optional[int] = None

    @property
    def arguments(self) -> tuple[int, ...]:
        """What the function takes beside the job."""
        return (self.movie.in_chunks,) if self.stage == "whole" else () if self.chunk is None else (self.chunk,)

    @property
    def title(self) -> str:
        """Its name in Ray's dashboard."""
        place = "" if self.chunk is None else f" {self.chunk + 1}/{self.movie.count}"
        return f"{self.movie.job.entry.name}{place}" if self.stage == "convert" else f"{self.movie.job.entry.name}{place} {self.stage}"


class Runner(Protocol):
    """What runs tasks: Ray, or threads in tests."""

    def slots(self) -> int:
        """How many tasks run at once."""

    def submit(self, task: Task) -> None: ...

    def wait(self, seconds: float) -> list[tuple[Task, Result | Exception]]:
        """What ended meanwhile, or was interrupted."""


class Movie:
    """A file on its way."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.ready: collections.deque[Task] = collections.deque([Task(self, "prepare")])
        self.running = 0
        self.result: Optional[Result] = None
        """Its last, once it is known."""
        self.kind: Optional[str] = None
        self.findings: list[str] = []
        self.started = time.time()
        self.done = 0
        self.waiting = 0
        """The bytes of its chunks, which wait for the join."""
        self.attempts = 1
        self.in_chunks = False
        """Whether a conversion in one piece has the bytes of one in chunks."""
        self._chunks: list[dict[str, int]] = []
        self._missing: dict[str, set[int]] = {}

    @property
    def count(self) -> int:
        return len(self._chunks)

    def frames(self, chunk: int) -> int:
        return self._chunks[chunk]["frames"]

    def place(self, task: Task) -> str:
        """What of the movie a task is for, in words."""
        if task.chunk is None:
            return self.job.name
        first = self._chunks[task.chunk]["first"]
        return f"chunk {task.chunk} of {self.job.name} (frames {first} to {first + self.frames(task.chunk) - 1})"

    def advance(self, task: Task, result: Result) -> None:
        """Adds the tasks that follow a task without an error."""
        self.findings += [finding for finding in result.findings if finding not in self.findings]
        self.kind = self.kind or result.kind
        if result.outcome is not None:
            self.result = result
            if self.count:
                result.frames = sum(chunk["frames"] for chunk in self._chunks)
        elif task.stage == "prepare" and result.plan is None:
            self.in_chunks = not result.findings
            self.ready.append(Task(self, "whole", None))
        elif task.stage == "prepare" and result.plan is not None:
            self._chunks = result.plan["chunks"]
            everything = set(range(self.count))
            self._missing["measure"] = everything - set(result.measured) if result.plan["light"] else set()
            self._missing["convert"] = everything - set(result.converted)
            self.done, self.waiting = len(result.converted), sum(result.converted.values())
            self._add()
        elif task.chunk is not None:
            missing = self._missing[task.stage]
            missing.discard(task.chunk)
            if task.stage == "convert":
                self.done += 1
                self.waiting += result.bytes
            if not missing:
                self._add()

    def repair(self, chunk: int) -> None:
        """Adds the conversion of a chunk that was there, but damaged."""
        self._missing["convert"].add(chunk)
        self.done -= 1
        self._add()

    def _add(self) -> None:
        for stage in ("measure", "convert"):
            if self._missing[stage]:
                self.ready.extend(Task(self, stage, chunk) for chunk in sorted(self._missing[stage]))
                return
        self.ready.append(Task(self, "join"))


@dataclasses.dataclass
class Counts:
    """How often a task has failed for each reason."""

    deaths: int = 0
    kills: int = 0
    losses: int = 0
    tries: int = 0


class Engine:
    """Runs the tasks of movies. Earlier movies come first, so that chunks do not pile up."""

    def __init__(self, runner: Runner, limit: int, finished: Callable[[Movie], None], delay: float = 5) -> None:
        self.movies: list[Movie] = []
        """Those that are begun, in order."""
        self.frames = 0
        """The frames that were converted."""
        self._runner, self._limit, self._finished, self._delay = runner, limit, finished, delay
        self._running: dict[Task, None] = {}
        self._later: list[tuple[float, int, Task]] = []
        self._counts: dict[Task, Counts] = collections.defaultdict(Counts)
        self._number = 0
        self._sizes = [0, 0]

    @property
    def waiting(self) -> int:
        """The bytes of chunks that wait for a join."""
        return sum(movie.waiting for movie in self.movies)

    @property
    def running(self) -> list[Task]:
        return list(self._running)

    def run(self, jobs: Iterator[Optional[Job]], tick: Callable[[], None] = lambda: None) -> None:
        """Works until there is nothing left. Jobs are taken when they can begin; None says that there is none now, but later."""
        is_over = False
        while True:
            window = max(2, self._runner.slots() * 3 // 2)
            while len(self._running) < window:
                task = self._next()
                if task is None and not is_over and len(self.movies) < 2 * window:
                    job = next(jobs, ...)
                    is_over = job is ...
                    if isinstance(job, Job):
                        self.movies.append(Movie(job))
                        continue
                if task is None:
                    break
                self._running[task] = None
                task.movie.running += 1
                self._runner.submit(task)
            if is_over and not self.movies:
                return
            for task, result in self._runner.wait(0.5):
                self._end(task, result)
            tick()

    def _next(self) -> Optional[Task]:
        if self._later and self._later[0][0] <= time.monotonic():
            return heapq.heappop(self._later)[2]
        converting = sum(task.stage == "convert" for task in self._running)
        size = self._sizes[0] / max(self._sizes[1], 1)
        is_full = self.waiting + converting * size >= self._limit
        for movie in self.movies:
            # The first movie is nearest to its join, which makes room.
            if movie.ready and not (is_full and movie is not self.movies[0] and movie.ready[0].stage == "convert"):
                return movie.ready.popleft()
        return None

    def _end(self, task: Task, result: Result | Exception) -> None:
        del self._running[task]
        movie = task.movie
        movie.running -= 1
        if isinstance(result, Result) and result.error is None or isinstance(result, Result) and result.outcome is not None:
            self._counts.pop(task, None)
            if task.stage == "convert" and task.chunk is not None:
                self.frames += movie.frames(task.chunk)
                self._sizes = [self._sizes[0] + result.bytes, self._sizes[1] + 1]
            elif task.stage == "whole":
                self.frames += result.frames
            if movie.result is None:
                movie.advance(task, result)
        elif isinstance(result, Result) and result.damaged is not None and self._counts[task].tries < TRIES:
            self._counts[task].tries += 1
            movie.repair(result.damaged)
        elif movie.result is None:
            movie.result = self._failed(task, result)
            if movie.result is None:
                delay = 0 if isinstance(result, WorkerDied) else self._delay * 2 ** (self._counts[task].tries - 1)
                self._number += 1
                heapq.heappush(self._later, (time.monotonic() + delay, self._number, task))
            else:
                movie.ready.clear()
                self._later = [entry for entry in self._later if entry[2].movie is not movie]
                heapq.heapify(self._later)
        if movie.result is not None and not movie.running:
            self.movies.remove(movie)
            self._finished(movie)

    def _failed(self, task: Task, result: Result | Exception) -> Optional[Result]:
        """The end of a movie, or None if the task is to be run again."""
        counts, place = self._counts[task], task.movie.place(task)
        if isinstance(result, WorkerDied) and not result.is_fault:
            counts.kills += 1
            if counts.kills < KILLS:
                return None
            return Result(f"the worker of {place} was killed {KILLS} times; give the machines more memory, or use fewer CPUs of each", 71)
        if isinstance(result, WorkerDied):
            counts.deaths += 1
            task.movie.attempts = max(task.movie.attempts, counts.deaths)
            if counts.deaths < DEATHS:
                return None
            return Result(f"{place} ended its process three times, so this run does not try it again; free memory, or report it as a fault of this program, with the file", 70)
        if isinstance(result, MachineLost):
            counts.losses += 1
            if counts.losses < LOSSES:
                return None
            return Result(f"{place} lost its machine {LOSSES} times: {result}; give the machines more memory, or use fewer CPUs of each", 71)
        if isinstance(result, Exception):
            return Result(f"{place}: {type(result).__name__}: {result}", 70)
        counts.tries += 1
        return None if result.code in _PASSING and counts.tries < TRIES else result
