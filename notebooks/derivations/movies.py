#!/usr/bin/env python3
"""What `tonemap convert in.mov out.mp4` keeps: one row of a Markdown table for each movie.

    python3 notebooks/derivations/movies.py TOOL FOLDER MOVIE…    # the new movies stay in FOLDER; [--to PRESET] [--out ENDING]

For each movie: the frames that FFmpeg decodes before and after, the maximum difference between the times at which they are shown, whether
every copied track has the same packets (the MD5 of their bytes, and their times), rotation, chapters, and the color tags of the output as
ffprobe and MediaInfo read them. A movie that is refused has the reason in its row.

Needs ffprobe, ffmpeg and mediainfo, and a TOOL.
"""
import argparse
import json
import pathlib
import subprocess
import sys


def probe(movie, *what):
    words = ["ffprobe", "-v", "quiet", "-of", "json", *what, movie]
    return json.loads(subprocess.run(words, capture_output=True, text=True).stdout or "{}")


def shown(movie):
    """The times of the decoded pictures in seconds, exact, in the order in which they are shown."""
    stream = probe(movie, "-select_streams", "V:0", "-show_entries", "stream=time_base")["streams"][0]
    above, below = map(int, stream["time_base"].split("/"))
    entry = "frame=pts,best_effort_timestamp"
    frames = probe(movie, "-select_streams", "V:0", "-show_frames", "-show_entries", entry).get("frames", [])
    ticks = [frame.get("pts", frame.get("best_effort_timestamp")) for frame in frames]
    return [tick * above / below for tick in ticks if tick is not None], len(frames)


def copied(movie):
    """The packets of all other tracks: their codecs, hashes, times."""
    streams = probe(movie, "-show_streams").get("streams", [])
    tracks = []
    for stream in streams:
        if stream["codec_type"] not in ("audio", "subtitle"):
            continue
        words = ["-select_streams", str(stream["index"]), "-show_data_hash", "MD5", "-show_packets"]
        packets = probe(movie, *words, "-show_entries", "packet=pts_time,data_hash").get("packets", [])
        language = stream.get("tags", {}).get("language", "und")
        tracks.append((stream.get("codec_name", "unknown"), language, [(p.get("pts_time"), p.get("data_hash")) for p in packets]))
    return tracks


def about(movie):
    stream = probe(movie, "-select_streams", "V:0", "-show_streams")["streams"][0]
    rotation = [str(round(side["rotation"])) for side in stream.get("side_data_list", []) if "rotation" in side]
    tags = [stream.get(key, "?") for key in ("color_primaries", "color_transfer", "color_space", "color_range")]
    chapters = len(probe(movie, "-show_chapters").get("chapters", []))
    aspect = stream.get("sample_aspect_ratio", "?").replace("0:1", "1:1")
    return rotation, chapters, aspect, "/".join(tags), stream["codec_name"]


def informed(movie):
    """The color that MediaInfo reads, in container and stream."""
    run = subprocess.run(["mediainfo", "--Output=JSON", movie], capture_output=True, text=True)
    tracks = json.loads(run.stdout or "{}").get("media", {}).get("track", [])
    video = next((track for track in tracks if track["@type"] == "Video"), {})
    keys = ("colour_primaries", "transfer_characteristics", "matrix_coefficients", "colour_range")
    places = {video[f"{key}_Source"] for key in keys if f"{key}_Source" in video}
    light = [video[key] for key in ("MasteringDisplay_Luminance", "MaxCLL", "MaxFALL") if key in video]
    return ", ".join(["/".join(video.get(key, "?") for key in keys), *sorted(places), *light])


def row(tool, movie, folder, to, ending):
    output = folder / f"{movie.stem}-{to}.{ending}"
    words = [tool, "convert", movie, output, "--to", to, "--progress", "none"]
    if ending in ("mp4", "mov", "mkv"):
        words += ["--preset", "ultrafast"]
    run = subprocess.run(words, capture_output=True, text=True)
    if "has no option preset" in run.stderr:
        run = subprocess.run(words[:-2], capture_output=True, text=True)
    told = [line for line in run.stderr.splitlines() if not line.startswith("tonemap: assumed")]
    if run.returncode:
        return [movie.name, f"refused, {run.returncode}: {' '.join(told)[:160]}"] + [""] * 7
    (before, count), (after, written) = shown(movie), shown(output)
    difference = "?"
    if before and after:
        pairs = list(zip(before, after))
        difference = f"{max(abs(a - b) for a, b in pairs):.6f}".rstrip("0").rstrip(".") + " s"
    here, there = copied(movie), copied(output)
    kept = []
    for track in here:
        same = [other for other in there if [p[1] for p in other[2]] == [p[1] for p in track[2]]]
        timed = any([p[0] for p in other[2]] == [p[0] for p in track[2]] for other in same)
        kept.append(f"{track[0]} {'same' if timed else 'same bytes, other times' if same else 'MISSING'}")
    (rotation, chapters, aspect, _, codec), (turned, named, kept_aspect, tags, new) = about(movie), about(output)
    notes = [line.removeprefix("tonemap: ")[:100] for line in told if "left out" in line or "moved" in line or "rounded" in line]
    notes += [] if rotation == turned else [f"rotation {rotation} became {turned}"]
    notes += [] if chapters == named else [f"{chapters} chapters became {named}"]
    notes += [] if aspect == kept_aspect or "?" in aspect else [f"aspect {aspect} became {kept_aspect}"]
    return [
        movie.name, f"{codec} → {new}", f"{count} → {written}", difference, ", ".join(kept) or "none",
        (f"{rotation[0]}°" if rotation else "") + (f" {chapters} chapters" if chapters else ""), tags, informed(output),
        "; ".join(notes),
    ]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("movies", nargs="+", type=pathlib.Path)
    parser.add_argument("--to", default="sdr709")
    parser.add_argument("--out", default="mp4")
    given = parser.parse_args()
    given.folder.mkdir(exist_ok=True)
    print("| movie | codec | frames | times differ by | copied tracks | kept | tags by ffprobe | by MediaInfo | told |")
    print("|---|---|---|---|---|---|---|---|---|")
    for movie in given.movies:
        print("| " + " | ".join(row(given.tool, movie, given.folder, given.to, given.out)) + " |")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
