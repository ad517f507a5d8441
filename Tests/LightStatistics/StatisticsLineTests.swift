import Colorimetry
import LightStatistics
import Testing

struct StatisticsLineTests {
  /// The clip of a file with these bytes.
  private func clip(_ text: some Sequence<UInt8>) throws -> ClipStatistics {
    var fold = StatisticsFold()
    fold.begin("clip.jsonl")
    try fold.take(Array(text))
    try fold.finish()
    return try fold.clip()
  }

  /// The frame of a line after a header.
  private func read(_ line: some Sequence<UInt8>) throws -> FrameSummary {
    try clip(MadePicture.header.line + line).frames[0]
  }

  @Test func aFrameIsReadAsItWasWritten() throws {
    let pictures = [
      MadePicture { Scenery.landscape($0, $1) }, MadePicture { _, _ in 0 },
      MadePicture { x, _ in x < 0.2 ? 0 : 10_000 },
      MadePicture { Scenery.room($0, $1) * (1 + 0.1 * Scenery.noise($0, $1, 3)) },
    ]
    for (index, picture) in pictures.enumerated() {
      var frame = picture.statistics(index * 1_000_003, sceneChange: index == 0 ? nil : 0.1234)
      if index == 2 { frame.seconds = nil }
      frame.maximumComponents = Light.nits(9999.996_093_75, 1.003_906_25, 0)
      #expect(try read(frame.line) == FrameSummary(frame))
    }
  }

  /// The text itself, so that a change of the format does not pass unseen.
  @Test func theLineIsThis() throws {
    let frame = MadePicture { x, y in y < 0.25 || y > 0.75 ? 0 : x < 0.5 ? 100 : 1000 }.statistics(7, sceneChange: 0.5)
    let text = String(decoding: frame.line, as: UTF8.self)
    #expect(
      text.hasPrefix(
        #"{"frame":7,"time":0.2919583333333333,"area":[0,9,64,18],"max_rgb":{"maximum":1000,"average":550,"sum":162201600,"components":[1000,1000,1000],"pq_minimum":2081,"pq_maximum":3079,"pq_average":0.630037,"percentiles":[2081,2081,2081,2081,2081,3079,3079,3079,3079,3079,3079,3079,3079],"histogram":[0,0,"#
      ), "\(text.prefix(400))")
    #expect(text.hasSuffix(#","scene_change":0.5}"# + "\n"))
    #expect(text.contains(#"},"outside":{"bt709":0,"p3":0,"pixels":[0,0]},"grid":"000000"#))
  }

  @Test(arguments: [
    ClipHeader(width: 1, height: 65_536), MadePicture.header,
    ClipHeader(
      width: 3840, height: 2160, primaries: .smpte432, transfer: .hlg, frameRate: FrameRate(25, 1), frameCount: 0),
    ClipHeader(width: 3840, height: 2160, frameCount: 1_000_000),
  ])
  func aHeaderIsReadAsItWasWritten(_ header: ClipHeader) throws { #expect(try self.header(header.line) == header) }

  /// The header of a clip with this line and a black frame.
  private func header(_ line: [UInt8]) throws -> ClipHeader {
    try clip(line + MadePicture { _, _ in 0 }.statistics(0).line).header
  }

  /// A rate is written as a fraction, and an integer is read as well; what is neither is refused.
  @Test func ratesAreFractions() throws {
    let header = ClipHeader(width: 64, height: 36, frameRate: FrameRate(25, 1))
    let line = String(decoding: header.line, as: UTF8.self)
    #expect(line.contains(#""frame_rate":"25/1","#))
    #expect(try self.header(Array(line.replacing(#""25/1""#, with: #""25""#).utf8)) == header)
    for rate in [
      #""\"25\\""#, #""""#, #""25:1""#, #""23.976""#, #""25/0""#, #""-25""#, #""25/1/1""#, #""2147483648""#, "25",
    ] {
      let error = #expect(throws: StatisticsError.self) {
        try self.header(Array(line.replacing(#""25/1""#, with: rate).utf8))
      }
      guard case .invalid(_, "frame_rate", _, _) = error else {
        Issue.record("\(rate): \(String(describing: error))")
        continue
      }
    }
  }

  @Test func unknownKeysAreIgnored() throws {
    let frame = MadePicture { Scenery.room($0, $1) }.statistics(3)
    let text = String(decoding: frame.line, as: UTF8.self)
    let more = #"{ "note" : {"a":[1,{"b":[]},"\"}]"],"c":-1.5e-3,"d":true,"e":{} } ,"#
    let changed = text.replacing("{\"frame\"", with: more + " \"frame\" ").replacing(
      "\"sum\":", with: "\"x\":[null,{}],\"sum\": "
    ).replacing("\"grid\"", with: #""gr\u0069d""#)
    #expect(try read(changed.utf8) == FrameSummary(frame))
  }

  @Test func pieces() throws {
    let all = frames((0..<5).map { time in MadePicture { Scenery.landscape($0, $1, window: 0.1 * Double(time)) } })
    let text = MadePicture.header.line + all.flatMap(\.line)
    for size in [1, 7, 1000, 4096, text.count] {
      var fold = StatisticsFold()
      fold.begin("clip.jsonl")
      var rest = text.dropLast()[...]
      while !rest.isEmpty {
        try fold.take(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      try fold.finish()
      let clip = try fold.clip()
      #expect(clip.header == MadePicture.header && clip.frames == all.map { FrameSummary($0) }, "pieces of \(size)")
    }
  }

  private static func line(_ old: String, _ new: String) -> [UInt8] {
    let text = String(decoding: MadePicture { Scenery.room($0, $1) }.statistics(3).line, as: UTF8.self)
    let changed = text.replacing(old, with: new)
    precondition(changed != text, "\(old) is not in the line")
    return Array(changed.utf8)
  }

  @Test(arguments: [
    ("\"frame\":3,", "", "lacks the key frame"),
    ("\"area\":[0,0,64,36]", "\"area\":[1,0,64,36]", "area is [1, 0, 64, 36] in line 2"),
    ("\"area\":[0,0,64,36]", "\"area\":[0,0,0,36]", "area is [0, 0, 0, 36]"),
    (
      "\"area\":[0,0,64,36]", "\"area\":[0,0,64]",
      "area is a list of 3 in line 2 of clip.jsonl, but a list of 4 whole numbers"
    ),
    ("\"time\":", "\"other\":", "lacks the key time"),
    ("\"sum\":", "\"sum\":-", "max_rgb.sum is -"),
    ("\"sum\":", "\"sum\":99999", "max_rgb.sum is 99999"),
    ("\"pq_minimum\":", "\"pq_minimum\":4", "max_rgb.pq_minimum is 4"),
    ("\"pq_average\":0.", "\"pq_average\":1.", "max_rgb.pq_average is 1."),
    ("\"percentiles\":[", "\"percentiles\":[1,", "max_rgb.percentiles is a list of 14"),
    ("\"percentiles\":[", "\"percentiles\":[70000,", "max_rgb.percentiles is a list of 14"),
    ("\"histogram\":[0,", "\"histogram\":[", "max_rgb.histogram is a list of 255"),
    ("\"histogram\":[0,", "\"histogram\":[5000,", "max_rgb.histogram is a histogram of 7304 pixels"),
    (
      "\"histogram\":[0,", "\"histogram\":[1,", "2305 pixels in line 2 of clip.jsonl, but one of the active area's 2304"
    ),
    (
      "\"area\":[0,0,64,36]", "\"area\":[0,0,64,35]",
      "2304 pixels in line 2 of clip.jsonl, but one of the active area's 2240"
    ),
    ("\"area\":[0,0,64,36]", "\"area\":null", "one of the active area's 0"),
    (
      "\"pq_maximum\":", "\"pq_maximum\":1,\"x\":",
      "clip.jsonl, but at most its pq_maximum of 1"
    ),
    ("\"percentiles\":[", "\"percentiles\":[4095,1,2,3,4,5,6,7,8,9,10,11,12],\"x\":[", "percentiles is 1 after 4095"),
    ("\"frame\":3,", "\"frame\":3,\"frame\":3,", "frame is a duplicate key"),
    ("\"sum\":", "\"sum\":0,\"sum\":", "max_rgb.sum is a duplicate key"),
    ("\"grid\":", "\"x\":1,\"x\":2,\"grid\":", "x is a duplicate key"),
    ("\"histogram\":[0,", "\"histogram\":[1000000000000000,", "max_rgb.histogram[0] is 1000000000000000"),
    ("\"components\":[", "\"components\":[10000.5,", "max_rgb.components is a list of 4"),
    ("\"components\":[", "\"components\":[99", "max_rgb.components[0] is 99298"),
    ("\"pixels\":[3,", "\"pixels\":[2305,", "outside.pixels[0] is 2305"),
    ("\"grid\":\"", "\"grid\":\"0", "grid is another text"),
    ("\"scene_change\":null", "\"scene_change\":1.5", "scene_change is 1.5"),
    ("\"scene_change\":null", "\"scene_change\":nul", "is not JSON from byte"),
    ("\"outside\"", "\"out", "is not JSON from byte"),
    ("\"frame\":3,", "\"frame\":007,", "is not JSON from byte 13 on"),
    ("\"frame\":3,", "\"frame\":3.5,", "frame is 3.5"),
    ("\"scene_change\":null", "\"scene_change\":1.", "is not JSON from byte"),
    ("\"grid\":\"", "\"grid\":\"\\x", "is not JSON from byte"),
    (
      "\"outside\"",
      "\"deep\":" + String(repeating: "[", count: 201) + String(repeating: "]", count: 201) + ",\"outside\"",
      "is not JSON from byte"
    ),
    ("}\n", "}}\n", "is not JSON from byte"),
  ])
  func whatIsWrongIsTold(_ old: String, _ new: String, _ message: String) throws {
    let line = Self.line(old, new)
    let error = try #require(throws: StatisticsError.self) { try read(line) }
    #expect("\(error)".contains(message), "\(error)")
    #expect("\(error)".contains("line 2 of clip.jsonl"), "\(error)")
  }
}
