package import ColorOperations
public import Colorimetry

/// The headroom-adaptive tone map of ST 2094-50 metadata for one display.
///
///     let map = try HeadroomAdaptiveToneMap(baselineHeadroom: 2)
///     ST2094_50(from: .nits(0...812), to: .nits(0...203), map: map)(.nits(203))  // 114.8 cd/m²
///
/// The gains are those of an alternate with the display's headroom, or of its two neighbors, interpolated in stops; the baseline counts as an
/// alternate with a gain of 0. Displays with headroom outside the range of the alternates get the gains of the nearest one.
///
/// - Domain: Light of `0...10_000` cd/m², regardless of the source's range; clamped outside. Above the last point of a gain curve, the output is
///   constant.
/// - Range: As the metadata requires, which may exceed the target's range; a gamut map follows. With the standard's own gains, for metadata without
///   alternates, and a baseline above 4.6 stops (5000 cd/m² for a white of 203), the interpolation decreases between its first two points; the output
///   is constant there instead, as in ``ReferenceWhiteToneMap``. Gains stated in the metadata are kept even if they decrease.
/// - Source: SMPTE ST 2094-50:2026 (clauses as in its public draft), 6.2.5 and A.2 to A.4. If a range has a black above 0, light is measured from
///   there.
public struct ST2094_50: ComposedToneMap, ScaledToneCurve, Hashable {
  public let map: HeadroomAdaptiveToneMap
  /// The light of reference white in the source and on the target.
  public let sourceWhite, targetWhite: Luminance
  /// The target's headroom.
  public let headroom: Stops
  let units: OperatorUnits
  package let terms: [Term]

  /// Gains, which are added, that depend on the same value of a color.
  package struct Term: Hashable {
    let mixing: ComponentMixing
    package fileprivate(set) var parts: [Part]
  }

  package enum Part: Hashable {
    case curve(GainCurve, weight: Double)
    /// The standard's own operator, interpolated for the target.
    case referenceWhite(HeadroomGain)

    /// The gain in stops for light relative to reference white.
    func stops(_ light: Double) -> Double {
      switch self {
      case .curve(let curve, let weight): weight * curve.stops(light)
      case .referenceWhite(let gain): gain.stops(light)
      }
    }

    /// The light at which the gain is not smooth.
    var breakpoints: [Double] {
      switch self {
      case .curve(let curve, _): curve.x
      case .referenceWhite(let gain):
        gain.curves.flatMap(\.x) + (gain.level.map { [$0.lowerBound, $0.upperBound] } ?? [])
      }
    }
  }

  /// The light of reference white in the source is by default the metadata's, and on the target too, or the target's peak if that is less.
  ///
  /// - Precondition: The white of each range is above its black; ``ToneOperator/st2094_50(_:)`` throws an error otherwise.
  public init(
    from source: LuminanceRange, to target: LuminanceRange, map: HeadroomAdaptiveToneMap, sourceWhite: Luminance? = nil,
    targetWhite: Luminance? = nil
  ) {
    self.map = map
    (self.sourceWhite, self.targetWhite) = Self.whites(sourceWhite, targetWhite, of: map, on: target)
    let whites = (self.sourceWhite.nits - source.black.nits, self.targetWhite.nits - target.black.nits)
    precondition(whites.0 > 0 && whites.1 > 0, "reference white must be above the black of both ranges")
    units = OperatorUnits(from: source, to: target, sourceUnit: .nits(whites.0), targetUnit: .nits(whites.1))
    headroom = max(0, Stops(ratio: target.span.nits / whites.1))
    terms = Self.terms(of: map, for: headroom)
  }

  /// Reference white in the source and on the target, limited to the peak; `nil` means the metadata's.
  fileprivate static func whites(
    _ source: Luminance?, _ target: Luminance?, of map: HeadroomAdaptiveToneMap, on range: LuminanceRange
  ) -> (Luminance, Luminance) { (source ?? map.referenceWhite, min(target ?? map.referenceWhite, range.peak)) }

  public var detail: String? {
    func stops(_ headroom: Stops) -> String { "\(headroom.value.rounded(to: 4))" }
    let how =
      switch map.gains {
      case _ where terms.isEmpty: "without gains"
      case .referenceWhite: "by the standard's own gains"
      case .alternates(_, let alternates):
        "by gains that are stated for \(alternates.map { stops($0.headroom) }.joined(separator: ", "))"
      }
    return
      "headroom \(stops(map.baselineHeadroom)) to \(stops(headroom)) stops \(how), white \(sourceWhite) to \(targetWhite)"
  }

  /// The gains for a display of this headroom.
  private static func terms(of map: HeadroomAdaptiveToneMap, for headroom: Stops) -> [Term] {
    guard case .alternates(_, let alternates) = map.gains else {
      guard headroom < map.baselineHeadroom else { return [] }
      let gain = HeadroomGain(baseline: map.baselineHeadroom, target: headroom)
      return [Term(mixing: .maximum, parts: [.referenceWhite(gain)])]
    }
    let baseline = (headroom: map.baselineHeadroom, alternate: HeadroomAdaptiveToneMap.Alternate?.none)
    let list = (alternates.map { ($0.headroom, Optional($0)) } + [baseline]).sorted { $0.0 < $1.0 }
    let clamped = min(max(headroom, list[0].0), list.last!.0)
    let upper = list.firstIndex { $0.0 >= clamped }!
    var weighted = [(list[upper].1, weight: 1.0)]
    if list[upper].0 != clamped {
      let (from, to) = (list[upper].0.value, list[upper - 1].0.value)
      let weight = (clamped.value - from) / (to - from)
      weighted = [(list[upper - 1].1, weight), (list[upper].1, 1 - weight)]
    }
    var terms: [Term] = []
    for case (let alternate?, let weight) in weighted {
      if terms.last?.mixing != alternate.mixing { terms.append(Term(mixing: alternate.mixing, parts: [])) }
      terms[terms.count - 1].parts.append(.curve(alternate.curve, weight: weight))
    }
    return terms
  }

  /// Whether light is unchanged.
  public var isIdentity: Bool { terms.isEmpty && units.sourceUnit == units.targetUnit && source.black == target.black }

  public func callAsFunction(_ light: Luminance) -> Luminance {
    let nits = clamped(light.nits, source.black.nits, PerceptualQuantizer.peak.nits)
    let x = (nits - source.black.nits) / units.sourceUnit.nits
    return units.leaving(x * Self.factor(of: terms.lazy.flatMap(\.parts), x))
  }

  /// The factor of a sum of gains, for light relative to reference white.
  private static func factor(of parts: some Sequence<Part>, _ x: Double) -> Double {
    Elementary.exp2(parts.reduce(0) { $0 + $1.stops(x) })
  }

  package var operationsAboveBlack: Operations {
    converting(.bt2020, to: primaries) + gains + converting(primaries, to: .bt2020)
  }

  public var breakpoints: [Luminance] { terms.flatMap { $0.parts.flatMap(\.breakpoints) }.map { units.source(of: $0) } }

  /// The primaries in which gains are applied.
  private var primaries: RGBPrimaries {
    if case .alternates(let primaries, _) = map.gains, !terms.isEmpty { primaries } else { .bt2020 }
  }

  private func converting(_ from: RGBPrimaries, to: RGBPrimaries) -> Operations {
    from == to ? [] : [Affine(from.matrix(to: to))]
  }

  /// The factors of the terms, all of the color before the first of them, which carries the change of reference white.
  private var gains: Operations {
    let scale = units.targetUnit.nits / units.sourceUnit.nits
    guard !terms.isEmpty else { return scale == 1 ? [] : [Affine(Matrix3x3(diagonal: SIMD3(repeating: scale)))] }
    var operations: Operations = []
    for (index, term) in terms.enumerated() {
      operations = [gain(of: term, scale: index == 0 ? scale : 1, after: operations, share: 1 / Double(terms.count))]
    }
    return operations
  }

  private func gain(of term: Term, scale: Double, after body: Operations, share: Double) -> Gain {
    let unit = units.sourceUnit.nits
    let breakpoints = Array(Set(term.parts.flatMap(\.breakpoints))).sorted()
    let parts = term.parts
    @Sendable func factor(_ x: Double) -> Double { scale * Self.factor(of: parts, x) }
    let curve = Curve(
      "two to the gain of x", breakpoints: breakpoints.map { .nits($0 * unit) }, tolerance: .factor(share: share)
    ) { (light: Luminance) in factor(max(0, light.nits) / unit) }
    // Between two points a cubic may exceed both.
    var maximum = factor(0)
    var from = 0.0
    for to in breakpoints {
      for step in 1...64 { maximum = max(maximum, factor(mix(from, to, Double(step) / 64))) }
      from = to
    }
    return Gain(
      of: term.mixing.norm, plusOwn: term.mixing.component, by: curve, after: body, maximumFactor: 1.001 * maximum)
  }
}

extension ToneOperator {
  /// The gain curves of a frame's ST 2094-50 metadata, whose baseline's peak is that of a PQ source in a plan.
  public static func st2094_50(_ map: HeadroomAdaptiveToneMap) -> ToneOperator {
    st2094_50(map) { light throws(ToneCurveError) in
      let (source, target) = (light.source, light.target)
      let (sourceWhite, targetWhite) = ST2094_50.whites(light.sourceWhite, light.targetWhite, of: map, on: target)
      guard sourceWhite > source.black else { throw .referenceWhite(sourceWhite, black: source.black) }
      guard targetWhite > target.black else { throw .referenceWhite(targetWhite, black: target.black) }
      let curve = ST2094_50(from: source, to: target, map: map, sourceWhite: sourceWhite, targetWhite: targetWhite)
      return curve.isIdentity ? ToneIdentity(from: source, to: target) : curve
    }
  }

  /// The operator without metadata, and therefore without a curve.
  package static let st2094_50 = st2094_50(nil) { _ throws(ToneCurveError) in
    throw .refused(
      "st2094-50 needs the tone map of a frame's ST 2094-50 metadata, which is missing; convert a movie whose frames carry it, or"
        + " choose another operator")
  }

  private static func st2094_50(_ map: HeadroomAdaptiveToneMap?, _ make: @escaping Maker) -> ToneOperator {
    ToneOperator(
      name: "st2094-50", document: "SMPTE ST 2094-50:2026 (clauses as in its public draft)", definesColor: true,
      followsMetadata: true, acceptsAnyRange: true, parameters: map, make: make)
  }
}
