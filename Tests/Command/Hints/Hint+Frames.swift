extension Hint {
  /// Frames, and how they are mapped.
  static let ofFrames: [Hint] = [
    Hint(
      "explain alpha.y4m TAGS --video-codec vp9", says: "name one, such as out.mp4",
      "explain alpha.y4m out.mp4 TAGS --video-codec vp9"),
    Hint(
      "explain hdr.y4m --transfer bt709 --source-peak 1000", says: "leave --source-peak out",
      "explain hdr.y4m --transfer bt709"),
    Hint(
      "info hdr.y4m --json --transfer slog3", says: "give --transfer slog3 to the next command as well",
      "explain hdr.y4m --transfer slog3"),
    Hint(
      "explain hdr.y4m --strict --transfer pq",
      says:
        "(1) state it with --primaries, (2) state it with --matrix, (3) state it with --range, (4) state it with --chroma-location,"
        + " (5) set another with --source-peak, or leave --strict out",
      "explain hdr.y4m TAGS --strict", "explain hdr.y4m --transfer pq"),
    Hint(
      "explain hdr.y4m TAGS --alpha-pixel-format gray", says: "which was not given; give --alpha-file",
      "explain raw.yuv --size 16x8 --pixel-format yuv420p10le TAGS --alpha-pixel-format gray10le --alpha-file raw.yuv"),
    Hint(
      "explain hdr.y4m TAGS --alpha-file cover.y4m",
      says: "if it is by FFmpeg's alphaextract, which keeps the tag of the color, give --alpha-range full",
      "explain hdr.y4m TAGS --alpha-file cover.y4m --alpha-range full"),
    Hint(
      "explain hdr.y4m TAGS --alpha ignore --alpha-file gray.y4m",
      says: "but --alpha-file supplies it; leave one of them out", "explain hdr.y4m TAGS --alpha ignore",
      "explain hdr.y4m TAGS --alpha-file gray.y4m"),
    Hint(
      "explain alpha.y4m TAGS --background black --out-alpha straight",
      says: "--out-alpha straight keeps alpha; leave one of them out", "explain alpha.y4m TAGS --background black",
      "explain alpha.y4m TAGS --out-alpha straight"),
    Hint(
      "explain alpha.y4m TAGS --alpha ignore --background black",
      says: "but --background uses it; leave one of them out", "explain alpha.y4m TAGS --alpha ignore",
      "explain alpha.y4m TAGS --background black"),
    Hint(
      "explain alpha.y4m TAGS --background-in light", says: "which was not given; give --background",
      "explain alpha.y4m TAGS --background-in light --background black"),
    Hint(
      "explain alpha.y4m TAGS --alpha-file gray.y4m", says: "but --alpha-file gives another; leave it out",
      "explain alpha.y4m TAGS"),
    Hint(
      "explain hdr.y4m TAGS --strict --alpha-file gray.y4m",
      says: "say so with --alpha straight or --alpha premultiplied",
      "explain hdr.y4m TAGS --strict --alpha-file gray.y4m --alpha straight",
      "explain hdr.y4m TAGS --strict --alpha-file gray.y4m --alpha premultiplied"),
    Hint(
      "explain hdr.y4m TAGS --alpha-file gray.y4m --alpha-pixel-format gray",
      says: "which states its own; leave it out", "explain hdr.y4m TAGS --alpha-file gray.y4m"),
    Hint(
      "explain alpha.y4m TAGS --strict", says: "say so with --alpha straight or --alpha premultiplied",
      "explain alpha.y4m TAGS --strict --alpha straight", "explain alpha.y4m TAGS --strict --alpha premultiplied"),
    Hint(
      "explain alpha.y4m TAGS --alpha ignore --out-pixel-format yuva444p",
      says: "but --out-pixel-format yuva444p has alpha; leave one of them out",
      "explain alpha.y4m TAGS --out-pixel-format yuva444p", "explain alpha.y4m TAGS --alpha ignore"),
    Hint(
      "explain alpha.y4m TAGS --alpha-range 5-5", says: "correct --alpha-range",
      "explain alpha.y4m TAGS --alpha-range 5-250"),
    Hint(
      "explain --pixel-format gbrapf32le TAGS --alpha-range 5-250", says: "leave --alpha-range out",
      "explain --pixel-format gbrapf32le TAGS"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --out-pixel-format p010le",
      says: "write yuv420p10le with --out-pixel-format yuv420p10le, or raw frames with --format raw",
      "convert hdr.y4m o.y4m TAGS --out-pixel-format yuv420p10le",
      "convert hdr.y4m o.y4m TAGS --out-pixel-format p010le --format raw"),
    Hint(
      "convert alpha.y4m o.y4m TAGS --out-pixel-format yuva444p10le",
      says: "write yuv444p10le with --out-pixel-format yuv444p10le and --alpha ignore, or raw frames with --format raw",
      "convert alpha.y4m o.y4m TAGS --out-pixel-format yuv444p10le --alpha ignore",
      "convert alpha.y4m o.y4m TAGS --out-pixel-format yuva444p10le --format raw"),
    Hint(
      "explain raw.yuv TAGS", says: "give --size (3840x2160) and --pixel-format (yuv420p10le), or --color-json",
      "explain raw.yuv TAGS --size 16x8 --pixel-format yuv420p10le", "explain raw.yuv TAGS --color-json color.json"),
    Hint(
      "explain raw.yuv TAGS --pixel-format yuv420p10le", says: "give --size (3840x2160), or --color-json",
      "explain raw.yuv TAGS --pixel-format yuv420p10le --size 16x8",
      "explain raw.yuv TAGS --pixel-format yuv420p10le --color-json color.json"),
    Hint(
      "explain raw.yuv TAGS --color-json wide.json",
      says: "unknown pix_fmt strange; give the format with --pixel-format",
      "explain raw.yuv TAGS --color-json wide.json --pixel-format yuv420p10le"),
    Hint(
      "explain hdr.y4m TAGS --size 32x16", says: "leave --size out, since Y4M states its own", "explain hdr.y4m TAGS"),
    Hint(
      "explain hdr.y4m TAGS --pixel-format yuv420p", says: "leave --pixel-format out, since Y4M states its own",
      "explain hdr.y4m TAGS"),
    Hint(
      "explain fields.y4m TAGS",
      says: "deinterlace first: ffmpeg -i fields.y4m -vf bwdif=mode=send_frame -strict -1 out.y4m",
      "ffmpeg -i fields.y4m -vf bwdif=mode=send_frame -strict -1 out.y4m && explain out.y4m TAGS"),
    Hint(
      "convert - o.y4m TAGS < fields.y4m",
      says: "deinterlace first: ffmpeg -i - -vf bwdif=mode=send_frame -strict -1 out.y4m",
      "ffmpeg -i - -vf bwdif=mode=send_frame -strict -1 out.y4m < fields.y4m && explain out.y4m TAGS"),
    Hint(
      "convert norate.y4m o.y4m TAGS --start 0.04s", says: "give --fps, such as --fps 25",
      "convert norate.y4m o.y4m TAGS --start 0.04s --fps 25"),
    Hint(
      "convert norate.y4m o.y4m TAGS --duration 0.04s", says: "give --fps, such as --fps 25",
      "convert norate.y4m o.y4m TAGS --duration 0.04s --fps 25"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --frames 3 --strict", says: "ask for 2, or leave --strict out",
      "convert hdr.y4m o.y4m TAGS --frames 2 --strict", "convert hdr.y4m o.y4m TAGS --frames 3"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --start 2", says: "choose a smaller start", "convert hdr.y4m o.y4m TAGS --start 1"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --start 9s", says: "choose a smaller start",
      "convert hdr.y4m o.y4m TAGS --start 0.04s"),
    Hint("convert hdr.y4m o.y4m TAGS --frames 0", says: "leave it out to take all", "convert hdr.y4m o.y4m TAGS"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --frames 1 --duration 1s",
      says: "each of them sets the end of the part; leave one out", "convert hdr.y4m o.y4m TAGS --frames 1",
      "convert hdr.y4m o.y4m TAGS --duration 1s"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --duration 2", says: "for 2 frames give --frames 2",
      "convert hdr.y4m o.y4m TAGS --frames 2"),
    Hint(
      "explain hdr.y4m TAGS --frame-metadata plus.json",
      says: "choose --tone-mapping st2094-40, which takes its curve from HDR10+, or leave --frame-metadata out",
      "explain hdr.y4m TAGS --frame-metadata plus.json --tone-mapping st2094-40", "explain hdr.y4m TAGS"),
    Hint(
      "explain hdr.y4m TAGS --tone-mapping st2094-40", says: "add the metadata or choose another operator",
      "explain hdr.y4m TAGS --tone-mapping st2094-40 --frame-metadata plus.json",
      "explain hdr.y4m TAGS --tone-mapping bt2390"),
    Hint(
      "convert hdr.y4m o.y4m --transfer pq --dynamics scene:2", says: "or one-pass:48",
      "convert hdr.y4m o.y4m --transfer pq --dynamics one-pass:2",
      "convert hdr.y4m o.y4m --transfer pq --dynamics scene"),
    Hint(
      "convert hdr.y4m o.y4m --transfer pq --dynamics metadata", says: "has no metadata; give --frame-metadata",
      "convert hdr.y4m o.y4m --transfer pq --frame-metadata frames.jsonl"),
    Hint(
      "convert - o.y4m --transfer pq --dynamics scene < hdr.y4m",
      says:
        "name a file, or give --stats, which tonemap measure writes, or choose --dynamics one-pass",
      "convert hdr.y4m o.y4m --transfer pq --dynamics scene",
      "convert - o.y4m --transfer pq --dynamics one-pass < hdr.y4m",
      "tonemap measure hdr.y4m --stats s.jsonl --transfer pq && convert - o.y4m --transfer pq --dynamics scene --stats s.jsonl < hdr.y4m"
    ),
    Hint(
      "convert hdr.y4m o.y4m --transfer pq --frame-metadata frames.jsonl --dynamics scene",
      says: "but --dynamics scene uses measured light; leave one of them out",
      "convert hdr.y4m o.y4m --transfer pq --frame-metadata frames.jsonl",
      "convert hdr.y4m o.y4m --transfer pq --dynamics scene"),
    Hint(
      "convert hdr.y4m o.y4m --transfer pq --dynamics metadata --stats light.jsonl",
      says: "but --stats holds measured light; leave one of them out",
      "convert hdr.y4m o.y4m --transfer pq --stats light.jsonl"),
    Hint(
      "convert hdr.y4m o.y4m --transfer pq --dynamics one-pass --stats light.jsonl",
      says: "but --stats holds measured light; leave one of them out",
      "convert hdr.y4m o.y4m --transfer pq --stats light.jsonl",
      "convert hdr.y4m o.y4m --transfer pq --dynamics one-pass"),
    Hint(
      "convert hdr.y4m o.y4m --transfer pq --dynamics off --stats light.jsonl",
      says: "but --stats holds measured light; leave one of them out",
      "convert hdr.y4m o.y4m --transfer pq --stats light.jsonl",
      "convert hdr.y4m o.y4m --transfer pq --dynamics off"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --dynamics scene",
      says: "but --source-peak applies to all frames; leave one of them out",
      "convert hdr.y4m o.y4m TAGS", "convert hdr.y4m o.y4m --transfer pq --dynamics scene"),
    Hint(
      "explain hdr.y4m TAGS --tone-mapping bt2446a", says: "--reference-white 100 gives the published setting",
      "explain hdr.y4m TAGS --tone-mapping bt2446a --reference-white 100"),
    Hint("explain hdr.y4m TAGS --alpha ignore", says: "leave it out", "explain hdr.y4m TAGS"),
    Hint(
      "explain hdr.y4m", says: "choose --transfer pq or --transfer hlg, or --transfer bt709 if it is SDR",
      "explain hdr.y4m --transfer pq", "explain hdr.y4m --transfer hlg", "explain hdr.y4m --transfer bt709"),
    Hint(
      "explain eight.y4m --strict", says: "state it with --transfer",
      "explain eight.y4m --strict --transfer bt709 --primaries bt709 --matrix bt709 --range narrow --chroma-location left"
    ),
    Hint(
      "explain hdr.y4m --max-cll 1000,400", says: "choose another with --transfer",
      "explain hdr.y4m --max-cll 1000,400 --transfer pq"),
    Hint(
      "explain hdr.y4m --transfer s-log3",
      says: "state them with --primaries s-gamut3-cine, or another such as s-gamut3",
      "explain hdr.y4m --transfer s-log3 --primaries s-gamut3-cine",
      "explain hdr.y4m --transfer s-log3 --primaries s-gamut3"),
    Hint(
      "explain hdr.y4m TAGS --source-peak 0.5", says: "correct --source-peak", "explain hdr.y4m TAGS --source-peak 500"),
    Hint("explain hdr.y4m TAGS --exposure 99", says: "correct --exposure", "explain hdr.y4m TAGS --exposure 1"),
  ]
}
