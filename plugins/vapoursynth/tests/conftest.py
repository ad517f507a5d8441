"""Tests of the VapourSynth plugin against the command, which is the reference for its bytes.

    plugins/vapoursynth/build && pytest plugins/vapoursynth/tests

Needs pip install vapoursynth numpy pytest, zstd, the plugin (TONEMAP_VAPOURSYNTH names another one) and the command (TONEMAP).
"""
import pytest
import vapoursynth as vs

from clips import plugin


@pytest.fixture(scope="session")
def core():
    vs.core.std.LoadPlugin(plugin())
    vs.core.num_threads = 4
    return vs.core
