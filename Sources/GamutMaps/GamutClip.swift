package import ColorOperations
public import Colorimetry

/// Clips each component of the display's light to its range.
///
///     GamutClip(from: .bt2020, to: .bt709, peak: .nits(203))(.nits(0, 203, 0))  // 0, 203, 0
///
/// All colors beyond the hull land on it: gradation is lost and hues shift. The map serves as a baseline for the
/// others, and for matching pipelines that only clip.
///
/// - Domain: Any light in the source's primaries; NaN becomes 0.
/// - Range: Light in the display's primaries, each component `0...peak`.
/// - Source: The matrix follows from the chromaticities by SMPTE RP 177:1993.
public struct GamutClip: FittedGamutMap, Hashable {
  package let cube: TargetCube

  /// The map to a display whose white has the luminance `peak`, above 0 cd/m²; the primaries of each form a triangle.
  public init(from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance) {
    cube = TargetCube(from: source, to: target, peak: peak)
  }

  private var limit: Limit { Limit(cube.range) }

  package var operations: Operations { [Affine(cube.matrix), limit] }
  package var line: String { limit.line }

  package func callAsFunction(_ light: SIMD3<Double>, at pixel: Pixel) -> SIMD3<Double> { limit(light, at: pixel) }

  package func emit(into compiler: inout ProgramCompiler) throws(UnsupportedOperation) {
    try limit.emit(into: &compiler)
  }
}
