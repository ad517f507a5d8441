"""Movies and folders on a Ray cluster of this machine, compared with one process."""
import json
import os
import signal
import subprocess
import sys
import time

import pytest
import tonemap.ray
from conftest import CHUNKS, OPTIONS, Command

ray = pytest.importorskip("ray")


@pytest.fixture(scope="module")
def cluster(request):
    """Two workers, which reach the local S3 server if there is one."""
    import importlib.util

    if importlib.util.find_spec("s3fs") and importlib.util.find_spec("moto"):
        request.getfixturevalue("bucket")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=100_000_000)
    yield
    ray.shutdown()


def test_a_movie(cluster, movie, expected, findings, tmp_path):
    assert tonemap.ray.convert(movie, tmp_path / "out.mp4", progress="none", **OPTIONS) == findings
    assert (tmp_path / "out.mp4").read_bytes() == expected
    assert os.listdir(tmp_path) == ["out.mp4"]


def test_a_movie_whose_light_is_measured(cluster, movie, tmp_path):
    options = {**OPTIONS, "dynamics": "scene"}
    tonemap.ray.convert(movie, tmp_path / "out.mp4", progress="none", **options)
    tonemap.convert(movie, tmp_path / "expected.mp4", **options)
    assert (tmp_path / "out.mp4").read_bytes() == (tmp_path / "expected.mp4").read_bytes()


def test_errors_are_those_of_the_library(cluster, movie, tmp_path):
    with pytest.raises(tonemap.NotFound, match="no.mov"):
        tonemap.ray.convert(tmp_path / "no.mov", tmp_path / "out.mp4")
    with pytest.raises(tonemap.UsageError, match="widht"):
        tonemap.ray.convert(movie, tmp_path / "out.mp4", widht=3)
    (tmp_path / "broken.mov").write_bytes(b"no movie" * 100)
    with pytest.raises(tonemap.DataError, match="broken.mov"):
        tonemap.ray.convert(tmp_path / "broken.mov", tmp_path / "out.mp4")
    with pytest.raises(tonemap.UsageError, match="99 CPUs"):
        tonemap.ray.convert(movie, tmp_path / "out.mp4", cpus_per_chunk=99)
    assert os.listdir(tmp_path) == ["broken.mov"]


def fill(folder, movie):
    """A folder with movies in HDR and SDR, and others."""
    (folder / "sub").mkdir(parents=True)
    for name in ("a b.mov", "sub/a.mov", "-c.mov"):
        (folder / name).write_bytes(movie.read_bytes())
        os.utime(folder / name, ns=(10**18, 10**18))
    os.chmod(folder / "a b.mov", 0o640)
    tonemap.convert(movie, folder / "sub/sdr.mp4")
    (folder / "notes.txt").write_text("no movie")
    (folder / "broken.mov").write_bytes(b"no movie" * 100)


OUTCOMES = {
    "-c.mov": "converted", "a b.mov": "converted", "broken.mov": "failed", "notes.txt": "skipped", "sub/a.mov": "converted",
    "sub/sdr.mp4": "linked",
}


def test_a_folder(cluster, movie, tmp_path, capfd):
    fill(tmp_path / "in", movie)
    (tmp_path / "out").mkdir()
    records = tonemap.ray.convert_all(tmp_path / "in", tmp_path / "out", progress="none", **OPTIONS)
    assert {record["input"]: record["outcome"] for record in records} == OUTCOMES
    assert capfd.readouterr().err.count(": converted in ") == 3
    tonemap.convert(movie, tmp_path / "expected.mov", **OPTIONS)
    for name in ("a b.mov", "sub/a.mov", "-c.mov"):
        made = tmp_path / "out" / name
        assert made.read_bytes() == (tmp_path / "expected.mov").read_bytes() and made.stat().st_mtime_ns == 10**18
    assert (tmp_path / "out/a b.mov").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "out/sub/sdr.mp4").stat().st_ino == (tmp_path / "in/sub/sdr.mp4").stat().st_ino
    assert not any((tmp_path / "out/.tonemap").glob("chunks/*"))
    for name in ("a b.mov", "sub/a.mov"):  # of which only the first is an output of a run
        os.chmod(tmp_path / "out" / name, 0o440)
    os.utime(tmp_path / "out/sub/a.mov")
    changed = tonemap.ray.convert_all(tmp_path / "in", tmp_path / "out", progress="json", **{**OPTIONS, "crf": 30})
    assert {record["input"]: record["outcome"] for record in changed} == {**OUTCOMES, "sub/a.mov": "failed"}
    assert any("write-protected" in record.get("error", "") for record in changed)
    assert json.loads(capfd.readouterr().err.splitlines()[-1])["done"] is True
    os.chmod(tmp_path / "out/sub/a.mov", 0o640)
    records = tonemap.ray.convert_all(tmp_path / "in", tmp_path / "out", progress="none", **OPTIONS)
    again = tonemap.ray.convert_all(tmp_path / "in", tmp_path / "out", progress="none", **OPTIONS)
    assert [record for record in again if record["outcome"] != "failed"] == [record for record in records if record["outcome"] != "failed"]


def test_the_command_goes_on_with_a_folder_of_ray(cluster, movie, tmp_path):
    """And Ray with one of the command."""
    fill(tmp_path / "in", movie)
    os.remove(tmp_path / "in/broken.mov")
    stated = {"chunks": str(CHUNKS), "crf": "20"}  # as the command has them
    tonemap.ray.convert_all(tmp_path / "in", tmp_path / "out", progress="none", **stated)
    manifest = tmp_path / "out/.tonemap/manifest.jsonl"
    lines = manifest.read_text().splitlines()
    Command(tmp_path).run("convert-all", tmp_path / "in", tmp_path / "out", "--progress", "none", **stated)
    assert manifest.read_text().splitlines() == lines
    (tmp_path / "in/new.mov").write_bytes(movie.read_bytes())
    Command(tmp_path).run("convert-all", tmp_path / "in", tmp_path / "out", "--progress", "none", **stated)
    lines = manifest.read_text().splitlines()
    records = tonemap.ray.convert_all(tmp_path / "in", tmp_path / "out", progress="none", **stated)
    assert manifest.read_text().splitlines() == lines and len(records) == 6


def test_outputs_replace_their_inputs(cluster, movie, tmp_path):
    fill(tmp_path / "in", movie)
    records = tonemap.ray.convert_all(tmp_path / "in", progress="none", **OPTIONS)
    assert {record["input"]: record["outcome"] for record in records} == {**OUTCOMES, "sub/sdr.mp4": "skipped"}
    made = (tmp_path / "in/a b.mov").read_bytes()
    assert made != movie.read_bytes() and (tmp_path / "in/a b.mov").stat().st_mtime_ns == 10**18
    tonemap.ray.convert_all(tmp_path / "in", progress="none", **OPTIONS)
    assert (tmp_path / "in/a b.mov").read_bytes() == made


def test_a_bucket(cluster, bucket, movie, tmp_path):
    import fsspec

    fill(tmp_path / "in", movie)
    files = fsspec.filesystem("s3")
    files.put(f"{tmp_path}/in/", "movies/in/", recursive=True)
    records = tonemap.ray.convert_all(f"{bucket}/in", f"{bucket}/out", progress="none", **OPTIONS)
    assert {record["input"]: record["outcome"] for record in records} == {**OUTCOMES, "sub/sdr.mp4": "copied"}
    (failed,) = [record for record in records if record["outcome"] == "failed"]
    assert f"{bucket}/in/broken.mov" in failed["error"] and "/tmp" not in failed["error"]
    tonemap.convert(movie, tmp_path / "expected.mov", **OPTIONS)
    assert files.cat("movies/out/sub/a.mov") == (tmp_path / "expected.mov").read_bytes()
    assert files.cat("movies/out/sub/sdr.mp4") == (tmp_path / "in/sub/sdr.mp4").read_bytes()
    assert [path for path in files.find("movies/out") if "/.tonemap/" in path] == ["movies/out/.tonemap/manifest.jsonl"]
    count = files.cat("movies/out/.tonemap/manifest.jsonl").count(b"\n")
    tonemap.ray.convert_all(f"{bucket}/in", f"{bucket}/out", progress="none", **OPTIONS)
    assert files.cat("movies/out/.tonemap/manifest.jsonl").count(b"\n") == count + 1  # the failure, again
    tonemap.ray.convert(f"{bucket}/in/sub/a.mov", tmp_path / "local.mov", progress="none", **OPTIONS)
    assert (tmp_path / "local.mov").read_bytes() == (tmp_path / "expected.mov").read_bytes()


def test_a_driver_that_was_killed_goes_on(movie, expected, tmp_path):
    """With the chunks that are there."""
    words = [sys.executable, "-m", "tonemap.ray", "convert", movie, tmp_path / "out.mp4", "--chunks", str(CHUNKS), "--crf", "20", "--progress", "none"]
    environment = {**os.environ, "RAY_ADDRESS": ""}
    driver = subprocess.Popen(words, env=environment)
    chunks = tmp_path / ".tonemap/chunks"
    for _ in range(600):
        if any(chunks.glob("*/*.chunk")):
            break
        time.sleep(0.1)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    found = {path: path.stat().st_mtime_ns for path in chunks.glob("*/*.chunk")}
    assert found or (tmp_path / "out.mp4").exists()
    done = subprocess.run(words, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.mp4").read_bytes() == expected and not chunks.exists()


def test_wrong_words():
    for words, sentence in (
        (["convert-all", "in"], "--replace"), (["convert", "in", "out", "--crf=2", "x"], "x is neither"), (["convert-all", "in", "out", "--sdr", "x"], "invalid"),
    ):
        done = subprocess.run([sys.executable, "-m", "tonemap.ray", *words], capture_output=True, text=True)
        assert done.returncode == 64 and sentence in done.stderr, done.stderr
