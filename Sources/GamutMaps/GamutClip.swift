public import Colorimetry

/// Clips each component of the display's light to its range.
///
///     GamutClip(from: .bt2020, to: .bt709, peak: .nits(203))(.nits(0, 203, 0))  // 0, 203, 0
///
/// All colors beyond the hull land on it: gradation is lost and hues shift. The map serves as a baseline for the
/// others, and for matching pipelines that only clip.
///
/// - Domain: Any light in the source's primaries.
/// - Range: Light in the display's primaries, each component `0...peak`.
/// - Source: The matrix follows from the chromaticities by SMPTE RP 177:1993.
public struct GamutClip: FittedGamutMap, Hashable {
  private let cube: TargetCube

  /// The map between two sets of primaries.
  ///
  /// - Parameter source: The primaries of the incoming light.
  /// - Parameter target: The primaries of the display.
  /// - Parameter peak: The luminance of the display's white, above 0 cd/m².
  /// - Precondition: `peak` is above 0 cd/m²; the primaries of each form a triangle.
  public init(from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance) {
    cube = TargetCube(from: source, to: target, peak: peak)
  }

  public var matrix: Matrix3x3 { cube.matrix }
  public var peak: Luminance { cube.peak }

  package func fitted(_ light: SIMD3<Double>) -> SIMD3<Double> { Light(light).limited(to: peak).components }
}
