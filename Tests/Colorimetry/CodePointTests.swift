import Colorimetry
import Testing

/// The code points of H.273: numbers, and names in both directions.
struct CodePointTests {
  /// Every name of a value is read back as that value, or as the value that shares the name.
  func roundTrip<Point: CodePoint>(_: Point.Type) {
    for point in Point.allCases {
      #expect(Point(h273: point.rawValue) == point)
      #expect(Point(name: "\(point.rawValue)") == point)
      #expect(Point(name: point.h273Name) == point)
      #expect(Point(name: point.ffmpegName) == point)
      #expect(Point(name: point.ffmpegName.uppercased()) == point)
      if let apple = point.appleValue {
        #expect(Point(name: "kCVImageBuffer\(Point.appleProperty)_\(apple)")?.appleValue == apple)
      }
    }
    for name in ["", "unspecified", "unknown", "reserved", "2020-11", "99", "-1"] {
      #expect(Point(name: name) == nil, "\(name)")
    }
  }

  @Test func namesAreReadBack() {
    roundTrip(ColorPrimaries.self)
    roundTrip(TransferCharacteristics.self)
    roundTrip(MatrixCoefficients.self)
    roundTrip(QuantizationRange.self)
    roundTrip(ChromaLocation.self)
  }

  /// A constant of Apple's is one of a single property.
  @Test func constantsOfOtherPropertiesAreNone() {
    #expect(TransferCharacteristics(name: "AVVideoColorPrimaries_ITU_R_709_2") == nil)
    #expect(ColorPrimaries(name: "kCVImageBufferYCbCrMatrix_ITU_R_709_2") == nil)
    #expect(TransferCharacteristics.sRGB.appleValue == "IEC_sRGB" && ColorPrimaries.bt470M.appleValue == nil)
  }

  /// The reserved and unspecified numbers of H.273 are read as unknown.
  @Test(arguments: [2, 3, 19, 255]) func unspecifiedIsNil(_ number: Int) {
    #expect(ColorPrimaries(h273: number) == nil)
    #expect(TransferCharacteristics(h273: number) == nil)
    #expect(MatrixCoefficients(h273: number) == nil)
  }

  // Names and numbers from FFmpeg 5.1's `-h full` and `-h filter=zscale`, and from x265's documentation.
  @Test(arguments: [
    ("709", 1), ("170m", 6), ("240m", 7), ("2020", 9), ("bt470m", 4), ("bt470bg", 5), ("film", 8), ("smpte428", 10),
    ("smpte428_1", 10), ("470m", 4), ("470bg", 5), ("PAL", 5), ("SMPTE-C", 6), ("xyz", 10), ("dci-p3", 11), ("P3", 12),
    ("Display P3", 12), ("BT.2100", 9), ("sRGB", 1), ("smpte431", 11), ("smpte432", 12), ("jedec-p22", 22),
    ("ebu3213", 22),
    ("kCVImageBufferColorPrimaries_EBU_3213", 5), ("kCVImageBufferColorPrimaries_SMPTE_C", 6),
    ("AVVideoColorPrimaries_P3_D65", 12), ("kCMFormatDescriptionColorPrimaries_EBU_3213", 5), ("ITU_R_2020", 9),
  ])
  func primaries(name: String, number: Int) { #expect(ColorPrimaries(name: name)?.rawValue == number) }

  @Test(arguments: [
    ("709", 1), ("601", 6), ("linear", 8), ("2020_10", 14), ("2020_12", 15), ("bt470m", 4), ("bt470bg", 5),
    ("gamma22", 4), ("gamma28", 5), ("smpte240m", 7), ("log", 9), ("log100", 9), ("log_sqrt", 10), ("log316", 10),
    ("iec61966-2-4", 11), ("iec61966_2_4", 11), ("bt1361", 12), ("bt1361e", 12), ("iec61966-2-1", 13),
    ("iec61966_2_1", 13), ("bt2020-10", 14), ("bt2020_10bit", 14), ("bt2020-12", 15), ("bt2020_12bit", 15),
    ("smpte2084", 16), ("smpte428", 17), ("smpte428_1", 17), ("arib-std-b67", 18), ("PQ", 16), ("HLG", 18), ("470m", 4),
    ("470bg", 5), ("170m", 6), ("240m", 7), ("xvYCC", 11), ("sRGB", 13), ("st2084", 16), ("428", 17), ("std-b67", 18),
    ("bt2100-hlg", 18), ("BT.2020", 14),
    ("kCVImageBufferTransferFunction_ITU_R_2020", 14), ("AVVideoTransferFunction_ITU_R_2100_HLG", 18),
    ("avvideotransferfunction_itu_r_709_2", 1), ("kCMFormatDescriptionTransferFunction_sRGB", 13), ("IEC_sRGB", 13),
    ("SMPTE_ST_2084_PQ", 16), ("SMPTE_240M_1995", 7),
  ])
  func transfers(name: String, number: Int) { #expect(TransferCharacteristics(name: name)?.rawValue == number) }

  @Test(arguments: [
    ("709", 1), ("470bg", 5), ("170m", 6), ("2020_ncl", 9), ("2020_cl", 10), ("gbr", 0), ("rgb", 0), ("fcc", 4),
    ("smpte2400m", 7), ("ycgco", 8), ("ycocg", 8), ("bt2020nc", 9), ("bt2020_ncl", 9), ("bt2020c", 10),
    ("bt2020_cl", 10), ("smpte2085", 11), ("chroma-derived-nc", 12), ("chroma-derived-c", 13), ("ictcp", 14),
    ("ipt-c2", 15), ("ycgco-re", 16), ("ycgco-ro", 17), ("240m", 7), ("2020ncl", 9), ("bt2020", 9), ("2020cl", 10),
    ("chromancl", 12), ("chromacl", 13), ("601", 6), ("kCVImageBufferYCbCrMatrix_ITU_R_601_4", 6),
    ("AVVideoYCbCrMatrix_ITU_R_709_2", 1), ("kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4", 6), ("ITU_R_601_4", 6),
  ])
  func matrices(name: String, number: Int) { #expect(MatrixCoefficients(name: name)?.rawValue == number) }

  @Test(arguments: [
    ("narrow", 0), ("tv", 0), ("limited", 0), ("legal", 0), ("mpeg", 0), ("pc", 1), ("full", 1), ("jpeg", 1),
  ])
  func ranges(name: String, number: Int) { #expect(QuantizationRange(name: name)?.rawValue == number) }

  @Test(arguments: [("left", 0), ("center", 1), ("topleft", 2), ("top", 3), ("bottomleft", 4), ("bottom", 5)])
  func locations(name: String, number: Int) { #expect(ChromaLocation(name: name)?.rawValue == number) }
}
