import Colorimetry
import Testing

import LookupFiles

@Suite struct CubeFitTests {
  /// All ways to count the error; `nil` counts both interpolations.
  static let targets: [CubeInterpolation?] = [.tetrahedral, .trilinear, nil]

  /// Bends at planes that meet neither the vertices nor the neutral axis, and is neutral for neutral colors.
  static let bent: @Sendable (LookupColor) -> LookupColor = { color in
    let c = color.components
    return LookupColor(
      SIMD3(
        c.x + 0.8 * max(0, c.y - c.x - 0.3), c.y * c.y + 0.5 * max(0, c.y - c.z - 0.45),
        c.z * c.z + (c.x - c.z) * c.y))
  }

  /// The maximum difference from a function: at colors between vertices, on the hull and at the vertices.
  private func maximumError(
    of cube: Cube, _ interpolation: CubeInterpolation, _ function: (LookupColor) -> LookupColor
  ) -> Double {
    // 37 steps meet no vertex of a cube of 5³ but the ends.
    let between = (0..<38 * 38 * 38).map { (i: Int) -> SIMD3<Double> in
      let place: SIMD3<Int> = SIMD3(i % 38, i / 38 % 38, i / (38 * 38))
      return SIMD3<Double>(place) / 37
    }
    let vertices = cube.values.indices.map { cube.color(atVertex: $0).components }
    return (between + vertices).reduce(0) { maximum, color in
      let error =
        cube(LookupColor(color), interpolation: interpolation).components - function(LookupColor(color)).components
      return error.x.isNaN ? maximum : max(maximum, abs(error.x), abs(error.y), abs(error.z))
    }
  }

  @Test(arguments: targets) func affineFunctionsAreExact(_ target: CubeInterpolation?) throws {
    let affine: @Sendable (LookupColor) -> LookupColor = { color in
      let c = color.components
      return LookupColor(SIMD3(0.1 + 0.7 * c.x, 0.1 + 0.2 * c.x + 0.5 * c.y, 0.1 + 0.7 * c.z))
    }
    let cube = try Cube(size: 3, fitting: target, affine)
    // `Float` holds numbers below 1 to 6e-8.
    for interpolation in CubeInterpolation.allCases {
      #expect(maximumError(of: cube, interpolation, affine) < 3e-7)
    }
  }

  /// No cube has less than half the error of the sampled one: the rest is what a finite number of passes leaves.
  @Test(arguments: CubeInterpolation.allCases) func halvesTheMaximumError(_ interpolation: CubeInterpolation) throws {
    let function: @Sendable (LookupColor) -> LookupColor = { color in
      let c = color.components
      // Nowhere near 0 or 1, so that the limits play no part.
      return LookupColor(
        SIMD3(
          0.1 + 0.5 * c.x + 0.4 * max(0, c.y - c.x - 0.3), 0.1 + 0.5 * c.y + 0.4 * max(0, c.y - c.z - 0.45), 0.5))
    }
    let sampled = maximumError(of: try Cube(size: 5, function), interpolation, function)
    let fitted = maximumError(of: try Cube(size: 5, fitting: interpolation, function), interpolation, function)
    #expect(fitted <= 0.6 * sampled, "fitted \(fitted), sampled \(sampled)")
  }

  @Test(arguments: targets) func neutralVerticesAreTheFunctionsOwn(_ target: CubeInterpolation?) throws {
    let gray: @Sendable (LookupColor) -> LookupColor = { color in
      let c = color.components
      let y = 0.3 * c.x + 0.6 * c.y + 0.1 * c.z
      return LookupColor(SIMD3((y * y + c.x * c.x) / 2, (y * y + c.y * c.y) / 2, (y * y + c.z * c.z) / 2))
    }
    let cube = try Cube(size: 4, fitting: target, gray)
    for vertex in 0..<4 {
      let part = Double(vertex) / 3
      #expect(cube.values[vertex * 21] == SIMD3<Float>(gray(LookupColor(neutral: part)).components))
    }
    for interpolation in CubeInterpolation.allCases where target == nil || target == interpolation {
      var before = -1.0
      for i in 0...200 {
        let c = cube(
          LookupColor(SIMD3(Double(i) / 200, Double(i) / 200, Double(i) / 200)), interpolation: interpolation
        )
        .components
        // The three sums of `Float`s are rounded apart.
        #expect(c.max() - c.min() < 3e-7)
        #expect(c.x >= before - 1e-7)
        before = c.x
      }
    }
  }

  @Test(arguments: [CubeInterpolation.tetrahedral, .trilinear, nil])
  func limits(of interpolation: CubeInterpolation?) throws {
    let clipped: @Sendable (LookupColor) -> LookupColor = { color in
      let c = color.components
      return LookupColor(
        SIMD3(min(1, c.x + 1.7 * c.y * (c.x - c.y).magnitude), c.y, max(0, c.z - 1.3 * (c.x - c.z).magnitude)))
    }
    let cube = try Cube(size: 4, fitting: interpolation, clipped)
    #expect(cube.values.allSatisfy { $0.min() >= 0 && $0.max() <= 1 })
  }

  /// Inside, the function bends by a code or two; outside, by a hundred, and vertices beside the boundary serve both. Where only one error is
  /// bounded, the fit lets those inside grow for those outside.
  @Test(arguments: CubeInterpolation.allCases) func eachKindHasItsOwnBound(_ interpolation: CubeInterpolation) throws {
    let function: @Sendable (LookupColor) -> LookupColor = { color in
      let c = color.components
      func value(_ x: Double) -> Double { x * x / 16 + max(0, c.max() - 0.62) * (x < c.max() ? 1.5 : 0) }
      return LookupColor(value(c.x), value(c.y), value(c.z))
    }
    let isInside: @Sendable (LookupColor) -> Bool = { $0.components.max() <= 0.62 }
    let nowhere = LookupColor(SIMD3<Double>(repeating: .nan))
    func errors(of cube: Cube) -> (inside: Double, others: Double) {
      (
        maximumError(of: cube, interpolation) { isInside($0) ? function($0) : nowhere },
        maximumError(of: cube, interpolation) { isInside($0) ? nowhere : function($0) }
      )
    }
    let sampled = errors(of: try Cube(size: 9, function))
    let together = errors(of: try Cube(size: 9, fitting: interpolation, function))
    let apart = errors(of: try Cube(size: 9, fitting: interpolation, function, inside: isInside))
    #expect(apart.inside <= 0.85 * together.inside, "apart \(apart.inside), together \(together.inside)")
    #expect(apart.inside <= 1.25 * sampled.inside)
    // That grays never fall may cost more.
    if interpolation == .tetrahedral { #expect(apart.others <= 1.25 * sampled.others) }
  }

  /// A peak in the middle of a cell, above which grays are white and colors beside them are darker: a trilinear reader shows grays that never fall.
  @Test(arguments: [5, 9, 17], [nil, CubeInterpolation.trilinear]) func graysNeverFall(
    size: Int, _ interpolation: CubeInterpolation?
  ) throws {
    let peaked: @Sendable (LookupColor) -> LookupColor = { color in
      let c = color.components
      let maximum = c.max()
      func shown(_ part: Double) -> Double { max(0, min(1, part / 0.7) - 1.5 * min(0.1, maximum - part)) }
      return LookupColor(shown(c.x), shown(c.y), shown(c.z))
    }
    func falls(_ cube: Cube) -> Bool {
      let grays = (0...1000).map {
        cube(LookupColor(neutral: Double($0) / 1000), interpolation: .trilinear).components.x
      }
      return zip(grays, grays.dropFirst()).contains { $1 < $0 - 1e-6 }
    }
    #expect(falls(try Cube(size: size, peaked)))
    #expect(!falls(try Cube(size: size, fitting: interpolation, peaked)))
  }

  @Test func sameBitsOnAnyNumberOfThreads() throws {
    let cubes = try [1, 2, 7].map { try Cube(size: 4, fitting: nil, threads: $0, Self.bent) }
    #expect(cubes[0] == cubes[1] && cubes[0] == cubes[2])
  }

  @Test func errors() {
    #expect(throws: LookupTableError.sizeOutOfRange(66, allowed: 2...65)) { try Cube(size: 66, fitting: nil) { $0 } }
    #expect(throws: LookupTableError.functionIsNotFinite(at: SIMD3(0.5, 0.25, 0))) {
      try Cube(size: 2, fitting: nil) { $0 == LookupColor(0.5, 0.25, 0) ? LookupColor(SIMD3(.nan, 0, 0)) : $0 }
    }
  }

  /// The grid has at most 129³ samples, and at least two in each step of any cube.
  @Test func divisions() {
    for size in 2...Cube.largestFitted {
      let divisions = FitGrid.divisions(of: size)
      #expect(divisions >= 2 && (size - 1) * divisions + 1 <= 129)
    }
  }
}
