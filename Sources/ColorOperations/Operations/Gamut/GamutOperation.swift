package import Colorimetry
package import GamutMaps

/// A gamut map as an operation that applies ``FittedGamutMap/fitted(_:)`` to a color.
package protocol GamutOperation: ColorOperation, FittedGamutMap {
  /// The text after the words "gamut by".
  var detail: String { get }
}

extension GamutOperation {
  package var takes: ColorUnit? { .light() }
  package var line: String { "gamut by \(detail)" }

  package func callAsFunction(_ color: SIMD3<Double>, at _: Pixel) -> SIMD3<Double> { fitted(color) }
}

extension FittedGamutMap {
  /// The map, from light in the source's primaries to light in the display's.
  package var operations: Operations {
    if self is GamutClip { return [Affine(matrix), Limit(0...peak.nits)] }
    guard let map = self as? any GamutOperation else { preconditionFailure("\(self) is no operation") }
    return convertsPrimaries ? [map] : [Affine(matrix), map]
  }
}
