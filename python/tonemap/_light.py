"""The light of frames and scenes: measured, or stated for a tone curve."""
from __future__ import annotations

import ctypes
import json
from typing import Any, Iterable, Iterator, NamedTuple, Optional

from ._compiled import Compiled
from ._library import LightStructure, MeterHandle, call, described
from ._options import encoded, payload_bytes, whole
from ._pictures import Picture, rgb_pictures, yuv_picture
from ._workers import default_threads

_T35 = 1
_RPU = 2


class Light(NamedTuple):
    """The light of a frame or a scene, for the argument ``light`` of ``Plan.convert``: in cd/m², or as metadata of the frame.

    >>> tonemap.Light(peak=812, average=35)
    >>> tonemap.Light(t35=message)  # HDR10+ or ST 2094-50
    >>> tonemap.Light(rpu=rpu)  # Dolby Vision
    """

    peak: float = 0
    average: Optional[float] = None
    t35: bytes = b""
    rpu: bytes = b""

    def structure(self) -> LightStructure:
        """The structure that the library takes, which holds the payload."""
        payload = self.t35 or self.rpu
        kind = _T35 if self.t35 else _RPU if self.rpu else 0
        average = -1.0 if self.average is None else self.average
        return LightStructure(ctypes.sizeof(LightStructure), self.peak, average, kind, payload or None, len(payload))


class Scene(NamedTuple):
    """The frames between two cuts, and their light in cd/m², for the argument ``light`` of ``Plan.convert``."""

    start: int
    """The index of its first frame."""
    frames: int
    peak: float
    """At least that of SDR's reference white, 203 cd/m²."""
    average: Optional[float]
    """None if all is black."""


class FrameLight(NamedTuple):
    """What was measured of a frame, in cd/m²."""

    index: int  # type: ignore[assignment]
    maximum: float
    """The maximum of max(R, G, B)."""
    average: float
    """The average of max(R, G, B) over the picture without letterbox."""
    curve_average: float
    """The average that tone curves take: the light of the mean PQ signal of luminance."""


class Measurement(NamedTuple):
    """The light of a clip."""

    max_cll: float
    """MaxCLL of CTA-861.3 in cd/m²; 0 if all is black."""
    max_fall: float
    """MaxFALL of CTA-861.3 in cd/m²; 0 if all is black."""
    frames: list[FrameLight]
    scenes: list[Scene]


def light_of(given: Any) -> Light:
    """The light of a ``Light`` or a ``Scene``, as a key of what is made from it: messages that can change are copied."""
    if isinstance(given, Light):
        return given._replace(t35=payload_bytes(given.t35, "t35"), rpu=payload_bytes(given.rpu, "rpu"))
    try:
        return Light(given.peak, given.average)
    except AttributeError:
        raise TypeError(
            f"light is of the type {type(given).__name__}, but a tonemap.Scene or a tonemap.Light was expected"
        ) from None


def measure(frames: Iterable[Any], *, bits: Optional[int] = None, threads: Optional[int] = None, **options: Any) -> Measurement:
    """Measures the light of frames: MaxCLL, MaxFALL, and the scenes with their light.

    >>> measured = tonemap.measure(frames, source="hdr10")
    >>> plan = tonemap.Plan(source="hdr10", max_cll=(measured.max_cll, measured.max_fall))

    Args:
        frames: Pictures of one size and format, in order: R'G'B' arrays (height, width, 3) or batches of them, tuples of planes
            (y, u, v) or (y, uv), or PyAV frames. An iterator works; only one item is held at a time.
        bits: The bits of a sample, for planes of uint16.
        threads: How many threads work on a frame, as in ``Plan.convert``.
        options: The source, as in ``Plan``.
    """
    meter: Any = None
    stated = Compiled.of(options).input.name if options.get("pixel_format") is not None else None
    for index, picture in enumerate(_pictures(frames, stated, bits)):
        if meter is None:
            workers = default_threads() if threads is None else whole(threads, "threads")
            about = encoded({**options, "pixel_format": picture.format})
            meter = MeterHandle.make("tonemap_meter_new", about, picture.width, picture.height, workers)
        call("tonemap_meter_measure", meter, ctypes.byref(picture.view()), index, None)
    if meter is None:
        raise ValueError("there is no frame to measure")
    found = json.loads(described("tonemap_meter_describe", meter))
    return Measurement(
        found.get("max_cll", 0),
        found.get("max_fall", 0),
        [FrameLight(*(frame[key] for key in FrameLight._fields)) for frame in found["frames"]],
        [Scene(*(scene.get(key) for key in Scene._fields)) for scene in found["scenes"]],
    )


def _pictures(frames: Iterable[Any], stated: Optional[str], bits: Optional[int]) -> Iterator[Picture]:
    for place, frame in enumerate(frames):
        name = f"frames[{place}]"
        if isinstance(frame, (tuple, list)):
            yield yuv_picture(tuple(frame), stated, bits, name)
        else:
            yield from rgb_pictures(frame, stated, name).all
