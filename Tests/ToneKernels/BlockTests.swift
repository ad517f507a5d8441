import CToneKernels
import ColorOperations
import RealModule
import TestSupport
import Testing
import ToneKernels

extension ReadCase {
  /// The layouts that are read in blocks.
  static let halved = all.filter(\.halved)
}

/// Two rows of colors in a strip, even and odd columns apart, and their conversion to codes.
struct WrittenBlock {
  static let formats = WriteCase.all.filter { !$0.isFloat }
  static let part = 128

  let format: WriteCase
  let width: Int
  /// The weights of luma add up to 0.9 of the maximum code, those of chroma to 0.
  let matrix: Twelve
  /// By row and component.
  let rows: [[[Float]]]
  let strip: [Float]

  init(_ format: WriteCase, width: Int, in range: ClosedRange<Float>) {
    (self.format, self.width) = (format, width)
    let top = format.maximum
    matrix = (
      0.2 * top, 0.6 * top, 0.1 * top, 0.06 * top, -0.1 * top, -0.3 * top, 0.4 * top, 0.5 * top, 0.4 * top, -0.35 * top,
      -0.05 * top, 0.5 * top
    )
    var numbers = SeededNumbers(seed: UInt64(width))
    let rows = (0..<2).map { _ in
      (0..<3).map { _ in (0..<width).map { _ in Float.random(in: range, using: &numbers) } }
    }
    var strip = [Float](repeating: 0, count: Strip.count)
    for (y, row) in rows.enumerated() {
      for (c, numbers) in row.enumerated() {
        let start = c * Int(LANES_STRIP) + 2 * y * Self.part
        for (x, number) in numbers.enumerated() { strip[start + x % 2 * Self.part + x / 2] = number }
      }
    }
    (self.rows, self.strip) = (rows, strip)
  }

  var columns: Int { (width + 1) / 2 }

  func job(step: Int, isCentered: Bool, _ curve: UnsafePointer<lanes_curve>?, isBounded: Bool) -> lanes_write_block {
    lanes_write_block(
      luma: format.format(),
      chroma: lanes_write_chroma(
        format: format.format(step: step), halved: 1, centered: isCentered ? 1 : 0,
        weight: isCentered ? (0.5, 0.5) : (0.5, 0.25)), curve: curve, matrix: matrix, from: 0,
      is_bounded: isBounded ? 1 : 0)
  }

  /// The rows to write, with `bias` for all of them.
  func block(
    rows: Int, luma: [UnsafeMutableRawPointer], chroma: [UnsafeMutableRawPointer], _ bias: UnsafePointer<Float>
  ) -> lanes_block {
    lanes_block(
      columns: Int32(width), rows: Int32(rows), part: Int32(Self.part), luma_count: Int32(width),
      chroma_count: Int32(columns), luma: (luma[0], rows == 2 ? luma[1] : nil),
      luma_bias: ((bias, bias + 32), (bias, bias + 32)), chroma: (chroma[0], chroma.last!), chroma_bias: (bias, bias),
      begins: 1, before: (0, 0, 0), previous: nil, previous_step: 0, is_first: 0)
  }

  /// The exact codes of luma and chroma without bias; `weights` are those of the row before, which is the second row, and of both rows.
  func codes(
    _ curve: CompiledCurve?, isCentered: Bool, weights: (before: Double, first: Double, second: Double)
  ) -> (luma: [[Double]], chroma: [[Double]]) {
    let m = [
      [matrix.0, matrix.1, matrix.2, matrix.3], [matrix.4, matrix.5, matrix.6, matrix.7],
      [matrix.8, matrix.9, matrix.10, matrix.11],
    ].map { $0.map(Double.init) }
    let encoded = rows.map { row in row.map { $0.map { Double(curve?($0) ?? $0) } } }
    func code(_ row: Int, _ r: Double, _ g: Double, _ b: Double) -> Double {
      m[row][0] * r + m[row][1] * g + m[row][2] * b + m[row][3]
    }
    let luma = encoded.map { row in (0..<width).map { code(0, row[0][$0], row[1][$0], row[2][$0]) } }
    func mean(_ c: Int, _ x: Int) -> Double {
      let x = min(max(x, 0), width - 1)
      return (weights.before + weights.second) * encoded[1][c][x] + weights.first * encoded[0][c][x]
    }
    func mean(_ c: Int, column j: Int) -> Double {
      isCentered
        ? (mean(c, 2 * j) + mean(c, 2 * j + 1)) / 2
        : mean(c, 2 * j - 1) / 4 + mean(c, 2 * j) / 2 + mean(c, 2 * j + 1) / 4
    }
    let chroma = (1...2).map { row in
      (0..<columns).map { j in code(row, mean(0, column: j), mean(1, column: j), mean(2, column: j)) }
    }
    return (luma, chroma)
  }

  /// Whether a sample is a code plus bias without its fraction; the sum may be wrong by a few roundings in `Float`.
  func isSample(_ found: Double, _ code: Double, _ bias: Float) -> Bool {
    let rounding = Double(format.maximum) * 4e-6
    return [-rounding, rounding].contains { error in
      let sum = (code + Double(bias) + error).rounded(.down)
      return found == min(max(sum, 0), Double(format.maximum)) * Double(1 << format.shift)
    }
  }
}

@Suite struct BlockTests {
  /// Chroma is read minus its neutral sample; with the matrix of most formats and with any other.
  @Test(arguments: ReadCase.halved) func reading(_ read: ReadCase) {
    let neutral = 100.0
    let matrices: [Twelve] = [
      ReadTests.matrix, (1.1e-3, 0, 1.6e-3, -0.1, 1.1e-3, -0.3e-3, -0.6e-3, -0.1, 1.1e-3, 2.1e-3, 0, -0.1),
    ]
    for width in Array(1...130) + [255, 256, 257, 300, 545] {
      let rows = PictureRows(read, width: width, filling: .noise, at: GuardedMemory.Side.allCases[width % 2])
      for (matrix, x) in matrices.flatMap({ matrix in stride(from: 0, to: width, by: 256).map { (matrix, $0) } }) {
        let count = min(256, width - x)
        // The offset of the same matrix on whole samples.
        var whole = matrix
        whole.3 -= Float(neutral) * (matrix.1 + matrix.2)
        whole.7 -= Float(neutral) * (matrix.5 + matrix.6)
        whole.11 -= Float(neutral) * (matrix.9 + matrix.10)
        var expected: [[UInt32]]?
        for name in InstructionSet.available {
          let strip = Strip()
          var (job, row) = (rows.job, rows.row)
          (job.matrix, job.neutral, row.odd) = (matrix, Float(neutral), 160)
          KernelSet.named(name)!.read(&job, &row, x, count, strip.floats)
          let bits = (0..<3).map { c in
            let all = strip.bits(c, Int(LANES_STRIP))
            return (0..<count).map { all[$0 % 2 * 160 + $0 / 2] }
          }
          #expect(bits == expected ?? bits, "\(name) differs from baseline at width \(width)")
          if expected != nil { continue }
          expected = bits
          for i in 0..<count {
            for (c, exact) in rows.reference(x + i, whole).enumerated() {
              let found = Double(Float(bitPattern: bits[c][i]))
              #expect(abs(found - exact) <= 4e-5, "row \(c), column \(x + i) of \(width): \(found), not \(exact)")
            }
          }
        }
      }
    }
  }

  private enum Rows: CaseIterable { case one, two, reaching, first }

  /// One row, two, or two and the row before, with and without a curve, in planes or in pairs, at any siting; in one block or in two.
  @Test(arguments: WrittenBlock.formats) func writing(_ format: WriteCase) throws {
    // The root of a display, so that bounded colors have bounded luma.
    let power = try CompiledCurve(upTo: 1, within: .absolute(1e-4)) { Double.pow($0, 1 / 2.4) }
    try #require(power.shape == "power×3")
    let table = CurveTable(power)
    var curve = table.lanes
    for width in Array(1...70) + [129, 255, 256] {
      for (index, rows) in Rows.allCases.enumerated() {
        let (hasCurve, isBounded) = (width % 3 > 0, width % 3 == 2)
        let block = WrittenBlock(format, width: width, in: isBounded ? 0.1...0.9 : -0.2...1.2)
        let (step, isCentered) = (1 + (width + index) % 2, (width / 2 + index) % 2 == 1)
        withUnsafePointer(to: &curve) { curve in
          let job = block.job(
            step: step, isCentered: isCentered, hasCurve ? curve : nil, isBounded: isBounded && hasCurve)
          let weights: (Double, Double, Double) =
            switch rows {
            case .one: (0, 1, 0)
            case .two: (0, 0.5, 0.5)
            case .reaching: (0.25, 0.5, 0.25)
            case .first: (0, 0.75, 0.25)
            }
          let codes = block.codes(hasCurve ? power : nil, isCentered: isCentered, weights: weights)
          var expected: [[UInt8]]?
          for name in InstructionSet.available {
            let written = write(block, job, power, rows, step: step, inTwo: width > 128, on: name)
            let isWhole = written.allSatisfy { $0.isPaddingWhole }
            #expect(isWhole, "\(name) wrote outside at width \(width)")
            let bytes = written.map { Array($0.bytes) }
            #expect(bytes == expected ?? bytes, "\(name) differs from baseline at width \(width), \(rows)")
            expected = bytes
          }
          let found = write(block, job, power, rows, step: step, inTwo: false, on: .baseline)
          #expect(found.map { Array($0.bytes) } == expected, "two blocks differ from one at width \(width), \(rows)")
          for y in 0..<(rows == .one ? 1 : 2) {
            for x in 0..<width {
              let bias = WriteTests.bias[x % 2 * 32 + x / 2 % 32]
              #expect(
                block.isSample(format.value(found[y], x), codes.luma[y][x], bias), "luma \(x), row \(y) of \(width)")
            }
          }
          for c in 0..<2 {
            for j in 0..<block.columns {
              let sample = format.value(step == 1 ? found[2 + c] : found[2], step == 1 ? j : 2 * j + c)
              #expect(
                block.isSample(sample, codes.chroma[c][j], WriteTests.bias[j % 64]),
                "chroma \(c), \(j) of \(block.columns), \(rows), step \(step), centered \(isCentered)")
            }
          }
        }
      }
    }
  }

  /// Two rows of luma, then one or two planes of chroma.
  private func write(
    _ block: WrittenBlock, _ job: lanes_write_block, _ power: CompiledCurve, _ rows: Rows, step: Int, inTwo: Bool,
    on name: InstructionSet
  ) -> [GuardedMemory] {
    let (format, width, kernels) = (block.format, block.width, KernelSet.named(name)!)
    let luma = (0..<2).map { _ in GuardedMemory(width * format.size, at: .end) }
    let chroma = (0..<(step == 1 ? 2 : 1)).map { _ in GuardedMemory(block.columns * step * format.size, at: .end) }
    let strip = Strip()
    strip.floats.update(from: block.strip, count: Strip.count)
    // The second row stands for the one before.
    var previous = [Float](repeating: 0, count: 6 * 256)
    let encoded: (Float) -> Float = { x in job.curve == nil ? x : power(x) }
    if rows == .reaching {
      for c in 0..<3 {
        for x in 0..<width { previous[(2 * c + x % 2) * 256 + x / 2] = encoded(block.rows[1][c][x]) }
      }
    }
    var job = job
    WriteTests.bias.withUnsafeBufferPointer { bias in
      previous.withUnsafeMutableBufferPointer { previous in
        var parts = block.block(
          rows: rows == .one ? 1 : 2, luma: luma.map(\.pointer), chroma: chroma.map(\.pointer), bias.baseAddress!)
        if rows == .reaching || rows == .first {
          (parts.previous, parts.previous_step, parts.is_first) = (previous.baseAddress, 256, rows == .first ? 1 : 0)
        }
        if inTwo {
          // As two blocks, the first of 128 columns.
          (parts.columns, parts.luma_count, parts.chroma_count) = (128, 128, 64)
          kernels.writeBlock(&job, &parts, strip.floats)
          strip.floats.update(from: block.strip, count: Strip.count)
          (parts.columns, parts.luma_count) = (Int32(width - 128), Int32(width - 128))
          (parts.chroma_count, parts.begins) = (Int32(block.columns - 64), 0)
          parts.luma = (parts.luma.0! + 128 * format.size, parts.luma.1.map { $0 + 128 * format.size })
          let bytes = 64 * step * format.size
          parts.chroma = (parts.chroma.0! + bytes, parts.chroma.1! + bytes)
          if parts.previous != nil { parts.previous += 64 }
          kernels.writeBlock(&job, &parts, strip.floats + 64)
        } else {
          kernels.writeBlock(&job, &parts, strip.floats)
        }
      }
    }
    return luma + chroma
  }
}
