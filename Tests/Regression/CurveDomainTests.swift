import Testing

import ToneMapping

/// What each curve says of its argument and value, against what plans give it.
@Suite struct CurveDomainTests {
  /// All transfers as sources and on displays, beside all operators and codings.
  static let cases: [FrameReferenceTests.Case] =
    VectorCoverageTests.cases
    + TransferCharacteristics.allCases.flatMap { transfer in
      let color = ColorDescription(primaries: .bt2020, transfer: transfer, matrix: .identity, range: .full)
      return [
        FrameReferenceTests.Case(
          name: "from \(transfer)", source: Source(color: color), display: .sdr, gamut: .clip, input: .gbrp12),
        .init(name: "to \(transfer)", source: .hdr10(), display: Display(.bt709, transfer: transfer), gamut: .clip),
      ]
    }
    + CameraLog.allCases.flatMap { log in
      [("SDR", Display.sdr), ("PQ", .hdr10), ("HLG", .hlg)].map {
        FrameReferenceTests.Case(name: "\(log) to \($0.0)", source: .log(log), display: $0.1, gamut: .clip)
      }
    }

  @Test(arguments: cases) func everyArgumentIsInItsDomain(_ c: FrameReferenceTests.Case) throws {
    let plan = try c.plan()
    // Signals that the source can mean: no codes beyond its peak.
    let linear = plan.sourceTransfer?.codePoint == .pq
    let most = linear ? PerceptualQuantizer().inverseEOTF(plan.sourceLuminance!.peak).value : 1
    let steps = [0, 0.05, 0.2, 0.5, 0.8, 1].map { $0 * most }
    // Light below the source's black is black. And P3, which lies 0.0012 outside BT.2020, counts as inside it: see
    // `RGBPrimaries.contains`.
    let peak = max(plan.sourceLuminance!.peak, plan.targetLuminance.peak).nits
    // The log of a camera codes more light than PQ does, which then counts as PQ's most.
    let isLog = plan.sourceTransfer?.codePoint == nil
    var walk = Walk(
      lightBelow: max(0.002 * peak, plan.sourceLuminance!.black.nits), lightAbove: isLog ? .infinity : 0)
    let toCodes = plan.sourceCoding.toCodes(workingUnit: plan.sourceLuminance!.peak)
    for red in steps {
      for green in steps {
        for blue in steps {
          walk.unit = .signal
          _ = walk.through(plan.operations, toCodes(SIMD3(red, green, blue)))
        }
      }
    }
    #expect(walk.faults.isEmpty, "\(c): \(walk.faults)")
    #expect(walk.seen > 0 || plan.keepsSignal)
  }
}

/// A walk through a list of operations as the reference takes it, with a look at what each curve is given.
private struct Walk {
  /// How far light may lie below and above a domain.
  let lightBelow, lightAbove: Double
  /// What the color is now.
  var unit = ColorUnit.signal
  /// The arguments that were looked at.
  private(set) var seen = 0
  /// The curves that were given something else than they take, with the worst of it.
  private(set) var faults: [String: Double] = [:]

  init(lightBelow: Double, lightAbove: Double) { (self.lightBelow, self.lightAbove) = (lightBelow, lightAbove) }

  /// The color after some operations.
  mutating func through(_ operations: Operations, _ color: SIMD3<Double>) -> SIMD3<Double> {
    var color = color
    for operation in operations {
      look(at: operation, color)
      color = operation(color, at: Pixel())
    }
    return color
  }

  private mutating func look(at operation: any ColorOperation, _ color: SIMD3<Double>) {
    switch operation {
    case let curve as Curve:
      for i in 0..<3 { look(at: curve, curve.isOdd ? abs(color[i]) : color[i]) }
      unit = curve.to
    case let gain as Gain:
      let level = gain.norm(color)
      look(at: gain.factor, level, gives: .factor)
      if let adding = gain.adding { look(at: adding, level, gives: unit) }
      _ = through(gain.body, color)
      unit = gain.gives ?? unit
    case let addition as Addition:
      if case .curve(let curve) = addition.term { look(at: curve, addition.norm(color), gives: unit) }
      _ = through(addition.body, color)
    case let intensity as Intensity: look(at: intensity.curve, intensity.norm(color), gives: unit)
    default: break
    }
  }

  private mutating func look(at curve: Curve, _ argument: Double, gives value: ColorUnit? = nil) {
    seen += 1
    if curve.from != unit { faults["\(curve.name) takes \(curve.from), not \(unit)"] = 0 }
    if let value, curve.to != value { faults["\(curve.name) gives \(curve.to), not \(value)"] = 0 }
    guard let domain = curve.domain else { return }
    // What rounding in `Double` may add.
    let rounding = curve.from.isLight ? 1e-6 : 1e-9
    let (below, above) = curve.from.isLight ? (lightBelow, lightAbove) : (0, 0)
    let beyond = max(domain.lowerBound - argument - below, argument - domain.upperBound - above)
    if !(beyond <= rounding) { faults["\(curve)", default: 0] = max(faults["\(curve)", default: 0], beyond) }
  }
}
