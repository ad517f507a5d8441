extension Hint {
  /// Pictures that are written.
  static let ofPictures: [Hint] = [
    Hint(
      "convert hdr.y4m o.jpg TAGS --to source --frames 1", says: "write .png or .avif, or choose --to srgb",
      "convert hdr.y4m o.png TAGS --to source --frames 1", "convert hdr.y4m o.avif TAGS --to source --frames 1",
      "convert hdr.y4m o.jpg TAGS --to srgb --frames 1"),
    Hint(
      "convert bright.pfm o.png --to source", says: "choose --to hlg", "convert bright.pfm o.png --to hlg"),
    Hint(
      "explain bright.pfm --strict --transfer linear --primaries bt709",
      says: "set a lower peak with --source-peak, or leave --strict out",
      "explain bright.pfm --strict --transfer linear --primaries bt709 --source-peak 1000",
      "explain bright.pfm --transfer linear --primaries bt709"),
    Hint(
      "convert hdr.y4m o.png TAGS", says: "name a pattern such as o-%05d.png, or convert one with --frames 1",
      "convert hdr.y4m o.png TAGS --frames 1", "convert hdr.y4m o-%05d.png TAGS"),
    Hint(
      "convert wide.y4m o.avif TAGS --frames 1 --strict", says: "make the pixels square with --fit 32x8",
      "convert wide.y4m o.avif TAGS --frames 1 --strict --fit 32x8"),
    Hint(
      "explain hevc.mp4 o.png", says: "name a pattern such as o-%05d.png, or convert one with --frames 1",
      "explain hevc.mp4 o-%05d.png", "convert hevc.mp4 o.png --frames 1"),
    Hint(
      "convert hdr.y4m - TAGS --format avif --frames 1", says: "name a file, or give --format jpg or png",
      "convert hdr.y4m o.avif TAGS --frames 1", "convert hdr.y4m - TAGS --format jpg --frames 1",
      "convert hdr.y4m - TAGS --format png --frames 1"),
    Hint(
      "convert hdr.y4m o.jpg TAGS --frames 1", says: "which readers of JPEG assume; --to chooses another",
      "convert hdr.y4m o.jpg TAGS --frames 1 --to srgb"),
    Hint(
      "convert hdr.y4m o.jpg TAGS --frames 1 --to pq", says: "write .png or .avif, or leave --to srgb",
      "convert hdr.y4m o.png TAGS --frames 1 --to pq", "convert hdr.y4m o.avif TAGS --frames 1 --to pq",
      "convert hdr.y4m o.jpg TAGS --frames 1 --to srgb"),
    Hint(
      "convert hdr.y4m o.jpg TAGS --frames 1 --to sdr709 --strict",
      says: "use --to srgb, or write .png, which states it",
      "convert hdr.y4m o.jpg TAGS --frames 1 --to srgb --strict",
      "convert hdr.y4m o.png TAGS --frames 1 --to sdr709 --strict"),
    Hint(
      "convert alpha.y4m o.png TAGS --frames 1 --out-alpha premultiplied",
      says: "but --out-alpha is premultiplied; leave it out", "convert alpha.y4m o.png TAGS --frames 1"),
    Hint(
      "convert hdr.y4m o.jpg TAGS --frames 1 --out-range narrow", says: "but another was given; leave it out",
      "convert hdr.y4m o.jpg TAGS --frames 1"),
    Hint(
      "convert hdr.y4m o.png TAGS --frames 1 --out-pixel-format yuv420p",
      says: "choose it with --out-pixel-format, or leave that out",
      "convert hdr.y4m o.png TAGS --frames 1 --out-pixel-format gbrp", "convert hdr.y4m o.png TAGS --frames 1"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --preview -", says: "name a file for the preview",
      "convert hdr.y4m o.y4m TAGS --preview p.png"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --preview p.jpg", says: "name it .png", "convert hdr.y4m o.y4m TAGS --preview p.png"
    ),
    Hint(
      "convert hdr.y4m - TAGS --to pq --out-hdr10plus -", says: "name a file for the metadata",
      "convert hdr.y4m - TAGS --to pq --out-hdr10plus p.json"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --out-hdr10plus p.json", says: "choose --to pq, or leave --out-hdr10plus out",
      "convert hdr.y4m o.y4m TAGS --to pq --out-hdr10plus p.json", "convert hdr.y4m o.y4m TAGS"),
    Hint(
      "thumbnail hdr.y4m o.png TAGS", says: "use convert --preview for frames",
      "convert hdr.y4m o.y4m TAGS --preview o.png"),
    Hint(
      "thumbnail movie.mkv o.xyz", says: "choose one of them, or give --format", "thumbnail movie.mkv o.png",
      "thumbnail movie.mkv o.xyz --format png"),
    Hint(
      "thumbnail movie.mkv o.png --width 8 --height 8", says: "use --fit for two limits",
      "thumbnail movie.mkv o.png --fit 8x8"),
    Hint(
      "thumbnail movie.mkv o.png --at 0 --every 1", says: "leave one of them out", "thumbnail movie.mkv o.png --at 0",
      "thumbnail movie.mkv o.png --every 1"),
    Hint(
      "thumbnail movie.mkv o.png --grid 2x2", says: "give --every too",
      "thumbnail movie.mkv o.png --grid 2x2 --every 0.01"),
    Hint(
      "thumbnail movie.mkv o.png --height 65000 --at 0", says: "sides of 1 to 65500 pixels were expected; use --fit",
      "thumbnail movie.mkv o.png --fit 100x65000 --at 0"),
    Hint("thumbnail movie.mkv o.png", says: "was chosen; --at takes another", "thumbnail movie.mkv o.png --at 0.04"),
    Hint(
      "thumbnail hevc.hevc o.png --every 0.04",
      says: "convert it to .mkv first, with --to source and --video-codec ffv1",
      "convert hevc.hevc out.mkv --to source --video-codec ffv1 && thumbnail out.mkv o.png --every 0.04"),
    Hint(
      "thumbnail hevc.hevc o.png --at 50%",
      says: "convert it to .mkv first, with --to source and --video-codec ffv1",
      "convert hevc.hevc out.mkv --to source --video-codec ffv1 && thumbnail out.mkv o.png --at 50%"),
    Hint(
      "thumbnail hevc.hevc o.png --at 0.04",
      says:
        "make a movie that states times, such as FFV1 in Matroska, or start at the beginning",
      "convert hevc.hevc out.mkv --to source --video-codec ffv1 && thumbnail out.mkv o.png --at 0.04",
      "thumbnail hevc.hevc o.png --at 0"),
    Hint("thumbnail movie.mkv o.png --at 9", says: "give an earlier time", "thumbnail movie.mkv o.png --at 0"),
    Hint(
      "thumbnail movie.mkv o.png --every 0.01 --grid 60000x2", says: "give a smaller --grid or --width",
      "thumbnail movie.mkv o.png --every 0.01 --grid 2x2",
      "thumbnail movie.mkv o.png --every 0.01 --grid 60000x2 --width 1"),
    Hint(
      "thumbnail second.mkv o.png --every 0.001 --grid 1x1", says: "give a longer --every or a larger --grid",
      "thumbnail second.mkv o.png --every 0.5 --grid 1x1", "thumbnail second.mkv o.png --every 0.001 --grid 50x50"),
    Hint(
      "thumbnail movie.mkv o.jpg --width 60000", says: "give a smaller --width or --fit",
      "thumbnail movie.mkv o.jpg --width 60", "thumbnail movie.mkv o.jpg --fit 60x60"),
    Hint(
      "thumbnail movie.mkv o.jpg --width 16000 --every 0.01 --grid 1x4",
      says: "give a smaller --grid, --width or --fit", "thumbnail movie.mkv o.jpg --width 80 --every 0.01 --grid 1x4",
      "thumbnail movie.mkv o.jpg --fit 80x80 --every 0.01 --grid 1x4"),
  ]
}
