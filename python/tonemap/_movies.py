"""Movies: converted frames one by one, and files converted to files."""
from __future__ import annotations

import ctypes
import json
from typing import TYPE_CHECKING, Any, Callable, Iterator, Optional, Union

from ._findings import Finding
from ._formats import format_of
from ._library import END, MovieHandle, call, described
from ._options import encoded, path_bytes
from ._pictures import new_array, new_planes, rgb_pictures, yuv_picture
from ._running import run
from ._workers import default_threads

if TYPE_CHECKING:
    from ._frames import Frame, Planes


class Movie:
    """An iterator over the converted frames of a movie, which ``tonemap.read`` opens. A ``with`` block or ``close`` closes it."""

    def __init__(self, path: Any, options: dict[str, Any]) -> None:
        self._handle: Optional[MovieHandle] = MovieHandle.make("tonemap_movie_open", path_bytes(path), encoded(options))
        about = json.loads(described("tonemap_movie_describe", self._handle))
        self.width: int = about["width"]
        """The width of its converted frames."""
        self.height: int = about["height"]
        """The height of its converted frames."""
        self.pixel_format: str = about["pixel_format"]
        """FFmpeg's name of the layout of its converted frames."""
        self.frames: Optional[int] = about.get("frames")
        """How many frames it has, if that is known."""
        self.frame_rate: Any = about.get("frame_rate")
        """The frames of a second, if that is known."""
        self.plan: dict[str, Any] = about["plan"]
        """The plan of the conversion, as data."""
        self.findings: list[Finding] = [Finding.of(entry) for entry in about["findings"]]
        """What was assumed and found, as sentences."""

    def __iter__(self) -> Iterator[Union[Frame, Planes]]:
        return self

    def __next__(self) -> Union[Frame, Planes]:
        from ._frames import Frame, Planes

        format = format_of(self.pixel_format)
        frame: Any
        if format.is_one_array:
            frame = new_array(format, self.width, self.height).view(Frame)
            picture = rgb_pictures(frame, format.name, "the frame", (self.width, self.height)).all[0]
        else:
            frame = Planes(new_planes(format, self.width, self.height))
            picture = yuv_picture(frame, format.name, None, "the frame")
        index, seconds = ctypes.c_int64(), ctypes.c_double()
        handle = self._handle  # which lives until the call has ended, also if the movie is closed meanwhile
        if handle is None:
            raise StopIteration
        view = ctypes.byref(picture.view())
        if call("tonemap_movie_next", handle, view, ctypes.byref(index), ctypes.byref(seconds)) == END:
            raise StopIteration
        frame.index = index.value
        frame.seconds = seconds.value if seconds.value >= 0 else None
        return frame  # type: ignore[no-any-return]

    def close(self) -> None:
        """Closes the movie, at any time, also in a signal handler. No further frame follows but those that are being made."""
        self._handle = None

    def __enter__(self) -> Movie:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def read(path: Any, *, out_pixel_format: str = "rgb24", threads: Optional[int] = None, **options: Any) -> Movie:
    """Opens a movie, Y4M, raw frames or pictures to get its converted frames one by one.

    >>> with tonemap.read("in.mov", width=640) as movie:
    ...     for frame in movie:
    ...         print(frame.index, frame.seconds, frame.shape)

    A frame is a NumPy array with an ``index`` and its time in ``seconds``, by default uint8 (height, width, 3). It is rotated as
    the movie says. Movies need FFmpeg's libraries on the system. From the first frame to the last, or until it is closed, a movie
    holds two threads beside its decoder's.

    Args:
        path: The file.
        out_pixel_format: FFmpeg's name of the layout of the frames. With planes of Y'CbCr, a frame is a tuple of arrays.
        threads: How many threads work. By default, one for each processor, and one in a worker of a PyTorch DataLoader.
        options: The options of the command ``tonemap convert``, with underscores: ``width=640``, ``start="12.5s"``, ``to="srgb"``.

    Raises:
        NotFound: The file does not exist.
        DataError: The file is broken, or its kind is unknown.
        SystemLimit: FFmpeg's libraries are missing, or the process is a fork of one that used the library's threads.
        Truncated: The movie ends before the time that it states: raised after its last frame.
    """
    return Movie(path, {**options, "out_pixel_format": out_pixel_format, **_threads(threads)})


def convert(
    input: Any,
    output: Any,
    *,
    progress: Optional[Callable[[int, Optional[int]], Any]] = None,
    threads: Optional[int] = None,
    **options: Any,
) -> list[Finding]:
    """Converts a movie, Y4M, raw frames or pictures to a file, like the command ``tonemap convert``.

    >>> tonemap.convert("in.mov", "out.mp4", crf=20)

    The output appears when it is complete. Ctrl-C, or an exception in ``progress``, stops after the current frame and leaves no file.

    Args:
        input: The file to read.
        output: The file to write; its name says the kind.
        progress: Called after each frame, from another thread, with the number of frames done and the number of all frames, None
            if that is unknown. While frames are measured before they are converted, 0 are done.
        threads: How many threads work, as in ``read``.
        options: The options of the command, with underscores.

    Returns:
        What was assumed and found, as sentences.

    Raises:
        Truncated: The movie ends before the time that it states. The output holds what there is.
        NotFound, DataError, SystemLimit: As in ``read``.
        CannotCreate: The output cannot be created.
    """
    about = encoded({**options, **_threads(threads)})
    return run("tonemap_convert_file", path_bytes(input), path_bytes(output), about, progress=progress)


def _threads(threads: Optional[int]) -> dict[str, int]:
    workers = default_threads() if threads is None else threads
    return {"threads": workers} if workers else {}
