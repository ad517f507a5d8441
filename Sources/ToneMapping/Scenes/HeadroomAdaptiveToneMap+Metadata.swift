extension HeadroomAdaptiveToneMap {
  /// Creates the tone map of an ST 2094-50 message by interpreting its integers.
  ///
  ///     let tone = ToneOperator.st2094_50(try HeadroomAdaptiveToneMap(metadata, frame: 0))
  ///
  /// - Source: SMPTE ST 2094-50:2026 (clauses as in its public draft), C.3.3 to C.3.9.
  /// - Parameters:
  ///   - metadata: The metadata of the frame.
  ///   - frame: The frame's number, for error messages.
  /// - Throws: ``HeadroomCurveError``: `.noToneMap` if only reference white is stated; `.map` for invalid numbers.
  public init(_ metadata: HeadroomAdaptiveMetadata, frame: Int) throws(HeadroomCurveError) {
    guard let stated = metadata.toneMap else { throw .noToneMap(frame: frame) }
    do {
      var gains = Gains.referenceWhite
      if let stating = stated.alternates {
        gains = .alternates(stating.space.primaries, try stating.images.map(stated.interpreted))
      }
      try self.init(referenceWhite: metadata.referenceWhite, baselineHeadroom: stated.baselineHeadroom, gains: gains)
    } catch {
      throw .map(error, frame: frame)
    }
  }
}

/// The reason why a frame's ST 2094-50 metadata has no curve.
public enum HeadroomCurveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The metadata of this frame states reference white only.
  case noToneMap(frame: Int)
  /// The numbers of this frame are invalid.
  case map(HeadroomAdaptiveToneMapError, frame: Int)

  public var description: String {
    switch self {
    case .noToneMap(let frame):
      "frame \(frame) states reference white but no tone map, which st2094-50 needs; choose another operator"
    case .map(let error, let frame): "in frame \(frame), \(error)"
    }
  }
}

extension HeadroomAdaptiveMetadata.ToneMap {
  fileprivate func interpreted(
    _ alternate: Alternate
  ) throws(HeadroomAdaptiveToneMapError) -> HeadroomAdaptiveToneMap.Alternate {
    let points = points(of: alternate)
    let slopes = alternate.curve.angles.map { angles in
      angles.map { GainCurve.slope(rising: min(max($0, 1), 35_999).quantity) }
    }
    return HeadroomAdaptiveToneMap.Alternate(
      headroom: alternate.headroom, mixing: try alternate.mixing.weighted(),
      curve: try GainCurve(x: points.map(\.x), y: points.map(\.gain), slopes: slopes))
  }
}

extension HeadroomAdaptiveMetadata.ToneMap.Mixing {
  fileprivate func weighted() throws(HeadroomAdaptiveToneMapError) -> ComponentMixing {
    switch self {
    case .maximum: return .maximum
    case .component: return .component
    case .blend: return .blend
    case .custom(let stated):
      guard stated.count == 6 else { throw .mixing }
      let p = stated.map { min($0 ?? 0, 50_000).quantity }
      return try ComponentMixing(weights: SIMD3(p[0], p[1], p[2]), maximum: p[3], minimum: p[4], component: p[5])
    }
  }
}

extension HeadroomAdaptiveMetadata.ToneMap.Space {
  /// The primaries; those stated explicitly in the message are limited to the diagram's square.
  fileprivate var primaries: RGBPrimaries {
    switch self {
    case .bt709: return .bt709
    case .p3D65: return .p3D65
    case .bt2020: return .bt2020
    case .custom(let stated):
      let points = stated.map { CodedChromaticity(x: min($0.x, 50_000), y: min($0.y, 50_000)).chromaticity }
      // Fewer than four points cannot form a triangle, which the check of the primaries reports.
      guard points.count == 4 else {
        let none = Chromaticity(0, 0)
        return RGBPrimaries(red: none, green: none, blue: none, white: none)
      }
      return RGBPrimaries(red: points[0], green: points[1], blue: points[2], white: points[3])
    }
  }
}
