"""Tasks in Ray's workers."""
from __future__ import annotations

import importlib
import time
from typing import Any

from .._errors import UsageError
from . import _tasks
from ._engine import MachineLost, Task, WorkerDied
from ._tasks import Result


class RayRunner:
    """Runs tasks on the cluster that ``ray.init`` joins: that of RAY_ADDRESS, a running one, or a new one of this machine."""

    def __init__(self, cpus: int, address: Any = None) -> None:
        try:
            ray: Any = importlib.import_module("ray")
            self._metrics: Any = importlib.import_module("ray.util.metrics")
        except ImportError as failure:
            raise UsageError("Ray is not installed, but it runs the work: pip install 'swift-tonemap[ray]'") from failure
        self._ray: Any = ray
        self._gauges: dict[str, Any] = {}
        self._cpus = cpus
        if not ray.is_initialized():
            ray.init(address=address, log_to_driver=False, logging_level="warning")
        most = max((int(node["Resources"].get("CPU", 0)) for node in ray.nodes() if node["Alive"]), default=0)
        if most < cpus:
            raise UsageError(f"a chunk is to get {cpus} CPUs, but no machine of the cluster has more than {most}; choose fewer")
        # What died is run again by the engine, which counts the deaths of machines apart.
        remote = ray.remote(num_cpus=cpus, max_retries=0)
        self._functions = {name: remote(getattr(_tasks, name)) for name in ("prepare", "measure", "convert", "join", "whole")}
        self._running: dict[Any, Task] = {}
        self._slots = (0, float("-inf"))

    def slots(self) -> int:
        if time.monotonic() - self._slots[1] > 5:
            self._slots = (int(self._ray.cluster_resources().get("CPU", 0)) // self._cpus, time.monotonic())
        return max(self._slots[0], 1)

    def submit(self, task: Task) -> None:
        function = self._functions[task.stage].options(name=task.title)
        self._running[function.remote(task.movie.job, *task.arguments)] = task

    def wait(self, seconds: float) -> list[tuple[Task, Result | Exception]]:
        if not self._running:
            time.sleep(seconds)
            return []
        references = list(self._running)
        ended, _ = self._ray.wait(references, num_returns=1, timeout=seconds)
        if ended:  # and those that ended at the same time
            ended, _ = self._ray.wait(references, num_returns=len(references), timeout=0)
        return [((task := self._running.pop(reference)), self._result(task, reference)) for reference in ended]

    def _result(self, task: Task, reference: Any) -> Result | Exception:
        errors = self._ray.exceptions
        try:
            result: Result = self._ray.get(reference)
            return result
        except errors.WorkerCrashedError:
            return WorkerDied(_tasks.had_fault(task.movie.job, task.stage, *task.arguments))
        except (errors.NodeDiedError, errors.OutOfMemoryError, errors.LocalRayletDiedError) as failure:
            return MachineLost(str(failure).split("\n")[0])
        except Exception as failure:
            return failure

    def state(self, numbers: dict[str, float]) -> None:
        """Shows numbers in Ray's dashboard."""
        for name, number in numbers.items():
            if name not in self._gauges:
                self._gauges[name] = self._metrics.Gauge(f"tonemap_{name}", description=name.replace("_", " "))
            self._gauges[name].set(number)
