import Colorimetry
import HDRMetadata

/// Every parser of bytes and of text in this module, each as a function that reads, writes what it read, and reads that again.
///
/// A parser may reject input; it must not trap, and what it accepts must survive the round trip.
struct Parser: CustomStringConvertible, Sendable {
  enum Family: String { case boxes, dolbyVision = "dolby-vision", png, av1, sei, matroska, json, options }

  let description: String
  /// The kind of bytes that it reads.
  let family: Family
  /// Whether the value survived the round trip; `nil` if the bytes were rejected.
  let comesBack: @Sendable ([UInt8]) -> Bool?

  init<Value: Equatable & Sendable>(
    _ family: Family, _ name: String, _ read: @escaping @Sendable ([UInt8]) throws(MetadataError) -> Value,
    _ write: @escaping @Sendable (Value) throws(MetadataError) -> [UInt8]
  ) {
    (self.family, description) = (family, name)
    comesBack = { bytes in
      guard let value = try? read(bytes) else { return nil }
      guard let written = try? write(value), let again = try? read(written) else { return false }
      return again == value
    }
  }

  static let all: [Parser] = binary + textual

  static let binary: [Parser] = [
    Parser(.boxes, "mdcv", { (bytes) throws(MetadataError) in try MasteringDisplayColorVolume(parsing: bytes) }, \.box),
    Parser(.boxes, "clli", { (bytes) throws(MetadataError) in try ContentLightLevel(parsing: bytes) }, \.box),
    Parser(.boxes, "amve", { (bytes) throws(MetadataError) in try AmbientViewingEnvironment(parsing: bytes) }, \.box),
    Parser(.boxes, "cclv", { (bytes) throws(MetadataError) in try ContentColorVolume(parsing: bytes) }, \.box),
    Parser(
      .boxes, "colr", { (bytes) throws(MetadataError) in try ColorDescription(parsing: bytes) },
      { $0.box($0.range == nil ? .nclc : .nclx) }),
    Parser(
      .dolbyVision, "dvvC", { (bytes) throws(MetadataError) in try DolbyVisionConfiguration(parsing: bytes) }, \.box),
    Parser(
      .dolbyVision, "RPU", { (bytes) throws(MetadataError) in try DolbyVisionRPU(payload: bytes) }, \.payload),
    Parser(
      .dolbyVision, "RPU of HEVC", { (bytes) throws(MetadataError) in try DolbyVisionRPU(parsing: bytes) },
      { [0x7C, 0x01] + EmulationPrevention.adding(to: $0.payload) }),
    Parser(.boxes, "SmDm", { (bytes) throws(MetadataError) in try FixedPointMasteringDisplay(parsing: bytes) }, \.box),
    Parser(.boxes, "CoLL", { (bytes) throws(MetadataError) in try ContentLightLevel(parsingCoLL: bytes) }, \.boxCoLL),
    Parser(.boxes, "ndwt", { (bytes) throws(MetadataError) in try NominalDiffuseWhite(parsing: bytes) }, \.box),
    Parser(.boxes, "auxC", { (bytes) throws(MetadataError) in try AuxiliaryType(parsing: bytes) }, \.box),
    Parser(.png, "cICP", { (bytes) throws(MetadataError) in try ColorDescription(parsingCICP: bytes) }, \.chunkCICP),
    Parser(
      .png, "mDCV", { (bytes) throws(MetadataError) in try MasteringDisplayColorVolume(parsingMDCV: bytes) },
      \.chunkMDCV),
    Parser(.png, "cLLI", { (bytes) throws(MetadataError) in try PNGContentLight(parsing: bytes) }, \.payload),
    Parser(
      .av1, "OBU", { (bytes) throws(MetadataError) in try AV1Metadata(parsing: bytes) },
      { (value) throws(MetadataError) in try value.obu() }),
    Parser(
      .sei, "T.35", { (bytes) throws(MetadataError) in try RegisteredUserData(parsing: bytes) },
      { (value) throws(MetadataError) in try value.payload() }),
    Parser(.sei, "SEI of AVC", { (bytes) throws(MetadataError) in try SEIUnit(parsing: bytes, of: .avc) }, \.bytes),
    Parser(.sei, "SEI of HEVC", { (bytes) throws(MetadataError) in try SEIUnit(parsing: bytes, of: .hevc) }, \.bytes),
    Parser(
      .sei, "SEI contents",
      { (bytes) throws(MetadataError) -> [SEIContent] in
        var contents: [SEIContent] = []
        for message in try SEIUnit(parsing: bytes, of: .hevc).messages { contents.append(try message.content()) }
        return contents
      },
      { (contents) throws(MetadataError) in
        var messages: [SEIMessage] = []
        for content in contents { messages.append(try SEIMessage(content)) }
        return SEIUnit(messages, of: .hevc).bytes
      }),
    Parser(
      .matroska, "Matroska",
      { (bytes) throws(MetadataError) -> MatroskaColor in
        // Elements with one byte each for ID and size, in the form that a reader of EBML passes on.
        var (color, rest) = (MatroskaColor(), bytes[...])
        while let id = rest.popFirst(), let size = rest.popFirst(), Int(size) <= rest.count {
          try color.set(0x5500 | UInt32(id), payload: rest.prefix(Int(size)))
          rest = rest.dropFirst(Int(size))
        }
        _ = (color.color, try? color.metadata())
        // A NaN is not equal to anything, itself included.
        color.floats = color.floats.filter { !$0.value.isNaN }
        return color
      },
      { $0.elements.flatMap { [UInt8(truncatingIfNeeded: $0.id), UInt8($0.payload.count)] + $0.payload } }),
  ]

  static let textual: [Parser] = [
    Parser(.json, "sidecar", { (bytes) throws(MetadataError) in try ColorSidecar(json: bytes).stated }, \.json),
    Parser(
      .json, "HDR10+ JSON", { (bytes) throws(MetadataError) in try HDR10PlusDocument(json: bytes) },
      { (value) throws(MetadataError) in try value.json() }),
    Parser(
      .options, "--master-display",
      { (bytes) throws(MetadataError) in
        try MasteringDisplayColorVolume(text: String(decoding: bytes, as: UTF8.self))
      }, { Array($0.integerText.utf8) }),
    Parser(
      .options, "--max-cll",
      { (bytes) throws(MetadataError) in try ContentLightLevel(text: String(decoding: bytes, as: UTF8.self)) },
      { Array($0.text.utf8) }),
    Parser(
      .options, "--ambient",
      { (bytes) throws(MetadataError) in try AmbientViewingEnvironment(text: String(decoding: bytes, as: UTF8.self)) },
      { Array($0.text.utf8) }),
  ]
}

extension ColorSidecar {
  /// This sidecar without the values that it reports but never writes.
  fileprivate var stated: ColorSidecar {
    var stated = self
    (stated.carriesHDR10Plus, stated.carriesDolbyVision, stated.isDolbyVisionOnly) = (false, false, false)
    return stated
  }
}
