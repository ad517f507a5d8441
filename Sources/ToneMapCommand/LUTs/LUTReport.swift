internal import Transcoding

extension LookupMeasurement.Neutrals {
  var inWords: String {
    let tint = maximumCast < 0.001 ? "never tinted" : "tinted by up to \(maximumCast.value.rounded(to: 3)) codes"
    return "off by up to \(maximumError.value.rounded(to: 3)) codes, \(tint)"
      + (neverFalls ? "" : ", and darker somewhere although the source is brighter")
  }
}

extension LookupMeasurement.Errors<EightBitCodes> {
  var line: String { "difference      8-bit codes \(inWords)" }

  var sentence: String {
    func codes(_ number: Double) -> String {
      switch number {
      case ..<0.005: "less than a hundredth of a code"
      case 0.45..<0.55: "half a code"
      case ..<0.95: "\(number.rounded(to: 2)) of a code"
      case ..<1.05: "one code"
      case ..<9.5: "\(number.rounded(to: 1)) codes"
      case ..<1e6: "\(Int(number.rounded())) codes"
      default: "a million codes"
      }
    }
    if percentile999.value < 0.005 { return "999 of 1000 colors are off by less than a hundredth of a code." }
    return "A typical color is off by \(codes(mean.value)), one in a thousand by \(codes(percentile999.value)) or more."
  }
}

extension Certificate {
  /// A report on the file, which begins with its errors as its reader interpolates; with the larger ones if that is unknown.
  func inWords(readBy interpolation: CubeInterpolation?) -> String {
    let cube = file.cubeSize.map { "cube of \($0)×\($0)×\($0) samples" } ?? "no cube"
    let shaper = file.shaperSize.map { ", after curves of \($0) samples" } ?? ""
    let sentence = measurements.read(by: interpolation).worst.map {
      "\($0.codesOf8Bits.sentence) (\($0.interpolation) interpolation)"
    }
    let facts = table([("file", "\(file.name), \(file.bytes) bytes, \(cube)\(shaper)")])
    return ([sentence, facts].compactMap(\.self) + measurements.map(\.inWords)).joined(separator: "\n")
  }
}

extension LookupMeasurement {
  var inWords: String {
    let worst = list(worstColor.components.rounded(to: 4))
    return table([
      (interpolation, "\(colors) colors of the source"), ("  ΔE ITP", deltaEITP.inWords),
      ("  8-bit codes", "\(codesOf8Bits.inWords), worst at R′G′B′ \(worst)"),
      ("  10-bit codes", codesOf10Bits.inWords), ("  neutrals", neutrals.inWords),
      ("  up to peak", neutralsBelowPeak?.inWords), ("  in gamut", shownAsTheyAre?.inWords),
      ("  the rest", others?.inWords),
    ])
  }
}
