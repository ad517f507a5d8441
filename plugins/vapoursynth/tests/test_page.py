"""The examples of docs/vapoursynth.md run as they are."""
import re

import pytest
import vapoursynth as vs

from clips import ROOT, clip
from test_bytes import HDR10
from test_dynamic import hdr10plus, scene, with_message

PAGE = (ROOT / "docs/vapoursynth.md").read_text()
LINES = re.findall(r"^core\.tonemap\.Convert\(.*?\)(?= *#|$)", PAGE, re.MULTILINE)


def test_examples_were_found():
    assert len(LINES) == 9


@pytest.mark.parametrize("line", LINES)
def test_example(core, line):
    source = with_message(clip(core, vs.YUV420P10, **HDR10), "HDR10Plus", lambda n: hdr10plus(scene(n)))
    eval(line, dict(core=core, vs=vs, clip=source)).get_frame(0)


def test_arguments_that_the_page_names_exist(core):
    known = set(re.findall(r"(\w+):", core.tonemap.Convert.signature))
    assert set(re.findall(r"(\w+)=", " ".join(LINES))) <= known
    table = PAGE.split("## Frame properties")[0].split("| argument |")[1]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) <= known
