extension Statement.Value: CustomStringConvertible {
  /// The value in words, without its place: `MaxCLL 1000 cd/m², MaxFALL 400 cd/m²`.
  public var description: String {
    switch self {
    case .color(let color): Self.text(color)
    case .chromaticities(let points):
      "chromaticities " + [points.red, points.green, points.blue, points.white].map { "(\($0.x),\($0.y))" }.joined()
    case .profile(let profile): profile.description
    case .alternativeTransfer(let message): "transfer \(message.transfer?.ffmpegName ?? "\(message.number)") preferred"
    case .mastering(let display): display.description
    case .contentLight(let light): light.description
    case .ambient(let room): room.description
    case .diffuseWhite(let white): white.luminance.map { "diffuse white at \($0)" } ?? "diffuse white at its default"
    case .contentColorVolume(let volume): volume.map(Self.text) ?? "content color volume canceled"
    case .dolbyVision(let configuration): configuration.description
    case .dynamicMetadata(.hdr10Plus(let metadata)):
      "HDR10+ (ST 2094-40) for a display of \(metadata.targetedDisplayMaximum.luminance)"
    case .dynamicMetadata(.headroomAdaptiveMetadata(let metadata)):
      "adaptive tone map (ST 2094-50), reference white at \(metadata.referenceWhite)"
    case .dynamicMetadata(.dolbyVision(let rpu)), .dolbyVisionRPU(let rpu): "Dolby Vision RPU, \(rpu)"
    case .dynamicMetadata(let data): data.otherName ?? "ITU-T T.35 data of another kind"
    case .alpha(let mode): "alpha, \(mode?.rawValue ?? "mode not stated")"
    case .alphaChannel(let information): information.map(Self.text) ?? "alpha canceled"
    case .auxiliary(let type): "auxiliary: \(type.urn)"
    // QuickTime's gamma, a fixed-point number with 16 integer and 16 fractional bits.
    case .payload(.box("gama"), let bytes) where bytes.count == 4:
      "displayed with a gamma of \((Double(UInt32(bigEndianBytes: bytes)) / 6.5536).rounded() / 10_000)"
    case .payload(let kind, let bytes): "\(kind) of \(bytes.count) bytes"
    case .unreadable(let kind, _, let error): "\(kind) that cannot be read: \(error)"
    }
  }

  package var profileName: String {
    if case .profile(let profile) = self, !profile.name.isEmpty {
      "the ICC profile “\(profile.name)”"
    } else {
      "an ICC profile"
    }
  }

  private static func text(_ color: ColorDescription) -> String {
    let words = [
      color.primaries?.ffmpegName, color.transfer?.ffmpegName, color.matrix?.ffmpegName, color.range?.ffmpegName,
      color.chromaLocation?.ffmpegName,
    ].compactMap(\.self)
    return words.isEmpty ? "nothing stated" : words.joined(separator: ", ")
  }

  /// The volume in words, in percent of the nominal light, because the message does not state the transfer.
  private static func text(_ volume: ContentColorVolume) -> String {
    let light = [("from", volume.minimum), ("to", volume.maximum), ("average", volume.average)]
    let words = light.compactMap { word, level in level.map { "\(word) \(Double($0.units) / 100_000) %" } }
      .joined(separator: ", ")
    let points = volume.primaries?.map { "(\($0.chromaticity.x),\($0.chromaticity.y))" }.joined()
    return [
      "content color volume", words.isEmpty ? nil : "\(words) of the nominal light", points.map { "primaries \($0)" },
    ].compactMap(\.self).joined(separator: ", ")
  }

  private static func text(_ alpha: AlphaChannelInformation) -> String {
    "alpha, \(alpha.mode?.rawValue ?? "mode not stated"), \(alpha.bitDepth) bits, "
      + "transparent at \(Int(alpha.transparent.value)), opaque at \(Int(alpha.opaque.value))"
  }
}

extension AlphaChannelInformation {
  var mode: AlphaMode? { use == .straight ? .straight : use == .premultiplied ? .premultiplied : nil }
}

extension CodecFacts {
  /// Codec, profile, level, chroma format and depth in common notation: `HEVC Main 10, 4:2:0, 10 bits`.
  public var summary: String {
    let name = [codec?.title, profileName].compactMap(\.self).joined(separator: " ")
    var words = name.isEmpty ? [] : [name]
    if let level, let text = levelText(level) { words.append("level \(text)") }
    if let chroma { words.append(chroma.title) }
    if let bitDepth { words.append("\(bitDepth) bits") }
    if let layers, layers > 1 { words.append("\(layers) layers") }
    return words.isEmpty ? "an unknown codec" : words.joined(separator: ", ")
  }

  private func levelText(_ level: Int) -> String? {
    switch codec {
    case .hevc: "\(level / 30).\(level % 30 / 3)\(isHighTier == true ? " high" : "")"
    case .avc, .vp9: "\(level / 10).\(level % 10)"
    case .av1: level < 24 ? "\(2 + level / 4).\(level % 4)" : nil
    default: nil
    }
  }
}

extension CodecFacts.Codec {
  /// The common name.
  public var title: String {
    switch self {
    case .avc: "H.264"
    case .hevc: "HEVC"
    case .av1: "AV1"
    case .vp8: "VP8"
    case .vp9: "VP9"
    case .proRes: "ProRes"
    case .png: "PNG"
    }
  }
}

extension CodecFacts.ChromaFormat {
  /// The common name: `4:2:0`.
  public var title: String { ["monochrome", "4:2:0", "4:2:2", "4:4:4"][rawValue] }
}
