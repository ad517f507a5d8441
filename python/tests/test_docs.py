"""The blocks of docs/python.md and of the wheel's README run, in order, in one folder for each page.

A block that starts with the name of a file is a program of its own.
"""
import re
import shutil
import subprocess
import sys

import numpy
import pytest
from conftest import COMMAND, ROOT, picture

PAGES = {"docs": ROOT / "docs/python.md", "readme": ROOT / "python/README.md"}


@pytest.mark.parametrize("page", PAGES)
def test_blocks(page, tmp_path, monkeypatch):
    if page == "docs":
        pytest.importorskip("av")
        pytest.importorskip("torch")
    blocks = re.findall(r"^```python\n(.*?)^```", PAGES[page].read_text(), re.M | re.S)
    assert blocks
    frames = numpy.stack([picture(720, 1280, seed=seed) for seed in range(3)])
    (tmp_path / "frames.rgb").write_bytes(frames.tobytes())
    made = subprocess.run(
        [COMMAND, "convert", "frames.rgb", "in.mov", "--to", "pq", "--size", "1280x720", "--pixel-format", "rgb48le", "--transfer", "pq", "--fps",
         "25", "--preset", "ultrafast"],
        cwd=tmp_path, capture_output=True,
    )
    assert made.returncode == 0, made.stderr
    shutil.copy(tmp_path / "in.mov", tmp_path / "b.mov")
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "page", "pq": frames[0]}
    for block in blocks:
        program = re.match(r"# (\w+\.py)\n", block)
        if program:
            (tmp_path / program[1]).write_text(block)
            done = subprocess.run([sys.executable, program[1]], capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
            continue
        exec(compile(block, str(PAGES[page]), "exec"), names)
