import CToneKernels
import Colorimetry
import Foundation
import ColorOperations
import LookupTables
import TestSupport
import Testing
import ToneKernels

@Suite struct LatticeTests {
  /// A lattice whose table lies next to a guard page.
  final class Table {
    let lattice: Lattice
    let memory: GuardedMemory
    let job: UnsafeMutablePointer<lanes_lattice>

    init(_ lattice: Lattice, at side: GuardedMemory.Side = .end) {
      self.lattice = lattice
      memory = GuardedMemory(lattice.entries.count * 16, at: side)
      memory.pointer.copyMemory(from: lattice.entries, byteCount: lattice.entries.count * 16)
      func three(_ v: SIMD3<Float>) -> (Float, Float, Float) { (v.x, v.y, v.z) }
      job = .allocate(capacity: 1)
      job.initialize(
        to: lanes_lattice(
          entries: memory.pointer.assumingMemoryBound(to: Float.self), size: Int32(lattice.size),
          trilinear: lattice.interpolation == .trilinear ? 1 : 0, scale: three(lattice.scale),
          offset: three(lattice.offset), added: three(lattice.added)))
    }
    deinit { job.deallocate() }

    func op(from: Int = 0, to: Int = 0) -> lanes_op {
      var op = lanes_op.empty(LANES_LATTICE, from: from, to: to)
      op.lattice = UnsafePointer(job)
      return op
    }
  }

  /// A different number at every vertex, in -1...1, from a hash of its position.
  @Sendable static func noise(_ x: SIMD3<Double>) -> SIMD3<Double> {
    var numbers = SeededNumbers(
      seed: (x.x * 1e4).bitPattern ^ (x.y * 3e5).bitPattern &* 31 ^ (x.z * 7e6).bitPattern &* 101)
    return SIMD3(
      .random(in: -1...1, using: &numbers), .random(in: -1...1, using: &numbers), .random(in: -1...1, using: &numbers))
  }

  static func argument(_ strip: Strip, _ i: Int) -> SIMD3<Float> {
    SIMD3(strip.floats[i], strip.floats[Int(LANES_STRIP) + i], strip.floats[2 * Int(LANES_STRIP) + i])
  }

  static func sameBits(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Bool {
    (0..<3).allSatisfy { a[$0].bitPattern == b[$0].bitPattern }
  }

  /// Every set, every width: the bits of `Lattice`, no reads outside the table, no writes outside the three rows.
  @Test(arguments: [2, 3, 17, 33], GuardedMemory.Side.allCases)
  func everyWidth(_ size: Int, _ side: GuardedMemory.Side) {
    let (low, high) = (SIMD3(0.0, -0.5, 0.1), SIMD3(1.0, 0.5, 1.1))
    let table = Table(Lattice(size: size, from: low, to: high, added: SIMD3(16, 128, 0), Self.noise), at: side)
    let width = Int(LANES_STRIP)
    for count in Array(1...130) + [255, 256, width] {
      let strip = Strip()
      // Noise, all low, all high and a ramp in turn, with NaN and far too large numbers among them.
      ColorTests.fill(strip, rows: 3, in: [-0.6...1.3, 0...0, 1...1, 0.1...0.5][count % 4], seed: count)
      if count % 4 == 3 {
        for i in 0..<width { for row in 0..<3 { strip.floats[row * width + i] = Float(i) / 200 - 0.1 } }
      }
      let found = ColorTests.run([table.op(to: 4)], strip, count)
      for i in 0..<count
      where !Self.sameBits(Self.argument(found, i + 4 * Int(LANES_STRIP)), table.lattice(Self.argument(strip, i))) {
        Issue.record("size \(size), column \(i) of \(count): not what Lattice has for \(Self.argument(strip, i))")
        return
      }
      for row in [0, 1, 2, 3, 7, 8] {
        #expect(found.bits(row, width) == strip.bits(row, width), "row \(row) is not the pass's")
      }
      guard count % 8 == 3 else { continue }
      #expect(ColorTests.run([table.op()], strip, count).bits(1, count) == found.bits(5, count), "in place")
    }
    #expect(table.memory.isPaddingWhole)
  }

  /// The same of trilinear interpolation.
  @Test(arguments: [2, 3, 17, 33], GuardedMemory.Side.allCases)
  func everyWidthTrilinear(_ size: Int, _ side: GuardedMemory.Side) throws {
    let domain = try CubeDomain(low: SIMD3(0, -0.5, 0.1), high: SIMD3(1, 0.5, 1.1))
    let cube = try Cube(size: size, domain: domain) { LookupColor(Self.noise($0.components)) }
    let table = Table(Lattice(cube, interpolation: .trilinear), at: side)
    ColorTests.everyWidth(rows: 3, in: -0.6...1.3, turn: 0) { strip, count in
      let found = ColorTests.run([table.op(to: 4)], strip, count)
      for i in 0..<count {
        let (argument, value) = (Self.argument(strip, i), Self.argument(found, i + 4 * Int(LANES_STRIP)))
        if !Self.sameBits(value, table.lattice(argument)) {
          Issue.record("size \(size), column \(i) of \(count): not what Lattice has for \(argument)")
          return
        }
        let reference = cube(LookupColor(SIMD3<Double>(argument)), interpolation: .trilinear).components
        let error = SIMD3<Double>(value) - reference
        // A position among 33 is exact to 2e-6, and a value changes by up to 2 per step; plus some roundings of numbers up to 1.
        #expect(max(abs(error.x), abs(error.y), abs(error.z)) < 2e-5, "at \(argument)")
      }
    }
    #expect(table.memory.isPaddingWhole)
  }

  /// A matrix and an offset after a cube: multiplied into its values, the result is the same but for roundings.
  @Test(arguments: CubeInterpolation.allCases) func multiplied(_ interpolation: CubeInterpolation) throws {
    let cube = try Cube(size: 9) { LookupColor(Self.noise($0.components)) }
    let matrix = Matrix3x3(SIMD3(0.2, 0.7, 0.1), SIMD3(-0.1, -0.4, 0.5), SIMD3(0.5, -0.45, -0.05)) * 219
    let offset = SIMD3(16, 128, 128.0)
    let lattice = Lattice(cube, interpolation: interpolation).multiplied(by: matrix, adding: offset)
    var numbers = SeededNumbers(seed: 4)
    for _ in 0..<2000 {
      let x = SIMD3<Float>.random(in: -0.05...1.05, using: &numbers)
      let reference = matrix * cube(LookupColor(SIMD3<Double>(x)), interpolation: interpolation).components + offset
      let error = SIMD3<Double>(lattice(x)) - reference
      // A position among 9 is exact to 5e-7, and a code changes by up to 438 per step.
      #expect(max(abs(error.x), abs(error.y), abs(error.z)) < 5e-4, "at \(x)")
    }
  }

  /// Tetrahedral interpolation in its usual form: the three fractions are sorted, and each edge of the path gets its own. In `Double`.
  static func tetrahedral(_ lattice: Lattice, _ argument: SIMD3<Float>) -> SIMD3<Double> {
    let last = Double(lattice.size - 1)
    let span = lattice.domain.high - lattice.domain.low
    var cell = SIMD3<Int>(), fraction = SIMD3<Double>()
    for axis in 0..<3 {
      let place = (Double(argument[axis]) - lattice.domain.low[axis]) / span[axis] * last
      let limited = min(max(place, 0), last)
      cell[axis] = min(Int(limited), lattice.size - 2)
      fraction[axis] = limited - Double(cell[axis])
    }
    func vertex(_ at: SIMD3<Int>) -> SIMD3<Double> {
      let entry = lattice.entries[(at.z * lattice.size + at.y) * lattice.size + at.x]
      return SIMD3((0..<3).map { Double(entry[$0]) })
    }
    var (at, value) = (cell, vertex(cell))
    for axis in (0..<3).sorted(by: { fraction[$0] > fraction[$1] }) {
      let before = vertex(at)
      at[axis] += 1
      value += (vertex(at) - before) * fraction[axis]
    }
    return value + SIMD3<Double>(lattice.added)
  }

  @Test(arguments: [2, 5, 33, 64]) func tetrahedra(_ size: Int) {
    let lattice = Lattice(size: size, Self.noise)
    var numbers = SeededNumbers(seed: UInt64(size))
    for _ in 0..<20_000 {
      let x = SIMD3<Float>.random(in: -0.05...1.05, using: &numbers)
      let difference = SIMD3<Double>(lattice(x)) - Self.tetrahedral(lattice, x)
      // A position among 64 is exact to 4e-6, and a value changes by up to 2 per step; plus some roundings of numbers up to 1.
      #expect(max(abs(difference.x), abs(difference.y), abs(difference.z)) < 2e-5, "at \(x)")
    }
  }

  /// Affine functions are met to rounding: the identity, and one that mixes all three.
  @Test(arguments: [2, 4, 33, 65]) func affine(_ size: Int) {
    let functions: [@Sendable (SIMD3<Double>) -> SIMD3<Double>] = [
      { $0 }, { SIMD3(0.5 * $0.x - 0.25 * $0.y + 0.7 * $0.z, $0.y - $0.x, 0.1 + ($0 * SIMD3(0.2, 0.3, 0.4)).sum()) },
    ]
    for function in functions {
      let table = Table(Lattice(size: size, function))
      let strip = Strip()
      ColorTests.fill(strip, rows: 3, in: 0...1, seed: size, odd: false)
      let found = ColorTests.run([table.op(to: 4)], strip, 256)
      for i in 0..<256 {
        let reference = function(SIMD3<Double>(Self.argument(strip, i)))
        let error = SIMD3<Double>(Self.argument(found, i + 4 * Int(LANES_STRIP))) - reference
        // Five roundings of numbers up to 1, each at most 6e-8.
        #expect(max(abs(error.x), abs(error.y), abs(error.z)) < 3.1e-7, "at \(Self.argument(strip, i))")
      }
    }
  }

  /// Neutrals stay neutral whatever the colors next to them, and vertices are met exactly.
  @Test(arguments: [2, 9, 33]) func neutrals(_ size: Int) {
    let gray: @Sendable (SIMD3<Double>) -> SIMD3<Double> = { x in
      x.x == x.y && x.y == x.z ? SIMD3(x.x * x.x, 128, 128) : SIMD3(0, 128, 128) + Self.noise(x) * 100
    }
    let table = Table(Lattice(size: size, added: SIMD3(0, 128, 128), gray))
    let strip = Strip()
    for i in 0..<256 {
      for row in 0..<3 { strip.floats[row * Int(LANES_STRIP) + i] = Float(i) / 255 }
    }
    let found = ColorTests.run([table.op()], strip, 256)
    for i in 0..<256 {
      let out = Self.argument(found, i)
      #expect(out.y == 128 && out.z == 128, "gray \(i) is \(out)")
    }
    for i in 0..<size * size {
      let x = SIMD3(Double(i % size), Double(i / size), Double(i * 7 % size)) / Double(size - 1)
      let out = table.lattice(SIMD3<Float>(x))
      // The argument of a vertex may be rounded to a number next to it, by 6e-8 of the domain.
      let error = SIMD3<Double>(out) - gray(x)
      #expect(max(abs(error.x), abs(error.y), abs(error.z)) < 200 * 6e-8 * Double(size) + 128 * 6e-8, "at \(x)")
    }
  }

  @Test func outOfRange() {
    let table = Table(Lattice(size: 5) { $0 })
    let strip = Strip()
    let cases: [(Float, Float)] = [
      (.nan, 0), (-.nan, 0), (.infinity, 1), (-.infinity, 0), (3e38, 1), (-3e38, 0), (-0.0, 0), (1.5, 1),
    ]
    for (i, (x, _)) in cases.enumerated() {
      for row in 0..<3 { strip.floats[row * Int(LANES_STRIP) + i] = x }
    }
    let found = ColorTests.run([table.op()], strip, cases.count)
    for (i, (x, expected)) in cases.enumerated() {
      #expect(Self.argument(found, i) == SIMD3(repeating: expected), "\(x) became \(Self.argument(found, i))")
    }
  }

  /// One number at 0 and below, another above.
  @Test func sided() {
    var op = lanes_op.empty(LANES_PIECEWISE_SCALE, to: 1, rows: 2)
    (op.below, op.above) = (3, 0.5)
    for count in [1, 31, 33, 130, 256, Int(LANES_STRIP)] {
      let strip = Strip()
      ColorTests.fill(strip, rows: 4, in: -2...2, seed: count)
      let found = ColorTests.run([op], strip, count)
      for row in 0..<4 {
        for i in 0..<count {
          let x = strip.floats[row * Int(LANES_STRIP) + i]
          let expected = (1...2).contains(row) ? x * (x <= 0 ? 3 : 0.5) : x
          #expect(
            ColorTests.sameNumber(found.bits(row, count)[i], expected.bitPattern), "row \(row), column \(i): \(x)")
        }
      }
    }
  }
}
