import Colorimetry
import HDRMetadata
import MediaFiles
import Testing

/// What the headers of pictures in files of their own state, and which pictures are refused.
@Suite struct PictureFileTests {
  private static func track(_ bytes: [UInt8]) throws -> TrackDescription { try MediaDescription(bytes: bytes).track }

  @Test(
    arguments: [
      ("TIFF", TestStills.tiff(), "4:4:4, 8 bits", "gbr, pc", nil),
      ("TIFF", TestStills.tiff([(262, 1), (277, 1), (279, 8)]), "monochrome, 8 bits", "pc", nil),
      ("TIFF", TestStills.tiff([(277, 4), (338, 1)]), "4:4:4, 8 bits", "gbr, pc", AlphaMode.premultiplied),
      ("TIFF", TestStills.tiff([(277, 4), (338, 2)]), "4:4:4, 8 bits", "gbr, pc", .straight),
      ("JPEG", TestStills.jpeg(), "4:2:0, 8 bits", "bt470bg, pc, center", nil),
      ("JPEG", TestStills.jpeg(sampling: [0x11]), "monochrome, 8 bits", "pc, center", nil),
      (
        "JPEG",
        TestStills.jpeg([TestStills.adobe], sampling: [0x11, 0x11, 0x11]),
        "4:4:4, 8 bits", "gbr, pc", nil
      ),
      ("WebP", TestStills.webP(TestStills.losslessWebP(hasAlpha: false)), "4:4:4, 8 bits", "gbr, pc", nil),
      ("WebP", TestStills.webP(TestStills.losslessWebP(hasAlpha: true)), "4:4:4, 8 bits", "gbr, pc", .straight),
      (
        "WebP", TestStills.webP(TestStills.lossyWebP), "4:2:0, 8 bits",
        "bt470bg, tv, center", nil
      ),
      ("OpenEXR", TestStills.exr(), "4:4:4, 16 bits", "linear, gbr, pc", nil),
      ("OpenEXR", TestStills.exr(channels: ["A", "B", "G", "R"]), "4:4:4, 16 bits", "linear, gbr, pc", .premultiplied),
      (
        "OpenEXR", TestStills.exr(chromaticities: [0.708, 0.292, 0.17, 0.797, 0.131, 0.046, 0.3127, 0.329]),
        "4:4:4, 16 bits", "bt2020, linear, gbr, pc", nil
      ),
      ("DPX", TestStills.dpx(), "4:4:4, 8 bits", "bt709, bt709, gbr, pc", nil),
      ("DPX", TestStills.dpx(descriptor: 6, transfer: 2), "monochrome, 8 bits", "linear, pc", nil),
      ("DPX", TestStills.dpx(transfer: 2, creator: "Lavc59"), "4:4:4, 8 bits", "gbr, pc", nil),
      ("JPEG XL", TestStills.jpegXL, "4:4:4, 10 bits", "bt2020, smpte2084, gbr, pc", .premultiplied),
      ("PGM", TestStills.text("P5 # a comment\n4 2\n255\n", zeros: 8), "monochrome, 8 bits", "pc", nil),
      ("PGM", TestStills.text("P5 4 2 127\n", zeros: 8), "monochrome, 8 bits", "pc", nil),
      ("PGM", TestStills.text("P5 4 2 1000\n", zeros: 16), "monochrome, 16 bits", "pc", nil),
      (
        "PAM", TestStills.text("P7\nWIDTH 4\nHEIGHT 2\nDEPTH 2\nMAXVAL 65535\nENDHDR\n", zeros: 32),
        "monochrome, 16 bits",
        "pc",
        .straight
      ),
      ("PFM", TestStills.text("PF\n4 2\n-1.0\n", zeros: 96), "4:4:4, 32 bits", "linear, gbr, pc", nil),
    ] as [(String, [UInt8], String, String, AlphaMode?)])
  func headersAreRead(format: String, bytes: [UInt8], facts: String, color: String, alpha: AlphaMode?) throws {
    let media = try MediaDescription(bytes: bytes)
    let track = try media.track
    #expect(media.container == .picture && media.problems == [] && track.codecTag == format)
    #expect(track.width == 4 && track.height == 2 && track.facts.summary == facts)
    #expect("\(Statement.Value.color(track.resolved.color))" == color)
    #expect(track.alphaMode == alpha && track.hasAlpha == (alpha != nil) && track.pixelFormat == nil)
    #expect(track.geometry == PictureGeometry())
  }

  /// Of each, the width of a pixel to its height. Densities in inches say how large to print.
  @Test(
    arguments: [
      (TestStills.jpeg([TestStills.jfif(unit: 0, 1, 2)]), 2.0),
      (TestStills.jpeg([TestStills.jfif(unit: 1, 72, 144)]), 1),
      (TestStills.jpeg([TestStills.jfif(unit: 0, 2, 1), (0xFE, TestStills.text("Lavc59"))]), 2),
      (TestStills.tiff([(296, 1)], resolution: (3, 4)), 4.0 / 3), (TestStills.tiff([(296, 2)], resolution: (3, 4)), 1),
      (TestStills.exr(aspect: 2), 2), (TestStills.exr(flags: 0x200, aspect: 2, tileMode: 0), 2),
      (TestStills.dpx(aspect: [4, 3]), 4.0 / 3),
      (TestStills.png(across: 3, down: 4, unit: 0), 4.0 / 3),
      (TestStills.png(across: 3, down: 4, unit: 1), 1),
    ] as [([UInt8], Double)])
  func pixelsThatAreNotSquare(bytes: [UInt8], aspect: Double) throws {
    #expect(try Self.track(bytes).geometry.pixelAspect?.value ?? 1 == aspect)
  }

  @Test(
    arguments: [
      (TestStills.tiff([(322, 16)]), "tiles"), (TestStills.tiff([(259, 7)]), "compression 7 (JPEG)"),
      (TestStills.tiff([(339, 3), (258, 16)]), "floating-point numbers of 16 bits"),
      (TestStills.tiff([(339, 2)]), "signed"), (TestStills.tiff([(262, 6)]), "Y′CbCr"),
      (TestStills.tiff([(284, 2)]), "planes"), (TestStills.tiff([(258, 12)]), "12 bits"),
      (TestStills.jpeg(marker: 0xC3), "lossless"), (TestStills.jpeg(marker: 0xC9), "arithmetic"),
      (TestStills.jpeg(sampling: [0x11, 0x11, 0x11, 0x11]), "CMYK"),
      (TestStills.webP(("VP8X", TestStills.text("\u{2}", zeros: 9))), "animated"),
      (TestStills.exr(compression: 8), "DWAA"), (TestStills.exr(flags: 0x200, tileMode: 1), "levels"),
      (TestStills.exr(flags: 0x1000), "parts"), (TestStills.exr(flags: 0x800), "deep"),
      (TestStills.exr(channels: ["BY", "RY", "Y"]), "BY, RY, Y"), (TestStills.exr(left: 1), "data window"),
      (TestStills.exr(origin: (1, 0)), "begins at 1,0"), (TestStills.exr(origin: (0, -2)), "begins at 0,-2"),
      (TestStills.dpx(transfer: 1), "printing density"), (TestStills.dpx(transfer: 3), "logarithmic"),
      (TestStills.text("P5 4 2 100\n", zeros: 8), "maximum of 100"),
      (TestStills.text("P7\nWIDTH 4\nHEIGHT 2\nDEPTH 1\nMAXVAL 127\nENDHDR\n", zeros: 8), "maximum of 127"),
      (TestStills.text("Pf 4 2 2.5\n", zeros: 32), "scale"),
      (TestStills.text("BM", zeros: 20), "BMP"), (TestStills.text("GIF89a"), "GIF"), (TestStills.text("qoif"), "QOI"),
      ([0, 0, 0, 12] + TestStills.text("jP  ", zeros: 4), "JPEG 2000"), ([0xFF, 0x4F, 0xFF, 0x51], "JPEG 2000"),
      ([0x49, 0x49, 0x2B, 0, 8, 0], "BigTIFF"), ([0x49, 0x49, 0xBC, 1], "JPEG XR"), ([1, 0xDA, 0], "SGI"),
      ([0x59, 0xA6, 0x6A, 0x95], "Sun"), (TestStills.text("#?RADIANCE\n"), "Radiance"), ([10, 5, 1, 8], "PCX"),
    ] as [([UInt8], String)])
  func othersAreRefusedByName(bytes: [UInt8], name: String) throws {
    let error = #expect(throws: MediaFileError.self) { try MediaDescription(bytes: bytes) }
    guard case .unreadPicture(let picture) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(picture.name.contains(name) && picture.fix(for: "a b").contains("a b"))
  }

  /// With it, oiiotool 2.4.7 makes an OpenEXR that begins at 0,0, and of luminance and alpha a gray picture with that alpha.
  /// Of 0.4, 0.1 and -0.2 in Y, RY and BY, it makes 0.44, 0.396 and 0.32.
  @Test(
    arguments: [
      (TestStills.exr(left: 1, origin: (10, 20)), ""), (TestStills.exr(origin: (-1, 0)), ""),
      (TestStills.exr(channels: ["A", "Y"]), "--ch Y,Y,Y,A --chnames R,G,B,A "),
      (TestStills.exr(channels: ["Y", "Z"]), "--ch Y,Y,Y --chnames R,G,B "),
      (
        TestStills.exr(channels: ["BY", "RY", "Y"]),
        "--dup --ch Y,Y,Y --chnames R,G,B --swap --ch RY,G=1,BY --chnames R,G,B --ccmatrix 1,-0.29733,0,1,1,1,0,-0.10094,1 --mul "
      ),
      // Chromaticities on a line, for which there are no weights.
      (
        TestStills.exr(channels: ["BY", "RY", "Y"], chromaticities: [0.1, 0.1, 0.2, 0.2, 0.3, 0.3, 0.3127, 0.329]),
        "--dup --ch Y,Y,Y --chnames R,G,B --swap --ch RY,G=1,BY --chnames R,G,B --ccmatrix 1,-0.29733,0,1,1,1,0,-0.10094,1 --mul "
      ),
      (
        TestStills.exr(
          channels: ["A", "BY", "RY", "Y"], chromaticities: [0.708, 0.292, 0.17, 0.797, 0.131, 0.046, 0.3127, 0.329]),
        "--dup --ch Y,Y,Y,A --chnames R,G,B,A --swap --ch RY,G=1,BY,A=1 --chnames R,G,B,A --ccmatrix 1,-0.38746,0,1,1,1,0,-0.08747,1 --mul "
      ),
      (TestStills.exr(channels: ["A", "Z"]), "--ch Z,Z,Z --chnames R,G,B "),
      (TestStills.exr(channels: ["A"]), "--ch A,A,A --chnames R,G,B "),
      (TestStills.exr(channels: ["A", "B", "G", "R", "Z"]), "--ch R,G,B,A "),
      (TestStills.exr(channels: ["d.B", "d.G", "d.R", "Y"]), "--ch d.R,d.G,d.B --chnames R,G,B "),
    ] as [([UInt8], String)])
  func theCommandForOpenEXR(bytes: [UInt8], channels: String) throws {
    let error = #expect(throws: MediaFileError.self) { try MediaDescription(bytes: bytes) }
    let first = "oiiotool FILE --subimage 0 --selectmip 0 --flatten --croptofull --origin +0+0 --fullpixels "
    #expect(error?.fix?.hasSuffix(": \(first)\(channels)--compression zip --scanline -o out.exr") == true)
  }

  /// Whatever a picture lacks at its end is missed. Where a bare stream of JPEG XL ends, only its decoder knows.
  @Test(arguments: TestStills.all.filter { $0.name != "jxl" })
  func picturesThatAreCutShort(name: String, bytes: [UInt8]) throws {
    #expect(try MediaDescription(bytes: bytes).problems == [])
    for count in [bytes.count - 1, bytes.count * 9 / 10] {
      do throws(MediaFileError) {
        let cut = try MediaDescription(bytes: Array(bytes.prefix(count)))
        #expect(cut.isCutShort, "\(count)")
      } catch {
        guard case .truncated = error else {
          Issue.record("\(count): \(error)")
          return
        }
      }
    }
  }

  /// Big- and little-endian Exif in JPEG and in WebP, with and without the mark that some writers repeat.
  @Test(arguments: [false, true]) func orientation(isLittleEndian: Bool) throws {
    func exif(_ value: UInt64) -> [UInt8] {
      let number = isLittleEndian ? little : big
      return (isLittleEndian ? [0x49, 0x49, 42, 0] : [0x4D, 0x4D, 0, 42]) + number(8, 4) + number(1, 2) + number(274, 2)
        + number(3, 2) + number(1, 4) + number(value, 2) + zeros(6)
    }
    let mark = Array("Exif\0\0".utf8)
    let turned = PictureOrientation(exif: 6)
    #expect(try Self.track(TestStills.jpeg([(0xE1, mark + exif(6))])).geometry.orientation == turned)
    for start in [[], mark] {
      let file = TestStills.webP(TestStills.losslessWebP(hasAlpha: false), ("EXIF", start + exif(6)))
      #expect(try Self.track(file).geometry.orientation == turned)
    }
    // 9 is no orientation, and 0 is unknown.
    for (value, problems) in [(9, 1), (0, 0)] as [(UInt64, Int)] {
      let media = try MediaDescription(bytes: TestStills.jpeg([(0xE1, mark + exif(value))]))
      #expect(try media.track.geometry.orientation.isUpright && media.problems.count == problems)
    }
  }

  /// What else a file has, and what is not believed, is said.
  @Test func remarks() throws {
    let pages = Array(TestStills.tiff().dropLast(4)) + little(8, 4)
    #expect(try Self.track(pages).remarks.map(\.code) == ["further-pictures"])
    #expect(try Self.track(TestStills.dpx(transfer: 2, creator: "Lavc")).remarks.map(\.code) == ["linear-of-ffmpeg"])
    let animation = TestPNG(chunks: [TestPNG.chunk("acTL", zeros(8))])
    #expect(try Self.track(animation.bytes).remarks.map(\.code) == ["further-pictures"])
  }
}
