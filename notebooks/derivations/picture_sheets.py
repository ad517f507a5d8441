"""The tables and contact sheets of `notebooks/derivations/pictures.md`, for `pictures.py`. Needs Pillow, and Matplotlib for its font."""
import math
import pathlib
import re

import numpy as np

from picture_metrics import SECTORS

DEFAULT = "spline, brightness, perceptual"
BEFORE = "the default before"
COLUMNS = {  # key: heading, digits, and what is best: a number to be near to, or the maximum or minimum
    "hue": ("hue error, °", 2, "minimum"),
    "hue95": ("95 %, °", 1, "minimum"),
    "oklab": ("hue, Oklab, °", 2, "minimum"),
    "chroma": ("chroma kept", 2, 1.0),
    "gray": ("26 cd/m² →", 1, 26.0),
    "white": ("203 cd/m² →", 0, 203.0),
    "clipped": ("clipped, %", 2, "minimum"),
    "contrast": ("contrast, log2", 2, 0.0),
    "banding": ("banding", 2, "minimum"),
    "tmqi": ("TMQI", 3, "maximum"),
    "jod": ("JOD", 2, "maximum"),
}
OPERATORS = {
    "spline, brightness, perceptual": "spline (default)", "bt2390, brightness, perceptual": "bt2390", "bt2446a, perceptual": "bt2446a",
    "reference-white, perceptual": "reference-white", "hable, brightness, perceptual": "hable", "reinhard, brightness, perceptual": "reinhard",
    "FFmpeg, hable, as copied": "FFmpeg, hable, as copied", "libplacebo, its defaults": "libplacebo, its defaults",
}
VARIED = {f"spline, {variant}, perceptual": variant for variant in ("brightness", "luminance", "maxrgb", "rgb", "ictcp")}
MAPPED = {f"spline, brightness, {gamut}": gamut for gamut in ("perceptual", "compress", "desaturate", "clip")}
COLORFUL = ["neon", "fire", "blue LED", "sunset", "color checker", "skin tones"]


def shows(name, scene):
    """Whether a sheet shows this conversion of this scene."""
    return name in OPERATORS or scene in COLORFUL and (name in VARIED or name in MAPPED)


def is_row(name):
    """Whether a conversion stands in the page's table: each operator as it is by default, and the default's variants and gamut maps."""
    parts = name.split(", ")
    return name == BEFORE or parts[0] in ("FFmpeg", "libplacebo") or parts[0] == "spline" and (parts[1] == "brightness" or parts[2] == "perceptual") or (
        parts[1:] in (["brightness", "perceptual"], ["perceptual"]))


def averages(rows):
    """The means of each number over rows; scenes without strong colors have no hue."""
    means = {}
    for key in COLUMNS:
        values = [row[key] for row in rows if key in row and math.isfinite(row[key])]
        means[key] = sum(values) / len(values) if values else None
    return means


def worse(key, value):
    """How far from best a value is; less is better."""
    best = COLUMNS[key][2]
    return value if best == "minimum" else -value if best == "maximum" else abs(math.log(max(value, 1e-9) / best)) if best else abs(value)


def rank(key, name, table):
    """The place of a conversion in a column, and of how many. What differs by less than the column shows shares a place."""
    ordered = {other: round(worse(key, means[key]), 4) for other, means in table.items() if means[key] is not None}
    return sum(value < ordered[name] for value in ordered.values()) + 1, len(ordered)


# The tables.


def cell(key, value):
    return "–" if value is None or not math.isfinite(value) else f"{value:.{COLUMNS[key][1]}f}".replace("-", "−")


def markdown(first, rows, keys=None):
    """A table whose rows are a name and the means of columns."""
    keys = list(keys or COLUMNS)
    yield "| " + " | ".join([first, *(COLUMNS[key][0] for key in keys)]) + " |"
    yield "|---" * (1 + len(keys)) + "|"
    for name, row in rows:
        yield "| " + " | ".join([name, *(cell(key, row.get(key)) for key in keys)]) + " |"


def named(name):
    return f"**{name}** (default)" if name == DEFAULT else name


def places(table):
    """For each column the default's place among all conversions and among those of the page's table, and who is best there."""
    some = {name: means for name, means in table.items() if is_row(name)}
    both = len(some) < len(table)
    yield f"| column | default | among those above |{' among all |' if both else ''} best of all |"
    yield f"|---|---|---|{'---|' if both else ''}---|"
    for key, (heading, _, _) in COLUMNS.items():
        near, many = rank(key, DEFAULT, some), rank(key, DEFAULT, table)
        first = min((name for name in table if table[name][key] is not None), key=lambda name: worse(key, table[name][key]))
        yield (f"| {heading} | {cell(key, table[DEFAULT][key])} | {near[0]} of {near[1]} |{f' {many[0]} of {many[1]} |' if both else ''} "
               f"{first}: {cell(key, table[first][key])} |")


def rivals(table, count=8):
    """Of the conversions that clip no more than the default, those that are better in the most columns, less those in which they are worse."""
    rows = []
    for name, means in table.items():
        if name == DEFAULT or means["clipped"] > table[DEFAULT]["clipped"]:
            continue
        keys = [key for key in COLUMNS if means[key] is not None and table[DEFAULT][key] is not None]
        gap = {key: worse(key, table[DEFAULT][key]) - worse(key, means[key]) for key in keys}
        better = [key for key in keys if gap[key] > 1e-4]
        behind = [key for key in keys if gap[key] < -1e-4]
        rows.append((len(better) - len(behind), name, better, behind, len(keys)))
    rows.sort(key=lambda row: (-row[0], row[1]))
    yield "| conversion | better in | worse in | worse where |"
    yield "|---|---|---|---|"
    for _, name, better, behind, total in rows[:count]:
        yield f"| {named(name)} | {len(better)} of {total} | {len(behind)} | {', '.join(COLUMNS[key][0] for key in behind)} |"


def sectors(rows):
    """Of vivid colors of all pictures together, the chroma that is kept, by hue, for the default and those beside it."""
    names = [DEFAULT, BEFORE, "FFmpeg, hable, as copied", "FFmpeg, hable, peak told", "libplacebo, its defaults"]
    lines = ["| conversion | " + " | ".join(SECTORS) + " |", "|---" * (len(SECTORS) + 1) + "|"]
    for name in names:
        found = [row for (other, _), row in rows.items() if other == name]
        if found:
            before, after = ([sum(row[f"{part} {sector}"] for row in found) for sector in SECTORS] for part in ("before", "after"))
            kept = [b / a if a else math.nan for a, b in zip(before, after)]
            lines.append(f"| {named(name)} | " + " | ".join(f"{share:.2f}" for share in kept) + " |")
    return lines


def write_tables(path, scenes, rows):
    """Writes the tables between the markers of the page; a table of other clips only if there are any."""
    text = path.read_text()
    names = list(dict.fromkeys(name for name, _ in rows))

    def means_of(*groups):
        chosen = [scene.name for scene in scenes if scene.group in groups]
        measured = {name: [rows[name, scene] for scene in chosen if (name, scene) in rows] for name in names}
        return {name: averages(found) for name, found in measured.items() if found}

    table = means_of("made", "clip")
    page = {
        "averages": markdown("conversion", ((named(name), table[name]) for name in names if is_row(name))),
        "places": places(table),
        "rivals": rivals(table),
        "sectors": sectors(rows),
        "scenes": markdown("scene", ((scene.name, rows[DEFAULT, scene.name]) for scene in scenes if scene.group != "corpus")),
    }
    if any(scene.group == "corpus" for scene in scenes):
        other = means_of("corpus")
        page["corpus"] = markdown("conversion", ((named(name), other[name]) for name in names if is_row(name)))
    for marker, lines in page.items():
        pattern = re.compile(f"(<!-- {marker} -->\n).*?(<!-- end -->)", re.S)
        if not pattern.search(text):
            raise SystemExit(f"pictures: {path.name} has no <!-- {marker} --> … <!-- end -->, where a table belongs")
        body = "\n".join(lines)
        text = pattern.sub(lambda found: found.group(1) + body + "\n" + found.group(2), text)
    path.write_text(text)


# The sheets.


def tile(signal, width):
    """A picture for a screen with sRGB: the light of BT.1886, encoded anew, and shrunk."""
    from PIL import Image

    light = signal**2.4
    encoded = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-9) ** (1 / 2.4) - 0.055)
    picture = Image.fromarray(np.rint(255 * encoded).astype("u1"))
    return picture.resize((width, round(width * picture.height / picture.width)), Image.Resampling.LANCZOS)


def sheet(path, pictures, rows, columns, width):
    """Draws a sheet: a row for each scene and a column for each conversion that ran, with its label above."""
    import matplotlib
    from PIL import Image, ImageDraw, ImageFont

    columns = {name: label for name, label in columns.items() if any((name, row) in pictures for row in rows)}
    font = ImageFont.truetype(str(pathlib.Path(matplotlib.get_data_path()) / "fonts/ttf/DejaVuSans.ttf"), 15)
    gap, head, height = 4, 24, round(width * 9 / 16)
    drawn = Image.new("RGB", (len(columns) * (width + gap) - gap, head + len(rows) * (height + gap) - gap), "white")
    pen = ImageDraw.Draw(drawn)
    for i, (name, label) in enumerate(columns.items()):
        pen.text((i * (width + gap) + width / 2, head / 2), label, fill="black", font=font, anchor="mm")
        for j, row in enumerate(rows):
            drawn.paste(tile(pictures[name, row], width), (i * (width + gap), head + j * (height + gap)))
    drawn.save(path, quality=88, subsampling=0, optimize=True)


def draw(folder, scenes, pictures):
    """Draws the four sheets of the page."""
    made = [scene.name for scene in scenes if scene.group == "made"]
    clips = [scene.name for scene in scenes if scene.group == "clip"]
    sheet(folder / "sheet-scenes.jpg", pictures, made, OPERATORS, 232)
    sheet(folder / "sheet-clips.jpg", pictures, clips, OPERATORS, 232)
    sheet(folder / "sheet-gamuts.jpg", pictures, COLORFUL, MAPPED, 400)
    sheet(folder / "sheet-variants.jpg", pictures, COLORFUL, VARIED, 400)
