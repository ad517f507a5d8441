import Colorimetry
import Testing

import GamutMaps

/// The nodes of the two usual maps, of which every golden frame shows some.
@Suite struct PerceptualNodesTests {
  /// The hash (FNV-1a) of all nodes does not change unless the rule does.
  @Test(
    arguments: [(RGBPrimaries.bt709, 3_352_911_720_998_721_439), (.p3D65, 9_113_427_020_115_027_426)]
      as [(RGBPrimaries, UInt64)])
  func nodesAreTheRecordedOnes(target: RGBPrimaries, hash: UInt64) {
    let nodes = PerceptualGamutMap(from: .bt2020, to: target, peak: .nits(203)).lattice.nodes
    let found = nodes.flatMap { [$0.x, $0.y, $0.z] }.reduce(14_695_981_039_346_656_037 as UInt64) {
      ($0 ^ UInt64(UInt16(bitPattern: $1))) &* 1_099_511_628_211
    }
    #expect(found == hash)
  }
}
