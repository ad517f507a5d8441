#!/usr/bin/env python3
"""A clip whose light changes, converted with each `--dynamics`: a table, and `docs/pictures/changing-light.png`.

    python3 notebooks/derivations/changing_light.py [TONEMAP]      # .build/release/tonemap by default
    python3 notebooks/derivations/changing_light.py --clip FILE    # writes only the clip: raw frames, see SOURCE

The clip has a fade, a flash of two frames, a hard cut, a single pixel of 10 000 cd/m², a slow pan to a bright window, and a
letterbox that comes and goes. In every frame there are, at the same place, a patch of 26 cd/m² (the gray card of
18 % in ITU-R BT.2408) and a still area of 64 colors. What a conversion does to them is what it does to a picture
whose surroundings change: the patch shows it as light, the still area as the maximum change from one frame to the next.

Two rows show what is avoided: curves for each frame's own light, and FFmpeg's `tonemap` with the maximum max(R, G, B) of each
frame as `peak`. Without it, that filter takes the peak from side data, which are those of the clip.

The output has 10 bits and no dither, so that a step of a quarter of an 8-bit code is seen. The patch's light is that of BT.1886
with a white of 203 cd/m². Exits with 1 if a law is broken.

Needs NumPy, Matplotlib, FFmpeg with zscale, and the command.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

HOME = pathlib.Path(__file__).resolve().parents[2]
TARGET = HOME / "docs/pictures/changing-light.png"
WIDTH, HEIGHT, RATE = 640, 360, 24
SOURCE = [
    "--size", f"{WIDTH}x{HEIGHT}", "--pixel-format", "yuv420p10le", "--fps", str(RATE), "--primaries", "bt2020", "--transfer", "pq",
    "--matrix", "bt2020nc", "--range", "narrow", "--chroma-location", "center",
]  # fmt: skip
GRAY, PATCH = 26, (slice(64, 128), slice(128, 192))  # cd/m²; rows and columns
STILL = (slice(160, 288), slice(96, 224))
MODES = ["static", "scene", "frame"]
FFMPEG = "FFmpeg, peak of each frame"
BAR = 46  # rows of each bar: 2.39:1

# First frames. Cuts are at DARK, PAN and FILM; all else lies within scenes.
FADE, DOWN, FLASH, DARK, HOT, PAN, FILM, END = 24, 72, 156, 192, 204, 228, 312, 348
HOT_FRAMES = range(HOT, HOT + 12)
CUTS = [DARK, PAN, FILM]


# The clip


def clouds(seed, roughness):
    """Smooth noise that repeats, 0 to 1."""
    rows, columns = np.fft.fftfreq(HEIGHT)[:, None], np.fft.rfftfreq(2 * WIDTH)[None]
    shape = np.random.default_rng(seed).standard_normal((HEIGHT, 2 * WIDTH))
    frequency = np.maximum(np.hypot(rows, columns), 1 / WIDTH)
    noise = np.fft.irfft2(np.fft.rfft2(shape) * frequency**-roughness, s=(HEIGHT, 2 * WIDTH))
    return (noise - noise.min()) / (noise.max() - noise.min())


def spot(row, column, radius, light):
    rows, columns = np.mgrid[:HEIGHT, : 2 * WIDTH]
    return light * np.exp(-(((rows - row) ** 2 + (columns - column) ** 2) / radius**2) ** 2)


def panorama(seed, darkest, brightest, spots=()):
    """Light of BT.2020's R, G, B in cd/m², twice as wide as a frame."""
    light = darkest * (brightest / darkest) ** clouds(seed, 1.6) + sum(spots)
    warmth = clouds(seed + 1, 2)[..., None]
    tint = warmth * [1.25, 0.97, 0.6] + (1 - warmth) * [0.8, 1.02, 1.2]
    return light[..., None] * tint


def still_area():
    """8 × 8 blocks from 0.05 to 200 cd/m², one of three of them neutral."""
    levels = np.geomspace(0.05, 200, 64)
    tints = np.array([[1, 1, 1], [1.3, 0.95, 0.5], [0.6, 1.05, 1.3]])
    blocks = (levels[:, None] * tints[np.arange(64) % 3]).reshape(8, 8, 3)
    return blocks.repeat(16, axis=0).repeat(16, axis=1)


class Clip:
    def __init__(self, hot=True):
        self.hot = hot
        self.room = panorama(1, 1, 200, [spot(70, 480, 60, 900)])
        self.night = panorama(3, 0.02, 40, [spot(60, 560, 14, 110)])
        self.wide = panorama(5, 1, 150, [spot(150, 1000, 170, 2500)])
        self.film = panorama(7, 0.5, 300, [spot(180, 420, 50, 500)])
        self.still = still_area()

    def light(self, index):
        if index < DARK:
            down, up = (index - FADE) / (DOWN - FADE), (index - DOWN) / 24
            level = 1 if index < FADE else max(1 - down, 0) if index < DOWN else min(up, 1)
            picture = self.room[:, :WIDTH] * (0.01 + 0.99 * level) ** 2
            if index in (FLASH, FLASH + 1):
                picture = picture + 4000 * (np.linspace(0, 1, WIDTH)[None, :, None] ** 3)
        elif index < PAN:
            picture = self.night[:, :WIDTH].copy()
            if self.hot and index in HOT_FRAMES:
                picture[300, 500] = 10000
        elif index < FILM:
            step = min(max(index - PAN - 6, 0), 66)
            left = round(WIDTH * (0.5 - 0.5 * np.cos(np.pi * step / 66)))
            picture = self.wide[:, left : left + WIDTH].copy()
        else:
            picture = self.film[:, :WIDTH].copy()
        if index >= FILM and (index - FILM) // 3 % 2:
            picture[:BAR] = picture[-BAR:] = 0.005 * (index % 2)  # a code above black in every other frame
        picture[PATCH], picture[STILL] = GRAY, self.still
        return picture

    def write(self, path):
        with open(path, "wb") as file:
            for index in range(END):
                file.write(codes(self.light(index)))


def signal(light):
    """ITU-R BT.2100, Table 4."""
    power = np.clip(light / 10000, 0, 1) ** (2610 / 16384)
    return ((3424 / 4096 + 2413 / 128 * power) / (1 + 2392 / 128 * power)) ** (2523 / 32)


def codes(light):
    """Narrow range, 10 bits, 4:2:0; chroma is the mean of four."""
    rgb = signal(light)
    luma = rgb @ [0.2627, 0.678, 0.0593]
    chroma = [(rgb[..., 2] - luma) / 1.8814, (rgb[..., 0] - luma) / 1.4746]
    quarter = [c.reshape(HEIGHT // 2, 2, WIDTH // 2, 2).mean(axis=(1, 3)) for c in chroma]
    planes = [64 + 876 * luma] + [512 + 896 * c for c in quarter]
    return b"".join(np.rint(plane).astype("<u2").tobytes() for plane in planes)


# The conversions


def frames(path):
    """The luma of 10 bits, and all three planes one after the other."""
    all = np.fromfile(path, "<u2").reshape(-1, WIDTH * HEIGHT * 3 // 2)
    return all[:, : WIDTH * HEIGHT].reshape(-1, HEIGHT, WIDTH), all


def still_samples(all):
    """The samples of the still area in all planes, but for a border that filters of chroma reach over."""
    luma, blue, red = np.split(all, [WIDTH * HEIGHT, WIDTH * HEIGHT * 5 // 4], axis=1)
    rows, columns = (slice(s.start + 8, s.stop - 8) for s in STILL)
    half = (slice(None), slice(rows.start // 2, rows.stop // 2), slice(columns.start // 2, columns.stop // 2))
    chroma = [plane.reshape(-1, HEIGHT // 2, WIDTH // 2)[half] for plane in (blue, red)]
    parts = [luma.reshape(-1, HEIGHT, WIDTH)[:, rows, columns], *chroma]
    return np.concatenate([part.reshape(len(all), -1) for part in parts], axis=1).astype(int)


def run(*words):
    done = subprocess.run([str(word) for word in words], stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.stderr)


class Conversions:
    def __init__(self, tool, folder):
        self.tool, self.folder = tool, pathlib.Path(folder)
        self.clip, self.stats = self.folder / "clip.yuv", self.folder / "clip.jsonl"
        Clip().write(self.clip)
        run(tool, "measure", self.clip, "--stats", self.stats, *SOURCE, "--progress", "none")
        self.header, *self.lines = self.stats.read_text().splitlines(keepends=True)

    def convert(self, output, *options, clip=None):
        path = self.folder / output
        words = [*SOURCE, "--out-pixel-format", "yuv420p10le", "--dither", "none", "--progress", "none", *options]
        run(self.tool, "convert", clip or self.clip, path, *words)
        return path

    def measured(self, mode, clip=None, stats=None):
        return self.convert(f"{mode}.yuv", "--stats", stats or self.stats, "--dynamics", mode, clip=clip)

    def one_pass(self):
        return self.convert("one-pass.yuv", "--dynamics", "one-pass:24")

    def unsmoothed(self):
        """Each frame by the statistics of that frame alone."""
        path, single = self.folder / "unsmoothed.yuv", self.folder / "single.jsonl"
        with open(path, "wb") as whole:
            for index, line in enumerate(self.lines):
                single.write_text(self.header + line)
                words = ["--stats", single, "--dynamics", "frame", "--start", index, "--frames", "1"]
                whole.write(self.convert("single.yuv", *words).read_bytes())
        return path

    def ffmpeg(self):
        path, size = self.folder / "ffmpeg.yuv", WIDTH * HEIGHT * 3
        raw = self.clip.read_bytes()
        with open(path, "wb") as whole:
            for index, line in enumerate(self.lines):
                peak = max(1, json.loads(line)["max_rgb"]["maximum"] / 203)
                filters = (
                    "setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc:range=tv,"
                    "zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,"
                    f"tonemap=hable:desat=0:peak={peak},zscale=t=bt709:m=bt709:r=tv,format=yuv420p10le"
                )
                words = ["-f", "rawvideo", "-s", f"{WIDTH}x{HEIGHT}", "-pix_fmt", "yuv420p10le", "-i", "-", "-vf", filters]
                words = ["ffmpeg", "-v", "error", *words, "-f", "rawvideo", "-"]
                whole.write(subprocess.run(words, input=raw[index * size :][:size], stdout=subprocess.PIPE, check=True).stdout)
        return path


# The results


class Result:
    def __init__(self, path):
        luma, all = frames(path)
        rows, columns = (slice(s.start + 8, s.stop - 8) for s in PATCH)
        value = (luma[:, rows, columns].mean(axis=(1, 2)) - 64) / 876
        self.gray = 203 * value**2.4  # cd/m²
        self.steps = np.abs(np.diff(still_samples(all), axis=0)).max(axis=1) / 4  # 8-bit codes; the first is frame 1's

    def maximum(self, first, end):
        """The maximum change within frames of one or more scenes; the step into a scene belongs to the cut."""
        return max(self.steps[i - 1] for i in range(first + 1, end) if i not in CUTS)

    def row(self, name):
        parts = [(0, END), (0, FLASH - 30), (FLASH - 30, DARK), (DARK, PAN), (PAN, FILM), (FILM, END)]
        cells = [f"{self.maximum(*part):g}" for part in parts]
        return f"| {name} | {' | '.join(cells)} | {self.gray.min():.1f} to {self.gray.max():.1f} |"


def turns(values, minimum=0.01):
    """How often values turn from rising to falling or back, by more than 1 %."""
    count, direction, low, high = 0, 0, values[0], values[0]
    for value in values:
        low, high = min(low, value), max(high, value)
        turned = 1 if value > low * (1 + minimum) else -1 if value < high * (1 - minimum) else 0
        if turned:
            count += direction == -turned
            direction, low, high = turned, value, value
    return count


def laws(result, hot):
    """What must hold, each with its number."""
    gray, flash = result.gray, slice(FLASH + 2, FLASH + 32)
    before, after = gray[FLASH - 1 : FLASH - 31 : -1], gray[flash]
    count = turns(gray[: FLASH - 30])
    yield "no pumping in the fade: gray goes up and down again, and that is all", count <= 1, f"turns: {count}"
    dip = float(1 - (after / before).min())
    yield "no dip after the flash: gray is what it was as long before", dip < 0.01, f"{dip:.1%} less"
    yield "no dip after the flash: gray only rises", bool((np.diff(after) >= 0).all()), f"{1 - after[0] / gray[flash.stop]:.1%} at the flash"
    spread = max(float(np.ptp(gray[cut : cut + 12]) / gray[cut]) for cut in (DARK, FILM))
    yield "the cut is within one frame: gray of the next twelve is the same", spread < 0.01, f"{spread:.1%}"
    yield "the hot pixel changes nothing but what touches it", hot <= 0.25, f"codes: {hot:g}"
    still = result.maximum(FILM, END)
    yield "the letterbox does not change still content", still <= 0.25, f"codes: {still:g}"


def away_from_hot_pixel(path):
    luma = frames(path)[0].astype(int)
    luma[HOT_FRAMES.start : HOT_FRAMES.stop, 292:308, 492:508] = 0
    return luma


def plot(stats, results):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    pyplot.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False})
    figure, panels = pyplot.subplots(3, 1, figsize=(9, 7.5), sharex=True, height_ratios=[1, 1.2, 1.2])
    percentile = [json.loads(line)["max_rgb"]["percentiles"][-1] for line in stats]
    power = (np.array(percentile) / 4095) ** (32 / 2523)
    peaks = 10000 * (np.maximum(power - 3424 / 4096, 0) / (2413 / 128 - 2392 / 128 * power)) ** (16384 / 2610)
    panels[0].semilogy([json.loads(line)["max_rgb"]["maximum"] for line in stats], "0.6", lw=1, label="maximum")
    panels[0].semilogy(peaks, "k", lw=1.2, label="99.99 %")
    panels[0].set(ylabel="cd/m²", ylim=(100, 15000))
    for axes, names, title in [
        (panels[1], [*MODES, "one-pass"], "A patch of 26 cd/m², converted"),
        (panels[2], ["frame, unsmoothed", FFMPEG], "The same, each frame for itself"),
    ]:
        for name in names:
            axes.plot(results[name].gray, "--" if name == "one-pass" else "-", lw=1.2, label=name)
        axes.set(title=title, ylabel="cd/m²")
    low = min(r.gray.min() for r in results.values())
    high = max(r.gray.max() for r in results.values())
    for axes in panels[1:]:
        axes.set_ylim(low - 2, high + 2)
    parts = {"fade": (FADE, DOWN + 24), "flash": (FLASH, FLASH + 2), "hot pixel": (HOT, HOT + 12)}
    parts |= {"pan": (PAN + 6, PAN + 72), "letterbox": (FILM, END)}
    for axes in panels:
        axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
        for cut in CUTS:
            axes.axvline(cut, color="0.5", lw=0.8, ls=":")
        for first, end in parts.values():
            axes.axvspan(first, end, color="0.93", zorder=0, lw=0)
    for name, (first, end) in parts.items():
        panels[0].text((first + end) / 2, 15500, name, ha="center", va="bottom", fontsize=8, color="0.4")
    panels[0].set_title("max(R, G, B) of the clip", pad=16)
    panels[-1].set(xlabel="frame; dotted lines are cuts", xlim=(0, END))
    figure.tight_layout()
    figure.savefig(TARGET, dpi=90)
    from PIL import Image

    Image.open(TARGET).convert("RGB").quantize(64).save(TARGET, optimize=True)


def main():
    if sys.argv[1:2] == ["--clip"]:
        return Clip().write(sys.argv[2])
    tool = sys.argv[1] if len(sys.argv) > 1 else str(HOME / ".build/release/tonemap")
    with tempfile.TemporaryDirectory() as folder:
        clip = Conversions(tool, folder)
        paths = {mode: clip.measured(mode) for mode in MODES}
        paths |= {"one-pass": clip.one_pass(), "frame, unsmoothed": clip.unsmoothed(), FFMPEG: clip.ffmpeg()}
        results = {name: Result(path) for name, path in paths.items()}
        plain, stats = clip.folder / "plain.yuv", clip.folder / "plain.jsonl"
        Clip(hot=False).write(plain)
        run(tool, "measure", plain, "--stats", stats, *SOURCE, "--progress", "none")
        kept = True
        for mode in MODES:
            whole = away_from_hot_pixel(paths[mode])
            hot = np.abs(whole - away_from_hot_pixel(clip.measured(mode, plain, stats))).max() / 4
            for law, holds, number in laws(results[mode], hot):
                kept &= holds
                print(f"{'holds ' if holds else 'BROKEN'} {mode}: {law} ({number})")
    print()
    print("| | all | fade | flash | hot pixel | pan | letterbox | gray, cd/m² |")
    print("|---|---|---|---|---|---|---|---|")
    for name, result in results.items():
        print(result.row(name))
    plot(clip.lines, results)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
