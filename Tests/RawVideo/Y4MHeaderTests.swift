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
  static let recorded: [(line: String, format: PixelFormat, siting: ChromaLocation?, range: QuantizationRange?)] = [
    ("C420jpeg XYSCSS=420JPEG", .yuv420p, .center, nil),
    ("C420mpeg2 XYSCSS=420MPEG2", .yuv420p, .left, nil),
    ("C420paldv XYSCSS=420PALDV XCOLORRANGE=FULL", .yuv420p, .topLeft, .full),
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
    #expect(header.chromaLocation == siting)
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
    #expect(header.format == .yuv420p && header.chromaLocation == .center)
    #expect(header.frameRate == nil && header.interlacing == nil && header.pixelAspect == nil && header.range == nil)
    #expect(header.text == "YUV4MPEG2 W6 H4 F0:0 I? A0:0 C420jpeg XYSCSS=420JPEG")
    #expect(try parsed(header.text) == header)
    #expect(try parsed("YUV4MPEG2 H4  W6 A0:1 F0:0 I? ") == header)
  }

  @Test func theOlderFieldOfChromaServesAlone() throws {
    #expect(try parsed("YUV4MPEG2 W6 H4 XYSCSS=420P10").format == .yuv420p10)
    #expect(try parsed("YUV4MPEG2 W6 H4 XYSCSS=420MPEG2").chromaLocation == .left)
    #expect(try parsed("YUV4MPEG2 W6 H4 C420 XYSCSS=420PALDV").chromaLocation == .topLeft)
    #expect(try parsed("YUV4MPEG2 W6 H4 C420").chromaLocation == nil)
    let unknown = try parsed("YUV4MPEG2 W6 H4 C444 XYSCSS=N/A")
    #expect(unknown.format == .yuv444p && unknown.extensions == ["YSCSS=N/A"])
    #expect(try parsed("YUV4MPEG2 W6 H4 Xa XYSCSS=N/A C444 Xb").extensions == ["a", "YSCSS=N/A", "b"])
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

  private static func chroma(_ field: String) -> String {
    """
    has the chroma "\(field)", but only 420, 420jpeg, 420mpeg2, 420paldv, 422, 444, 444alpha and mono are supported, also 420, 422 and 444 \
    with a suffix of p9 to p16, and mono9 to mono16; convert the file to one of these
    """
  }

  static let faults: [(fields: String, error: String)] = [
    ("H4", "has no field W, but must have W and H; write the file again, or supply it as raw frames"),
    ("W6", "has no field H, but must have W and H; write the file again, or supply it as raw frames"),
    ("", "has no field W, but must have W and H; write the file again, or supply it as raw frames"),
    ("W0 H4", #"has the field "W0", but a side of 1 to 65535 pixels was expected; correct the header"#),
    ("W6 H0", #"has the field "H0", but a side of 1 to 65535 pixels was expected; correct the header"#),
    ("W100000 H4", #"has the field "W100000", but a side of 1 to 65535 pixels was expected; correct the header"#),
    ("W65536 H4", #"has the field "W65536", but a side of 1 to 65535 pixels was expected; correct the header"#),
    ("W-6 H4", #"has the field "W-6", but a side of 1 to 65535 pixels was expected; correct the header"#),
    ("W+6 H4", #"has the field "W+6", but a side of 1 to 65535 pixels was expected; correct the header"#),
    ("W6.0 H4", #"has the field "W6.0", but a side of 1 to 65535 pixels was expected; correct the header"#),
    ("W H4", #"has the field "W", but a side of 1 to 65535 pixels was expected; correct the header"#),
    (
      "W99999999999999999999 H4",
      #"has the field "W99999999999999999999", but a side of 1 to 65535 pixels was expected; correct the header"#
    ),
    ("W6 W8 H4", #"has a second field "W8", but each may appear once; remove one of them"#),
    ("W6 H4 C420 C420", #"has a second field "C420", but each may appear once; remove one of them"#),
    (
      "W6 H4 XCOLORRANGE=FULL XCOLORRANGE=LIMITED",
      #"has a second field "XCOLORRANGE=LIMITED", but each may appear once; remove one of them"#
    ),
    ("W6 H4 Q7", #"has the field "Q7", but fields begin with W, H, F, I, A, C or X; correct the header"#),
    ("W6 H4 w6", #"has the field "w6", but fields begin with W, H, F, I, A, C or X; correct the header"#),
    ("W6 H4 é", #"has the field "\u{00E9}", but fields begin with W, H, F, I, A, C or X; correct the header"#),
    ("W6 H4 C411", chroma(#"C411"#)), ("W6 H4 C420p11", chroma(#"C420p11"#)),
    ("W6 H4 C", chroma(#"C"#)), ("W6 H4 C420jpeg\r", chroma(#"C420jpeg\r"#)),
    ("W6 H4 Ix", #"has the field "Ix", but one of Ip, It, Ib, Im and I? was expected; correct the header"#),
    (
      "W6 H4 F25",
      #"has the field "F25", but a frame rate such as 25:1, or 0:0 if unknown, was expected; correct the header"#
    ),
    (
      "W6 H4 F25:0",
      #"has the field "F25:0", but a frame rate such as 25:1, or 0:0 if unknown, was expected; correct the header"#
    ),
    (
      "W6 H4 A1/1",
      #"has the field "A1/1", but a pixel aspect such as 1:1, or 0:0 if unknown, was expected; correct the header"#
    ),
    (
      "W6 H4 XCOLORRANGE=FUL",
      #"has the field "XCOLORRANGE=FUL", but XCOLORRANGE=FULL or XCOLORRANGE=LIMITED was expected; correct the header"#
    ),
    (
      "W6 H4 C420p10 XYSCSS=444P10",
      #"says both "C420p10" and "XYSCSS=444P10", which contradict each other; remove the wrong one"#
    ),
    (
      "W6 H4 XYSCSS=420JPEG C420p10",
      #"says both "C420p10" and "XYSCSS=420JPEG", which contradict each other; remove the wrong one"#
    ),
    (
      "W6 H4 Cmono XYSCSS=444",
      #"says both "Cmono" and "XYSCSS=444", which contradict each other; remove the wrong one"#
    ),
    ("W6 H4 Xa\tb", #"has the field "Xa\tb", but a field without spaces was expected; correct the header"#),
  ]

  @Test(arguments: faults.indices) func faultsAreNamed(index: Int) {
    let (fields, error) = Self.faults[index]
    #expect(sentence(.syntax) { _ = try parsed("YUV4MPEG2 " + fields) } == "the Y4M header \(error)")
  }

  @Test func picturesOfImpossibleSizesAreRefused() {
    let text = sentence(.picture(.size)) { _ = try parsed("YUV4MPEG2 W65535 H65535 C444p16") }
    #expect(
      text?.hasPrefix("a picture of 65535×65535 pixels in yuv444p16le would take \(131_072 * 65_535 * 3) bytes") == true
    )
  }

  @Test func whatIsNotY4MIsRefused() {
    for (line, found) in [
      ("YUV4MPEG W6 H4", #""YUV4MPEG W6 H4""#), ("YUV4MPEG23 W6", #""YUV4MPEG23 W6""#), ("", "nothing"),
    ] {
      #expect(
        sentence(.syntax) { _ = try parsed(line) }
          == "clip begins with \(found), but Y4M begins with \"YUV4MPEG2 \"; for raw frames, give the size and the format"
      )
    }
    let text = sentence(.syntax) {
      _ = try Y4MHeader(parsing: Array("YUV4MPEG2 W6 H4 X".utf8) + [0xFF, 0xFE], of: "clip")
    }
    #expect(text == "the Y4M header of clip is not text, but must be ASCII or UTF-8; check that the file is Y4M")
    #expect(sentence(.syntax) { _ = try parsed("YUV4MPEG2 W0\u{1B}[31m H4") }?.contains(#""W0\u{1B}[31m""#) == true)
  }

  @Test func linesStayShortEnoughForFFmpeg() throws {
    // FFmpeg 5.1.9 rejects a first line of 96 bytes or more: `Header too large.`
    let header = try Y4MHeader(
      .yuv420p, width: 65_535, height: 10_000, chromaLocation: .left, range: .narrow,
      frameRate: FrameRate(120_000, 1001),
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
