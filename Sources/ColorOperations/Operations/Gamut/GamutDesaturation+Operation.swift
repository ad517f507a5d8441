internal import Colorimetry
package import GamutMaps

extension GamutDesaturation: GamutOperation {
  package var detail: String { "desaturation at equal luminance" }

  package func emit(into compiler: inout LaneCompiler) throws(UnsupportedOperation) {
    compiler.rescale(to: peak.nits)
    try compiler.flush()
    compiler.append(.desaturate(weights: weights, rows: compiler.color), bounds: 0...peak.nits)
  }
}
