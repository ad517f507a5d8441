public import Colorimetry

/// A tone-mapping operator, which creates a curve from one range of light to another, with all its parameters.
///
///     try ToneOperator.spline.curve(from: .nits(0...1000), to: .nits(0...203))
///     ToneOperator(named: "pbr-neutral")!.document  // Khronos PBR Neutral Tone Mapper
///
/// Two operators are equal if their names, parameters and variants are.
public struct ToneOperator: Sendable, CustomStringConvertible {
  /// The input of an operator's maker: the arguments of ``curve(from:to:sceneAverage:sourceWhite:targetWhite:)``.
  typealias Ranges = (
    source: LuminanceRange, target: LuminanceRange, sceneAverage: Luminance?, sourceWhite: Luminance?,
    targetWhite: Luminance?
  )
  typealias Maker = @Sendable (Ranges) throws(ToneCurveError) -> any ToneCurve

  /// The operator's name on the command line.
  public let name: String
  public let document: String
  /// The white luminance of an SDR display to which the document's numbers refer; `nil` if it states no numbers.
  ///
  /// - Source: ITU-R BT.2446-1, clauses 4 and 6, whose SDR systems have 100 cd/m²; ACES 2, whose output transforms for SDR have a peak of 100 cd/m².
  public private(set) var publishedWhite: Luminance?
  /// Whether the document defines how the operator is applied to color. If so, its curve is a `ColorToneMap` and no variant is applied.
  public private(set) var definesColor = false
  /// Whether the operator raises light if the target's peak is above the source's.
  public private(set) var expands = false
  /// Whether the operator follows metadata of a scene or a frame.
  public private(set) var followsMetadata = false
  /// The application to color; `nil` means ``ToneVariant/brightness``, or `luminance` where only highlights are raised.
  public private(set) var variant: ToneVariant?
  /// Whether the operator may change light even if the target can display all of it.
  package private(set) var acceptsAnyRange = false
  var parameters: any Hashable & Sendable = 0
  /// The error of invalid parameters.
  package private(set) var fault: ToneCurveError?
  var make: Maker

  /// Creates a custom operator.
  ///
  ///     let plan = try ConversionPlan(from: .hdr10(), to: .sdr, tone: .custom("shoulder") { Shoulder(source: $0, target: $1) })
  ///
  /// The curve is compiled like those of this library. A ``ColorToneMap`` is a function of whole colors: frames are converted color by color in
  /// `Double`, unless a lattice approximates the plan.
  ///
  /// As for the other operators, the curve applies only if the display's peak is below that of the light. It is checked at 257 luminances, in equal
  /// steps of PQ: a value that is not finite is an error, a decrease is a finding of the plan.
  ///
  /// - Parameters:
  ///   - name: Its name in output.
  ///   - variant: The application to color, unless it is a ``ColorToneMap``; `nil` means ``ToneVariant/brightness``.
  ///   - curve: Creates a curve from the range of the light and that of the display; it may throw ``ToneCurveError/refused(_:)``.
  public static func custom(
    _ name: String, variant: ToneVariant? = nil,
    _ curve:
      @escaping @Sendable (_ source: LuminanceRange, _ target: LuminanceRange) throws(ToneCurveError) -> any ToneCurve
  ) -> ToneOperator {
    ToneOperator(name: name, document: "its maker", parameters: Identity()) { ranges throws(ToneCurveError) in
      let made = try curve(ranges.source, ranges.target)
      guard made.source == ranges.source else { throw .otherRange(made.source, expected: ranges.source) }
      guard made.target == ranges.target else { throw .otherRange(made.target, expected: ranges.target) }
      if let light = made.sampled.first(where: { !$0.shown.nits.isFinite })?.light { throw .notFinite(name, at: light) }
      if let map = made as? any ColorToneMap, let color = Light.notFinite(upTo: map.source.peak, under: { map($0) }) {
        throw .notFinite(name, at: .nits(color.components.max()))
      }
      return made
    }.applied(by: variant)
  }

  public var description: String { name }

  package var isCustom: Bool { parameters is Identity }

  /// The curve of a scene's HDR10+ metadata, if this is the operator that follows it.
  package var hdr10PlusCurve: HDR10PlusCurve? { parameters as? HDR10PlusCurve }
  /// The tone map of a frame's ST 2094-50 metadata, if this is the operator that follows it.
  package var headroomAdaptiveToneMap: HeadroomAdaptiveToneMap? { parameters as? HeadroomAdaptiveToneMap }

  /// Returns this operator with another application to color; an operator that defines its own then throws an error instead of creating a curve.
  ///
  ///     let tone = ToneOperator.bt2390.applied(by: .luminance)
  public func applied(by variant: ToneVariant?) -> ToneOperator {
    guard let variant else { return self }
    var changed = self
    changed.variant = variant
    guard definesColor else { return changed }
    let reason =
      "\(name) defines how it is applied to color, so the variant \(variant.rawValue) cannot be used with it; omit the variant, or choose"
      + " another operator"
    changed.make = { _ throws(ToneCurveError) in throw .refused(reason) }
    return changed
  }

  /// Creates the curve from a source to a target.
  ///
  ///     try ToneOperator.bt2446a.curve(from: .nits(0...203), to: .nits(0...1000))  // SDR to HDR
  ///
  /// This library adds one rule to the published forms: if the target's peak is not below the source's, the curve is the identity, except that an
  /// operator that expands (`expands`) does so if the target's peak is above. Some formulas would change light even between equal ranges; their
  /// result jumps when the target's peak reaches the source's.
  ///
  /// - Parameters:
  ///   - source: The range of the content. If its peak is too low, light above it is clipped.
  ///   - target: The range of the display; the peak of an SDR display is the luminance of its white.
  ///   - sceneAverage: The light of the scene's mean PQ signal, if known; `spline` places its knee there.
  ///   - sourceWhite: The light of reference white in the source, for `st2094-50`; `nil` means the metadata's.
  ///   - targetWhite: The light of reference white on the target, for `st2094-50`, limited to its peak; `nil` means the metadata's.
  /// - Returns: The curve; a `ColorToneMap` if `definesColor`, unless it is the identity.
  /// - Throws: `ToneCurveError.range` for a range that is empty or exceeds PQ; `.sceneAverage` for an average below 0 or NaN; `.referenceWhite` if
  ///   reference white is not above the black of its range; `.targetPeak` if the operator does not support the target's peak; `.refused` for an
  ///   operator-specific reason.
  public func curve(
    from source: LuminanceRange, to target: LuminanceRange, sceneAverage: Luminance? = nil,
    sourceWhite: Luminance? = nil, targetWhite: Luminance? = nil
  ) throws(ToneCurveError) -> any ToneCurve {
    guard source.isProper else { throw .range(source) }
    guard target.isProper else { throw .range(target) }
    if let sceneAverage, !(sceneAverage.nits >= 0) { throw .sceneAverage(sceneAverage) }
    if let fault { throw fault }
    let isMapped = target.peak < source.peak || acceptsAnyRange || expands && target.peak > source.peak
    return isMapped
      ? try make((source, target, sceneAverage, sourceWhite, targetWhite)) : ToneIdentity(from: source, to: target)
  }
}

extension ToneOperator {
  /// The operators of this library with their default parameters; those that follow metadata lack it and therefore have no curve.
  public static let all = [
    spline, bt2390, bt2446a, bt2446c, referenceWhite, st2094_40, st2094_50, reinhard, mobius, hable, pbrNeutral,
    aces2ToneScale, clip, identity,
  ]

  public init?(named name: String) {
    guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }

  /// The EETF of BT.2390: unchanged light up to a knee, then a cubic roll-off in PQ.
  public static let bt2390 = ToneOperator(name: "bt2390", document: "ITU-R BT.2390-8, clause 5.4; BT.2408-8, Annex 5") {
    BT2390(from: $0.source, to: $0.target)
  }

  /// BT.2446 method A: a logarithmic curve on luma, with the colors scaled along; SDR to HDR by a curve of its own.
  public static let bt2446a = ToneOperator(
    name: "bt2446a", document: "ITU-R BT.2446-1, clause 4, Method A", publishedWhite: .nits(100), definesColor: true,
    expands: true
  ) {
    $0.target.peak > $0.source.peak
      ? BT2446AInverseToneMap(from: $0.source, to: $0.target) as any ToneCurve : BT2446A(from: $0.source, to: $0.target)
  }

  /// BT.2446 method C: linear up to 80 % signal, then a logarithm into super-white; SDR to HDR by its inverse.
  public static let bt2446c = ToneOperator(
    name: "bt2446c", document: "ITU-R BT.2446-1, clause 6, Method C", publishedWhite: .nits(100), definesColor: true,
    expands: true
  ) {
    $0.target.peak > $0.source.peak
      ? BT2446CInverseToneMap(from: $0.source, to: $0.target) as any ToneCurve : BT2446C(from: $0.source, to: $0.target)
  }

  /// The reference-white operator of ST 2094-50: one gain from the maximum component, which makes room above reference white.
  public static let referenceWhite = ToneOperator(
    name: "reference-white", document: "SMPTE ST 2094-50:2026 (clauses as in its public draft), C.3.8",
    definesColor: true
  ) { ReferenceWhiteToneMap(from: $0.source, to: $0.target) }

  /// Reinhard's curve: x / (x + 1), scaled so that the peak becomes white.
  public static let reinhard = ToneOperator(
    name: "reinhard", document: "libplacebo and FFmpeg, reinhard with contrast 0.5; after Reinhard et al. (2002)"
  ) { Reinhard(from: $0.source, to: $0.target) }

  /// The Möbius curve: unchanged light up to 30 % of white, then a hyperbola.
  public static let mobius = ToneOperator(name: "mobius", document: "libplacebo and FFmpeg, mobius with knee 0.3") {
    Mobius(from: $0.source, to: $0.target)
  }

  /// Hable's filmic curve, with toe and shoulder.
  public static let hable = ToneOperator(
    name: "hable", document: "Hable, Filmic Tonemapping Operators (2010), normalized to the peak"
  ) { Hable(from: $0.source, to: $0.target) }

  /// Khronos PBR Neutral: unchanged colors up to 80 % of white, then toward white.
  public static let pbrNeutral = ToneOperator(
    name: "pbr-neutral", document: "Khronos PBR Neutral Tone Mapper", definesColor: true
  ) { PBRNeutral(from: $0.source, to: $0.target) }

  /// The tone scale of the ACES 2 output transforms alone.
  public static let aces2ToneScale = ToneOperator(
    name: "aces2-tonescale", document: "ACES 2, tonescale", publishedWhite: .nits(100)
  ) { light throws(ToneCurveError) in
    guard ACES2ToneScale.targetPeaks.contains(light.target.peak) else {
      throw .targetPeak("aces2-tonescale", found: light.target.peak, expected: ACES2ToneScale.targetPeaks)
    }
    return ACES2ToneScale(from: light.source, to: light.target)
  }

  /// Unchanged light as far as the target goes.
  public static let clip = ToneOperator(name: "clip", document: "this library") {
    ToneClip(from: $0.source, to: $0.target)
  }

  // Not named `none`, which would mean nil in an optional.
  /// No tone mapping: unchanged light, inside or outside the target.
  public static let identity = ToneOperator(name: "none", document: "this library") {
    ToneIdentity(from: $0.source, to: $0.target)
  }
}

extension ToneOperator: Hashable {
  public static func == (one: ToneOperator, other: ToneOperator) -> Bool {
    one.name == other.name && one.variant == other.variant
      && AnyHashable(one.parameters) == AnyHashable(other.parameters)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(variant)
  }
}
