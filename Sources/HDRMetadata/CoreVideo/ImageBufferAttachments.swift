internal import Colorimetry

/// Color and static metadata as Core Video attaches them to a picture: names of keys, and names of values or bytes.
///
///     let attachments = ImageBufferAttachments(color: color, metadata: metadata)
///     attachments["kCVImageBufferTransferFunctionKey"]  // .constant("kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ")
///
/// The names are those of Core Video's constants. Their string values are private to Core Video: code for Apple's systems looks the
/// constants up or calls `CVTransferFunctionGetStringForIntegerCodePoint`. The range is not an attachment; the pixel format states it.
///
/// - Source: Core Video, *Image Buffer Attachment Keys*.
public struct ImageBufferAttachments: Hashable, Sendable {
  /// A value of an attachment.
  public enum Value: Hashable, Sendable {
    /// The constant of this name.
    case constant(String)
    /// A number.
    case number(Double)
    /// Bytes, as in a `CFData`.
    case bytes([UInt8])
  }

  /// The attachments, by the name of the key's constant.
  public var values: [String: Value]
  /// What no attachment can express, in words.
  public var leftOut: [String] = []

  /// The attachments of these keys.
  public init(_ values: [String: Value] = [:]) { self.values = values }

  /// The value of a key.
  public subscript(key: String) -> Value? {
    get { values[key] }
    set { values[key] = newValue }
  }
}

extension ImageBufferAttachments {
  /// The attachments for this color and this metadata.
  ///
  /// BT.601's transfer is written as `ITU_R_709_2`, which is the same function; so does QuickTime.
  ///
  /// - Parameter color: The tags to attach; what is `nil` is left out.
  /// - Parameter metadata: The static metadata to attach.
  /// - Parameter alpha: How color and alpha combine; `nil` without alpha.
  public init(
    color: ColorDescription, metadata: StaticMetadata = StaticMetadata(), alpha: AlphaChannelInformation.Use? = nil
  ) {
    self.init()
    setConstant(Key.primaries, color.primaries, name: color.primaries?.imageBufferName, what: "primaries")
    setTransfer(color.transfer)
    setConstant(Key.matrix, color.matrix, name: color.matrix?.appleName, what: "matrix")
    if let siting = color.chromaLocation?.appleName {
      values[Key.chromaTop] = .constant(siting)
      values[Key.chromaBottom] = .constant(siting)
    }
    values[Key.mastering] = metadata.mastering.map { .bytes($0.payload) }
    values[Key.contentLight] = metadata.contentLight.map { .bytes($0.payload) }
    values[Key.ambient] = metadata.ambient.map { .bytes($0.payload) }
    if let alpha, alpha != .unspecified { values[Key.alphaMode] = .constant(Key.alphaNames[alpha] ?? "") }
  }

  private mutating func setConstant<Property: CodePoint>(
    _ key: String, _ property: Property?, name: String?, what: String
  ) {
    guard let property else { return }
    if let name { values[key] = .constant(name) } else { leftOut.append("\(what) \(property.rawValue), \(property)") }
  }

  private mutating func setTransfer(_ transfer: TransferCharacteristics?) {
    switch transfer {
    case .gamma22, .gamma28:
      values[Key.transfer] = .constant(Key.useGamma)
      values[Key.gammaLevel] = .number(transfer == .gamma22 ? 2.2 : 2.8)
    case .smpte170M: values[Key.transfer] = TransferCharacteristics.bt709.appleName.map { .constant($0) }
    default: setConstant(Key.transfer, transfer, name: transfer?.appleName, what: "transfer")
    }
  }
}

extension ImageBufferAttachments {
  /// The color that these attachments state; `nil` for what they do not state.
  ///
  /// Other keys are ignored. If the two fields disagree on the chroma location, the top field counts.
  ///
  /// - Throws: `MetadataError.malformedText` for a value that its key does not have.
  public func color() throws(MetadataError) -> ColorDescription {
    ColorDescription(
      primaries: try constant(Key.primaries) { ColorPrimaries(imageBufferName: $0) }, transfer: try transfer(),
      matrix: try constant(Key.matrix) { name in MatrixCoefficients.allCases.last { $0.appleName == name } },
      chromaLocation: try constant(Key.chromaTop) { name in ChromaLocation.allCases.first { $0.appleName == name } })
  }

  /// The static metadata that these attachments state.
  ///
  /// - Throws: `MetadataError.malformedText` for a value that is not bytes; the errors of the messages' parsers.
  public func metadata() throws(MetadataError) -> StaticMetadata {
    func message<Message>(
      _ key: String, _ parse: ([UInt8]) throws(MetadataError) -> Message
    ) throws(MetadataError) -> Message? {
      switch values[key] {
      case nil: return nil
      case .bytes(let bytes): return try parse(bytes)
      case .some(let value): throw Self.mismatch(value, expected: "the bytes of \(key)")
      }
    }
    return StaticMetadata(
      mastering: try message(Key.mastering) { (bytes) throws(MetadataError) in
        try MasteringDisplayColorVolume(parsing: bytes)
      },
      contentLight: try message(Key.contentLight) { (bytes) throws(MetadataError) in
        try ContentLightLevel(parsing: bytes)
      },
      ambient: try message(Key.ambient) { (bytes) throws(MetadataError) in
        try AmbientViewingEnvironment(parsing: bytes)
      })
  }

  /// How color and alpha combine, or `nil` if that is not stated.
  ///
  /// - Throws: `MetadataError.malformedText` for a value that the key does not have.
  public func alpha() throws(MetadataError) -> AlphaChannelInformation.Use? {
    try constant(Key.alphaMode) { name in Key.alphaNames.first { $0.value == name }?.key }
  }

  private func transfer() throws(MetadataError) -> TransferCharacteristics? {
    guard values[Key.transfer] == .constant(Key.useGamma) else {
      return try constant(Key.transfer) { name in
        TransferCharacteristics.allCases.first { $0.appleName == name }
      }
    }
    // Apple writes 2.2 and 2.8 exactly, old files as 16.16 fixed point: 2.19922 is close to 2.2 and to no other value.
    guard case .number(let power)? = values[Key.gammaLevel],
      let transfer = [(2.2, TransferCharacteristics.gamma22), (2.8, .gamma28)].first(where: {
        abs($0.0 - power) < 0.01
      })
    else { throw Self.mismatch(values[Key.gammaLevel], expected: "\(Key.gammaLevel) of 2.2 or 2.8") }
    return transfer.1
  }

  private func constant<Property>(
    _ key: String, _ find: (String) -> Property?
  ) throws(MetadataError) -> Property? {
    guard let value = values[key] else { return nil }
    guard case .constant(let name) = value, let property = find(name) else {
      throw Self.mismatch(value, expected: "a constant of \(key) that H.273 has a number for")
    }
    return property
  }

  private static func mismatch(_ value: Value?, expected: String) -> MetadataError {
    let found =
      switch value {
      case .constant(let name): name
      case .number(let number): plain(number)
      case .bytes(let bytes): "\(bytes.count) bytes"
      case nil: "nothing"
      }
    return .malformedText(found: found, expected: expected)
  }
}
