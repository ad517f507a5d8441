extension Hint {
  /// Reports and measurements.
  static let ofReports: [Hint] = [
    Hint(
      "measure hdr.y4m --transfer hlg --hdr10plus p.json", says: "measure a clip of PQ, or leave --hdr10plus out",
      "measure hdr.y4m --transfer pq --hdr10plus p.json", "measure hdr.y4m --transfer hlg"),
    Hint(
      "measure hdr.y4m --transfer pq --start 1 --hdr10plus p.json",
      says: "measure the whole clip, or write --stats of the parts and fold them",
      "measure hdr.y4m --transfer pq --hdr10plus p.json",
      "tonemap measure hdr.y4m --transfer pq --frames 1 --stats a.jsonl && measure hdr.y4m --transfer pq --start 1 --stats b.jsonl && measure fold a.jsonl b.jsonl --hdr10plus p.json"
    ),
    Hint(
      "measure fold late.jsonl --hdr10plus p.json", says: "measure the whole clip",
      "measure fold light.jsonl --hdr10plus p.json"),
    Hint(
      "measure hdr.y4m --transfer pq --hdr10plus-target-peak 400",
      says: "give both, or leave --hdr10plus-target-peak out",
      "measure hdr.y4m --transfer pq --hdr10plus-target-peak 400 --hdr10plus p.json", "measure hdr.y4m --transfer pq"),
    Hint(
      "measure hdr.y4m --transfer pq --plot p.png", says: "change the extension",
      "measure hdr.y4m --transfer pq --plot p.svg"),
    Hint(
      "measure light.jsonl late.jsonl", says: "tonemap measure fold combines statistics files",
      "measure fold early.jsonl late.jsonl"),
    Hint(
      "conform --exhaustive --sample 10 TAGS --pixel-format yuv444p", says: "only one was expected; leave one out",
      "conform --sample 10 TAGS --pixel-format yuv444p"),
    Hint(
      "compare hdr.y4m hdr.y4m --transfer pq --heatmap - --json", says: "name a file for the heat map",
      "compare hdr.y4m hdr.y4m --transfer pq --heatmap h.png --json"),
    Hint(
      "compare hdr.y4m hdr.y4m --transfer pq --offset 1 --start 0.04s", says: "give a frame number",
      "compare hdr.y4m hdr.y4m --transfer pq --offset 0 --start 1"),
    Hint(
      "compare hdr.y4m gray.y4m --transfer pq --limit-psnr 1", says: "limit ΔE ITP with --limit-mean instead",
      "compare hdr.y4m gray.y4m --transfer pq --limit-mean 10000"),
    Hint(
      "compare hdr.y4m film.y4m --transfer pq", says: "pair them by number with --offset 0",
      "compare hdr.y4m film.y4m --transfer pq --offset 0"),
    Hint(
      "compare hdr.y4m hdr.y4m --transfer pq --offset 2", says: "choose an offset nearer to 0",
      "compare hdr.y4m hdr.y4m --transfer pq --offset 1"),
    Hint("nonsense hdr.y4m", says: "see tonemap --help", "tonemap --help"),
    Hint(
      "convert hdr.y4m o.y4m --nonsense", says: "(see tonemap convert --help-hidden)", "tonemap convert --help-hidden"
    ),
  ]
}
