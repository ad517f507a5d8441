extension Hint {
  /// Lookup tables.
  static let ofTables: [Hint] = [
    Hint(
      "lut o.xyz --transfer bt709 --cube-size 2 --no-certificate", says: "give --format, or another name",
      "lut o.xyz --transfer bt709 --cube-size 2 --format cube --no-certificate",
      "lut o.cube --transfer bt709 --cube-size 2 --no-certificate"),
    Hint(
      "lut o.3dl --transfer bt709 --cube-size 2 --host youtube --no-certificate",
      says: "change the extension, or choose another host",
      "lut o.cube --transfer bt709 --cube-size 2 --host youtube --no-certificate",
      "lut o.3dl --transfer bt709 --cube-size 4 --host nuke --no-certificate"),
    Hint(
      "lut o.vlt --transfer bt709 --cube-size 18 --host camera", says: "choose that, or another host",
      "lut o.vlt --transfer bt709 --cube-size 17 --host camera --no-certificate --vertices sampled",
      "lut o.cube --transfer bt709 --cube-size 18 --host resolve --no-certificate --vertices sampled"),
    Hint(
      "lut o.cube --transfer bt709 --cube-size 3 --max-error 200", says: "only one was expected; leave one out",
      "lut o.cube --transfer bt709 --cube-size 3"),
    Hint(
      "lut o.cube --transfer bt709 --cube-size 2 --host youtube --shaper 65 --no-certificate",
      says: "leave --shaper out, or choose another host or format",
      "lut o.cube --transfer bt709 --cube-size 2 --host youtube --no-certificate",
      "lut o.cube --transfer bt709 --cube-size 2 --host resolve --shaper 65 --no-certificate"),
    Hint(
      "lut convert many.cube o.vlt --host camera", says: "give --cube-size",
      "lut convert many.cube o.vlt --host camera --cube-size 17"),
    Hint(
      "lut convert wide.cube o.cube --cube-size 3", says: "leave --cube-size out to keep it",
      "lut convert wide.cube o.cube"),
    Hint(
      "lut invert curve.cube o.cube",
      says: "only .csp holds; write that, or give --samples, such as --samples 1024",
      "lut invert curve.cube o.csp", "lut invert curve.cube o.cube --samples 1024"),
    Hint(
      "lut check small.cube --max-difference 1", says: "name another, or leave it out",
      "lut check small.cube wide.cube --max-difference 300", "lut check small.cube"),
    Hint(
      "lut check small.cube --measure", says: "leave --measure out, or make the LUT again", "lut check small.cube",
      "lut m.cube --transfer bt709 --cube-size 2 && lut check m.cube --measure"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --lut small.cube --frame-metadata plus.json --tone-mapping st2094-40",
      says: "but only one of them can map the light; leave one out", "convert hdr.y4m o.y4m TAGS --lut small.cube",
      "convert hdr.y4m o.y4m TAGS --frame-metadata plus.json --tone-mapping st2094-40"),
    Hint(
      "convert hdr.y4m o.y4m TAGS --max-cll 800,100 --lut small.cube --to pq",
      says: "state the display that the table was made for with --target-peak",
      "convert hdr.y4m o.y4m TAGS --max-cll 800,100 --lut small.cube --to pq --target-peak 600"),
  ]

  #if LittleCMS
    /// ICC profiles.
    static let ofProfiles: [Hint] = [
      Hint(
        "lut o.icc --transfer bt709 --host resolve", says: "leave it out, or name another output",
        "lut o.icc --transfer bt709 --cube-size 2 --no-certificate",
        "lut o.cube --transfer bt709 --cube-size 2 --host resolve --no-certificate"),
      Hint(
        "lut o.icc --transfer bt709 --cube-size 2 --bit-depth 8 --no-certificate", says: "leave it out",
        "lut o.icc --transfer bt709 --cube-size 2 --no-certificate"),
      Hint(
        "lut o.icc --transfer bt709 --cube-size 2 --icc display --shaper none --no-certificate",
        says: "leave it out, or give --icc link",
        "lut o.icc --transfer bt709 --cube-size 2 --icc display --no-certificate",
        "lut o.icc --transfer bt709 --cube-size 2 --icc link --shaper none --no-certificate"),
      Hint(
        "lut convert wide.cube o.icc", says: "give --cube-size 2 to sample it",
        "lut convert wide.cube o.icc --cube-size 2"),
      Hint(
        "lut convert small.cube o.icc --bit-depth 8", says: "leave them out, or name another output",
        "lut convert small.cube o.icc", "lut convert small.cube o.png --bit-depth 16 --cube-size 4"),
    ]
  #endif
}
