import CToneKernels
import Testing
import ToneKernels

/// A layout of samples, and the true result for it.
struct ReadCase: CustomTestStringConvertible, Sendable {
  let layout: lanes_layout, sample: lanes_sample
  var halved = false, centered = false
  var weight: (Float, Float) = (1, 0)

  static let all: [ReadCase] = {
    var all: [ReadCase] = []
    for sample in [LANES_U8, LANES_U16, LANES_F32] {
      all.append(ReadCase(layout: LANES_GRAY, sample: sample))
      for layout in [LANES_PLANAR, LANES_BIPLANAR] where !(layout == LANES_BIPLANAR && sample == LANES_F32) {
        all.append(ReadCase(layout: layout, sample: sample))
        for centered in [false, true] {
          for weight: (Float, Float) in [(1, 0), (0.25, 0.75)] {
            all.append(ReadCase(layout: layout, sample: sample, halved: true, centered: centered, weight: weight))
          }
        }
      }
      all.append(ReadCase(layout: LANES_PACKED3, sample: sample))
      all.append(ReadCase(layout: LANES_PACKED4, sample: sample))
    }
    all += [LANES_GRAY, LANES_PLANAR, LANES_PACKED3, LANES_PACKED4].map { ReadCase(layout: $0, sample: LANES_F16) }
    all += [false, true].map { ReadCase(layout: LANES_PACKED422, sample: LANES_U16, halved: true, centered: $0) }
    all.append(ReadCase(layout: LANES_PACKED3, sample: LANES_X2RGB10))
    return all
  }()

  var testDescription: String {
    let layouts = ["gray", "planar", "biplanar", "packed3", "packed4", "packed422"]
    let samples = ["u8", "u16", "f32", "f16", "tens"]
    return
      "\(layouts[Int(layout.rawValue)]) \(samples[Int(sample.rawValue)])\(halved ? " halved" : "")\(centered ? " centered" : "") \(weight)"
  }
}

@Suite struct ReadTests {
  static let matrix: Twelve = (
    1.1e-3, 0.2e-3, 1.6e-3, -0.9, 1.2e-3, -0.3e-3, -0.6e-3, 0.2, 1.3e-3, 2.1e-3, 0.1e-3, -1.1
  )

  /// Every set, every width from 1 to 130 and some of several strips, every filling: compared with the reference and the baseline, with
  /// the samples next to a guard page.
  @Test(arguments: ReadCase.all) func everyWidth(_ read: ReadCase) throws {
    for width in Array(1...130) + [255, 256, 257, 300, 545] {
      let filling = Filling.allCases[width % 4]
      let rows = PictureRows(read, width: width, filling: filling, at: GuardedMemory.Side.allCases[width / 4 % 2])
      for x in stride(from: 0, to: width, by: Int(LANES_STRIP)) {
        let count = min(Int(LANES_STRIP), width - x)
        var expected: [[UInt32]]?
        for name in InstructionSet.available {
          let strip = Strip()
          var (job, row) = (rows.job, rows.row)
          KernelSet.named(name)!.read(&job, &row, x, count, strip.floats)
          let bits = (0..<4).map { strip.bits($0, count) }
          if let expected {
            #expect(bits == expected, "\(name) differs from baseline at width \(width), \(filling)")
          } else {
            expected = bits
            for i in 0..<count { check(strip, i, rows.reference(x + i, Self.matrix), width, name) }
          }
        }
      }
    }
  }

  /// The error: three products and sums in `Float` of numbers up to 65535 · 2e-3, each rounded to a relative 2⁻²⁴.
  func check(_ strip: Strip, _ i: Int, _ reference: [Double], _ width: Int, _ name: InstructionSet) {
    for c in reference.indices {
      let found = Double(strip.floats[c * Int(LANES_STRIP) + i])
      guard abs(found - reference[c]) > 4e-5 else { continue }
      Issue.record("row \(c), column \(i) of width \(width) on \(name): \(found), not \(reference[c])")
    }
  }
}

/// One luma row and its two chroma rows, in guarded memory.
final class PictureRows {
  let kind: ReadCase
  let width, columns: Int
  let planes: [SampleRow]

  init(_ kind: ReadCase, width: Int, filling: Filling, at side: GuardedMemory.Side) {
    self.kind = kind
    self.width = width
    columns = kind.halved ? (width + 1) / 2 : width
    let maximum = [LANES_U8: 255, LANES_U16: 65535, LANES_X2RGB10: 1023][kind.sample] ?? 1000
    let lengths: [Int] =
      switch kind.layout {
      case LANES_GRAY: [width]
      case LANES_PLANAR: [width, columns, columns, columns, columns]
      case LANES_BIPLANAR: [width, 2 * columns, 2 * columns]
      case LANES_PACKED3: [3 * width]
      case LANES_PACKED422: [4 * columns]
      default: [4 * width]
      }
    planes = lengths.enumerated().map { index, length in
      SampleRow(
        filling.codes(length, upTo: maximum, seed: width * 7 + index), sample: kind.sample, at: side)
    }
  }

  var job: lanes_read {
    var job = lanes_read()
    (job.layout, job.sample, job.halved) = (kind.layout, kind.sample, kind.halved ? 1 : 0)
    (job.centered, job.width, job.target) = (kind.centered ? 1 : 0, Int32(width), 0)
    job.matrix = ReadTests.matrix
    job.alpha = 0.75
    job.shifts = (20, 10, 0)
    return job
  }

  var row: lanes_read_row {
    func start(_ index: Int) -> UnsafeRawPointer? { UnsafeRawPointer(planes[index].memory.pointer) }
    var row = lanes_read_row()
    row.luma = start(0)
    row.weight = kind.weight
    if planes.count > 1 { row.cb = (start(1), start(2)) }
    if kind.layout == LANES_PACKED422 { row.cb = (start(0)! + 2, start(0)! + 2) }
    if planes.count > 3 { row.cr = (start(3), start(4)) }
    return row
  }

  /// The rows of the strip at column `x`, in `Double`.
  func reference(_ x: Int, _ m: Twelve) -> [Double] {
    let n = [m.0, m.1, m.2, m.3, m.4, m.5, m.6, m.7, m.8, m.9, m.10, m.11].map(Double.init)
    if kind.layout == LANES_GRAY { return [n[0] * planes[0].codes[x] + n[3]] }
    var c = [Double](repeating: 0, count: 4)
    switch kind.layout {
    case LANES_PACKED3: for k in 0..<3 { c[k] = planes[0].codes[3 * x + k] }
    case LANES_PACKED4: for k in 0..<4 { c[k] = planes[0].codes[4 * x + k] }
    default: c = [planes[0].codes[kind.layout == LANES_PACKED422 ? 2 * x : x], chroma(0, x), chroma(1, x)]
    }
    let out = (0..<3).map { n[4 * $0] * c[0] + n[4 * $0 + 1] * c[1] + n[4 * $0 + 2] * c[2] + n[4 * $0 + 3] }
    return kind.layout == LANES_PACKED4 ? out + [0.75 * c[3]] : out
  }

  /// Linear interpolation at the siting's position, edges repeated.
  private func chroma(_ component: Int, _ x: Int) -> Double {
    func sample(_ row: Int, _ j: Int) -> Double {
      let j = min(max(j, 0), columns - 1)
      return switch kind.layout {
      case LANES_BIPLANAR: planes[1 + row].codes[2 * j + component]
      case LANES_PACKED422: planes[0].codes[4 * j + 1 + 2 * component]
      default: planes[1 + 2 * component + row].codes[j]
      }
    }
    func between(_ j: Int) -> Double {
      kind.halved ? Double(kind.weight.0) * sample(0, j) + Double(kind.weight.1) * sample(1, j) : sample(0, j)
    }
    guard kind.halved else { return between(x) }
    let place = kind.centered ? (Double(x) - 0.5) / 2 : Double(x) / 2
    let j = Int(place.rounded(.down))
    return between(j) * (1 - (place - Double(j))) + between(j + 1) * (place - Double(j))
  }
}
