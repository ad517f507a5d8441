import CLanes
import Colorimetry
import GamutMaps
import Testing

/// The table of the core's floor, by which colors are told to be in the core without a look at the hull.
@Suite struct GamutFloorTests {
  static let cases =
    GamutCase.all.prefix(3) + [
      GamutCase(testDescription: "BT.2020 to BT.709 at 48", source: .bt2020, target: .bt709, peak: 48, bound: 0),
      GamutCase(testDescription: "BT.2020 to BT.709 at 1000", source: .bt2020, target: .bt709, peak: 1000, bound: 0),
      GamutCase(testDescription: "BT.2020 to P3 at 4000", source: .bt2020, target: .p3D65, peak: 4000, bound: 0),
    ]

  /// In every cell, at its edges and between, every color on the floor or above is one that the truth leaves alone.
  @Test(arguments: cases) func everyColorAboveTheFloorIsCore(_ kind: GamutCase) throws {
    let job = try GamutJob(from: kind.source, to: kind.target, peak: kind.peak)
    let gamut = job.memory.pointee
    let toSource = job.toTarget.inverse
    let (middles, octaves) = (Int(LANES_CORE_MIDDLES), Int(LANES_CORE_OCTAVES))
    let places = [1e-6, 0.25, 0.5, 0.75, 1 - 1e-6]
    var (checked, below) = (0, 0)
    // Each with the components from the largest to the smallest.
    for (order, ranks) in [
      (7, [0, 1, 2]), (5, [0, 2, 1]), (4, [2, 0, 1]), (3, [1, 0, 2]), (2, [1, 2, 0]), (0, [2, 1, 0]),
    ] {
      for middle in 0..<middles {
        for octave in 0..<octaves {
          let floor = Double(gamut.core[(order * middles + middle) * octaves + octave])
          if floor < Double(gamut.sure_floor) { below += 1 }
          for part in places {
            for level in places {
              let high = (1 + level) / Double(1 << (octaves - octave))
              for low in [floor * 1.000001, (floor + Double(gamut.sure_floor)) / 2] where low < Double(gamut.sure_floor)
              {
                let between = (Double(middle) + part) / Double(middles)
                guard between >= low, (1 - low) * high <= Double(gamut.sure_ceiling) * (1 - low * high) else {
                  continue
                }
                var color = SIMD3<Double>()
                (color[ranks[0]], color[ranks[1]], color[ranks[2]]) = (high, between * high, low * high)
                let light = toSource * (color * kind.peak)
                checked += 1
                #expect(job.truth(Light(light)).components == job.toTarget * light, "order \(order), \(color)")
              }
            }
          }
        }
      }
    }
    print("floor, \(kind): \(checked) colors, \(below) of \(6 * middles * octaves) cells below the glance's")
    #expect(below > 3 * middles * octaves)
  }
}
