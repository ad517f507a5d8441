import Testing
import VideoFrames

@Suite struct PixelFormatTests {
  // Computed by hand from the definitions in FFmpeg's libavutil/pixdesc.c (planes, depth, shift) and
  // av_image_get_buffer_size with an alignment of 1: at 6×4, luma has 24 samples and 4:2:0 chroma 3×2; at 5×3, luma
  // has 15, 4:2:0 chroma 3×2, 4:2:2 chroma 3×3. The counts of every format that FFmpeg 5.1.9 supports were also taken
  // from `ffmpeg -f rawvideo -pix_fmt NAME -s 5x3 -i /dev/zero -frames:v 1 -f rawvideo - | wc -c`.
  static let table = """
    name          6x4  5x3 planes bits shift alpha
    yuv420p        36   27  3      8    0    -
    yuv420p9le     72   54  3      9    0    -
    yuv420p10le    72   54  3     10    0    -
    yuv420p12le    72   54  3     12    0    -
    yuv420p14le    72   54  3     14    0    -
    yuv420p16le    72   54  3     16    0    -
    yuv422p        48   33  3      8    0    -
    yuv422p9le     96   66  3      9    0    -
    yuv422p10le    96   66  3     10    0    -
    yuv422p12le    96   66  3     12    0    -
    yuv422p14le    96   66  3     14    0    -
    yuv422p16le    96   66  3     16    0    -
    yuv444p        72   45  3      8    0    -
    yuv444p9le    144   90  3      9    0    -
    yuv444p10le   144   90  3     10    0    -
    yuv444p12le   144   90  3     12    0    -
    yuv444p14le   144   90  3     14    0    -
    yuv444p16le   144   90  3     16    0    -
    yuva420p       60   42  4      8    0    a
    yuva420p10le  120   84  4     10    0    a
    yuva420p16le  120   84  4     16    0    a
    yuva422p       72   48  4      8    0    a
    yuva422p10le  144   96  4     10    0    a
    yuva422p12le  144   96  4     12    0    a
    yuva422p16le  144   96  4     16    0    a
    yuva444p       96   60  4      8    0    a
    yuva444p10le  192  120  4     10    0    a
    yuva444p12le  192  120  4     12    0    a
    yuva444p16le  192  120  4     16    0    a
    nv12           36   27  2      8    0    -
    nv16           48   33  2      8    0    -
    nv24           72   45  2      8    0    -
    p010le         72   54  2     10    6    -
    p012le         72   54  2     12    4    -
    p016le         72   54  2     16    0    -
    p210le         96   66  2     10    6    -
    p212le         96   66  2     12    4    -
    p216le         96   66  2     16    0    -
    p410le        144   90  2     10    6    -
    p412le        144   90  2     12    4    -
    p416le        144   90  2     16    0    -
    y210le         96   72  1     10    6    -
    y212le         96   72  1     12    4    -
    v210          512  384  1     10    0    -
    gray           24   15  1      8    0    -
    gray9le        48   30  1      9    0    -
    gray10le       48   30  1     10    0    -
    gray12le       48   30  1     12    0    -
    gray14le       48   30  1     14    0    -
    gray16le       48   30  1     16    0    -
    gbrp           72   45  3      8    0    -
    gbrp9le       144   90  3      9    0    -
    gbrp10le      144   90  3     10    0    -
    gbrp12le      144   90  3     12    0    -
    gbrp14le      144   90  3     14    0    -
    gbrp16le      144   90  3     16    0    -
    gbrpf16le     144   90  3     16    0    -
    gbrpf32le     288  180  3     32    0    -
    gbrap          96   60  4      8    0    a
    gbrap10le     192  120  4     10    0    a
    gbrap12le     192  120  4     12    0    a
    gbrap16le     192  120  4     16    0    a
    gbrapf16le    192  120  4     16    0    a
    gbrapf32le    384  240  4     32    0    a
    rgb24          72   45  1      8    0    -
    bgr24          72   45  1      8    0    -
    rgba           96   60  1      8    0    a
    bgra           96   60  1      8    0    a
    rgb48le       144   90  1     16    0    -
    rgba64le      192  120  1     16    0    a
    rgbf16le      144   90  1     16    0    -
    rgbaf16le     192  120  1     16    0    a
    rgbf32le      288  180  1     32    0    -
    rgbaf32le     384  240  1     32    0    a
    x2rgb10le      96   60  1     10    0    -
    x2bgr10le      96   60  1     10    0    -
    """.split(separator: "\n").dropFirst().map { $0.split(separator: " ").map(String.init) }

  @Test func theTableNamesEveryFormat() {
    #expect(Self.table.map { $0[0] }.sorted() == PixelFormat.allCases.map(\.name).sorted())
    #expect(Set(PixelFormat.allCases).count == PixelFormat.allCases.count)
  }

  @Test(arguments: table) func bytesAndBits(row: [String]) throws {
    let format = try #require(PixelFormat(name: row[0]))
    #expect(format.frameByteCount(width: 6, height: 4) == Int(row[1]))
    #expect(format.frameByteCount(width: 5, height: 3) == Int(row[2]))
    #expect(format.planeCount == Int(row[3]))
    #expect(format.bitDepth == Int(row[4]))
    #expect(format.shift == Int(row[5]))
    #expect(format.hasAlpha == (row[6] == "a"))
    #expect(format.isFloat == (row[0].contains("f32") || row[0].contains("f16")))
  }

  @Test(arguments: PixelFormat.allCases) func namesAreReadBack(format: PixelFormat) {
    let name = format.name
    #expect(PixelFormat(name: name) == format)
    #expect(PixelFormat(name: name.uppercased()) == format)
    if name.hasSuffix("le") { #expect(PixelFormat(name: String(name.dropLast(2))) == format) }
    #expect(PixelFormat.Spelling(name)?.isFullRange == nil)
    #expect("\(format)" == name)
  }

  // From kCVPixelFormatType in Apple's CVPixelBuffer.h: the code, its format in FFmpeg's terms, and whether its range is full.
  @Test(arguments: [
    ("420v", "nv12", false), ("420f", "nv12", true), ("422v", "nv16", false),
    ("422f", "nv16", true),
    ("444v", "nv24", false), ("444f", "nv24", true), ("x420", "p010le", false), ("xf20", "p010le", true),
    ("x422", "p210le", false), ("xf22", "p210le", true), ("x444", "p410le", false), ("xf44", "p410le", true),
    ("sv22", "p216le", false), ("sv44", "p416le", false), ("y420", "yuv420p", false), ("f420", "yuv420p", true),
    ("L008", "gray", nil), ("L016", "gray16le", nil), ("l64r", "rgba64le", true), ("RGhA", "rgbaf16le", nil),
    ("RGfA", "rgbaf32le", nil),
    ("yuvj420p", "yuv420p", true), ("gray8", "gray", nil),
    ("kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange", "p010le", false),
    ("KCVPIXELFORMATTYPE_420YPCBCR8BIPLANARFULLRANGE", "nv12", true),
    ("kCVPixelFormatType_64RGBAHalf", "rgbaf16le", nil),
    ("kCVPixelFormatType_32BGRA", "bgra", nil), ("kCVPixelFormatType_422YpCbCr10", "v210", nil),
  ]) func codesImplyRanges(name: String, format: String, isFullRange: Bool?) throws {
    let spelling = try #require(PixelFormat.Spelling(name))
    #expect(spelling.format.name == format)
    #expect(spelling.isFullRange == isFullRange)
  }

  @Test(arguments: ["", "le", "p010be", "yuv420", "yuv420p11le", "yuv411p", "rgb8", "gray1", "yuva420p12le", "x42"])
  func unknownNamesAreNil(name: String) {
    #expect(PixelFormat(name: name) == nil)
  }

  /// Formats of Core Video without a layout here are known as such.
  @Test(arguments: [
    ("v210", false), ("Y416", true), ("2vuy", true), ("b64a", true), ("kCVPixelFormatType_422YpCbCr16", true),
    ("kCVPixelFormatType_foo", true), ("x420", false), ("yuv420p", false), ("foo", false),
  ]) func unsupportedFormatsAreKnown(name: String, isUnsupported: Bool) {
    #expect(PixelFormat.Spelling.isUnsupported(name) == isUnsupported)
  }

  @Test func planesOfOddSizes() {
    // For 5×3, counted by hand: (width, height, components, bytes per row).
    func shapes(_ format: PixelFormat) -> [[Int]] {
      format.planes(width: 5, height: 3).map { [$0.width, $0.height, $0.components, $0.bytesPerRow] }
    }
    #expect(shapes(.yuv420p10) == [[5, 3, 1, 10], [3, 2, 1, 6], [3, 2, 1, 6]])
    #expect(shapes(.yuv422p) == [[5, 3, 1, 5], [3, 3, 1, 3], [3, 3, 1, 3]])
    #expect(shapes(.yuva420p) == [[5, 3, 1, 5], [3, 2, 1, 3], [3, 2, 1, 3], [5, 3, 1, 5]])
    #expect(shapes(.p010) == [[5, 3, 1, 10], [3, 2, 2, 12]])
    #expect(shapes(.nv16) == [[5, 3, 1, 5], [3, 3, 2, 6]])
    #expect(shapes(.gbrap16) == Array(repeating: [5, 3, 1, 10], count: 4))
    #expect(shapes(.rgba64) == [[5, 3, 4, 40]])
    #expect(shapes(.gbrpf32) == Array(repeating: [5, 3, 1, 20], count: 3))
    #expect(shapes(.rgbf16) == [[5, 3, 3, 30]])
    #expect(shapes(.x2rgb10) == [[5, 3, 1, 20]])
    // Whole blocks of 48 pixels in 128 bytes.
    #expect(shapes(.v210) == [[5, 3, 2, 128]])
    #expect(PixelFormat.v210.planes(width: 49, height: 1).map(\.bytesPerRow) == [256])
    // Three groups of two pixels.
    #expect(shapes(.y210) == [[5, 3, 2, 24]])
    #expect(PixelFormat.yuv420p.planes(width: 1, height: 1).map(\.byteCount) == [1, 1, 1])
  }

  @Test(arguments: PixelFormat.allCases, [5, 6]) func everySampleHasItsComponents(format: PixelFormat, width: Int) {
    // Together, the locations of all components cover every sample of every plane, and no bit twice. Packed 4:2:2 of odd width has one
    // sample of luma that no pixel has.
    let planes = format.planes(width: width, height: 1)
    var bits = planes.map { [UInt32](repeating: 0, count: $0.bytesPerRow / format.bytesPerSample) }
    for component in 0..<format.componentCount {
      for x in 0..<format.grid(ofComponent: component, width: width, height: 1).width {
        let place = format.location(ofComponent: component, at: x)
        let own = UInt32(1 << format.bitDepth - 1) << UInt32(place.shift)
        #expect(bits[place.plane][place.offset] & own == 0)
        bits[place.plane][place.offset] |= own
      }
    }
    let free = bits.joined().count { $0 == 0 }
    // A row of v210 has 32 words, four of them with codes.
    #expect(free == (format == .v210 ? 28 : format.layout == .packed && format.chroma == .c422 && width == 5 ? 1 : 0))
  }

  // FFmpeg's libavutil/pixdesc.c, as offset and step in bytes and shift in bits.
  @Test(arguments: [
    (PixelFormat.y210, [[0, 4, 6], [2, 8, 6], [6, 8, 6]]), (.x2rgb10, [[0, 4, 20], [0, 4, 10], [0, 4, 0]]),
    (.x2bgr10, [[0, 4, 0], [0, 4, 10], [0, 4, 20]]), (.rgb24, [[0, 3, 0], [1, 3, 0], [2, 3, 0]]),
    (.bgr24, [[2, 3, 0], [1, 3, 0], [0, 3, 0]]), (.bgra, [[2, 4, 0], [1, 4, 0], [0, 4, 0], [3, 4, 0]]),
    (.rgbaf16, [[0, 8, 0], [2, 8, 0], [4, 8, 0], [6, 8, 0]]),
    (.rgbaf32, [[0, 16, 0], [4, 16, 0], [8, 16, 0], [12, 16, 0]]), (.gbrpf16, [[0, 2, 0], [0, 2, 0], [0, 2, 0]]),
  ]) func placesAreFFmpegs(format: PixelFormat, expected: [[Int]]) {
    let found = (0..<format.componentCount).map { component in
      let place = format.location(ofComponent: component)
      return [place.offset * format.bytesPerSample, place.step * format.bytesPerSample, place.shift]
    }
    #expect(found == expected)
  }

  @Test func redLiesBehindGreenAndBlue() {
    #expect((0..<4).map { PixelFormat.gbrapf16.location(ofComponent: $0).plane } == [2, 0, 1, 3])
    #expect((0..<4).map { PixelFormat.gbrap.location(ofComponent: $0).plane } == [2, 0, 1, 3])
    #expect((0..<4).map { PixelFormat.rgba64.location(ofComponent: $0).offset } == [0, 1, 2, 3])
    #expect((0..<3).map { PixelFormat.p010.location(ofComponent: $0).plane } == [0, 1, 1])
    #expect((0..<3).map { PixelFormat.p010.location(ofComponent: $0).offset } == [0, 0, 1])
  }
}
