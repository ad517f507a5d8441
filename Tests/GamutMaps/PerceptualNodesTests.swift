import Colorimetry
import Foundation
import Testing

import GamutMaps

/// The recorded nodes of the two usual maps, of which every golden frame shows some.
@Suite struct PerceptualNodesTests {
  /// Recorded nodes are those of the rule. They are written by `RECORD_NODES=1 scripts/test --filter PerceptualNodesTests`.
  @Test(arguments: [("bt2020-to-bt709", RGBPrimaries.bt709), ("bt2020-to-p3", .p3D65)])
  func recordedNodesAreThoseOfTheRule(name: String, target: RGBPrimaries) throws {
    let map = PerceptualGamutMap(from: .bt2020, to: target, peak: .nits(203))
    let nodes = map.sampledLattice().nodes
    if ProcessInfo.processInfo.environment["RECORD_NODES"] != nil {
      let bytes = nodes.flatMap { node in
        (0..<3).flatMap { [UInt8(truncatingIfNeeded: node[$0]), UInt8(truncatingIfNeeded: node[$0] >> 8)] }
      }
      let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/CToneKernels/PerceptualNodes")
      try Data(bytes).write(to: folder.appending(path: "\(name).bin"))
    }
    #expect(map.lattice.nodes == nodes)
  }

  /// The hash (FNV-1a) of the nodes to BT.709 and P3 as they were in a format of their own, decoded by another program.
  @Test(
    arguments: [(RGBPrimaries.bt709, 3_352_911_720_998_721_439), (.p3D65, 9_113_427_020_115_027_426)]
      as [(RGBPrimaries, UInt64)])
  func nodesHaveTheirHash(target: RGBPrimaries, hash: UInt64) {
    let nodes = PerceptualGamutMap(from: .bt2020, to: target, peak: .nits(203)).lattice.nodes
    let found = nodes.flatMap { [$0.x, $0.y, $0.z] }.reduce(14_695_981_039_346_656_037 as UInt64) {
      ($0 ^ UInt64(UInt16(bitPattern: $1))) &* 1_099_511_628_211
    }
    #expect(found == hash)
  }
}
