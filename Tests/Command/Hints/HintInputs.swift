import Foundation
import HDRMetadata

/// The inputs of hints, by their names; each is made once.
enum HintInputs {
  /// The bytes of an input; `nil` for other names.
  static func bytes(_ name: String) throws -> Data? {
    if let bytes = frames[name] ?? sidecars[name] ?? tables[name] { return bytes }
    if measuredNames.contains(name) { return try measured.get()[name] }
    return try built[name] ?? made.get()[name]
  }

  // MARK: Frames

  private static func y4m(_ header: String, frames: Int = 2, size: Int, _ code: (Int) -> Int = { 60 + $0 % 100 })
    -> Data
  {
    let frame = Data("FRAME\n".utf8) + (0..<size).map { UInt8(code($0)) }
    return (0..<frames).reduce(into: Data("YUV4MPEG2 \(header)\n".utf8)) { data, _ in data += frame }
  }

  /// A gray frame of 10 bits with one bright pixel.
  private static var spark: Data {
    y4m("W128 H96 F25:1 Ip C420p10", frames: 1, size: 128 * 96 * 3) { index in
      let code = index / 2 == 1000 ? 900 : index < 128 * 96 * 2 ? 500 : 512
      return index % 2 == 0 ? code & 255 : code >> 8
    }
  }

  private static let frames: [String: Data] = [
    "hdr.y4m": Clips.y4m(frames: 2), "long.y4m": Clips.y4m(frames: 4), "raw.yuv": Clips.raw(frames: 2),
    "norate.y4m": Clips.y4m(frames: 2, header: "YUV4MPEG2 W16 H8 Ip C420p10"),
    "film.y4m": Clips.y4m(frames: 2, header: "YUV4MPEG2 W16 H8 F24:1 Ip C420p10"),
    "fields.y4m": Clips.y4m(frames: 2, header: "YUV4MPEG2 W16 H8 F25:1 It C420p10"),
    "eight.y4m": y4m("W16 H8 F25:1 Ip C420jpeg", size: 192),
    "full.y4m": y4m("W16 H8 F25:1 Ip C420jpeg", size: 192) { _ in 2 },
    "alpha.y4m": y4m("W16 H8 F25:1 Ip C444alpha", size: 512), "gray.y4m": y4m("W16 H8 F25:1 Ip Cmono", size: 128),
    "cover.y4m": y4m("W16 H8 F25:1 Ip Cmono XCOLORRANGE=LIMITED", size: 128),
    "large.y4m": y4m("W64 H64 F25:1 Ip C444alpha", frames: 1, size: 64 * 64 * 4),
    "odd.y4m": y4m("W65 H49 F25:1 Ip C444p10", size: 65 * 49 * 6) { _ in 1 },
    "tiny.y4m": y4m("W15 H7 F25:1 Ip C444p10", size: 15 * 7 * 6) { _ in 1 },
    "wide.y4m": y4m("W16 H8 F25:1 Ip A2:1 C420p10", size: 16 * 8 * 3) { _ in 1 },
    "spark.y4m": spark, "float.yuv": Data(count: 16 * 8 * 12 * 2), "riff": Data("RIFF".utf8) + Data(count: 60),
    "nothing.mkv": Data(),
    "gray.pgm": Data("P5 1 1 255\n".utf8) + Data([64]),
    "bright.pfm": Data("Pf\n1 1\n-1.0\n".utf8) + Data([0, 0x24, 0x74, 0x49]),
  ]

  // MARK: What is stated beside frames

  /// A color JSON of PQ, or of another color, with what differs from a display of 0.005 to 1000 cd/m².
  private static func sidecar(
    light: (Int, Int)? = nil, display changes: [String: Any]? = nil, _ color: [String: String] = pq
  ) -> Data {
    var metadata: [String: Any] = [:]
    if let light { metadata["content_light"] = ["MaxCLL": light.0, "MaxFALL": light.1] }
    if let changes {
      let display: [String: Any] = [
        "red": [0.68, 0.32], "green": [0.265, 0.69], "blue": [0.15, 0.06], "white": [0.3127, 0.329], "min_cd_m2": 0.005,
        "max_cd_m2": 1000,
      ]
      metadata["mastering_display"] = display.merging(changes) { $1 }
    }
    return (try? JSONSerialization.data(withJSONObject: ["color": color, "metadata": metadata])) ?? Data()
  }

  private static let pq = [
    "primaries": "bt2020", "transfer": "smpte2084", "matrix": "bt2020nc", "range": "tv", "chroma_location": "topleft",
  ]
  private static let sdr = pq.merging(["primaries": "bt709", "transfer": "bt709", "matrix": "bt709"]) { $1 }

  private static let sidecars: [String: Data] = [
    "wide.json": Data(#"{"width": 16, "height": 8, "pix_fmt": "strange"}"#.utf8),
    "color.json": Data(#"{"width": 16, "height": 8, "pix_fmt": "yuv420p10le"}"#.utf8),
    "maxcll0.json": sidecar(light: (0, 0)), "maxfall0.json": sidecar(light: (993, 0)),
    "maxcllpq.json": sidecar(light: (20_000, 100)), "above.json": sidecar(light: (3993, 119), display: [:]),
    "average.json": sidecar(light: (100, 993)), "placeholder.json": sidecar(light: (1000, 400)),
    "range.json": sidecar(display: ["min_cd_m2": 1000, "max_cd_m2": 5]),
    "maximum.json": sidecar(display: ["max_cd_m2": 20_000]), "minimum.json": sidecar(display: ["min_cd_m2": 6]),
    "primaries.json": sidecar(display: ["red": [0.99, 0.005]]),
    "triangle.json": sidecar(display: ["red": [0.15, 0.06], "green": [0.15, 0.06]]),
    "order.json": sidecar(display: ["red": [0.265, 0.69], "green": [0.15, 0.06], "blue": [0.68, 0.32]]),
    "unit.json": sidecar(display: ["max_cd_m2": 0.1, "min_cd_m2": 0.0001]), "sdr.json": sidecar(light: (993, 119), sdr),
    "curves.json": curves,
    "frames.jsonl": Data(
      (0..<4).map { #"{"frame": \#($0), "max_cd_m2": 800, "average_cd_m2": 100}"# }.joined(separator: "\n").utf8),
  ]

  /// HDR10+ whose curve changes at the third of four frames.
  private static var curves: Data {
    func metadata(_ anchor: HDR10PlusMetadata.CodedBezierCurve.Anchor) -> HDR10PlusMetadata {
      var window = HDR10PlusMetadata.Window()
      window.maximumComponents = [100_000, 0, 0]
      window.averageMaxRGB = 1000
      window.bezierCurve = .init(kneeX: 410, kneeY: 819, anchors: [anchor, 800])
      return HDR10PlusMetadata(windows: [window], targetedDisplayMaximum: 203)
    }
    let scenes = [400, 700].map { Array(repeating: metadata($0), count: 2) }
    return Data((try? HDR10PlusDocument(scenes: scenes, tool: .init(name: "test", version: "1")).json()) ?? [])
  }

  // MARK: Lookup tables

  private static func cube(_ size: Int, _ more: String = "") -> Data {
    let steps = (0..<size).map { Double($0) / Double(size - 1) }
    let rows = steps.flatMap { blue in steps.flatMap { green in steps.map { "\($0) \(green) \(blue)" } } }
    return Data("LUT_3D_SIZE \(size)\n\(more)\(rows.joined(separator: "\n"))\n".utf8)
  }

  private static let tables = [
    "curve.cube": Data("LUT_1D_SIZE 3\n0 0 0\n0.25 0.25 0.25\n1 1 1\n".utf8),
    "small.cube": cube(2), "wide.cube": cube(2, "DOMAIN_MAX 4 4 4\n"), "many.cube": cube(18),
  ]

  // MARK: Measured

  private static let measuredNames: Set = ["light.jsonl", "plus.json", "early.jsonl", "late.jsonl"]

  private static let measured = Result {
    let folder = try Folder()
    _ = try folder.file("hdr.y4m", Clips.y4m(frames: 2))
    for line in [
      "--stats light.jsonl --hdr10plus plus.json --hdr10plus-target-peak 400", "--frames 1 --stats early.jsonl",
      "--start 1 --stats late.jsonl",
    ] {
      _ = try Tool.run(["measure", "hdr.y4m", "--transfer", "pq", "--progress", "none"] + words(line), in: folder)
    }
    return try folder.contents
  }

  // MARK: Movies

  /// Movies made here byte by byte, without pictures that could be decoded.
  private static let built: [String: Data] = [
    "ambient.mov": Data(movie([9, 18, 9], box("amve", zeros(4) + big(15635, 2) + big(16450, 2))).bytes),
    "identity.mov": Data(
      TestMovie(properties: [
        hvcC(TestHEVCSequence(color: TestColor(codes: nil)).unit), colr([9, 16, 0], isFull: false),
      ]).bytes),
    "profile.mov": Data(
      TestMovie(properties: [hvcC(TestHEVCSequence(color: TestColor(codes: nil)).unit), profile]).bytes),
    "both.mov": Data(movie([9, 16, 9], profile).bytes),
    "half.mov": Data(movie([9, 2, 9], profile).bytes),
  ]

  private static let profile = box("colr", Array("prof".utf8) + zeros(128))

  private static func movie(_ color: [Int], _ boxes: [UInt8]...) -> TestMovie {
    TestMovie(
      properties: [hvcC(TestHEVCSequence(color: TestColor(codes: color)).unit), colr(color.map(UInt64.init))] + boxes)
  }

  private static let pictures = "-f lavfi -i testsrc2=s=64x48:r=25:d="
  private static let pqTags =
    "-color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -color_range tv -chroma_sample_location topleft"
  private static let short =
    "\(pictures)0.12 -c:v libx264 -preset ultrafast -bf 0 -pix_fmt yuv420p -color_range tv -chroma_sample_location left"
  private static let x265 = "-pix_fmt yuv420p10le -c:v libx265 -x265-params log-level=none \(pqTags)"

  /// How FFmpeg makes movies, in order.
  private static let recipes = [
    "\(pictures)0.12 \(x265) -tag:v hvc1 hevc.mp4", "-i hevc.mp4 -c copy hevc.mkv", "-i hevc.mp4 -c copy hevc.hevc",
    "-i hevc.mp4 -c copy hevc.ts", "-i hevc.mp4 -c copy quick.mov",
    "-i hevc.mp4 -i hevc.mp4 -map 0 -map 1 -c copy two.mp4", "-i two.mp4 -map 0 -c copy two.mkv",
    "-i hevc.mp4 -c:v ffv1 movie.mkv",
    "-i hevc.mp4 -f lavfi -i aevalsrc=0|0|0:c=3.0:d=0.12 -map 0:v -map 1:a -c:v copy -c:a pcm_s16le unnamed.mkv",
    "-i hevc.mp4 -f lavfi -i aevalsrc=0|0|0:c=FL+FR+TC:d=0.12 -map 0:v -map 1:a -c:v copy -c:a pcm_s24le top.mov",
    "\(pictures)0.12 -f lavfi -i sine=d=0.12 -c:v mpeg4 -pix_fmt yuv420p -c:a pcm_s16le sound.mkv",
    "\(pictures)0.12 -c:v mpeg2video -flags +ildct+ilme -top 1 -pix_fmt yuv420p fields.mkv",
    "\(pictures)0.2 -vf setpts=if(gte(N\\,2)\\,PTS+20/TB\\,PTS) -fps_mode passthrough -c:v mpeg4 -pix_fmt yuv420p jump.mkv",
    "\(pictures)0.12 -c:v libaom-av1 -cpu-used 8 -pix_fmt yuv420p10le timeless.obu",
    "\(pictures)0.24 -c:v libx265 -x265-params log-level=none:interlace=1 -pix_fmt yuv420p10le \(pqTags) halves.ts",
    "\(pictures)1.2 -c:v mpeg4 -pix_fmt yuv420p second.mkv",
    "\(pictures)0.12 -c:v rawvideo -pix_fmt xyz12le strange.nut",
    "\(pictures)0.12 -pix_fmt yuv420p -c:v libx264 -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc eight.mp4",
    "\(pictures)0.04 -frames:v 1 picture.bmp", "\(pictures)0.04 -frames:v 1 plain.png",
    "\(pictures)0.04 -frames:v 1 -c:v libaom-av1 -still-picture 1 -cpu-used 8 still.avif",
    "\(pictures)2 -c:v libx264 -preset ultrafast -g 10 -pix_fmt yuv420p10le \(pqTags) -movflags faststart whole.mp4",
    "\(short) -color_primaries bt2020 -color_trc arib-std-b67 -colorspace bt2020nc hlg.ts",
    "\(short) -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc pq.ts",
    "\(short) -color_primaries bt709 -color_trc bt709 -colorspace bt709 sdr.ts",
    "-i concat:hlg.ts|sdr.ts -c copy change.h264", "-f concat -i change.txt -c copy change.ts",
    "-f concat -i reverse.txt -c copy reverse.ts", "-f concat -i bright.txt -c copy bright.ts",
  ]

  /// The movies; none without an FFmpeg that makes them.
  private static let made = Result { () throws -> [String: Data] in
    guard HintsTests.canMakeMovies else { return [:] }
    let folder = try Folder()
    for (name, parts) in [("change", ["hlg", "sdr"]), ("reverse", ["sdr", "hlg"]), ("bright", ["pq", "hlg"])] {
      _ = try folder.file("\(name).txt", Data(parts.map { "file '\($0).ts'\n" }.joined().utf8))
    }
    for recipe in recipes { try FFmpegProgram.make(recipe, in: folder) }
    let whole = try folder.bytes("whole.mp4")
    _ = try folder.file("cut.mp4", whole.prefix(whole.count * 6 / 10))
    _ = try Tool.run(["tag", folder["hevc.mp4"], folder["conflict.mp4"], "--transfer", "hlg"])
    return try folder.contents
  }
}

extension Folder {
  /// The bytes of all files by their names.
  fileprivate var contents: [String: Data] {
    get throws { Dictionary(uniqueKeysWithValues: try names.map { ($0, try bytes($0)) }) }
  }
}
