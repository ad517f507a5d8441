internal import Colorimetry
package import GamutMaps

/// Converts light of the source to the display's by a lattice over roots of light.
extension SampledGamutMap: GamutOperation {
  package var detail: String { "the map \(name), on frames by \(Self.latticeSize)³ samples over roots of light" }

  package func emit(into compiler: inout LaneCompiler) throws(UnsupportedOperation) {
    compiler.rescale(to: peak.nits)
    let most = max(compiler.range.upperBound, peak.nits)
    let entering = Curve(
      "root", domain: .nits(0) ... .nits(most), workingUnits: (.nits(most), nil), tolerance: .signal(share: 0.2)
    ) { (light: Luminance) in SignalLevel(self.root(light.nits)) }
    try entering.emit(into: &compiler)
    try compiler.flush()
    // The peak, beyond which every map is constant, is at a node, so that grays are exact on both sides of it.
    let (intervals, root) = (Double(Self.latticeSize - 1), self.root(most))
    let end = max(root, intervals / max(1, (intervals / root).rounded(.down)))
    let lattice = compiler.tables.lattice(of: self, upTo: end)
    compiler.append(.lattice(lattice, from: compiler.color, into: compiler.color), bounds: 0...1)
    let leaving = Curve("power", domain: 0...1, workingUnits: (nil, peak), tolerance: .light(share: 0.5)) {
      (root: SignalLevel) in Luminance.nits(light(ofRoot: root.value))
    }
    try leaving.emit(into: &compiler)
  }
}
