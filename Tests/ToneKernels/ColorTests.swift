import CToneKernels
import ColorOperations
import Colorimetry
import Foundation
import GamutMaps
import RealModule
import TestSupport
import Testing
import ToneKernels

extension CompiledCurve {
  /// Random polynomials, up to eight of them for sixteen cells.
  static func ofNoise(degree: Int, roots: Int, bits: Int, squares: Bool = false) -> CompiledCurve {
    var numbers = SeededNumbers(seed: UInt64(roots * 64 + degree * 8 + bits))
    func noise(_ count: Int, _ range: ClosedRange<Float>) -> [Float] {
      (0..<count).map { _ in Float.random(in: range, using: &numbers) }
    }
    let count = Int.random(in: 1...8, using: &numbers)
    let limit: Float = 1.5
    let maximum = (0..<roots).reduce(limit) { root, _ in root.squareRoot() }
    let offset: Float = bits == 0 ? 0x1p-15 : 2
    let end = offset * Float(sign: .plus, exponent: 16 >> bits, significand: 1)
    let pieceOfCell = (0..<16).map { _ in UInt8.random(in: 0..<UInt8(count), using: &numbers) }
    func rows(_ number: Int, _ range: ClosedRange<Float>) -> [Float] {
      (0..<number).flatMap { _ in noise(count, range) + [Float](repeating: 0, count: 8 - count) }
    }
    let polynomials = Polynomials(
      roots: roots, scale: (end.nextDown - offset) / maximum, offset: offset,
      pieces: (bits, pieceOfCell, rows(1, 0...maximum)), coefficients: rows(degree + 1, -1...1),
      lift: squares ? Float.random(in: 0...1, using: &numbers) : nil, count: count)
    return CompiledCurve(.polynomials(polynomials), degree: degree, limit: limit)
  }

  /// Random polynomials, or the squares of such, for eight cells.
  ///
  /// - Parameter isDirect: Whether arguments are numbers of cells.
  static func cellsOfNoise(degree: Int, roots: Int, isDirect: Bool, squares: Bool) -> CompiledCurve {
    var numbers = SeededNumbers(seed: UInt64(roots * 16 + degree))
    let limit: Float = isDirect ? 7.499 : 1.5
    let maximum = (0..<roots).reduce(limit) { root, _ in root.squareRoot() }
    let offset = isDirect ? 0 : Float.random(in: -0.499..<0.5, using: &numbers)
    let cells = Polynomials(
      roots: roots, scale: isDirect ? 1 : (7.499 - offset) / maximum, offset: offset,
      coefficients: (0..<8 * (degree + 1)).map { _ in Float.random(in: -1...1, using: &numbers) },
      lift: squares ? Float.random(in: 0...1, using: &numbers) : nil)
    return CompiledCurve(.polynomials(cells), degree: degree, low: squares ? limit * 0x1p-9 : 0, limit: limit)
  }

  /// Random factors and a random polynomial.
  static func powerOfNoise(degree: Int, limit: Float) -> CompiledCurve {
    var numbers = SeededNumbers(seed: UInt64(degree))
    func noise(_ count: Int) -> [Float] { (0..<count).map { _ in Float.random(in: -1...1, using: &numbers) } }
    let power = Form.power(octaves: noise(8), groups: noise(8), coefficients: noise(degree + 1))
    return CompiledCurve(power, degree: degree, low: limit * 0x1p-50, limit: limit)
  }
}

@Suite struct ColorTests {
  /// Numbers that a strip can hold, some of them NaN or infinite.
  static func fill(_ strip: Strip, rows: Int, in range: ClosedRange<Float>, seed: Int, odd: Bool = true) {
    var numbers = SeededNumbers(seed: UInt64(seed))
    for row in 0..<rows {
      for i in 0..<Int(LANES_STRIP) {
        let strange = odd && (i + row) % 29 == 7
        strip.floats[row * Int(LANES_STRIP) + i] =
          strange
          ? [Float.nan, .infinity, -.infinity, -1, 3e30, 0, -0.0][i / 29 % 7] : .random(in: range, using: &numbers)
      }
    }
  }

  /// Every width up to slightly more than four of the widest vectors, and whole strips: each with noise and odd numbers, all low, all
  /// high, and a ramp over the range.
  ///
  /// - Parameter turn: Uses only one of these fillings for each width, in turn, starting with this one.
  static func everyWidth(
    rows: Int, in range: ClosedRange<Float>, odd: Bool = true, turn: Int? = nil, _ body: (Strip, Int) -> Void
  ) {
    for count in Array(1...130) + [255, 256, Int(LANES_STRIP)] {
      let fillings = turn.map { [Filling.allCases[(count + $0) % 4]] } ?? Filling.allCases
      for filling in fillings {
        let strip = Strip()
        switch filling {
        case .noise: fill(strip, rows: rows, in: range, seed: count, odd: odd)
        case .low: fill(strip, rows: rows, in: range.lowerBound...range.lowerBound, seed: 0, odd: false)
        case .high: fill(strip, rows: rows, in: range.upperBound...range.upperBound, seed: 0, odd: false)
        case .ramp:
          for row in 0..<rows {
            for i in 0..<Int(LANES_STRIP) {
              // Each row runs at a different pace, and every second row descends.
              let part = Float((i * (row + 1)) % count) / Float(count)
              let from = row % 2 == 0 ? range.lowerBound : range.upperBound
              let to = row % 2 == 0 ? range.upperBound : range.lowerBound
              strip.floats[row * Int(LANES_STRIP) + i] = from + (to - from) * part
            }
          }
        }
        body(strip, count)
      }
    }
  }

  /// Runs a program on every set over copies of one strip; returns the first set's strip.
  @discardableResult
  static func run(
    _ ops: [lanes_op], _ source: Strip, _ count: Int, on sets: [InstructionSet] = InstructionSet.available
  ) -> Strip {
    var first: Strip?
    for name in sets {
      let strip = Strip()
      strip.floats.update(from: source.floats, count: Strip.count)
      ops.withUnsafeBufferPointer { ops in
        var program = lanes_program(ops: ops.baseAddress, count: Int32(ops.count), stays: 0)
        KernelSet.named(name)!.runProgram(&program, strip.floats, count)
      }
      // Whole vectors may be processed, up to 32 columns; columns beyond must not change.
      let worked = (count + 31) / 32 * 32
      for row in 0..<Int(LANES_GAMUT_ROWS) where !isSame(strip, source, row, worked..<Int(LANES_STRIP)) {
        Issue.record("\(name) wrote row \(row) beyond column \(worked) at count \(count)")
      }
      guard let expected = first else {
        first = strip
        continue
      }
      // The rows beyond belong to the gamut map, and each set uses as many of their columns as it needs.
      for row in 0..<Int(LANES_GAMUT_ROWS) where !isSame(strip, expected, row, 0..<count) {
        let same = zip(strip.bits(row, count), expected.bits(row, count)).enumerated().first { !sameNumber($1.0, $1.1) }
        #expect(
          same == nil, "\(name) differs from \(sets[0]) in row \(row) at \(String(describing: same)), count \(count)")
      }
    }
    return first!
  }

  /// Whether these columns of a row have the same bits in both strips.
  private static func isSame(_ a: Strip, _ b: Strip, _ row: Int, _ columns: Range<Int>) -> Bool {
    let first = row * Int(LANES_STRIP) + columns.lowerBound
    return memcmp(a.floats + first, b.floats + first, 4 * columns.count) == 0
  }

  /// Whether two numbers have the same bits; any NaN equals any other NaN.
  static func sameNumber(_ a: UInt32, _ b: UInt32) -> Bool {
    a == b || Float(bitPattern: a).isNaN && Float(bitPattern: b).isNaN
  }

  /// Every form of curve: where its error was measured, the lanes compute the same bits as `CompiledCurve`.
  @Test(arguments: [0, 1, 2], [2, 3, 4, 5, 6, 7]) func curve(_ roots: Int, _ degree: Int) throws {
    for bits in 0...4 {
      for squares in roots == 0 ? [false, true] : [false] {
        let curve = CompiledCurve.ofNoise(degree: degree, roots: roots, bits: bits, squares: squares)
        Self.compare(curve, turn: degree + bits)
      }
    }
    for isDirect in roots == 0 ? [false, true] : [false] {
      for squares in roots == 0 ? [false, true] : [false] {
        let curve = CompiledCurve.cellsOfNoise(degree: degree, roots: roots, isDirect: isDirect, squares: squares)
        Self.compare(curve, turn: degree)
      }
    }
  }

  /// The same for power functions.
  @Test(arguments: [2, 3, 4, 5, 6, 7]) func power(_ degree: Int) throws {
    for limit in [1.5, 203, 0.004] as [Float] {
      Self.compare(.powerOfNoise(degree: degree, limit: limit), turn: degree)
    }
  }

  /// Runs a curve on all sets with arguments in and around its domain.
  static func compare(_ curve: CompiledCurve, turn: Int) {
    let table = CurveTable(curve)
    everyWidth(rows: 3, in: -0.05 * curve.limit...1.05 * curve.limit, turn: turn) { strip, count in
      let found = run([.curve(table)], strip, count)
      // The sets must agree at every width; some widths are also compared with `CompiledCurve`.
      guard [1, 7, 31, 32, 33, 130, Int(LANES_STRIP)].contains(count) else { return }
      for row in 0..<3 {
        let bits = found.bits(row, count)
        for i in 0..<count {
          let x = strip.floats[row * Int(LANES_STRIP) + i]
          if bits[i] != curve(x).bitPattern {
            Issue.record("at \(x): \(Float(bitPattern: bits[i])), not \(curve(x))")
          }
        }
      }
    }
  }

  /// A norm and a curve of it, which vectors may run together: the bits are those of the baseline, which runs them one by one.
  @Test(arguments: [0, 1, 2], [3, 5, 7]) func curveOfANorm(_ roots: Int, _ degree: Int) {
    let strengths = Matrix3x3(LumaCoefficients.bt2020.vector, Norm.colorWeights, .zero)
    let curves = [
      CompiledCurve.ofNoise(degree: degree, roots: roots, bits: 2),
      .cellsOfNoise(degree: degree, roots: roots, isDirect: false, squares: false),
    ]
    for (index, kind) in [LANES_BRIGHTNESS, LANES_WEIGH].enumerated() {
      for curve in curves {
        let table = CurveTable(curve)
        let norm = lanes_op.matrix(strengths, kind: kind, to: 0)
        var factor = lanes_op.curve(table)
        factor.rows = 1
        Self.everyWidth(rows: 3, in: -0.05...1.6, turn: index) { strip, count in
          let (both, plain) = (Self.run([norm, factor], strip, count), Self.run([norm], strip, count))
          let (found, levels) = (both.bits(0, count), plain.bits(0, count))
          for i in 0..<count where !Self.sameNumber(found[i], curve(Float(bitPattern: levels[i])).bitPattern) {
            Issue.record("at \(Float(bitPattern: levels[i])): \(Float(bitPattern: found[i])), \(curve.shape)")
          }
        }
      }
    }
  }

  @Test func steps() {
    let m = Matrix3x3(SIMD3(1.5, -0.25, 0.125), SIMD3(0.3, 2, 0.1), SIMD3(-0.5, 0.7, 0.9))
    var multiply = lanes_op.empty(LANES_MULTIPLY, to: 0, rows: 2, gain: 4)
    multiply.rows = 2
    var intensity = lanes_op.matrix(ICtCp.ictcpFromPQLMS, gain: 3)
    intensity.kind = LANES_INTENSITY
    let strengths = Matrix3x3(LumaCoefficients.bt2020.vector, Norm.colorWeights, .zero)
    let programs: [(String, [lanes_op], (SIMD4<Double>) -> [Double])] = [
      ("matrix", [.matrix(m, adding: SIMD3(1, 2, 3))], { v in Self.list(m * Self.rgb(v) + SIMD3(1, 2, 3)) }),
      ("gain", [.matrix(m, gain: 3)], { v in Self.list(m * (Self.rgb(v) * v.w)) }),
      (
        "gain, clamp", [.matrix(m, gain: 3, clamp: 0.25...1)],
        { v in Self.list(m * (Self.rgb(v) * v.w)).map { min(max($0, 0.25), 1) } }
      ),
      ("clamp", [.matrix(m, clamp: 0...1)], { v in Self.list(m * Self.rgb(v)).map { min(max($0, 0), 1) } }),
      ("weigh", [.matrix(m, kind: LANES_WEIGH, to: 0)], { v in [(m * Self.rgb(v)).x] }),
      ("maximum", [.empty(LANES_MAXIMUM)], { v in [max(v.x, v.y, v.z)] }),
      ("multiply", [.empty(LANES_MULTIPLY, rows: 2, gain: 3)], { v in [v.x * v.w, v.y * v.w, v.z] }),
      (
        "brightness", [.matrix(strengths, kind: LANES_BRIGHTNESS, to: 0)], { v in [Norm.brightness(Self.rgb(v))] }
      ),
      ("minimum", [.empty(LANES_MINIMUM)], { v in [min(v.x, v.y, v.z)] }),
      ("add", [.empty(LANES_ADD, rows: 2, gain: 3)], { v in [v.x + v.w, v.y + v.w, v.z] }),
      (
        "weigh, clamp", [.matrix(m, clamp: 0.5...1, kind: LANES_WEIGH, to: 0)],
        { v in [min(max((m * Self.rgb(v)).x, 0.5), 1)] }
      ),
      ("copy", [.empty(LANES_COPY, from: 1, to: 0, rows: 2)], { v in [v.y, v.z, v.z] }),
      ("ratio", [.empty(LANES_RATIO, from: 0, to: 0, gain: 1)], { v in [min(v.x / v.y, v.y / v.x)] }),
      (
        "intensity", [intensity],
        { v in
          var coded = ICtCp.ictcpFromPQLMS * Self.rgb(v)
          coded *= SIMD3(1, 1, 1) * min(v.w / coded.x, coded.x / v.w)
          coded.x = v.w
          return Self.list(ICtCp.pqLMSFromICtCp * coded)
        }
      ),
    ]
    for (index, (name, ops, reference)) in programs.enumerated() {
      Self.everyWidth(rows: 4, in: 0.01...2, odd: false, turn: index) { strip, count in
        let found = Self.run(ops, strip, count)
        // The sets must agree at every width; some widths are also compared with the reference.
        guard count % 16 < 2 || count > 130 else { return }
        for i in 0..<count {
          let v = (0..<4).map { Double(strip.floats[$0 * Int(LANES_STRIP) + i]) }
          for (row, expected) in reference(SIMD4(v[0], v[1], v[2], v[3])).enumerated() {
            // A few roundings of numbers below 16.
            let error = abs(Double(found.floats[row * Int(LANES_STRIP) + i]) - expected)
            if !(error < 3e-6) { Issue.record("\(name), row \(row), column \(i) of \(count): off by \(error)") }
          }
        }
      }
      Self.everyWidth(rows: 4, in: -2...2, turn: index + 2) { strip, count in Self.run(ops, strip, count) }
    }
  }

  /// A curve of the magnitude that keeps the sign.
  @Test func oddCurve() throws {
    let curve = try CompiledCurve(upTo: 2, within: .absolute(1e-6)) { $0 * $0 }
    let table = CurveTable(curve)
    var op = lanes_op.curve(table, to: 1, rows: 2)
    op.kind = LANES_ODD_CURVE
    for count in [1, 31, 33, Int(LANES_STRIP)] {
      let strip = Strip()
      Self.fill(strip, rows: 3, in: -2...2, seed: count, odd: false)
      let found = Self.run([op], strip, count)
      for row in 1..<3 {
        for i in 0..<count {
          let x = strip.floats[row * Int(LANES_STRIP) + i]
          #expect(found.floats[row * Int(LANES_STRIP) + i] == (x < 0 ? -curve(-x) : curve(x)))
        }
      }
      #expect(found.bits(0, count) == strip.bits(0, count))
    }
  }

  /// `GamutDesaturation`: inside the cube, at its faces and far outside.
  @Test func desaturate() {
    let map = GamutDesaturation(from: .bt709, to: .bt709, peak: .nits(1))
    let weights = RGBPrimaries.bt709.luminanceWeights
    var op = lanes_op.matrix(Matrix3x3(weights, .zero, .zero))
    op.kind = LANES_DESATURATE
    for (count, range) in [(Int(LANES_STRIP), -0.5...1.5), (255, 0...1), (7, -9...9)] as [(Int, ClosedRange<Float>)] {
      let strip = Strip()
      Self.fill(strip, rows: 3, in: range, seed: count, odd: false)
      let found = Self.run([op], strip, count)
      for i in 0..<count {
        let v = (0..<3).map { Double(strip.floats[$0 * Int(LANES_STRIP) + i]) }
        let reference = map(Light.nits(v[0], v[1], v[2])).components
        for row in 0..<3 {
          let out = Double(found.floats[row * Int(LANES_STRIP) + i])
          // Roundings of numbers up to 9, and the weights in `Float`.
          #expect(out >= 0 && out <= 1 && abs(out - reference[row]) < 4e-6, "\(v): \(out), not \(reference[row])")
        }
      }
      Self.fill(strip, rows: 3, in: range, seed: count)
      Self.run([op], strip, count)
    }
  }

  static func rgb(_ v: SIMD4<Double>) -> SIMD3<Double> { SIMD3(v.x, v.y, v.z) }
  static func list(_ v: SIMD3<Double>) -> [Double] { [v.x, v.y, v.z] }

  /// NaN becomes the lower limit.
  @Test func notANumber() {
    let strip = Strip()
    strip.floats.update(repeating: .nan, count: Strip.count)
    let found = Self.run([.matrix(.identity, clamp: 0.5...1)], strip, 40)
    for row in 0..<3 { #expect(found.bits(row, 40).allSatisfy { Float(bitPattern: $0) == 0.5 }) }
  }
}
