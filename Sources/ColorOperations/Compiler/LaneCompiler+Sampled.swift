internal import Colorimetry
internal import GamutMaps

// Somebody else's functions of light: a gamut map as a lattice, and what is said of a curve that polynomials do not follow.
extension LaneCompiler {
  /// Takes light of the source to the display's by a lattice over roots of light.
  mutating func add(_ map: SampledGamutMap) throws(UnsupportedOperation) {
    let most = max(range.upperBound, map.peak.nits)
    let entering = Curve<Luminance, SignalLevel>(
      "root", domain: .nits(0) ... .nits(most), workingUnits: (.nits(most), nil), tolerance: .signal(share: 0.2)
    ) { SignalLevel(map.root($0.nits)) }
    try add(entering.erased)
    try flush()
    // The peak, beyond which every map stops rising, is at a node, so that grays are exact on both sides of it.
    let (intervals, root) = (Double(SampledGamutMap.latticeSize - 1), map.root(most))
    let end = max(root, intervals / max(1, (intervals / root).rounded(.down)))
    append(.lattice(tables.lattice(of: map, upTo: end)), bounds: 0...1)
    let leaving = Curve<SignalLevel, Luminance>(
      "power", domain: 0...1, workingUnits: (nil, map.peak), tolerance: .light(share: 0.5)
    ) { .nits(map.light(ofRoot: $0.value)) }
    try add(leaving.erased)
  }

  /// The reason why a tone curve has no steps, with the argument near which it bends most, in units of what is allowed.
  func gap(_ error: UnsupportedOperation, _ curve: ColorCurve, upTo limit: Double, argument: Double, value: Double)
    -> UnsupportedOperation
  {
    guard curve.name.contains("tone(x)"), curve.key == nil else { return error }
    let allowed = self.tolerance(curve, argument: argument, value: value)
    func bend(_ low: Double, _ high: Double) -> Double {
      let values = [low, (low + high) / 2, high].map { curve.function($0 * argument) / value }
      return abs(values[1] - (values[0] + values[2]) / 2) / allowed.allowed((low + high) / 2, values[1])
    }
    var (low, high, most) = (0.0, limit, 0.0)
    for step in 0..<640 {
      let ends = (limit * Elementary.exp2(Double(step - 640) / 32), limit * Elementary.exp2(Double(step - 639) / 32))
      let found = bend(ends.0, ends.1)
      if found > most { (low, high, most) = (ends.0, ends.1, found) }
    }
    for _ in 0..<24 {
      let middle = (low + high) / 2
      if bend(low, middle) >= bend(middle, high) { high = middle } else { low = middle }
    }
    let place = low * argument
    let digits = Elementary.exp2(10 - Elementary.log2(max(place, 1e-6)).rounded())
    let rounded = (place * digits).rounded() / digits
    let near = curve.from.isLight ? "\(Luminance.nits(rounded))" : "a signal of \(rounded)"
    return UnsupportedOperation(
      description:
        "no polynomials follow \(curve.name) near \(near), so its jumps and bends there must be in `breakpoints`")
  }
}
