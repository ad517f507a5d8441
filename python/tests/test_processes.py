"""Forked and spawned processes, and workers of PyTorch's DataLoader."""
import concurrent.futures
import multiprocessing
import subprocess
import sys

import numpy
import pytest
import tonemap
from conftest import PQ, picture

PLAN = tonemap.Plan(**PQ)


def converted(seed):
    return PLAN.convert(picture(40, 60, seed=seed))


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_pools(method):
    expected = [converted(seed) for seed in range(6)]  # and the threads of this process have worked
    with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context(method)) as pool:
        found = list(pool.map(converted, range(6), timeout=120))
    numpy.testing.assert_array_equal(numpy.stack(found), numpy.stack(expected))


def test_a_plan_goes_to_another_process():
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        found = pool.submit(PLAN.convert, picture(40, 60)).result(120)
    numpy.testing.assert_array_equal(found, PLAN.convert(picture(40, 60)))


class Pictures:
    """A dataset whose pictures are converted in the workers."""

    def __init__(self, plan):
        self.plan = plan

    def __len__(self):
        return 8

    def __getitem__(self, place):
        from tonemap._workers import default_threads

        return {"image": self.plan.convert(picture(40, 60, seed=place)), "threads": default_threads()}


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_data_loaders(method):
    data = pytest.importorskip("torch.utils.data")
    loader = data.DataLoader(Pictures(PLAN), batch_size=2, num_workers=2, multiprocessing_context=method, timeout=120)
    batches = list(loader)
    found = numpy.concatenate([batch["image"].numpy() for batch in batches])
    numpy.testing.assert_array_equal(found, numpy.stack([converted(place) for place in range(8)]))
    assert {int(count) for batch in batches for count in batch["threads"]} == {1}
    assert Pictures(PLAN)[0]["threads"] == 0


def run(program):
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)


def test_neither_numpy_nor_torch_is_imported():
    done = run("import tonemap, sys; plan = tonemap.Plan(source='hdr10'); print(plan); assert not {'numpy', 'torch'} & set(sys.modules)")
    assert done.returncode == 0, done.stderr
    assert "linearize" in done.stdout


def test_a_missing_library_is_an_import_error():
    done = run("import os; os.environ['TONEMAP_LIBRARY'] = '/nowhere/libtonemap.so'; import tonemap")
    assert "ImportError" in done.stderr and "TONEMAP_LIBRARY" in done.stderr
