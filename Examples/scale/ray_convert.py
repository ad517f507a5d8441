#!/usr/bin/env python3
"""Converts a clip in pieces, by the light of the whole clip, on a Ray cluster; docs/scale.md explains how.

    python3 Examples/scale/ray_convert.py INPUT OUTPUT PIECES THREADS [SOURCE OPTION…] [-- CONVERT OPTION…]

The arguments are those of `split` beside this file. OUTPUT is raw frames, .yuv, .raw or .rgb. It and INPUT lie on a file system that all machines share.
TONEMAP names the command. `ray.init()` joins the cluster that RAY_ADDRESS names, or starts one on this machine.

Needs Ray (`pip install ray`).
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import ray

TONEMAP = os.environ.get("TONEMAP", "tonemap")
RAW = (".yuv", ".raw", ".rgb")  # what the command writes as frames alone
RETRIES = 10  # of each task; -1 means for ever


class Interrupted(Exception):
    """What may succeed if it is tried again: the command was killed, or its machine lacked memory or could not write."""


def tonemap(*words):
    done = subprocess.run([TONEMAP, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode < 0 or done.returncode in (71, 74):
        raise Interrupted(done.returncode, done.stderr)
    if done.returncode:  # The data or the options are wrong, and will be.
        raise RuntimeError(done.stderr)
    return done.stdout


def convert(source, target, pieces, threads, about, mapping):
    frames = int(re.search(r'"frames" : (\d+)', tonemap("info", source, *about, "--json"))[1])
    pieces = min(pieces, frames)
    starts = [frames * piece // pieces for piece in range(pieces + 1)]
    # Beside the output, so that its last step is a rename.
    folder = pathlib.Path(tempfile.mkdtemp(prefix=".ray.", dir=target.parent))

    # max_retries is for workers that die, retry_exceptions for commands that do.
    @ray.remote(num_cpus=threads, max_retries=RETRIES, retry_exceptions=[Interrupted])
    def task(subcommand, piece, *words):
        part = ["--start", starts[piece], "--frames", starts[piece + 1] - starts[piece]]
        # Without --threads, a command takes all processors that it sees, and it does not see Ray's share.
        tonemap(subcommand, source, *words, *part, "--threads", threads, "--progress", "none", *about)

    try:
        light = [folder / f"{piece:06}.jsonl" for piece in range(pieces)]
        ray.get([task.remote("measure", piece, "--stats", light[piece]) for piece in range(pieces)])
        whole = folder / "light"
        whole.write_bytes(b"".join(part.read_bytes() for part in light))
        tonemap("measure", "fold", whole, "--strict")  # fails if frames are missing or contradict each other

        parts = [folder / f"{piece:06}{target.suffix}" for piece in range(pieces)]
        ray.get([task.remote("convert", piece, parts[piece], "--stats", whole, *mapping) for piece in range(pieces)])
        with open(folder / "joined", "wb") as joined:
            for part in parts:
                with open(part, "rb") as file:
                    shutil.copyfileobj(file, joined)
        os.replace(folder / "joined", target)
        descriptions = {part.with_name(f"{part.name}.color.json").read_text() for part in parts}
        if len(descriptions) == 1:  # In PQ each has the MaxCLL and MaxFALL of its own piece.
            target.with_name(f"{target.name}.color.json").write_text(descriptions.pop())
        else:
            print(f"the light levels of the pieces differ, so {target}.color.json is not written; measure {target}", file=sys.stderr)
    finally:
        # A task that is taken for dead may still be writing its part.
        shutil.rmtree(folder, ignore_errors=True)


def main():
    words, mapping = sys.argv[1:], []
    if "--" in words:
        words, mapping = words[: words.index("--")], words[words.index("--") + 1 :]
    if len(words) < 4:
        sys.exit(__doc__)
    source, target, pieces, threads, *about = words
    if pathlib.Path(target).suffix not in RAW:
        print(
            f"ray_convert.py: {target} is not raw frames, and the pieces of others do not join byte by byte;"
            " choose a name that ends in .yuv, .raw or .rgb, or use split",
            file=sys.stderr,
        )
        sys.exit(64)
    ray.init(log_to_driver=False)
    convert(pathlib.Path(source).resolve(), pathlib.Path(target).resolve(), int(pieces), int(threads), about, mapping)


if __name__ == "__main__":
    main()
