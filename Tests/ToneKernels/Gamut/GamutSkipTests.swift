import CToneKernels
import Colorimetry
import GamutMaps
import RealModule
import TestSupport
import Testing
import ToneKernels

/// The gamut map leaves the colors of its core to the matrix, and looks up all others, whatever colors are next to them.
@Suite struct GamutSkipTests {
  /// The contents of a strip.
  enum Picture: CaseIterable {
    /// Colors over the source's hull, and beyond the peak.
    case noise
    /// From neutrals to the hull, at one hue and one level per strip.
    case ramp
    /// Mostly near neutrals, dark ones as often as bright ones, as in pictures of real objects.
    case scene
    /// The same, much darker than any code.
    case night

    func fill(_ strip: Strip, _ kind: GamutCase, round: Int) {
      var numbers = SeededNumbers(seed: UInt64(round))
      let count = Int(LANES_STRIP)
      if self == .noise { return GamutTests.fill(strip, kind, &numbers) }
      let hue = SIMD3<Double>.random(in: 0...1, using: &numbers)
      let level = Double.exp2(.random(in: -10...1, using: &numbers))
      for i in 0..<count {
        let (part, light, toward): (Double, Double, SIMD3<Double>) =
          self == .ramp
          ? (Double(i) / Double(count - 1), level, hue - hue.min())
          : (
            Double.pow(.random(in: 0...1, using: &numbers), 3),
            Double.exp2(.random(in: self == .scene ? -18...0 : -40 ... -18, using: &numbers)),
            SIMD3<Double>.random(in: 0...1, using: &numbers)
          )
        let color = SIMD3(repeating: 1 - part) + toward * (part / toward.max())
        for k in 0..<3 { strip.floats[k * count + i] = Float(color[k] * light) }
      }
      // Black, and exact neutrals.
      for k in 0..<3 { (strip.floats[k * count + 1], strip.floats[k * count + 5]) = (0, Float(level)) }
    }
  }

  /// The bits of the colors by column, before and after the map.
  private func bits(
    _ ops: [lanes_op], _ strip: Strip, on sets: [InstructionSet] = InstructionSet.available
  ) -> [SIMD3<UInt32>] {
    let found = ColorTests.run(ops, strip, Int(LANES_STRIP), on: sets)
    let rows = (4..<7).map { found.bits($0, Int(LANES_STRIP)) }
    return (0..<Int(LANES_STRIP)).map { SIMD3(rows[0][$0], rows[1][$0], rows[2][$0]) }
  }

  @Test(
    arguments: GamutCase.all.filter {
      PerceptualGamutMap(from: $0.source, to: $0.target, peak: .nits($0.peak)).compresses
    },
    Picture.allCases)
  func theCoreKeepsItsBits(_ kind: GamutCase, _ picture: Picture) throws {
    let (job, whole) = (try kind.job(), try kind.job())
    whole.lookAtAll()
    var (kept, moved, white) = (0, 0, 0)
    for round in 0..<8 {
      let strip = Strip()
      picture.fill(strip, kind, round: round)
      let (found, looked) = (bits(job.ops, strip), bits(whole.ops, strip))
      let plain = bits([job.ops[0]], strip).map { bits in
        let x = SIMD3(Float(bitPattern: bits.x), Float(bitPattern: bits.y), Float(bitPattern: bits.z))
        let color = job.converted(x)
        return SIMD3(color.x.bitPattern, color.y.bitPattern, color.z.bitPattern)
      }
      for i in found.indices {
        let color = SIMD3<Double>((0..<3).map { Double(Float(bitPattern: plain[i][$0])) })
        // The lanes limit neutrals without a lookup.
        if color.min() > 1, color.min() == color.max() {
          white += 1
          #expect(found[i] == SIMD3(repeating: Float(1).bitPattern), "\(color)")
          continue
        }
        // At the core's border either may be right.
        let isCore = (job.reference.isInCore(color * 0.99999), job.reference.isInCore(color * 1.00001))
        if isCore.0 && isCore.1 {
          kept += 1
          #expect(found[i] == plain[i], "\(color)")
        } else if !isCore.0 && !isCore.1 {
          moved += 1
          #expect(found[i] == looked[i], "\(color)")
        }
      }
    }
    // This test can fail: there are colors of both kinds, except at night, and the lattice gives other bits than the matrix.
    #expect(kept > (picture == .noise ? 20 : 200) && (picture == .night || moved > 50), "\(kept), \(moved)")
    #expect(white > 0 || picture == .noise, "\(white)")
  }

  /// Where no number is below 0, limits change no bits; and roundings below 0 are 0 to the lattice, and stay in the cube.
  @Test(arguments: GamutCase.all, Picture.allCases)
  func limitsChangeNothing(_ kind: GamutCase, _ picture: Picture) throws {
    let (job, bare) = (try kind.job(), try kind.job())
    bare.limits = false
    let strip = Strip()
    picture.fill(strip, kind, round: 1)
    // Without the matrix before the map, which can make numbers below 0.
    let ops = ([lanes_op.matrix(.identity, to: 4), job.ops[1]], [lanes_op.matrix(.identity, to: 4), bare.ops[1]])
    #expect(bits(ops.0, strip) == bits(ops.1, strip))
    for i in 0..<3 * Int(LANES_STRIP) where i % 5 == 0 { strip.floats[i] = -1e-9 }
    for (limited, bare) in zip(bits(ops.0, strip), bits(ops.1, strip)) {
      for k in 0..<3 {
        let (x, y) = (Float(bitPattern: limited[k]), Float(bitPattern: bare[k]))
        // Roundings of numbers up to 1.
        #expect(abs(x - y) < 5e-7 && y > -1e-8 && y <= 1.000002, "\(limited), \(bare)")
      }
    }
  }

  /// If the display's gamut contains the source's, every color of the cube keeps its bits, whatever colors are next to it.
  @Test(
    arguments: GamutCase.all.filter {
      !PerceptualGamutMap(from: $0.source, to: $0.target, peak: .nits($0.peak)).compresses
    },
    Picture.allCases)
  func theCubeKeepsItsBits(_ kind: GamutCase, _ picture: Picture) throws {
    let job = try kind.job()
    var (inside, moved) = (0, 0)
    for round in 0..<4 {
      let strip = Strip()
      picture.fill(strip, kind, round: round)
      let (plain, found) = (bits([job.ops[0]], strip), bits(job.ops, strip))
      for i in found.indices {
        let isInside = (0..<3).allSatisfy { (0...1).contains(Float(bitPattern: plain[i][$0])) }
        if isInside { inside += 1 } else if found[i] != plain[i] { moved += 1 }
        #expect(!isInside || found[i] == plain[i])
      }
    }
    // This test can fail: both kinds occur, and the other colors do change.
    #expect(inside > 100 && moved > 0, "\(inside), \(moved)")
  }
}
