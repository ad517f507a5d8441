import Colorimetry
import Foundation
import Testing

import GamutMaps

/// The recorded lattices are what the rule gives. To change the rule, record them anew, as a commit of its own:
/// `RECORD_NODES=1 scripts/test --filter RecordedNodesTests`.
@Suite struct RecordedNodesTests {
  @Test(arguments: [("BT709", RGBPrimaries.bt709), ("P3", .p3D65)])
  func recordedNodesAreTheRules(name: String, target: RGBPrimaries) throws {
    let sampled = PerceptualGamutMap.lattice(
      from: .bt2020, to: target, peak: .nits(203), chromaPreservation: PerceptualGamutMap.balanced)
    if ProcessInfo.processInfo.environment["RECORD_NODES"] != nil { return try record(sampled, name: name) }
    #expect(PerceptualGamutMap(from: .bt2020, to: target, peak: .nits(203)).lattice == sampled)
  }

  /// Any other map is sampled.
  @Test func anotherMapIsAnother() {
    let map = PerceptualGamutMap(from: .bt2020, to: .bt709, peak: .nits(203))
    for other in [
      PerceptualGamutMap(from: .bt2020, to: .bt709, peak: .nits(202)),
      PerceptualGamutMap(from: .bt2020, to: .bt709, peak: .nits(203), chromaPreservation: 0.5),
      PerceptualGamutMap(from: .p3D65, to: .bt709, peak: .nits(203)),
    ] {
      #expect(other.lattice != map.lattice)
    }
  }

  private func record(_ lattice: PerceptualLattice, name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/GamutMaps/Perceptual/Recorded/NodesFromBT2020To\(name).swift")
    let head = try String(contentsOf: file, encoding: .utf8).prefix { $0 != "\"" }
    let text = Array(lattice.text)
    let lines = stride(from: 0, to: text.count, by: 120).map { "  " + String(text[$0..<min($0 + 120, text.count)]) }
    let literal = lines.joined(separator: "\\\n")
    try Data("\(head)\"\"\"\n\(literal)\n  \"\"\"\n".utf8).write(to: file)
  }
}
