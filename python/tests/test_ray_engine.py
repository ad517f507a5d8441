"""The engine of ``tonemap.ray`` without Ray: the order of tasks, what is tried again, the manifest, and where files are."""
import collections
import dataclasses
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest
import tonemap
from tonemap._folders import rules
from tonemap.ray import _tasks
from tonemap.ray._engine import Engine, MachineLost, WorkerDied
from tonemap.ray._folder import Folder
from tonemap.ray._manifest import Claims, Manifest, recorded
from tonemap.ray._progress import Progress
from tonemap.ray._scratch import BLOCK, SparseCopy
from tonemap.ray._stores import Disk, Entry, Remote, split, store
from tonemap.ray._tasks import Job, Result, _hand_on

SIZE = 10  # bytes of a chunk


class Workers:
    """Ends tasks one after the other, as a function of the task says, and notes what is submitted."""

    def __init__(self, slots=2, answer=None):
        self.log, self._slots, self._answer = [], slots, answer
        self._running = collections.deque()

    def slots(self):
        return self._slots

    def submit(self, task):
        self.log.append((task.movie.job.entry.name, task.stage, task.chunk))
        self._running.append(task)

    def wait(self, seconds):
        if not self._running:
            time.sleep(0.001)
            return []
        task = self._running.popleft()
        found = self._answer(task) if self._answer else None
        return [(task, found or self.usual(task))]

    def usual(self, task, chunks=4, light=False):
        if task.stage == "prepare":
            plan = {"light": light, "chunks": [{"first": 240 * k, "frames": 240} for k in range(chunks)]}
            return Result(kind="hdr", plan=plan)
        if task.stage in ("join", "whole"):
            return Result(kind="hdr", outcome="converted", output=Entry("out", 1, 1))
        return Result(bytes=SIZE)


def job(name):
    return Job("/in", Entry(name, 1, 1), "/out", name, f".tonemap/chunks/{name}", {}, 1)


def run(workers, count=3, limit=10**9):
    ended, most = [], []
    engine = Engine(workers, limit, ended.append, delay=0)
    engine.run(iter([job(f"{number}.mov") for number in range(count)]), lambda: most.append(engine.waiting))
    return {movie.job.entry.name: movie for movie in ended}, max(most), engine


def test_movies_are_joined_after_all_their_chunks():
    workers = Workers()
    movies, _, engine = run(workers)
    assert sorted(movies) == ["0.mov", "1.mov", "2.mov"] and engine.frames == 3 * 4 * 240
    for name, movie in movies.items():
        mine = [(stage, chunk) for file, stage, chunk in workers.log if file == name]
        assert mine == [("prepare", None), *(("convert", chunk) for chunk in range(4)), ("join", None)]
        assert movie.result.outcome == "converted" and movie.result.frames == 960


def test_light_is_measured_whole_before_any_chunk_is_converted():
    workers = Workers(answer=lambda task: workers.usual(task, light=True))
    run(workers, 1)
    stages = [stage for _, stage, _ in workers.log]
    assert stages == ["prepare"] + 4 * ["measure"] + 4 * ["convert"] + ["join"]


def test_chunks_that_are_there_are_kept():
    plan = {"light": True, "chunks": [{"first": 0, "frames": 240}] * 3}
    known = Result(kind="hdr", plan=plan, measured=(0, 1, 2), converted={1: SIZE})
    workers = Workers(answer=lambda task: known if task.stage == "prepare" else None)
    run(workers, 1)
    assert [entry[1:] for entry in workers.log] == [("prepare", None), ("convert", 0), ("convert", 2), ("join", None)]


@pytest.mark.parametrize("limit", [0, 2 * SIZE, 5 * SIZE])
def test_chunks_that_wait_keep_to_the_limit(limit):
    """But those of the first movie, which is joined next."""
    movies, most, _ = run(Workers(slots=6, answer=lambda task: workers_usual_of(task)), 8, limit)
    assert len(movies) == 8 and most <= limit + 4 * SIZE + 9 * SIZE


def workers_usual_of(task):
    return Workers().usual(task)


def test_without_room_one_movie_is_converted_after_the_other():
    workers = Workers(slots=6)
    run(workers, 5, limit=0)
    converted = [file for file, stage, _ in workers.log if stage == "convert"]
    assert converted == sorted(converted)


def test_a_task_that_ends_its_worker_three_times_is_named():
    workers = Workers(answer=lambda task: WorkerDied() if task.movie.job.entry.name == "1.mov" and task.chunk == 2 else None)
    movies, _, _ = run(workers)
    failed = movies["1.mov"].result
    assert failed.code == 70 and failed.outcome is None and "chunk 2 of /in/1.mov (frames 480 to 719)" in failed.error
    assert workers.log.count(("1.mov", "convert", 2)) == 3 and movies["1.mov"].attempts == 3
    assert movies["0.mov"].result.outcome == movies["2.mov"].result.outcome == "converted"


def times(count, result):
    """What a chunk answers so many times."""
    left = [count]

    def answer(task):
        if task.chunk != 1 or not left[0]:
            return None
        left[0] -= 1
        return result

    return answer


@pytest.mark.parametrize(
    "count, result, tries",
    [(2, WorkerDied(), 3), (9, WorkerDied(is_fault=False), 10), (10, MachineLost("gone"), 11), (3, Result("No space left on device", 74), 4), (3, Result("no memory", 71), 4)],
)
def test_what_passes_is_tried_again(count, result, tries):
    workers = Workers(answer=times(count, result))
    movies, _, _ = run(workers, 1)
    assert movies["0.mov"].result.outcome == "converted" and workers.log.count(("0.mov", "convert", 1)) == tries


def test_a_task_whose_worker_is_killed_ten_times_ends():
    movies, _, _ = run(Workers(answer=times(10, WorkerDied(is_fault=False))), 1)
    assert movies["0.mov"].result.code == 71 and "killed 10 times" in movies["0.mov"].result.error


@pytest.mark.parametrize("number, is_fault", [(signal.SIGSEGV, True), (signal.SIGILL, True), (signal.SIGKILL, False)])
def test_a_fault_is_told_from_a_kill(tmp_path, number, is_fault):
    """A worker that ends by a signal while it converts a chunk."""
    work = dataclasses.replace(job("a.mov"), target=str(tmp_path))
    program = f"""
import os, tonemap.chunks
from tonemap.ray import _tasks
from tonemap.ray._stores import Entry
tonemap.chunks.convert = lambda *_, **__: os.kill(os.getpid(), {int(number)})
_tasks.convert(_tasks.{work!r}, 3)
"""
    assert subprocess.run([sys.executable, "-c", program], stderr=subprocess.DEVNULL).returncode == -number
    assert _tasks.had_fault(work, "convert", 3) == is_fault
    assert not _tasks.had_fault(work, "convert", 3)


@pytest.mark.parametrize("result, tries", [(Result("a broken movie", 65), 1), (Result("the disk is full", 74), 4), (ValueError("a fault"), 1)])
def test_what_does_not_pass_fails_the_movie(result, tries):
    workers = Workers(answer=times(100, result))
    movies, _, _ = run(workers, 1)
    failed = movies["0.mov"].result
    assert failed.outcome is None and workers.log.count(("0.mov", "convert", 1)) == tries
    assert failed.code == getattr(result, "code", 70) and ("join", None) not in [entry[1:] for entry in workers.log]


def test_a_chunk_that_the_join_refuses_is_converted_again():
    refused = [Result("0002.chunk is damaged", 65, damaged=2)]
    workers = Workers(answer=lambda task: refused.pop() if task.stage == "join" and refused else None)
    movies, _, _ = run(workers, 1)
    assert movies["0.mov"].result.outcome == "converted" and movies["0.mov"].done == 4
    assert [entry[1:] for entry in workers.log[-3:]] == [("join", None), ("convert", 2), ("join", None)]
    always = Workers(answer=lambda task: Result("0002.chunk is damaged", 65, damaged=2) if task.stage == "join" else None)
    movies, _, _ = run(always, 1)
    assert movies["0.mov"].result.code == 65


def test_a_movie_that_ends_early_is_converted_and_has_an_error():
    cut = Result("it ends early", 75, kind="hdr", outcome="converted")
    movies, _, _ = run(Workers(answer=lambda task: cut if task.stage == "join" else None), 1)
    assert movies["0.mov"].result.code == 75


# The manifest, and the work of a folder.


RULES = {"options": "0123", "extension": "mp4", "extensions": {"mov": "mov", "mp4": "mp4", "mkv": "mkv", "ts": "mp4", "avi": "mp4"}}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr("tonemap.ray._folder.rules", lambda *_: RULES)
    for name in ("a.mov", "b.ts", "sub/a.mov", "-c.mov", "sub/deep/\u00fc %d.mkv"):
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return tmp_path


def of(folder, **options):
    return Folder(str(folder / "in"), str(folder / "out"), {}, 1, "link", "skip", Progress("none"), **options)


def convert_all(folder, answer=None):
    found = of(folder)
    workers = Workers(answer=answer or publish)
    Engine(workers, 10**9, found.finished, delay=0).run(found.jobs())
    return found, workers


def publish(task):
    """Writes the output of a movie with one chunk."""
    if task.stage == "prepare":
        return Result(kind="hdr")
    job = task.movie.job
    path = pathlib.Path(job.target, job.output)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("done")
    return Result(kind="hdr", outcome="converted", output=Disk(job.target).stat(job.output))


def test_a_folder_is_done_once(folder):
    found, workers = convert_all(folder)
    assert found.files == ["-c.mov", "a.mov", "b.ts", "sub/a.mov", "sub/deep/\u00fc %d.mkv"] and found.done == 5
    assert {record["output"] for record in found.records()} == {"-c.mov", "a.mov", "b.mp4", "sub/a.mov", "sub/deep/\u00fc %d.mkv"}
    again, none = convert_all(folder)
    assert none.log == [] and again.done == 5
    os.utime(folder / "in/a.mov", ns=(1, 1))
    (folder / "out/b.mp4").write_text("changed")
    _, workers = convert_all(folder)
    assert {file for file, _, _ in workers.log} == {"a.mov", "b.ts"}
    lines = (folder / "out/.tonemap/manifest.jsonl").read_text().splitlines()
    assert len(lines) == 7 and json.loads(lines[-1])["modified"].isdigit()


def test_failures_are_tried_by_the_next_run(folder):
    found, _ = convert_all(folder, lambda task: Result("broken", 65, kind="hdr") if "b.ts" in task.movie.job.name else publish(task))
    failed = [record for record in found.records() if record["outcome"] == "failed"]
    assert [record["input"] for record in failed] == ["b.ts"] and failed[0]["exit_code"] == 65 and "output" not in failed[0]
    _, workers = convert_all(folder)
    assert [file for file, _, _ in workers.log] == ["b.ts", "b.ts"]


def test_a_file_that_ended_its_process_three_times_is_named(folder):
    found, workers = convert_all(folder, lambda task: WorkerDied() if "b.ts" in task.movie.job.name else publish(task))
    (failed,) = [record for record in found.records() if record["outcome"] == "failed"]
    assert (failed["input"], failed["attempts"], failed["exit_code"]) == ("b.ts", 3, 70) and "three times" in failed["error"]
    assert [file for file, _, _ in workers.log].count("b.ts") == 3


def test_only_what_an_earlier_run_made_is_replaced_although_it_is_protected(folder):
    convert_all(folder)
    for name in ("a.mov", "b.ts"):
        os.utime(folder / "in" / name, ns=(1, 1))
    (folder / "out/b.mp4").write_text("of somebody else")
    jobs = {job.entry.name: job for job in of(folder).jobs()}
    assert {name: job.replaces for name, job in jobs.items()} == {"a.mov": {"a.mov"}, "b.ts": set()}


def test_a_link_replaces_no_protected_file_of_somebody_else(folder):
    (job,) = [job for job in of(folder).jobs() if job.entry.name == "a.mov"]
    other = folder / "out/a.mov"
    other.parent.mkdir(exist_ok=True)
    other.write_text("of somebody else")
    other.chmod(0o444)
    with pytest.raises(tonemap.CannotCreate, match="write-protected"):
        _hand_on(job, "sdr")
    assert other.read_text() == "of somebody else"
    other.chmod(0o644)
    assert _hand_on(job, "sdr").outcome == "linked" and other.samefile(folder / "in/a.mov")
    # A second name of the input is its own.
    other.chmod(0o444)
    assert _hand_on(job, "sdr").outcome == "linked"


def test_options_of_one_input_are_refused():
    with pytest.raises(tonemap.UsageError, match="preview is for one input, but a folder has several"):
        rules({"preview": "p.png"}, "link", "skip")


def test_a_torn_line_is_ignored_and_ended(folder):
    convert_all(folder)
    path = folder / "out/.tonemap/manifest.jsonl"
    path.write_bytes(path.read_bytes() + b'{"input": "a.mov", "outc')
    manifest = Manifest(store(str(folder / "out")))
    record, is_new = manifest.of("a.mov")
    assert record["outcome"] == "converted" and not is_new
    manifest.add({**record, "seconds": 7})
    assert manifest.of("a.mov")[0]["seconds"] == 7 and manifest.of("a.mov")[1]
    assert sum(line.endswith(b"}") for line in path.read_bytes().splitlines()) == 6


def test_each_name_is_another_one_in_the_manifest():
    names = {b"\xff": r"\xff", rb"\xff": r"\x5cxff", b"\\\xff": r"\x5c\xff", "\u00fc".encode(): "\u00fc"}
    assert {name: recorded(os.fsdecode(name)) for name in names} == names


def test_a_claimed_file_is_left_to_its_holder(folder):
    """Until that ends without having done it."""
    program = f"""
import sys
from tonemap.ray._manifest import Claims
from tonemap.ray._stores import Disk
claims = Claims(Disk({str(folder / "out")!r}))
print(claims.take("a.mov"), flush=True)
sys.stdin.read()
"""
    holder = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert holder.stdout.readline() == "True\n"
    assert not Claims(Disk(str(folder / "out"))).take("a.mov")
    found = of(folder)
    jobs = found.jobs()
    names = [job and job.entry.name for job in (next(jobs) for _ in range(5))]
    assert names == ["-c.mov", "b.ts", "sub/a.mov", "sub/deep/\u00fc %d.mkv", None]
    holder.kill()
    holder.communicate()
    assert next(jobs).entry.name == "a.mov"


def test_names_of_outputs(folder):
    for name in ("b.mp4", "b.avi", "clip", "x.MOV", "y.dat"):
        (folder / "in" / name).touch()
    outputs = of(folder)._outputs
    assert outputs["b.mp4"] == "b.mp4" and outputs["b.ts"] == "b.ts.mp4" and outputs["b.avi"] == "b.avi.mp4"
    assert outputs["clip"] == "clip.mp4" and outputs["y.dat"] == "y.dat.mp4" and outputs["x.MOV"] == "x.MOV"


def test_folders_that_are_left_out_are_named(folder, capfd):
    (folder / "in/link").symlink_to(folder / "in/sub")
    found = of(folder)
    assert not any("link" in name for name in found.files) and "in/link is a link" in capfd.readouterr().err
    (folder / "in/sub/deep").rename(folder / "in/gone")
    store(str(folder / "in")).failures = [PermissionError(13, "Permission denied", str(folder / "in/gone"))]
    failed = found.records()[-1]
    assert (failed["input"], failed["outcome"], failed["exit_code"]) == ("gone", "failed", 66) and "Permission denied" in failed["error"]


def test_an_output_folder_around_the_input_is_refused(folder):
    with pytest.raises(tonemap.UsageError, match="contains the input folder"):
        Folder(str(folder / "in/sub"), str(folder / "in"), {}, 1, "link", "skip", Progress("none"))
    inside = Folder(str(folder / "in"), str(folder / "in/sub/deep"), {}, 1, "link", "skip", Progress("none"))
    assert inside.files == ["-c.mov", "a.mov", "b.ts", "sub/a.mov"]


# Where files are.


def test_the_two_kinds_of_store_agree(bucket, tmp_path):
    for root in (str(tmp_path), f"{bucket}/store"):
        files = store(root)
        assert files.read("a") is None and files.stat("a") is None and files.sizes("none") == {}
        files.write("sub/a b.mov", b"12345")
        files.write(".tonemap/chunks/1/0001.chunk", b"123")
        files.write(".tonemap/chunks/1/plan.json", b"{}")
        (entry,) = files.files()
        assert entry == files.stat("sub/a b.mov") and entry.size == 5 and abs(entry.modified / 1e9 - time.time()) < 60
        assert files.read("sub/a b.mov") == b"12345" and files.sizes(".tonemap/chunks/1") == {"0001.chunk": 3, "plan.json": 2}
        files.remove(".tonemap/chunks/1")
        files.remove(".tonemap/chunks/1")
        assert files.sizes(".tonemap/chunks/1") == {}
    assert os.listdir(tmp_path) == ["sub"]


def test_a_place_is_a_folder_and_a_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert split("s3://movies/sub/a.mov") == ("s3://movies/sub", "a.mov") and split("a.mov") == (str(tmp_path), "a.mov")
    assert isinstance(store(f"file://{tmp_path}/a%20b"), Disk) and store(f"file://{tmp_path}/a%20b").root == f"{tmp_path}/a b"
    with pytest.raises(tonemap.UsageError, match="names no file"):
        split("s3://movies/")


def test_a_manifest_at_a_url_goes_on(bucket):
    files = store(f"{bucket}/manifest")
    manifest = Manifest(files)
    manifest.add({"input": "a", "outcome": "failed"})
    assert not manifest.flush() and files.read(".tonemap/manifest.jsonl") is None
    assert manifest.flush(at_once=True)
    assert Manifest(files).of("a") == ({"input": "a", "outcome": "failed"}, False)


def test_a_sparse_copy_reads_what_is_needed(bucket, tmp_path):
    """The library reads the frames asked for, and not the rest."""
    width, height, count = 640, 360, 40
    size = width * height * 6
    frames = bytes(range(256)) * (size * count // 256)
    files = store(f"{bucket}/sparse")
    assert isinstance(files, Remote)
    files.write("in.rgb", frames)
    (tmp_path / "whole.rgb").write_bytes(frames)
    entry = files.stat("in.rgb")
    copy = SparseCopy(files, entry, str(tmp_path / "in.rgb"))
    options = {"size": f"{width}x{height}", "pixel_format": "rgb48le", "transfer": "pq", "start": 20, "frames": 2}
    tonemap.convert(tmp_path / "whole.rgb", tmp_path / "expected.rgb", **options)
    tonemap.convert(copy.path, tmp_path / "out.rgb", **options)
    assert (tmp_path / "out.rgb").read_bytes() == (tmp_path / "expected.rgb").read_bytes()
    assert 2 * size <= copy.fetched <= 12 * BLOCK and os.stat(copy.path).st_mtime_ns == entry.modified
    assert os.stat(copy.path).st_size == entry.size and os.stat(copy.path).st_blocks * 512 < entry.size // 2
    files.remove("in.rgb")
    with pytest.raises(OSError):
        tonemap.convert(copy.path, tmp_path / "gone.rgb", **{**options, "start": 36})
    assert isinstance(copy.failure, FileNotFoundError)
    copy.close()
    assert not os.path.exists(copy.path)
