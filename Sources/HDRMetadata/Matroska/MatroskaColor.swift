/// The element `Colour` of a Matroska or WebM video track, as values.
///
///     var color = MatroskaColor()
///     for element in elements { try color.set(element.id, payload: element.payload) }
///     try color.metadata().mastering
///
/// The values of the elements are stored unchanged; ``color`` and ``metadata()`` interpret them, with their units.
///
/// - Source: RFC 9559, Matroska, clauses 5.1.4.1.28.17 to 5.1.4.1.28.48.
public struct MatroskaColor: Hashable, Sendable {
  /// The elements whose values are unsigned numbers, by the names of mkvpropedit.
  package enum Number: UInt32, CaseIterable, Sendable {
    /// The H.273 numbers of matrix, transfer and primaries.
    case colourMatrixCoefficients = 0x55B1, colourTransferCharacteristics = 0x55BA, colourPrimaries = 0x55BB
    /// The bits of a component.
    case colourBitsPerChannel = 0x55B2
    /// The number of times that chroma is halved relative to luma.
    case chromaSubsampleHorizontal = 0x55B3, chromaSubsampleVertical = 0x55B4
    /// The additional number of times that Cb is halved.
    case cbSubsampleHorizontal = 0x55B5, cbSubsampleVertical = 0x55B6
    /// The chroma location: 0 unspecified, 1 left or top, 2 half.
    case chromaSitingHorizontal = 0x55B7, chromaSitingVertical = 0x55B8
    /// The range: 0 unspecified, 1 narrow, 2 full, 3 defined by matrix and transfer.
    case colourRange = 0x55B9
    /// The light levels, in cd/m².
    case maxContentLight = 0x55BC, maxFrameLight = 0x55BD
  }

  /// The elements whose values are floating-point numbers, those of `MasteringMetadata`, by the names of mkvpropedit.
  package enum Float: UInt32, CaseIterable, Sendable {
    /// The chromaticities of the mastering display.
    case chromaticityCoordinatesRedX = 0x55D1, chromaticityCoordinatesRedY = 0x55D2
    case chromaticityCoordinatesGreenX = 0x55D3, chromaticityCoordinatesGreenY = 0x55D4
    case chromaticityCoordinatesBlueX = 0x55D5, chromaticityCoordinatesBlueY = 0x55D6
    case whiteCoordinatesX = 0x55D7, whiteCoordinatesY = 0x55D8
    /// The luminances of the mastering display, in cd/m².
    case maxLuminance = 0x55D9, minLuminance = 0x55DA
  }

  package var numbers: [Number: UInt64] = [:]
  package var floats: [Float: Double] = [:]

  /// The color of a track without any elements.
  public init() {}

  /// The number of element `MasteringMetadata`, which contains the chromaticities and luminances.
  public static let masteringMetadata: UInt32 = 0x55D0
}

extension MatroskaColor {
  /// Stores the value of an element. Elements that are not about color are ignored.
  ///
  /// - Parameter id: The element's number with its marker, as `0x55B1`.
  /// - Parameter payload: Its bytes, big-endian; an empty payload means 0.
  /// - Throws: `MetadataError.wrongLength` for an integer of more than 8 bytes or a float whose length is not 0, 4 or 8.
  public mutating func set(_ id: UInt32, payload: some Sequence<UInt8>) throws(MetadataError) {
    let bytes = Array(payload)
    if let number = Number(rawValue: id) {
      guard bytes.count <= 8 else {
        throw .wrongLength(of: "an integer of Matroska", found: bytes.count, expected: 8)
      }
      numbers[number] = UInt64(bigEndianBytes: bytes)
    } else if let float = Float(rawValue: id) {
      switch bytes.count {
      case 0: floats[float] = 0
      case 4: floats[float] = Double(Swift.Float(bitPattern: UInt32(bigEndianBytes: bytes)))
      case 8: floats[float] = Double(bitPattern: UInt64(bigEndianBytes: bytes))
      default: throw .wrongLength(of: "a floating-point number of Matroska", found: bytes.count, expected: 8)
      }
    }
  }

  /// The elements of this color and their bytes: first those of `Colour`, then those of `MasteringMetadata`; floats have 8 bytes.
  public var elements: [(id: UInt32, payload: [UInt8])] {
    Number.allCases.compactMap { number in numbers[number].map { (number.rawValue, Self.bytes($0)) } }
      + Float.allCases.compactMap { float in floats[float].map { (float.rawValue, $0.bitPattern.bigEndianBytes) } }
  }

  private static func bytes(_ integer: UInt64) -> [UInt8] {
    let bytes = Array(integer.bigEndianBytes.drop { $0 == 0 })
    return bytes.isEmpty ? [0] : bytes
  }

  /// The color in the numbers; *unspecified* and reserved ones become `nil`.
  public var color: ColorDescription {
    func number(_ key: Number) -> Int { numbers[key].flatMap { Int(exactly: $0) } ?? 0 }
    let siting = [number(.chromaSitingHorizontal), number(.chromaSitingVertical)]
    return ColorDescription(
      primaries: ColorPrimaries(h273: number(.colourPrimaries)),
      transfer: TransferCharacteristics(h273: number(.colourTransferCharacteristics)),
      // Zero is a matrix, identity, so it must not represent an absent element.
      matrix: numbers[.colourMatrixCoefficients].flatMap { MatrixCoefficients(h273: Int(clamping: $0)) },
      range: [1: .narrow, 2: .full][number(.colourRange)],
      chromaLocation: Self.sitings.first { $0.value == siting }?.key)
  }

  /// The light levels and the mastering display in the numbers.
  ///
  /// An absent number of a mastering display is 0, which means unknown.
  ///
  /// - Throws: `MetadataError.outOfRange` for a number that messages cannot carry: one that is negative or NaN, a
  ///   coordinate above 1.3107, or a light level above 65 535 cd/m².
  public func metadata() throws(MetadataError) -> StaticMetadata {
    func level(_ key: Number, _ field: String) throws(MetadataError) -> ContentLightLevel.Level? {
      guard let level = numbers[key] else { return nil }
      return try CodedQuantity(nearest: .nits(Double(level)), field: field)
    }
    let (maxCLL, maxFALL) = (try level(.maxContentLight, "MaxCLL"), try level(.maxFrameLight, "MaxFALL"))
    return StaticMetadata(
      mastering: floats.isEmpty ? nil : try masteringDisplay(),
      contentLight: maxCLL == nil && maxFALL == nil ? nil : ContentLightLevel(maxCLL: maxCLL, maxFALL: maxFALL))
  }

  private func masteringDisplay() throws(MetadataError) -> MasteringDisplayColorVolume {
    let points = Self.points.map { Chromaticity(floats[$0.x] ?? 0, floats[$0.y] ?? 0) }
    return try MasteringDisplayColorVolume(
      nearest: RGBPrimaries(red: points[0], green: points[1], blue: points[2], white: points[3]),
      LuminanceRange(black: .nits(floats[.minLuminance] ?? 0), peak: .nits(floats[.maxLuminance] ?? 0)))
  }

  /// The elements for this color and this metadata; missing values have no element.
  ///
  /// Matroska has no element for the ambient viewing environment, nor for chroma on the lower row of a pair.
  public init(_ color: ColorDescription, _ metadata: StaticMetadata = StaticMetadata()) {
    numbers[.colourPrimaries] = color.primaries.map { UInt64($0.rawValue) }
    numbers[.colourTransferCharacteristics] = color.transfer.map { UInt64($0.rawValue) }
    numbers[.colourMatrixCoefficients] = color.matrix.map { UInt64($0.rawValue) }
    numbers[.colourRange] = color.range.map { $0 == .narrow ? 1 : 2 }
    if let siting = color.chromaLocation.flatMap({ Self.sitings[$0] }) {
      numbers[.chromaSitingHorizontal] = UInt64(siting[0])
      numbers[.chromaSitingVertical] = UInt64(siting[1])
    }
    if let light = metadata.contentLight {
      numbers[.maxContentLight] = UInt64(light.maxCLL?.units ?? 0)
      numbers[.maxFrameLight] = UInt64(light.maxFALL?.units ?? 0)
    }
    guard let mastering = metadata.mastering else { return }
    for ((x, y), coded) in zip(Self.points, [mastering.red, mastering.green, mastering.blue, mastering.white]) {
      floats[x] = coded.chromaticity.x
      floats[y] = coded.chromaticity.y
    }
    floats[.maxLuminance] = mastering.luminance.peak.nits
    floats[.minLuminance] = mastering.luminance.black.nits
  }

  /// Red, green, blue and white of the mastering display.
  private static let points: [(x: Float, y: Float)] = [
    (.chromaticityCoordinatesRedX, .chromaticityCoordinatesRedY),
    (.chromaticityCoordinatesGreenX, .chromaticityCoordinatesGreenY),
    (.chromaticityCoordinatesBlueX, .chromaticityCoordinatesBlueY), (.whiteCoordinatesX, .whiteCoordinatesY),
  ]

  /// The chroma locations, horizontal and vertical, in Matroska's numbers.
  static let sitings: [ChromaLocation: [Int]] = [.left: [1, 2], .center: [2, 2], .topLeft: [1, 1], .top: [2, 1]]

  /// The mkvpropedit arguments that write these elements into a file, after its name and `--edit track:v1`.
  ///
  ///     MatroskaColor(ColorDescription(transfer: .pq)).mkvpropedit  // ["--set", "colour-transfer-characteristics=16"]
  ///
  /// All versions know the names with `colour`; later ones list them as `color`.
  ///
  /// - Source: `mkvpropedit --list-property-names`.
  public var mkvpropedit: [String] {
    let integers = Number.allCases.compactMap { number in numbers[number].map { ("\(number)", "\($0)") } }
    let decimals = Float.allCases.compactMap { float in floats[float].map { ("\(float)", plain($0)) } }
    return (integers + decimals).flatMap { ["--set", "\(SettingName.spelled($0, "-"))=\($1)"] }
  }

  /// The arguments that delete the light levels and the mastering display.
  package static func mkvpropedit(removingLevels levels: Bool, mastering: Bool) -> [String] {
    let numbers: [Number] = levels ? [.maxContentLight, .maxFrameLight] : []
    let names = numbers.map { "\($0)" } + (mastering ? Float.allCases.map { "\($0)" } : [])
    return names.flatMap { ["--delete", SettingName.spelled($0, "-")] }
  }
}
