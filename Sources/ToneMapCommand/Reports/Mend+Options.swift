internal import HDRMetadata
internal import ToneMapping

extension Mend {
  /// The sentence, with the options of `tonemap`.
  fileprivate var inOptions: String { text(naming: \.option) }
}

extension Finding {
  /// The same, with the options of `tonemap` in what mends it.
  var inOptions: Finding {
    Finding(
      code: code, found: found, expected: expected, consequence: consequence, mend: mend.map { "\($0.inOptions)" })
  }
}

extension MendableError {
  /// The error, with the options of `tonemap` in what mends it.
  var inOptions: String { explanation.sentence + (explanation.mend.map { "; \($0.inOptions)" } ?? "") }
}

extension Mend.Setting {
  /// The option that states it, with the value if it is said.
  fileprivate var option: String {
    switch self {
    case .stated(let property): "--\(property.option)"
    case .primaries(let gamut): "--primaries \(gamut.name)"
    case .transfer(.pq): "--transfer pq"
    case .transfer(.hlg): "--transfer hlg"
    case .transfer(let transfer): "--transfer \(transfer.ffmpegName)"
    case .trust(let trust): "--trust-metadata \(trust.rawValue)"
    case .alpha(let isPremultiplied): "--alpha \(isPremultiplied ? "premultiplied" : "straight")"
    case .alphaCodes: "--alpha-range"
    case .sourcePeak: "--source-peak"
    case .displayPeak: "--target-peak"
    case .surround(let light): "--viewing-lux \(plain(light.lux))"
    case .look(let part): "--\(part)"
    case .lattice(let size): "--lattice" + (size.map { " \($0)" } ?? "")
    case .outputFormat: "--out-pixel-format"
    case .frames(let range): "--start \(range.lowerBound) --frames \(range.count)"
    case .tagging: "tonemap tag"
    }
  }
}

extension TagProperty {
  /// The name of the option that states it, without hyphens in front.
  var option: String {
    switch self {
    case .mastering: "master-display"
    case .contentLight: "max-cll"
    case .primaries, .transfer, .matrix, .range, .chromaLocation, .ambient: hyphenated
    }
  }
}
