extension Hint {
  /// What movies and pictures state.
  static let ofStated: [Hint] = [
    Hint(
      "info eight.mp4", says: "encode the master again at 10 bits, or correct the transfer with --transfer",
      "tonemap tag eight.mp4 o.mp4 --transfer bt709 && info o.mp4"),
    Hint(
      "explain plain.png --strict", says: "state it with --primaries and --transfer",
      "explain plain.png --strict --primaries bt709 --transfer srgb"),
    Hint(
      "explain identity.mov --strict --source-peak 1000", says: "state it with --matrix",
      "explain identity.mov --strict --source-peak 1000 --matrix bt2020nc"),
    Hint(
      "explain movie.mkv --transfer s-log3", says: "state them with --primaries",
      "explain movie.mkv --transfer s-log3 --primaries s-gamut3"),
    Hint(
      "convert two.mkv o.mkv --video-codec ffv1",
      says: "to convert it, first copy it to its own movie with ffmpeg -i two.mkv -map 0:1 -c copy alone.mkv",
      "ffmpeg -i two.mkv -map 0:1 -c copy alone.mkv && convert alone.mkv o.mkv --video-codec ffv1"),
    Hint(
      "convert cut.mp4 o.y4m --strict --source-peak 1000", says: "repair the file, or leave --strict out",
      "convert cut.mp4 o.y4m --source-peak 1000 → 75"),
    Hint("info cut.mp4 --frames --strict", says: "repair the file, or leave --strict out", "info cut.mp4 --frames"),
    Hint(
      "convert movie.mkv o.y4m --dynamics metadata",
      says: "measure it with --dynamics scene (AV1 decoders do not output Dolby Vision)",
      "convert movie.mkv o.y4m --dynamics scene"),
    Hint(
      "info hevc.mp4 --check hdr10plus", says: "tonemap info --frames lists the metadata of every frame",
      "info hevc.mp4 --frames"),
    Hint("tag quick.mov o.mov --range full", says: "the range is left out", "tag quick.mov o.mov --transfer pq"),
    Hint(
      "tag hevc.mp4 o.mp4 --remove clli --transfer pq", says: "nothing is removed", "tag hevc.mp4 o.mp4 --transfer pq"
    ),
    Hint(
      "convert - o.y4m < movie.mkv",
      says:
        "give the file by its name, as in tonemap convert MOVIE OUTPUT, or decode it first: ffmpeg -i MOVIE -strict -1 -f yuv4mpegpipe - | tonemap …",
      "convert movie.mkv o.y4m",
      "ffmpeg -i movie.mkv -strict -1 -f yuv4mpegpipe - | tonemap convert - o.y4m --transfer pq"),
    Hint(
      "convert reverse.ts o.y4m --to pq", says: "choose another peak with --target-peak",
      "convert reverse.ts o.y4m --to pq --target-peak 1000"),
    Hint(
      "convert bright.ts o.y4m --to pq --target-peak 300 --max-cll 100,50",
      says: "convert the parts apart to keep it",
      "convert bright.ts o.y4m --to pq --target-peak 300 --max-cll 100,50 --duration 0.12s",
      "convert bright.ts o.y4m --to pq --target-peak 300 --start 0.12s"),
    Hint(
      "convert reverse.ts o.y4m --dynamics scene", says: "so one curve maps its HDR; convert the parts apart",
      "convert reverse.ts o.y4m --start 0.12s --dynamics scene"),
    Hint(
      "convert change.ts o.y4m", says: "if it does not change, state it with",
      "convert change.ts o.y4m --primaries bt2020 --transfer hlg --matrix bt2020nc"),
    Hint(
      "cp hevc.hevc ./-x.hevc && tonemap info -x.hevc", says: "if it is a file, give ./-x.hevc",
      "cp hevc.hevc ./-x.hevc && tonemap info ./-x.hevc"),
    Hint(
      "explain ambient.mov --strict", says: "state it with --ambient",
      "explain ambient.mov --strict --ambient 314,0.3127,0.3290"),
    Hint(
      "explain profile.mov --strict --source-peak 1000 --transfer pq --matrix bt2020nc --range narrow --chroma-location left",
      says: "(1) state its values with --primaries and",
      "explain profile.mov --strict --source-peak 1000 --primaries bt2020 --transfer pq --matrix bt2020nc --range narrow --chroma-location left"
    ),
    Hint(
      "explain both.mov --source-peak 1000",
      says: "if the profile is right, state its values with --primaries and --transfer",
      "explain both.mov --source-peak 1000 --primaries bt2020 --transfer pq"),
  ]
}
