"""A movie in chunks, compared with one process."""
import os

import pytest
import tonemap
from conftest import COUNT, OPTIONS
from tonemap.ray import _tasks
from tonemap.ray._stores import Disk


def test_chunks_in_any_order_have_the_bytes_of_one_process(movie, expected, tmp_path):
    plan = tonemap.chunks.plan(movie, tmp_path / "out.mp4", tmp_path / "work", **OPTIONS)
    first = [chunk["first"] for chunk in plan["chunks"]]
    assert first == sorted(set(first)) and first[0] == 0 and len(first) >= 3
    assert sum(chunk["frames"] for chunk in plan["chunks"]) == COUNT and not plan["light"]
    with pytest.raises(tonemap.Error, match="chunk"):
        tonemap.chunks.join(tmp_path / "work")
    moved = movie.rename(movie.with_name("moved.mov"))
    try:
        for chunk in reversed(range(len(first))):
            tonemap.chunks.convert(tmp_path / "work", chunk, input=moved, threads=1 + chunk % 2)
        tonemap.chunks.join(tmp_path / "work", input=moved, output=tmp_path / "other.mp4")
    finally:
        moved.rename(movie)
    assert (tmp_path / "other.mp4").read_bytes() == expected


def test_an_exception_ends_a_chunk(movie, tmp_path):
    class Enough(Exception):
        pass

    def progress(*_):
        raise Enough

    tonemap.chunks.plan(movie, tmp_path / "out.mp4", tmp_path / "work", **OPTIONS)
    with pytest.raises(Enough):
        tonemap.chunks.convert(tmp_path / "work", 0, progress=progress)
    assert os.listdir(tmp_path / "work") == ["plan.json"]


def test_each_frame_is_reported_once(movie, tmp_path):
    plan = tonemap.chunks.plan(movie, tmp_path / "out.mp4", tmp_path / "work", **OPTIONS)

    def counts(work, *arguments):
        seen = []
        work(tmp_path / "work", *arguments, progress=lambda done, all: seen.append((done, all)))
        return seen

    for number, frames in enumerate(chunk["frames"] for chunk in plan["chunks"]):
        assert counts(tonemap.chunks.convert, number) == [(done + 1, frames) for done in range(frames)]
    assert [done for done, _ in counts(tonemap.chunks.join)] == list(range(1, COUNT + 1))


def test_options_of_chunks_are_those_of_a_conversion(movie, tmp_path):
    """An option that is None is not given, and one that is given twice is refused."""
    plan = tonemap.chunks.plan(movie, tmp_path / "out.mp4", tmp_path / "work", crf=20, chunks=None)
    assert [chunk["frames"] for chunk in plan["chunks"]] == [COUNT]
    with pytest.raises(tonemap.UsageError, match="given twice"):
        tonemap.chunks.plan(movie, tmp_path / "out.mp4", tmp_path / "other", **{"max_cll": (1000, 400), "max-cll": (400, 100)})


def test_what_has_no_chunks(movie, tmp_path):
    with pytest.raises(tonemap.Error):
        tonemap.chunks.plan(movie, tmp_path / "out.y4m", tmp_path / "work")
    tonemap.chunks.plan(movie, tmp_path / "out.mp4", tmp_path / "work", **OPTIONS)
    with pytest.raises(tonemap.UsageError, match="99"):
        tonemap.chunks.convert(tmp_path / "work", 99)


def test_a_damaged_chunk_is_converted_again(movie, expected, tmp_path):
    """One whose bytes changed after it was written, in a folder that another run left."""
    entry = Disk(str(movie.parent)).stat(movie.name)
    job = _tasks.Job(str(movie.parent), entry, str(tmp_path), "out.mp4", "work", OPTIONS, 1)
    count = len(_tasks.prepare(job).plan["chunks"])
    assert all(_tasks.convert(job, chunk).error is None for chunk in range(count))
    path = tmp_path / "work/0001.chunk"
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 1
    path.write_bytes(data)
    refused = _tasks.join(job)
    assert refused.damaged == 1 and "0001.chunk" in refused.error and not path.exists()
    assert _tasks.convert(job, 1).error is None and _tasks.join(job).error is None
    assert (tmp_path / "out.mp4").read_bytes() == expected
