import Colorimetry
import RawVideo
import TestSupport
import Testing
import VideoFrames

@Suite struct Y4MHeaderTests {
  func parsed(_ line: String) throws -> Y4MHeader { try Y4MHeader(parsing: Array(line.utf8), of: "clip") }

  // First lines written by FFmpeg 5.1.9:
  //   ffmpeg -f lavfi -i color=c=gray:s=6x4:r=24000/1001 -pix_fmt NAME -strict -1 -frames:v 1 -f yuv4mpegpipe -
  // with -chroma_sample_location left and topleft for mpeg2 and paldv, -color_range pc for FULL, and
  // -vf setparams=field_mode=tff for It.
  static let recorded: [(line: String, format: PixelFormat, siting: Y4MSiting?, range: QuantizationRange?)] = [
    ("C420jpeg XYSCSS=420JPEG", .yuv420p, .jpeg, nil),
    ("C420mpeg2 XYSCSS=420MPEG2", .yuv420p, .mpeg2, nil),
    ("C420paldv XYSCSS=420PALDV XCOLORRANGE=FULL", .yuv420p, .paldv, .full),
    ("C422 XYSCSS=422 XCOLORRANGE=LIMITED", .yuv422p, nil, .narrow),
    ("C444 XYSCSS=444 XCOLORRANGE=LIMITED", .yuv444p, nil, .narrow),
    ("C444alpha XYSCSS=444 XCOLORRANGE=LIMITED", .yuva444p, nil, .narrow),
    ("C420p9 XYSCSS=420P9 XCOLORRANGE=LIMITED", .yuv420p9, nil, .narrow),
    ("C444p9 XYSCSS=444P9 XCOLORRANGE=LIMITED", .yuv444p9, nil, .narrow),
    ("C420p10 XYSCSS=420P10 XCOLORRANGE=LIMITED", .yuv420p10, nil, .narrow),
    ("C422p10 XYSCSS=422P10 XCOLORRANGE=LIMITED", .yuv422p10, nil, .narrow),
    ("C444p10 XYSCSS=444P10 XCOLORRANGE=LIMITED", .yuv444p10, nil, .narrow),
    ("C420p12 XYSCSS=420P12 XCOLORRANGE=LIMITED", .yuv420p12, nil, .narrow),
    ("C422p14 XYSCSS=422P14 XCOLORRANGE=LIMITED", .yuv422p14, nil, .narrow),
    ("C420p16 XYSCSS=420P16 XCOLORRANGE=LIMITED", .yuv420p16, nil, .narrow),
    ("C444p16 XYSCSS=444P16 XCOLORRANGE=LIMITED", .yuv444p16, nil, .narrow),
    ("Cmono XCOLORRANGE=FULL", .gray, nil, .full), ("Cmono9 XCOLORRANGE=FULL", .gray9, nil, .full),
    ("Cmono10 XCOLORRANGE=FULL", .gray10, nil, .full), ("Cmono12 XCOLORRANGE=FULL", .gray12, nil, .full),
    ("Cmono16 XCOLORRANGE=FULL", .gray16, nil, .full),
  ]

  @Test(arguments: recorded.indices) func linesOfFFmpegAreUnderstoodAndWrittenAlike(index: Int) throws {
    let (fields, format, siting, range) = Self.recorded[index]
    let line = "YUV4MPEG2 W6 H4 F24000:1001 Ip A1:1 " + fields
    let header = try parsed(line)
    #expect(header.format == format)
    #expect(header.siting == siting)
    #expect(header.range == range)
    #expect([header.width, header.height] == [6, 4])
    #expect(header.frameRate == FrameRate(24000, 1001))
    #expect(header.interlacing == .progressive)
    #expect(header.pixelAspect == Ratio(1, 1))
    #expect(header.text == line)
  }

  @Test func whatIsMissingIsUnknownOrAsDefined() throws {
    // By yuv4mpeg(5), a missing C means 420jpeg; missing I, F and A mean unknown.
    let header = try parsed("YUV4MPEG2 W6 H4")
    #expect(header.format == .yuv420p && header.siting == .jpeg)
    #expect(header.frameRate == nil && header.interlacing == nil && header.pixelAspect == nil && header.range == nil)
    #expect(header.text == "YUV4MPEG2 W6 H4 F0:0 I? A0:0 C420jpeg XYSCSS=420JPEG")
    #expect(try parsed(header.text) == header)
    #expect(try parsed("YUV4MPEG2 H4  W6 A0:1 F0:0 I? ") == header)
  }

  @Test func theOlderFieldOfChromaServesAlone() throws {
    #expect(try parsed("YUV4MPEG2 W6 H4 XYSCSS=420P10").format == .yuv420p10)
    #expect(try parsed("YUV4MPEG2 W6 H4 XYSCSS=420MPEG2").siting == .mpeg2)
    #expect(try parsed("YUV4MPEG2 W6 H4 C420 XYSCSS=420PALDV").siting == .paldv)
    #expect(try parsed("YUV4MPEG2 W6 H4 C420").siting == nil)
    let unknown = try parsed("YUV4MPEG2 W6 H4 C444 XYSCSS=N/A")
    #expect(unknown.format == .yuv444p && unknown.extensions == ["YSCSS=N/A"])
  }

  @Test func fieldsOfOthersArePassedOn() throws {
    let header = try parsed("YUV4MPEG2 W6 H4 Xno=1 C422 XCOLORRANGE=FULL X XMASTER=größer Xno=2")
    #expect(header.extensions == ["no=1", "", "MASTER=größer", "no=2"])
    #expect(header.text.hasSuffix(" C422 XYSCSS=422 XCOLORRANGE=FULL Xno=1 X XMASTER=größer Xno=2"))
    #expect(try parsed(header.text) == header)
  }

  @Test(arguments: Y4MInterlacing.allCases) func interlacingIsTold(interlacing: Y4MInterlacing) throws {
    let line = "YUV4MPEG2 W6 H4 F25:1 I\(interlacing.rawValue) A1:1 C422 XYSCSS=422"
    #expect(try parsed(line).interlacing == interlacing)
    #expect(try parsed(line).text == line)
  }

  static let faults: [(fields: String, error: RawVideoError)] = [
    ("H4", .missingField("W")), ("W6", .missingField("H")), ("", .missingField("W")),
    ("W0 H4", .badField("W0", expected: "a side of 1 to 65535 pixels")),
    ("W6 H0", .badField("H0", expected: "a side of 1 to 65535 pixels")),
    ("W100000 H4", .badField("W100000", expected: "a side of 1 to 65535 pixels")),
    ("W65536 H4", .badField("W65536", expected: "a side of 1 to 65535 pixels")),
    ("W-6 H4", .badField("W-6", expected: "a side of 1 to 65535 pixels")),
    ("W+6 H4", .badField("W+6", expected: "a side of 1 to 65535 pixels")),
    ("W6.0 H4", .badField("W6.0", expected: "a side of 1 to 65535 pixels")),
    ("W H4", .badField("W", expected: "a side of 1 to 65535 pixels")),
    ("W99999999999999999999 H4", .badField("W99999999999999999999", expected: "a side of 1 to 65535 pixels")),
    ("W6 W8 H4", .repeatedField("W8")), ("W6 H4 C420 C420", .repeatedField("C420")),
    ("W6 H4 XCOLORRANGE=FULL XCOLORRANGE=LIMITED", .repeatedField("XCOLORRANGE=LIMITED")),
    ("W6 H4 Q7", .unknownField("Q7")), ("W6 H4 w6", .unknownField("w6")), ("W6 H4 é", .unknownField("é")),
    ("W6 H4 C411", .unknownChroma("C411")), ("W6 H4 C420p11", .unknownChroma("C420p11")),
    ("W6 H4 C", .unknownChroma("C")), ("W6 H4 C420jpeg\r", .unknownChroma("C420jpeg\r")),
    ("W6 H4 Ix", .badField("Ix", expected: "one of Ip, It, Ib, Im and I?")),
    ("W6 H4 F25", .badField("F25", expected: "a frame rate such as 25:1, or 0:0 if unknown,")),
    ("W6 H4 F25:0", .badField("F25:0", expected: "a frame rate such as 25:1, or 0:0 if unknown,")),
    ("W6 H4 A1/1", .badField("A1/1", expected: "a pixel aspect such as 1:1, or 0:0 if unknown,")),
    ("W6 H4 XCOLORRANGE=FUL", .badField("XCOLORRANGE=FUL", expected: "XCOLORRANGE=FULL or XCOLORRANGE=LIMITED")),
    ("W6 H4 C420p10 XYSCSS=444P10", .contradictoryFields("C420p10", "XYSCSS=444P10")),
    ("W6 H4 XYSCSS=420JPEG C420p10", .contradictoryFields("C420p10", "XYSCSS=420JPEG")),
    ("W6 H4 Cmono XYSCSS=444", .contradictoryFields("Cmono", "XYSCSS=444")),
    ("W6 H4 Xa\tb", .badField("Xa\tb", expected: "a field without spaces")),
    (
      "W65535 H65535 C444p16",
      .picture(.bytes(needed: 131_072 * 65_535 * 3, format: .yuv444p16, width: 65_535, height: 65_535))
    ),
  ]

  @Test(arguments: faults.indices) func faultsAreNamed(index: Int) {
    let (fields, error) = Self.faults[index]
    #expect(throws: error) { try parsed("YUV4MPEG2 " + fields) }
  }

  @Test func whatIsNotY4MIsRefused() {
    #expect(throws: RawVideoError.notY4M("clip", found: #""YUV4MPEG W6 H4""#)) { try parsed("YUV4MPEG W6 H4") }
    #expect(throws: RawVideoError.notY4M("clip", found: #""YUV4MPEG23 W6""#)) { try parsed("YUV4MPEG23 W6") }
    #expect(throws: RawVideoError.notY4M("clip", found: "nothing")) { try parsed("") }
    #expect(throws: RawVideoError.unreadableHeader("clip")) {
      try Y4MHeader(parsing: Array("YUV4MPEG2 W6 H4 X".utf8) + [0xFF, 0xFE], of: "clip")
    }
  }

  @Test func linesStayShortEnoughForFFmpeg() throws {
    // FFmpeg 5.1.9 rejects a first line of 96 bytes or more: `Header too large.`
    let header = try Y4MHeader(
      .yuv420p, width: 65_535, height: 10_000, siting: .mpeg2, range: .narrow, frameRate: FrameRate(120_000, 1001),
      pixelAspect: Ratio(1, 1))
    #expect(header.text.utf8.count < 96)
  }

  // A damaged line is rejected or parsed, but nothing traps, and every parsed header survives being written and read
  // again. The seed is fixed, so that failures are reproducible.
  @Test(arguments: 0..<8) func damagedLinesNeverTrap(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let alphabet = Array(" WHFIACXYSCSS=COLORRANGE:0123456789pmono420jpegalphaFULLLIMITED?\r\t\u{0}éÿ".utf8)
    var understood = 0
    for _ in 0..<2000 {
      let start = Self.recorded.randomElement(using: &numbers)!.line
      var line = Array("YUV4MPEG2 W6 H4 F25:1 Ip A1:1 \(start) Xother=1".utf8)
      for _ in 0..<Int.random(in: 1...6, using: &numbers) {
        let at = Int.random(in: 9..<line.count, using: &numbers)
        let byte = alphabet.randomElement(using: &numbers)!
        switch Int.random(in: 0..<5, using: &numbers) {
        case 0: line[at] = byte
        case 1: line.insert(byte, at: at)
        case 2 where line.count > 12: line.remove(at: at)
        case 3: line[at] = UInt8.random(in: 0...255, using: &numbers)
        default: line.insert(contentsOf: line[at..<min(at + 8, line.count)], at: at)
        }
      }
      do {
        let header = try Y4MHeader(parsing: line, of: "clip")
        understood += 1
        #expect(try parsed(header.text) == header, "seed \(seed): \(String(decoding: line, as: UTF8.self))")
      } catch let error as RawVideoError {
        #expect(!error.description.isEmpty)
      }
    }
    #expect(understood > 50 && understood < 1950)
  }
}
