extension Hint {
  /// What is stated beside frames.
  static let ofMetadata: [Hint] = [
    Hint(
      "conform long.y4m --transfer pq --sample 8 --tone-mapping st2094-40 --frame-metadata curves.json",
      says: "give the HDR10+ of one scene, such as its first 2 frames, or choose another operator",
      "conform hdr.y4m --transfer pq --sample 8 --tone-mapping st2094-40 --frame-metadata plus.json",
      "conform hdr.y4m --transfer pq --sample 8"),
    Hint(
      "explain hdr.y4m TAGS --exposure 6 --contrast 1.2",
      says: "lower --exposure or --contrast, or state a lower --source-peak",
      "explain hdr.y4m TAGS --exposure 1 --contrast 1.2",
      "explain hdr.y4m TAGS --exposure 6 --contrast 1 --source-peak 100"),
    Hint(
      "info hdr.y4m --strict --color-json maxcll0.json",
      says: "state the measured levels with --max-cll, or ignore this",
      "info hdr.y4m --strict --color-json maxcll0.json --max-cll 993,119"),
    Hint(
      "info hdr.y4m --color-json maxfall0.json", says: "state the measured levels with --max-cll, or ignore this",
      "info hdr.y4m --color-json maxfall0.json --max-cll 993,119"),
    Hint(
      "info hdr.y4m --strict --color-json maxcllpq.json",
      says: "correct the levels with --max-cll, or ignore them with --trust-metadata never",
      "info hdr.y4m --strict --color-json maxcllpq.json --max-cll 993,119",
      "explain hdr.y4m --strict --color-json maxcllpq.json --trust-metadata never --source-peak 1000"),
    Hint(
      "info hdr.y4m --strict --color-json above.json",
      says: "correct the wrong one with --max-cll or --master-display",
      "info hdr.y4m --strict --color-json above.json --max-cll 993,119",
      "info hdr.y4m --strict --color-json above.json --master-display G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(40000000,50)"
    ),
    Hint(
      "convert hdr.y4m o.y4m --color-json above.json",
      says: "of 1000 cd/m², from the mastering display; light above it is mapped as if it ended there;"
        + " map it with --source-peak 1151 or more", "convert hdr.y4m o.y4m --color-json above.json --source-peak 1151"),
    Hint(
      "convert hdr.y4m o.y4m --transfer pq --max-cll 300,50 --dynamics off",
      says: "of 300 cd/m², from MaxCLL; light above it is mapped as if it ended there;"
        + " map it with --source-peak 1151 or more",
      "convert hdr.y4m o.y4m --transfer pq --max-cll 300,50 --dynamics off --source-peak 1151"),
    Hint(
      "info hdr.y4m --strict --color-json average.json",
      says: "correct the levels with --max-cll, or ignore them with --trust-metadata never",
      "info hdr.y4m --strict --color-json average.json --max-cll 993,119",
      "explain hdr.y4m --strict --color-json average.json --trust-metadata never --source-peak 1000"),
    Hint(
      "explain hdr.y4m --color-json placeholder.json",
      says: "correct them with --max-cll, or accept them with --trust-metadata always",
      "explain hdr.y4m --strict --color-json placeholder.json --max-cll 993,119",
      "explain hdr.y4m --strict --color-json placeholder.json --trust-metadata always"),
    Hint(
      "info hdr.y4m --strict --color-json range.json",
      says: "correct it with --master-display, or ignore it with --trust-metadata never",
      "info hdr.y4m --strict --color-json range.json --master-display G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)",
      "explain hdr.y4m --strict --color-json range.json --trust-metadata never --source-peak 1000"),
    Hint(
      "info hdr.y4m --strict --color-json maximum.json",
      says: "correct it with --master-display; its unit is 0.0001 cd/m²",
      "info hdr.y4m --strict --color-json maximum.json --master-display G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"
    ),
    Hint(
      "info hdr.y4m --strict --color-json minimum.json",
      says: "correct it with --master-display; its unit is 0.0001 cd/m²",
      "info hdr.y4m --strict --color-json minimum.json --master-display G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"
    ),
    Hint(
      "info hdr.y4m --strict --color-json primaries.json",
      says: "correct it with --master-display; its unit is 0.00002",
      "info hdr.y4m --strict --color-json primaries.json --master-display G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"
    ),
    Hint(
      "info hdr.y4m --strict --color-json triangle.json",
      says: "correct it with --master-display, or ignore it with --trust-metadata never",
      "info hdr.y4m --strict --color-json triangle.json --master-display G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)",
      "explain hdr.y4m --strict --color-json triangle.json --trust-metadata never --source-peak 1000"),
    Hint(
      "info hdr.y4m --strict --color-json order.json", says: "swap them with --master-display",
      "info hdr.y4m --strict --color-json order.json --master-display G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"
    ),
    Hint(
      "info hdr.y4m --strict --color-json unit.json", says: "multiply it by 10000 with --master-display",
      "info hdr.y4m --strict --color-json unit.json --master-display G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"
    ),
    Hint(
      "info hdr.y4m --color-json sdr.json", says: "correct the transfer with --transfer, or remove the metadata",
      "info hdr.y4m --color-json sdr.json --transfer pq"),
    Hint(
      "convert hdr.y4m o.y4m --to pq --color-json range.json", says: "give it with --master-display",
      "convert hdr.y4m o.y4m --to pq --color-json range.json --master-display G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"
    ),
    Hint(
      "convert hdr.y4m o.y4m TAGS --to pq --viewing 0.00001", says: "give --viewing 0.0001 or more",
      "convert hdr.y4m o.y4m TAGS --to pq --viewing 0.0001"),
    Hint(
      "convert spark.y4m o.y4m --transfer pq --dynamics scene",
      says: "give --source-peak in place of measured peaks to keep them",
      "convert spark.y4m o.y4m --transfer pq --source-peak 4000"),
    Hint(
      "convert hdr.y4m o.y4m --transfer pq --to pq --dynamics scene", says: "set the display's with --target-peak",
      "convert hdr.y4m o.y4m --transfer pq --to pq --dynamics scene --target-peak 600"),
    Hint(
      "convert hdr.y4m o.y4m --transfer pq --to pq --target-peak 600 --viewing 5 --dynamics scene",
      says: "state the maximum light with --max-cll",
      "convert hdr.y4m o.y4m --transfer pq --to pq --target-peak 600 --viewing 5 --dynamics scene --max-cll 993,119"
    ),
    Hint(
      "info hdr.y4m --probe --range full --transfer pq",
      says: "look at black and white, and give --range narrow if they are gray",
      "info hdr.y4m --probe --range narrow --transfer pq"),
    Hint(
      "info full.y4m --probe --range narrow --transfer bt709",
      says: "look at the shadows, and give --range full if they are crushed",
      "info full.y4m --probe --range full --transfer bt709"),
    Hint(
      "convert hdr.y4m o.y4m --transfer pq --stats early.jsonl", says: "measure all frames of the clip",
      "convert hdr.y4m o.y4m --transfer pq --stats light.jsonl"),
    Hint(
      "chmod 444 hdr.y4m && convert long.y4m hdr.y4m TAGS",
      says: "give --force to replace it, or write to another place",
      "chmod 444 hdr.y4m && convert long.y4m hdr.y4m TAGS --force"),
    Hint(
      "env TONEMAP_SIMD=x tonemap convert hdr.y4m o.y4m TAGS", says: "unset it, or give --simd",
      "convert hdr.y4m o.y4m TAGS --simd baseline", "env TONEMAP_SIMD=baseline tonemap convert hdr.y4m o.y4m TAGS"),
  ]
}
