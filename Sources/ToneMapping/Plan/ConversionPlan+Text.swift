/// One stage of a plan, described in words.
public struct StageDescription: Hashable, Sendable, Codable {
  /// The number domains that it converts between, or works in: `codes ▸ signal`, `light`, …
  public let domain: String
  /// What it does.
  public let name: String
  /// Every number that the plan chose for it, with its unit and the reason.
  public let detail: String
}

extension ConversionPlan {
  /// The stages in the order in which a sample passes through them.
  public var stages: [StageDescription] {
    let core: [StageDescription] =
      switch core {
      case .keep:
        [StageDescription(domain: "signal", name: "keep", detail: "source and target differ only in coding")]
      case .light(let linearize, let stages, let delinearize):
        [describe(linearize)] + stages.map(describe) + [describe(delinearize)]
      }
    return [
      StageDescription(domain: "codes ▸ signal", name: "decode", detail: describe(source, as: inputFormat))
    ] + core + [
      StageDescription(domain: "signal ▸ codes", name: "encode", detail: describe(target, as: outputFormat))
    ]
  }

  private func describe(_ tags: ColorDescription, as format: PixelFormat) -> String {
    var parts = [format.name, "\(format.bitDepth) bits"]
    if !format.isFloat, let range = tags.range { parts.append("\(range) range") }
    if format.model == .yCbCr, let matrix = tags.matrix { parts.append("matrix \(matrix.h273Name)") }
    if format.chroma != .c444, let location = tags.chromaLocation {
      parts.append("chroma \(location), resampled linearly")
    }
    return parts.joined(separator: ", ")
  }

  private func describe(_ linearize: Linearization) -> StageDescription {
    let span = "\(sourceLuminance), peak from \(evidence.rawValue)"
    switch linearize.transfer {
    case .components(let transfer):
      return StageDescription(domain: "signal ▸ light", name: "linearize", detail: "\(transfer), \(span)")
    case .hlg(let hlg, _):
      return StageDescription(
        domain: "signal ▸ light", name: "linearize",
        detail: "HLG, OOTF on BT.2020 luminance with system gamma \(rounded(hlg.gamma)), \(span)")
    }
  }

  private func describe(_ stage: LightStage) -> StageDescription {
    let (name, detail) =
      switch stage {
      case .primaries(_, let from, let to): ("primaries", "\(from.h273Name) to \(to.h273Name)")
      case .surround(let surround):
        ("surround", "luminance to the power \(rounded(surround.gamma)), \(surround.peak) unchanged")
      case .tone(let curve, let tone, let variant):
        (
          "tone",
          "\(tone), applied \(variant.map { "to \($0.rawValue)" } ?? "by its own rule"), \(curve.source) to \(curve.target)"
        )
      case .gamut(let mapping, let map, let from, let to):
        (
          "gamut",
          "\(map.rawValue)\((mapping as? PerceptualGamutMap).map { ", strength \($0.strength)" } ?? ""), \(from.h273Name) to \(to.h273Name), peak \(targetLuminance.peak)"
        )
      }
    return StageDescription(domain: "light", name: name, detail: detail)
  }

  private func describe(_ delinearize: Delinearization) -> StageDescription {
    let white = target.isHDR ? "" : ", SDR 100 % is \(referenceWhite)"
    switch delinearize {
    case .components(let transfer):
      return StageDescription(
        domain: "light ▸ signal", name: "delinearize", detail: "\(transfer), \(targetLuminance)\(white)")
    case .hlg(let hlg, _):
      return StageDescription(
        domain: "light ▸ signal", name: "delinearize",
        detail: "HLG, inverse OOTF with system gamma \(rounded(hlg.gamma)), \(targetLuminance)")
    }
  }

  private func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}

extension ConversionPlan: CustomStringConvertible {
  public var description: String {
    let width = stages.map(\.domain.count).max() ?? 0
    let lines = stages.map { stage in
      stage.domain + String(repeating: " ", count: width - stage.domain.count + 2)
        + stage.name + String(repeating: " ", count: max(1, 13 - stage.name.count)) + stage.detail
    }
    let pad = String(repeating: " ", count: max(0, width - 6) + 2)
    return (lines + assumptions.map { "assumed         \($0)" } + ["frames\(pad)\(framesText)"]).joined(separator: "\n")
  }
}
