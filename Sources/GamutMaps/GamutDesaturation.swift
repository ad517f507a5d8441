package import ColorOperations
public import Colorimetry

/// Moves a color toward the neutral of the same luminance, in linear light, until it fits.
///
///     GamutDesaturation(from: .bt2020, to: .bt709, peak: .nits(203))(.nits(0, 100, 0))
///
/// Luminance is preserved exactly, and colors that fit are unchanged. Perceived hue shifts: red turns pink, blue purple.
///
/// 1. c is the light in the display's components, Y its luminance.
/// 2. If Y ≥ peak, the result is the display's white; if Y ≤ 0, its black.
/// 3. t is the maximum number up to 1 for which every component of Y + t·(c − Y) lies in `0...peak`.
/// 4. The result is Y + t·(c − Y).
///
/// - Domain: Any light in the source's primaries.
/// - Range: Light in the display's primaries, each component `0...peak`.
public struct GamutDesaturation: FittedGamutMap, Hashable {
  package let cube: TargetCube

  /// The map to a display whose white has the luminance `peak`, above 0 cd/m²; the primaries of each form a triangle.
  public init(from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance) {
    cube = TargetCube(from: source, to: target, peak: peak)
  }

  package func callAsFunction(_ light: SIMD3<Double>, at _: Pixel) -> SIMD3<Double> { cube.desaturated(light) }

  package var line: String { "gamut by desaturation at equal luminance" }

  package func emit(into compiler: inout ProgramCompiler) throws(UnsupportedOperation) {
    compiler.rescale(to: cube.peak.nits)
    try compiler.flush()
    compiler.append(.desaturate(weights: cube.weights, rows: compiler.color), bounds: cube.range)
  }
}

extension TargetCube {
  /// The components moved toward the neutral of their luminance until they lie in the cube.
  func desaturated(_ components: SIMD3<Double>) -> SIMD3<Double> {
    let (luminance, peak) = (luminance(of: components), peak.nits)
    if luminance >= peak { return SIMD3(repeating: peak) }
    if luminance <= 0 { return .zero }
    let over = (peak - luminance) / max(components.max() - luminance, peak - luminance)
    let under = luminance / max(luminance - components.min(), luminance)
    let part = min(over, under)
    return part == 1 ? clipped(components) : clipped(luminance + part * (components - luminance))
  }
}
