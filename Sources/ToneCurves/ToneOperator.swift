public import Colorimetry

/// The available tone-mapping operators, by name.
///
///     try ToneOperator.spline.curve(from: .nits(0...1000), to: .nits(0...203))
///     ToneOperator(rawValue: "pbr-neutral")!.summary
public enum ToneOperator: String, CaseIterable, Hashable, Sendable {
  /// The spline of libplacebo, with a knee that adapts less to high peaks (`LibplaceboSpline.Constants.adapted`); the default.
  case spline
  /// The EETF of BT.2390.
  case bt2390
  /// BT.2446 method A, in both directions.
  case bt2446a
  /// BT.2446 method C, in both directions.
  case bt2446c
  /// The reference-white operator of ST 2094-50.
  case referenceWhite = "reference-white"
  /// The Bézier curve of ST 2094-40 metadata.
  case st2094_40 = "st2094-40"
  /// The gain curves of ST 2094-50 metadata.
  case st2094_50 = "st2094-50"
  /// Reinhard's curve.
  case reinhard
  /// The Möbius curve.
  case mobius
  /// Hable's filmic curve.
  case hable
  /// Khronos PBR Neutral.
  case pbrNeutral = "pbr-neutral"
  /// The tone scale of ACES 2.
  case aces2ToneScale = "aces2-tonescale"
  /// Clipping to the target's range.
  case clip
  // Not named `none`, which would mean nil in an optional.
  /// No tone mapping.
  case identity = "none"

  /// A one-line description of the operator.
  public var summary: String {
    switch self {
    case .spline: "two polynomials in PQ that meet at a knee chosen from the scene's average"
    case .bt2390: "unchanged light up to a knee, then a cubic roll-off in PQ"
    case .bt2446a: "a logarithmic curve on luma with the colors scaled along; raises SDR to HDR by a curve of its own"
    case .bt2446c: "linear up to 80 % signal, then a logarithm into super-white; raises SDR to HDR by its inverse"
    case .referenceWhite: "one gain from the largest component that makes room above reference white"
    case .st2094_40: "the Bézier curve that HDR10+ metadata carries for each scene"
    case .st2094_50:
      "the gain curves that ST 2094-50 metadata carries for each frame, mixed for the display's headroom"
    case .reinhard: "x / (x + 1), scaled so that the peak becomes white"
    case .mobius: "unchanged light up to 30 % of white, then a hyperbola"
    case .hable: "the filmic curve with toe and shoulder"
    case .pbrNeutral: "unchanged colors up to 80 % of white, then toward white"
    case .aces2ToneScale: "the tone scale of the ACES 2 output transforms alone"
    case .clip: "unchanged light as far as the target goes"
    case .identity: "unchanged light, in or out of the target"
    }
  }

  /// The document that defines the operator.
  public var document: String {
    switch self {
    case .spline: "libplacebo (June 2026), spline"
    case .bt2390: "ITU-R BT.2390-8, clause 5.4; BT.2408-8, Annex 5"
    case .bt2446a: "ITU-R BT.2446-1, clause 4, Method A"
    case .bt2446c: "ITU-R BT.2446-1, clause 6, Method C"
    case .referenceWhite: "SMPTE ST 2094-50:2026 (clauses as in its public draft), C.3.8"
    case .st2094_40: "SMPTE ST 2094-40"
    case .st2094_50: "SMPTE ST 2094-50:2026 (clauses as in its public draft)"
    case .reinhard: "libplacebo and FFmpeg, reinhard with contrast 0.5; after Reinhard et al. (2002)"
    case .mobius: "libplacebo and FFmpeg, mobius with knee 0.3"
    case .hable: "Hable, Filmic Tonemapping Operators (2010), normalized to the peak"
    case .pbrNeutral: "Khronos PBR Neutral Tone Mapper"
    case .aces2ToneScale: "ACES 2, tonescale"
    case .clip, .identity: "this library"
    }
  }

  /// The luminance of an SDR display's white for which the document gives its numbers; `nil` if it gives none.
  ///
  /// - Source: ITU-R BT.2446-1, clauses 4 and 6, whose SDR systems have 100 cd/m²; ACES 2, whose output transforms for SDR have a peak of
  ///   100 cd/m².
  public var publishedWhite: Luminance? {
    switch self {
    case .bt2446a, .bt2446c, .aces2ToneScale: .nits(100)
    default: nil
    }
  }

  /// Whether the document defines how the operator is applied to color. If so, its curve is a `ColorToneMap` and no
  /// variant is applied.
  public var definesColor: Bool {
    switch self {
    case .bt2446a, .bt2446c, .referenceWhite, .st2094_50, .pbrNeutral: true
    default: false
    }
  }

  /// Whether the operator is what metadata of a scene or a frame says, and so needs that metadata.
  public var followsMetadata: Bool { self == .st2094_40 || self == .st2094_50 }

  /// Whether the operator raises light if the target's peak is above the source's.
  public var expands: Bool { self == .bt2446a || self == .bt2446c }

  /// Creates the curve from a source to a target.
  ///
  ///     try ToneOperator.bt2446a.curve(from: .nits(0...203), to: .nits(0...1000))  // SDR to HDR
  ///
  /// This library adds one rule to the published forms: if the target's peak is not below the source's, nothing is
  /// compressed and the curve is the identity, except that an operator that expands (`expands`) does so if the target's
  /// peak is above. Some formulas would change light even between equal ranges. For those, the result jumps when the
  /// target's peak reaches the source's.
  ///
  /// - Parameter source: The range of the content. If its peak is below the true one, the light in between is clipped.
  /// - Parameter target: The range of the display; the peak of an SDR display is the luminance of its white.
  /// - Parameter sceneAverage: The light of the scene's mean PQ signal, if known; `spline` places its knee there.
  /// - Parameter kneeAdaptation: How far the knee of `spline` moves, `0...1`: 0.4 is libplacebo's own; `nil` means
  ///   `LibplaceboSpline.Constants.adapted`.
  /// - Parameter bezier: The curve of ST 2094-40 metadata, which `st2094_40` needs.
  /// - Parameter targetedDisplayPeak: The peak of the display for which that curve was made; `nil` means the target's.
  /// - Parameter headroomAdaptiveToneMap: What ST 2094-50 metadata states, which `st2094_50` needs; reference white is then shown as it is, or at
  ///   the target's peak if that is less.
  /// - Returns: The curve; a `ColorToneMap` if `definesColor`, unless it is the identity.
  /// - Throws: `ToneCurveError.range` for a range that is empty or exceeds PQ; `.sceneAverage` for an average that is
  ///   not a luminance; `.missingBezier` or `.missingHeadroomAdaptiveToneMap` if what metadata states is needed and missing; `.referenceWhite` if
  ///   it states a white that is not above black; `.targetPeak` if the operator does not
  ///   support the target's peak.
  public func curve(
    from source: LuminanceRange, to target: LuminanceRange, sceneAverage: Luminance? = nil,
    kneeAdaptation: Double? = nil,
    bezier: BezierCurve? = nil, targetedDisplayPeak: Luminance? = nil,
    headroomAdaptiveToneMap: HeadroomAdaptiveToneMap? = nil
  ) throws(ToneCurveError) -> any ToneCurve {
    guard source.isProper else { throw .range(source) }
    guard target.isProper else { throw .range(target) }
    if let sceneAverage, !(sceneAverage.nits >= 0) { throw .sceneAverage(sceneAverage) }
    if self == .st2094_40, bezier == nil { throw .missingBezier(self) }

    if self == .st2094_50 {
      guard let headroomAdaptiveToneMap else { throw .missingHeadroomAdaptiveToneMap(self) }
      let map = try ST2094_50(checking: headroomAdaptiveToneMap, from: source, to: target)
      return map.isIdentity ? ToneIdentity(from: source, to: target) : map
    }

    if target.peak > source.peak, expands {
      return self == .bt2446a
        ? BT2446AInverseToneMap(from: source, to: target) : BT2446CInverseToneMap(from: source, to: target)
    }
    if target.peak >= source.peak { return ToneIdentity(from: source, to: target) }

    switch self {
    case .spline:
      var constants = LibplaceboSpline.Constants.adapted(from: source, to: target)
      if let kneeAdaptation { constants.kneeAdaptation = kneeAdaptation }
      return LibplaceboSpline(from: source, to: target, sceneAverage: sceneAverage, constants: constants)
    case .bt2390: return BT2390(from: source, to: target)
    case .bt2446a: return BT2446A(from: source, to: target)
    case .bt2446c: return BT2446C(from: source, to: target)
    case .referenceWhite: return ReferenceWhiteToneMap(from: source, to: target)
    case .st2094_40:
      guard let bezier else { throw .missingBezier(self) }
      return ST2094_40(from: source, to: target, bezier: bezier, targetedDisplayPeak: targetedDisplayPeak)
    case .st2094_50: throw .missingHeadroomAdaptiveToneMap(self)
    case .reinhard: return Reinhard(from: source, to: target)
    case .mobius: return Mobius(from: source, to: target)
    case .hable: return Hable(from: source, to: target)
    case .pbrNeutral: return PBRNeutral(from: source, to: target)
    case .aces2ToneScale:
      guard ACES2ToneScale.targetPeaks.contains(target.peak) else {
        throw .targetPeak(self, found: target.peak, expected: ACES2ToneScale.targetPeaks)
      }
      return ACES2ToneScale(from: source, to: target)
    case .clip: return ToneClip(from: source, to: target)
    case .identity: return ToneIdentity(from: source, to: target)
    }
  }
}

extension ToneOperator: CustomStringConvertible {
  public var description: String { rawValue }
}
