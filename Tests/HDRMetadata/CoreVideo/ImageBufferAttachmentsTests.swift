import Colorimetry
import HDRMetadata
import Testing

@Suite struct ImageBufferAttachmentsTests {
  static let prefix = "kCVImageBuffer"

  /// H.273's number and Core Video's constant, in both directions; then those that return as a synonym, and those without a constant.
  @Test(
    arguments: [
      (1, "ITU_R_709_2", 1), (5, "EBU_3213", 5), (6, "SMPTE_C", 6), (7, "SMPTE_C", 6), (9, "ITU_R_2020", 9),
      (11, "DCI_P3", 11), (12, "P3_D65", 12), (22, "P22", 22), (4, nil, nil), (8, nil, nil), (10, nil, nil),
    ] as [(Int, String?, Int?)])
  func primaries(number: Int, name: String?, back: Int?) throws {
    let attachments = ImageBufferAttachments(color: ColorDescription(primaries: ColorPrimaries(h273: number)))
    #expect(
      attachments["\(Self.prefix)ColorPrimariesKey"] == name.map { .constant("\(Self.prefix)ColorPrimaries_\($0)") })
    #expect(attachments.leftOut.isEmpty == (name != nil))
    #expect(try attachments.color() == ColorDescription(primaries: back.flatMap { ColorPrimaries(h273: $0) }))
  }

  @Test(
    arguments: [
      (1, "ITU_R_709_2", 1), (4, "UseGamma", 4), (5, "UseGamma", 5), (6, "ITU_R_709_2", 1),
      (7, "SMPTE_240M_1995", 7), (8, "Linear", 8), (13, "sRGB", 13), (14, "ITU_R_2020", 14),
      (15, "ITU_R_2020", 14), (16, "SMPTE_ST_2084_PQ", 16), (17, "SMPTE_ST_428_1", 17), (18, "ITU_R_2100_HLG", 18),
      (9, nil, nil), (10, nil, nil), (11, nil, nil), (12, nil, nil),
    ] as [(Int, String?, Int?)])
  func transfers(number: Int, name: String?, back: Int?) throws {
    let transfer = TransferCharacteristics(h273: number)
    let attachments = ImageBufferAttachments(color: ColorDescription(transfer: transfer))
    #expect(
      attachments["\(Self.prefix)TransferFunctionKey"]
        == name.map { .constant("\(Self.prefix)TransferFunction_\($0)") })
    #expect(
      attachments["\(Self.prefix)GammaLevelKey"] == (number == 4 ? .number(2.2) : number == 5 ? .number(2.8) : nil))
    #expect(attachments.leftOut.isEmpty == (name != nil))
    #expect(
      try attachments.color() == ColorDescription(transfer: back.flatMap { TransferCharacteristics(h273: $0) }))
  }

  @Test(
    arguments: [
      (1, "ITU_R_709_2", 1), (5, "ITU_R_601_4", 6), (6, "ITU_R_601_4", 6), (7, "SMPTE_240M_1995", 7),
      (9, "ITU_R_2020", 9), (0, nil, nil), (4, nil, nil), (8, nil, nil), (10, nil, nil), (14, nil, nil),
    ] as [(Int, String?, Int?)])
  func matrices(number: Int, name: String?, back: Int?) throws {
    let attachments = ImageBufferAttachments(color: ColorDescription(matrix: MatrixCoefficients(h273: number)))
    #expect(attachments["\(Self.prefix)YCbCrMatrixKey"] == name.map { .constant("\(Self.prefix)YCbCrMatrix_\($0)") })
    #expect(attachments.leftOut.isEmpty == (name != nil))
    #expect(try attachments.color() == ColorDescription(matrix: back.flatMap { MatrixCoefficients(h273: $0) }))
  }

  @Test(arguments: ChromaLocation.allCases)
  func chroma(location: ChromaLocation) throws {
    let attachments = ImageBufferAttachments(color: ColorDescription(chromaLocation: location))
    #expect(attachments.values.count == 2 && Set(attachments.values.values).count == 1)
    #expect(try attachments.color().chromaLocation == location)
  }

  @Test func messages() throws {
    var numbers = SeededNumbers(state: 2)
    for _ in 0..<200 {
      let metadata = StaticMetadata(
        mastering: try MasteringDisplayColorVolume(parsing: numbers.bytes(24)),
        contentLight: try ContentLightLevel(parsing: numbers.bytes(4)),
        ambient: try AmbientViewingEnvironment(parsing: [1] + numbers.bytes(3) + [0x3D, 0x13, 0x40, 0x42]))
      let attachments = ImageBufferAttachments(color: ColorDescription(), metadata: metadata)
      #expect(try attachments.metadata() == metadata)
      #expect(try attachments.color() == ColorDescription())
      #expect(
        attachments["\(Self.prefix)ContentLightLevelInfoKey"] == metadata.contentLight.map { .bytes($0.payload) })
    }
    #expect(ImageBufferAttachments(color: ColorDescription(range: .full)).values.isEmpty)
  }

  @Test func alpha() throws {
    for (use, name) in [(AlphaChannelInformation.Use.straight, "Straight"), (.premultiplied, "Premultiplied")] {
      let attachments = ImageBufferAttachments(color: ColorDescription(), alpha: use)
      #expect(
        attachments["\(Self.prefix)AlphaChannelModeKey"]
          == .constant("\(Self.prefix)AlphaChannelMode_\(name)Alpha"))
      #expect(try attachments.alpha() == use)
    }
    #expect(try ImageBufferAttachments(color: ColorDescription(), alpha: .unspecified).alpha() == nil)
  }

  /// Values that a newer system or a faulty program may attach.
  @Test func others() throws {
    func color(_ values: [String: ImageBufferAttachments.Value]) throws(MetadataError) -> ColorDescription {
      try ImageBufferAttachments(values).color()
    }
    #expect(try color(["kCVImageBufferCleanApertureKey": .number(1)]) == ColorDescription())
    let gamma = ImageBufferAttachments.Value.constant("kCVImageBufferTransferFunction_UseGamma")
    for values: [String: ImageBufferAttachments.Value] in [
      ["kCVImageBufferTransferFunctionKey": .constant("kCVImageBufferTransferFunction_New")],
      ["kCVImageBufferTransferFunctionKey": .number(16)], ["kCVImageBufferTransferFunctionKey": gamma],
      ["kCVImageBufferTransferFunctionKey": gamma, "kCVImageBufferGammaLevelKey": .number(2.4)],
      ["kCVImageBufferColorPrimariesKey": .bytes([])],
    ] {
      #expect(throws: MetadataError.self, "\(values)") { try color(values) }
    }
    let fixed: ImageBufferAttachments.Value = .number(144_179.0 / 65_536)
    #expect(
      try color(["kCVImageBufferTransferFunctionKey": gamma, "kCVImageBufferGammaLevelKey": fixed]).transfer
        == .gamma22)
    let mastering = "kCVImageBufferMasteringDisplayColorVolumeKey"
    for value: ImageBufferAttachments.Value in [.bytes([1]), .number(1)] {
      #expect(throws: MetadataError.self) { try ImageBufferAttachments([mastering: value]).metadata() }
    }
  }
}
