extension Hint {
  /// Movies that are read.
  static let ofMovies: [Hint] = [
    Hint(
      "convert movie.mkv o.y4m --start 0.01s --duration 0.001s", says: "choose a smaller start or a longer duration",
      "convert movie.mkv o.y4m --start 0s --duration 0.001s", "convert movie.mkv o.y4m --start 0.01s --duration 0.1s"),
    Hint(
      "info hdr.y4m long.y4m", says: "only --check without --color-json and --stats takes several",
      "info movie.mkv sound.mkv --check pq10 → 1"),
    Hint(
      "info hevc.mp4 --stats light.jsonl", says: "only --check compares statistics with stated levels; add --check",
      "info hevc.mp4 --stats light.jsonl --check hlg10 → 1"),
    Hint("info movie.mkv --frames --probe", says: "leave one out", "info hevc.mkv --frames"),
    Hint(
      "info hdr.y4m --check hdr10", says: "give the file from which the frames were decoded",
      "info movie.mkv --check hdr10 → 1"),
    Hint("info hdr.y4m --frames", says: "give the file from which the frames were decoded", "info hevc.mkv --frames"),
    Hint(
      "info movie.mkv --probe", says: "decode it to Y4M or raw frames first",
      "ffmpeg -i movie.mkv -strict -1 d.y4m && info d.y4m --probe"),
    Hint(
      "info bright.pfm --frames", says: "describe it without frames, as tonemap info FILE does", "info bright.pfm"),
    Hint(
      "info hevc.ts --frames",
      says: "rewrap it first, as in ffmpeg -i hevc.ts -c copy out.mkv, or convert it if it is a bare stream",
      "ffmpeg -i hevc.ts -c copy out.mkv && info out.mkv --frames"),
    Hint(
      "info nothing.mkv",
      says:
        "name such a file, or make one: of a movie with ffmpeg -i FILE -c copy out.mkv, of a picture with ffmpeg -i FILE out.png",
      "ffmpeg -i hevc.ts -c copy out.mkv && info out.mkv", "ffmpeg -i picture.bmp out.png && info out.png"),
    Hint("convert movie.mkv o.y4m --fps 30", says: "leave --fps out", "convert movie.mkv o.y4m"),
    Hint(
      "convert movie.mkv o.y4m --color-json color.json", says: "leave --color-json out", "convert movie.mkv o.y4m"),
    Hint(
      "explain gray.pgm --color-json color.json",
      says: "gray.pgm is a movie, a bare stream or a picture, which states its own color; leave --color-json out",
      "explain gray.pgm"),
    Hint("convert movie.mkv o.y4m --size 64x48", says: "leave --size out", "convert movie.mkv o.y4m"),
    Hint(
      "convert movie.mkv o.y4m --pixel-format yuv420p10le", says: "leave --pixel-format out", "convert movie.mkv o.y4m"),
    Hint(
      "conform movie.mkv", says: "check that it is complete, and decode it first: ffmpeg -i FILE -strict -1 out.y4m",
      "ffmpeg -i movie.mkv -strict -1 out.y4m && conform out.y4m TAGS --sample 16 --limit 1"),
    Hint(
      "convert fields.mkv o.y4m", says: "use --deinterlace with convert or measure",
      "convert fields.mkv o.y4m --deinterlace", "measure fields.mkv --deinterlace"),
    Hint(
      "explain timeless.obu TAGS --strict", says: "state the rate with --fps",
      "explain timeless.obu TAGS --strict --fps 25"),
    Hint(
      "convert halves.ts o.y4m",
      says:
        "make frames of them first, as in ffmpeg -i halves.ts -vf weave=first_field=top,bwdif=mode=0 -c:a copy -c:v ffv1 whole.mkv",
      "ffmpeg -i halves.ts -vf weave=first_field=top,bwdif=mode=0 -c:a copy -c:v ffv1 whole.mkv && convert whole.mkv o.y4m"
    ),
    Hint(
      "convert strange.nut o.y4m TAGS",
      says:
        "convert them first, as in ffmpeg -i FILE -c:v ffv1 -pix_fmt gbrp16le -color_primaries bt709 -color_trc gamma22 -color_range pc out.mkv",
      "ffmpeg -i strange.nut -c:v ffv1 -pix_fmt gbrp16le -color_primaries bt709 -color_trc gamma22 -color_range pc out.mkv && explain out.mkv"
    ),
    Hint(
      "info picture.bmp", says: "convert it to a supported picture: ffmpeg -i picture.bmp -frames:v 1 out.png",
      "ffmpeg -i picture.bmp -frames:v 1 out.png && info out.png"),
    Hint(
      "tag movie.mkv o.mkv --transfer hlg",
      says: "use mkvpropedit FILE --edit track:v1 --set colour-transfer-characteristics=18",
      "mkvpropedit movie.mkv --edit track:v1 --set colour-transfer-characteristics=18 && info movie.mkv"),
    Hint(
      "tag two.mkv o.mkv --track 2 --max-cll 900,300 --remove mdcv",
      says: "use mkvpropedit FILE --edit track:@2 --set max-content-light=900 --set max-frame-light=300 --delete",
      "mkvpropedit two.mkv --edit track:@2 --set max-content-light=900 --delete max-luminance && info two.mkv"),
    Hint(
      "tag hevc.mkv o.mkv --ambient 314,0.3127,0.3290",
      says: "rewrap it first, as in ffmpeg -i FILE -c copy out.mp4",
      "ffmpeg -i hevc.mkv -c copy out.mp4 && tag out.mp4 o.mp4 --ambient 314,0.3127,0.3290"),
    Hint(
      "convert hevc.mp4 o.hevc --source-peak 1000 --video-codec h264",
      says: "a .hevc file holds H.265 alone; leave it out, or name another output, such as out.mp4",
      "convert hevc.mp4 o.hevc --source-peak 1000", "convert hevc.mp4 out.mp4 --source-peak 1000 --video-codec h264"),
    Hint(
      "tag hevc.mp4 o.mp4 --max-cll 900,300 --remove clli",
      says: "--remove clli was given beside a value for it, but one of both was expected; leave one out",
      "tag hevc.mp4 o.mp4 --max-cll 900,300"),
    Hint(
      "tag timeless.obu o.mp4 --transfer hlg", says: "rewrap it first, as in ffmpeg -i FILE -c copy out.mp4",
      "ffmpeg -i timeless.obu -c copy out.mp4 && tag out.mp4 o.mp4 --transfer hlg"),
    Hint(
      "tag hevc.hevc o.hevc --transfer pq --range full",
      says:
        "state colors in the stream, as in ffmpeg -i FILE -c copy -bsf:v hevc_metadata=transfer_characteristics=16:video_full_range_flag=1 out.hevc, or encode it again with these tags, as tonemap convert does",
      "ffmpeg -i hevc.hevc -c copy -bsf:v hevc_metadata=transfer_characteristics=16:video_full_range_flag=1 out.hevc && info out.hevc",
      "convert hevc.hevc o.mp4 --transfer pq --to source"),
    Hint(
      "tag change.h264 o.h264 --transfer hlg",
      says: "-bsf:v h264_metadata=transfer_characteristics=18 out.h264, or encode it again with these tags",
      "ffmpeg -i change.h264 -c copy -bsf:v h264_metadata=transfer_characteristics=18 out.h264 && info out.h264"),
    Hint(
      "tag picture.bmp o.mp4 --transfer pq --primaries bt2020",
      says: "ffmpeg -i FILE -frames:v 1 out.png, then convert that with these tags and --to source",
      "ffmpeg -i picture.bmp -frames:v 1 out.png && convert out.png o.png --transfer pq --primaries bt2020 --to source"),
    Hint(
      "tag spark.y4m o.mov --transfer pq",
      says:
        "rewrap a movie, as in ffmpeg -i FILE -c copy out.mp4, or convert frames or a bare stream with these tags and --to source",
      "convert spark.y4m o.mov TAGS --to source"),
    Hint(
      "tag hevc.mp4 o.mp4 --primaries 2 --transfer pq",
      says:
        "the value '2' is invalid for '--primaries <name>': expected a value other than unspecified; give one, or leave the option out",
      "tag hevc.mp4 o.mp4 --primaries bt2020 --transfer pq", "tag hevc.mp4 o.mp4 --transfer pq"),
    Hint(
      "tag gray.pgm o.mp4 --transfer hlg --primaries bt2020",
      says: "encode the picture again with its tags, as tonemap convert does",
      "convert gray.pgm o.png --transfer hlg --primaries bt2020 --to source"),
    Hint(
      "convert unnamed.mkv o.mp4 --source-peak 1000",
      says: "to keep the sound without names, write .mov or .mkv, or leave it out with --audio drop",
      "convert unnamed.mkv o.mov --source-peak 1000", "convert unnamed.mkv o.mp4 --source-peak 1000 --audio drop"),
    Hint(
      "convert top.mov o.mp4 --source-peak 1000 --strict", says: "to keep them, write .mkv",
      "convert top.mov o.mkv --source-peak 1000 --strict"),
    Hint("tag hevc.mp4 o.mp4", says: "give one, such as --transfer pq", "tag hevc.mp4 o.mp4 --transfer pq"),
    Hint(
      "tag still.avif o.avif --transfer pq",
      says: "encode the picture again with its tags, as avifenc --cicp and heif-enc do",
      "avifenc --cicp 9/16/9 plain.png o.avif"),
    Hint(
      "tag two.mp4 o.mp4 --transfer hlg", says: "and all of them are given the same tags; use --track to tag only one",
      "tag two.mp4 o.mp4 --transfer hlg --track 1"),
    Hint(
      "explain conflict.mp4 --strict --source-peak 1000", says: "state it with --transfer",
      "explain conflict.mp4 --strict --source-peak 1000 --transfer pq"),
    Hint(
      "info conflict.mp4", says: "write the same value to both; tonemap tag changes the container of .mov and .mp4",
      "tonemap tag conflict.mp4 o.mp4 --transfer pq && info o.mp4"),
    Hint(
      "info change.ts", says: "if it does not change, state it with --primaries and --transfer and --matrix",
      "info change.ts --primaries bt709 --transfer bt709 --matrix bt709"),
    Hint(
      "convert change.ts o.y4m --strict",
      says: "convert the parts apart, with --duration 0.12s and --start 0.12s, or leave --strict out",
      "convert change.ts o.y4m --strict --duration 0.12s", "convert change.ts o.y4m --strict --start 0.12s",
      "convert change.ts o.y4m"),
    Hint(
      "convert change.h264 o.y4m --strict --fps 25",
      says: "convert the parts apart, with --frames 3 and --start 3, or leave --strict out",
      "convert change.h264 o.y4m --strict --fps 25 --frames 3",
      "convert change.h264 o.y4m --strict --fps 25 --start 3", "convert change.h264 o.y4m --fps 25"),
    Hint(
      "convert jump.mkv o.mkv --video-codec ffv1 --strict --primaries bt709 --transfer bt709 --matrix bt709 --range narrow --chroma-location left",
      says: "cut the movie there, or leave --strict out",
      "convert jump.mkv o.mkv --video-codec ffv1 --strict --duration 1s --primaries bt709 --transfer bt709 --matrix bt709 --range narrow --chroma-location left",
      "convert jump.mkv o.mkv --video-codec ffv1"),
  ]
}
