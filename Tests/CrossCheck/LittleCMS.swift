import CLittleCMS
import Colorimetry

/// A tone curve of Little-CMS: a function of one number that ICC can express.
///
/// It is safe because it owns what it points to, and lends it only to the profile that copies it.
@safe final class ToneCurve {
  let curve: OpaquePointer

  init?(_ curve: OpaquePointer?) {
    guard let curve = unsafe curve else { return nil }
    unsafe self.curve = curve
  }

  deinit { unsafe cmsFreeToneCurve(curve) }

  /// A parametric curve of ICC.1:2022, *parametricCurveType*, by its number in Little-CMS, which is one above that of
  /// ICC.
  static func parametric(_ type: Int, _ parameters: Double...) -> ToneCurve? {
    unsafe ToneCurve(cmsBuildParametricToneCurve(nil, Int32(type), parameters))
  }

  /// A formula segment of ICC.1:2022, *multiProcessElementsType*, by its number in Little-CMS, which is six above that
  /// of ICC.
  struct Segment {
    /// The end of the segment; it begins at the end of the previous one.
    var end: Float
    var type: Int
    var parameters: [Double]
  }

  /// A curve of formula segments, from minus to plus infinity.
  static func segmented(_ segments: Segment...) -> ToneCurve? {
    var start = -Float.greatestFiniteMagnitude
    let all = unsafe segments.map { segment in
      var out = unsafe cmsCurveSegment()
      unsafe out.x0 = start
      unsafe out.x1 = segment.end
      unsafe out.`Type` = Int32(segment.type)
      unsafe withUnsafeMutableBytes(of: &out.Params) { bytes in
        unsafe bytes.withMemoryRebound(to: Double.self) { parameters in
          for (i, value) in segment.parameters.enumerated() { unsafe parameters[i] = value }
        }
      }
      start = segment.end
      return unsafe out
    }
    return unsafe ToneCurve(cmsBuildSegmentedToneCurve(nil, UInt32(all.count), all))
  }

  /// A curve of 65 535 samples over `0...1` with linear interpolation.
  static func sampled(_ function: (Double) -> Double) -> ToneCurve? {
    let values = (0..<65535).map { Float(function(Double($0) / 65534)) }
    return unsafe ToneCurve(cmsBuildTabulatedToneCurveFloat(nil, 65535, values))
  }
}

/// A matrix profile of Little-CMS: primaries, white, and one curve from signal to light.
///
/// It is safe because it owns what it points to.
@safe final class Profile {
  let profile: cmsHPROFILE

  init?(_ primaries: RGBPrimaries, _ curve: ToneCurve) {
    func point(_ chromaticity: Chromaticity) -> cmsCIExyY { cmsCIExyY(x: chromaticity.x, y: chromaticity.y, Y: 1) }
    var white = point(primaries.white)
    var triple = cmsCIExyYTRIPLE(
      Red: point(primaries.red), Green: point(primaries.green), Blue: point(primaries.blue))
    var curves: [OpaquePointer?] = unsafe [curve.curve, curve.curve, curve.curve]
    guard let profile = unsafe cmsCreateRGBProfile(&white, &triple, &curves) else { return nil }
    unsafe self.profile = profile
  }

  deinit { unsafe cmsCloseProfile(profile) }

  /// Converts colors of this profile to another, by `cmsDoTransform` in floating point without optimizations.
  func convert(_ colors: [SIMD3<Double>], to other: Profile) -> [SIMD3<Double>] {
    guard
      let transform = unsafe cmsCreateTransform(
        profile, CLittleCMS_RGB_DBL, other.profile, CLittleCMS_RGB_DBL, UInt32(INTENT_RELATIVE_COLORIMETRIC),
        CLittleCMS_EXACT)
    else { return [] }
    defer { unsafe cmsDeleteTransform(transform) }
    let input = colors.flatMap { [$0.x, $0.y, $0.z] }
    var output = [Double](repeating: .nan, count: input.count)
    unsafe cmsDoTransform(transform, input, &output, UInt32(colors.count))
    return colors.indices.map { SIMD3(output[3 * $0], output[3 * $0 + 1], output[3 * $0 + 2]) }
  }
}
