extension Hint {
  /// Movies and frames that are written.
  static let ofOutputs: [Hint] = [
    Hint(
      "convert hdr.y4m o.mkv TAGS --crf 20 --bitrate 1M",
      says: "but an encoder follows only one of them; leave one out",
      "convert hdr.y4m o.mkv TAGS --crf 20 --out-pixel-format yuv444p --video-codec libx264",
      "convert hdr.y4m o.mkv TAGS --bitrate 1M --video-codec mpeg4"),
    Hint(
      "convert sound.mkv o.mkv --video-codec mpeg4 --audio copy --audio-codec aac",
      says: "selects the codec of converted sound; leave one of them out",
      "convert sound.mkv o.mkv --video-codec mpeg4 --audio copy",
      "convert sound.mkv o.mkv --video-codec mpeg4 --audio-codec aac"),
    Hint(
      "convert hdr.y4m o.mkv TAGS --crf 300", says: "encoders of H.264 and HEVC take up to 51",
      "convert hdr.y4m o.mkv TAGS --crf 51 --video-codec libx264"),
    Hint(
      "convert hdr.y4m o.mkv TAGS --codec ffv1", says: "did you mean '--video-codec'?",
      "convert hdr.y4m o.mkv TAGS --video-codec ffv1"),
    Hint(
      "convert hdr.y4m o.mkv TAGS --video-codec mjpeg", says: "give --out-range full",
      "convert hdr.y4m o.mkv TAGS --video-codec mjpeg --out-range full"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --crf 20", says: "leave it out, or name a movie, such as out.mp4",
      "convert hdr.y4m o.y4m TAGS", "convert hdr.y4m out.mp4 TAGS --crf 20"),
    Hint(
      "convert norate.y4m o.mkv TAGS --video-codec ffv1", says: "give --fps, such as --fps 25",
      "convert norate.y4m o.mkv TAGS --video-codec ffv1 --fps 25"),
    Hint(
      "convert hdr.y4m o.avi TAGS", says: "choose one of them, or add --format y4m to keep that name",
      "convert hdr.y4m o.mkv TAGS --video-codec ffv1", "convert hdr.y4m o.avi TAGS --format y4m"),
    Hint(
      "convert hdr.y4m o.xyz TAGS", says: "choose one of them, or add --format y4m to keep that name",
      "convert hdr.y4m o.y4m.part TAGS", "convert hdr.y4m o.xyz TAGS --format y4m"),
    Hint(
      "convert odd.y4m o.mp4 TAGS --frames 1",
      says:
        "give --odd-size crop to leave out the last column or row, --odd-size pad to repeat it, or --out-pixel-format yuv444p",
      "convert odd.y4m o.mp4 TAGS --frames 1 --odd-size crop", "convert odd.y4m o.mp4 TAGS --frames 1 --odd-size pad",
      "convert odd.y4m o.mp4 TAGS --frames 1 --out-pixel-format yuv444p"),
    Hint(
      "convert odd.y4m o.mp4 --to pq TAGS --frames 1",
      says:
        "give --odd-size crop to leave out the last column or row, --odd-size pad to repeat it, or --out-pixel-format yuv444p10le",
      "convert odd.y4m o.mp4 --to pq TAGS --frames 1 --odd-size crop",
      "convert odd.y4m o.mp4 --to pq TAGS --frames 1 --odd-size pad",
      "convert odd.y4m o.mp4 --to pq TAGS --frames 1 --out-pixel-format yuv444p10le"),
    Hint(
      "convert tiny.y4m o.mp4 --to pq TAGS --frames 1", says: "give --width 36 or more, and --enlarge",
      "convert tiny.y4m o.mp4 --to pq TAGS --frames 1 --width 36 --enlarge"),
    Hint(
      "convert hdr.y4m o.mkv TAGS --video-codec nonsense",
      says: "but the name of an encoder was expected; ffmpeg -encoders lists them",
      "ffmpeg -encoders && convert hdr.y4m o.mkv TAGS --video-codec ffv1"),
    Hint(
      "convert hdr.y4m o.mkv TAGS --video-codec ffv1 --encoder-options nonsense=1",
      says: "has no option nonsense; the command ffmpeg -h encoder=ffv1 lists its options",
      "ffmpeg -h encoder=ffv1 && convert hdr.y4m o.mkv TAGS --video-codec ffv1 --encoder-options slicecrc=1"),
    Hint(
      "convert hdr.y4m o.mkv TAGS --video-codec libx264 --encoder-options hdr10=1",
      says: "but the encoder gets the light levels of the container; leave it out",
      "convert hdr.y4m o.mkv TAGS --video-codec libx264"),
    Hint(
      "convert hdr.y4m o.mkv TAGS --video-codec ffv1 --encoder-options coder=99",
      says: "the command ffmpeg -h encoder=ffv1 lists its options",
      "ffmpeg -h encoder=ffv1 && convert hdr.y4m o.mkv TAGS --video-codec ffv1 --encoder-options coder=1"),
    Hint(
      "convert hdr.y4m o.mkv TAGS --video-codec libx264 --encoder-options nonsense=1",
      says: "leave it out, or correct its name or value", "convert hdr.y4m o.mkv TAGS --video-codec libx264",
      "convert hdr.y4m o.mkv TAGS --video-codec libx264 --encoder-options keyint=1"),
    Hint(
      "convert hdr.y4m o.mkv TAGS --video-codec mpeg4 --out-pixel-format yuv444p",
      says: "choose one of these as the output's pixel format",
      "convert hdr.y4m o.mkv TAGS --video-codec mpeg4 --out-pixel-format yuv420p"),
    Hint(
      "convert alpha.y4m o.mp4 TAGS --video-codec vp9 --out-pixel-format yuva420p",
      says: "write .webm or .mkv, or choose a format without alpha",
      "convert alpha.y4m o.webm TAGS --video-codec vp9 --out-pixel-format yuva420p",
      "convert alpha.y4m o.mp4 TAGS --video-codec vp9 --out-pixel-format yuv420p"),
    Hint(
      "convert large.y4m o.mp4 TAGS --to pq --video-codec hevc",
      says:
        "write a .mov with --video-codec prores, put it over a color with --background, or drop it with --alpha ignore",
      "convert large.y4m o.mov TAGS --to pq --video-codec prores",
      "convert large.y4m o.mp4 TAGS --to pq --video-codec hevc --background black",
      "convert large.y4m o.mp4 TAGS --to pq --video-codec hevc --alpha ignore"),
    Hint(
      "convert large.y4m o.mov TAGS --video-codec prores --alpha-quality 0.5", says: "leave --alpha-quality out",
      "convert large.y4m o.mov TAGS --video-codec prores"),
    Hint(
      "convert large.y4m o.webm TAGS --to pq --strict --alpha straight",
      says: "write .mov or .mkv without --video-codec, which keep alpha with 10 bits, or drop it with --alpha ignore",
      "convert large.y4m o.mov TAGS --to pq --strict --alpha straight",
      "convert large.y4m o.mkv TAGS --to pq --strict --alpha straight",
      "convert large.y4m o.webm TAGS --to pq --strict --alpha ignore"),
    Hint(
      "convert hdr.y4m o.mkv TAGS --to pq --video-codec libx264 --out-pixel-format yuv420p",
      says: "leave --out-pixel-format out", "convert hdr.y4m o.mkv TAGS --to pq --video-codec libx264"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --to pq --out-pixel-format yuv420p",
      says: "choose 10 bits with --out-pixel-format",
      "convert hdr.y4m o.y4m TAGS --to pq --out-pixel-format yuv420p10le"),
    Hint(
      "convert hdr.y4m o.mkv TAGS --video-codec ffv1", says: "--to source keeps the source's format",
      "convert hdr.y4m o.mkv TAGS --video-codec ffv1 --to source"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --out-transfer hlg", says: "with --to sdr709, they are those of SDR",
      "convert hdr.y4m o.y4m TAGS --out-transfer hlg --to sdr709"),
    Hint(
      "convert hdr.y4m o.y4m --to source --transfer slog3",
      says: "give --out-primaries and --out-transfer, or choose --to hlg",
      "convert hdr.y4m o.y4m --to source --transfer slog3 --out-primaries bt2020 --out-transfer hlg",
      "convert hdr.y4m o.y4m --to hlg --transfer slog3"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --to sdr709 --out-matrix bt2020nc",
      says: "leave --out-matrix out, or give its primaries with --out-primaries",
      "convert hdr.y4m o.y4m TAGS --to sdr709",
      "convert hdr.y4m o.y4m TAGS --to sdr709 --out-matrix bt2020nc --out-primaries bt2020"),
    Hint(
      "convert eight.y4m o.y4m --out-primaries smpte432", says: "state those of the source with --primaries",
      "convert eight.y4m o.y4m --out-primaries smpte432 --primaries bt709"),
    Hint(
      "convert - o.y4m TAGS --to shared < hdr.y4m", says: "give files, or choose a display such as --to hlg",
      "convert hdr.y4m o.y4m TAGS --to shared", "convert - o.y4m TAGS --to hlg < hdr.y4m"),
    Hint(
      "explain hdr.y4m long.y4m TAGS --to source", says: "explain each by itself, or give --to shared",
      "explain hdr.y4m TAGS --to source", "explain hdr.y4m long.y4m TAGS --to shared"),
    Hint(
      "conform hdr.y4m TAGS --to shared --sample 256", says: "choose a display, such as --to hlg",
      "conform hdr.y4m TAGS --to hlg --sample 256"),
    Hint(
      "convert alpha.y4m o.y4m TAGS --width 8", says: "give --alpha ignore, or leave --width out",
      "convert alpha.y4m o.y4m TAGS --width 8 --alpha ignore", "convert alpha.y4m o.y4m TAGS"),
    Hint(
      "convert float.yuv o.yuv --size 16x8 --pixel-format gbrpf32le TAGS --width 8", says: "leave it out",
      "convert float.yuv o.yuv --size 16x8 --pixel-format gbrpf32le TAGS"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --width 8 --fit 8x8", says: "use --fit for two limits",
      "convert hdr.y4m o.y4m TAGS --fit 8x8"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --enlarge", says: "give --width, --height or --fit, or leave --enlarge out",
      "convert hdr.y4m o.y4m TAGS --enlarge --width 32", "convert hdr.y4m o.y4m TAGS --enlarge --height 16",
      "convert hdr.y4m o.y4m TAGS --enlarge --fit 32x32", "convert hdr.y4m o.y4m TAGS"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --width 32", says: "give --enlarge too",
      "convert hdr.y4m o.y4m TAGS --width 32 --enlarge"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --to pq --strict",
      says: "state it to the next tool, or use --out-chroma-location left",
      "convert hdr.y4m o.y4m TAGS --to pq --strict --out-chroma-location left"),
    Hint(
      "convert hdr.y4m o.mov TAGS --video-codec prores --out-range full --strict",
      says: "use --out-range narrow, or write .mkv with --video-codec ffv1",
      "convert hdr.y4m o.mov TAGS --video-codec prores --out-range narrow --strict",
      "convert hdr.y4m o.mkv TAGS --video-codec ffv1 --out-range full --strict"),
    Hint(
      "convert hdr.y4m long.y4m gray.y4m TAGS", says: "give --output-folder for several inputs",
      "convert hdr.y4m long.y4m TAGS --output-folder all"),
    Hint(
      "convert hdr.y4m TAGS", says: "for several inputs, give --output-folder",
      "convert hdr.y4m TAGS --output-folder all"),
    Hint("convert hdr.y4m - TAGS --keep-existing", says: "leave it out", "convert hdr.y4m - TAGS"),
    Hint(
      "convert hdr.y4m long.y4m TAGS --output-folder all --preview p.png", says: "convert each by itself",
      "convert hdr.y4m o.y4m TAGS --preview p.png"),
    Hint(
      "convert hdr.y4m TAGS --output-folder .", says: "choose another --output-folder, or another --format",
      "convert hdr.y4m TAGS --output-folder all", "convert hdr.y4m TAGS --output-folder . --format raw"),
    Hint(
      "convert - TAGS --output-folder all < hdr.y4m", says: "convert it by itself, and name the output",
      "convert - o.y4m TAGS < hdr.y4m"),
    Hint(
      "convert .. TAGS --output-folder all", says: "name files for --output-folder",
      "convert hdr.y4m TAGS --output-folder all"),
  ]
}
