public import Colorimetry

/// Each component of the display's light clipped to its range, on its own.
///
///     GamutClip(from: .bt2020, to: .bt709, peak: .nits(203))(Light(0, 203, 0))  // 0, 203, 0
///
/// What colors beyond the hull have in common after it is the hull: gradation is lost and hues turn. It is here as the
/// measure of the others, and for those who must match a pipeline that does no more.
///
/// - Domain: Light in the source's primaries, any.
/// - Range: Light in the display's primaries, each component `0...peak`.
/// - Source: The matrix follows from the chromaticities by SMPTE RP 177:1993; clipping is clipping.
public struct GamutClip: GamutMapping, Hashable {
  private let cube: TargetCube

  /// The map between two sets of primaries.
  ///
  /// - Parameter peak: The light of the display's white, above 0 cd/m².
  public init(from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance) {
    cube = TargetCube(from: source, to: target, peak: peak)
  }

  public func callAsFunction(_ light: Light) -> Light { cube.clipped(cube.components(of: light)) }
}
