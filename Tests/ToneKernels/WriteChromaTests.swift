import CToneKernels
import Testing
import ToneKernels

/// The averaging of chroma.
struct ChromaCase: CustomTestStringConvertible, Sendable {
  let format: WriteCase
  /// The samples from one of a component to the next: in a plane of its own, in pairs, or in packed 4:2:2.
  var step = 1
  var halved = false, centered = false
  var weight: (Float, Float, Float)

  static let all: [ChromaCase] = {
    var all: [ChromaCase] = []
    for format in WriteCase.all where format.sample != LANES_F16 {
      for step in [1, 2, 4] where step == 1 || step == 2 && !format.isFloat || format.sample == LANES_U16 {
        for (halved, centered) in [(false, false), (true, false), (true, true)] where halved || step < 4 {
          for weight: (Float, Float, Float) in [(1, 0, 0), (0.5, 0.5, 0), (0.25, 0.5, 0.25)] {
            all.append(
              ChromaCase(
                format: format, step: step, halved: halved, centered: centered, weight: weight))
          }
        }
      }
    }
    return all
  }()
  var testDescription: String {
    "\(format.testDescription)\(step > 1 ? " by \(step)" : "")\(halved ? " halved" : "")\(centered ? " centered" : "") \(weight)"
  }

  /// The targets for some columns, and the bytes from the first target to the first sample.
  func targets(_ columns: Int, at side: GuardedMemory.Side) -> [GuardedMemory] {
    (0..<(step == 1 ? 2 : 1)).map { _ in GuardedMemory(columns * step * format.size, at: side) }
  }
  var start: Int { step == 4 ? format.size : 0 }

  /// The job.
  var job: lanes_write_chroma {
    lanes_write_chroma(
      format: format.format(step: step), halved: halved ? 1 : 0, centered: centered ? 1 : 0,
      weight: centered ? (0.5, 0.5) : (0.5, 0.25))
  }

  /// Column `j` of the plane: averaged vertically, then horizontally, edges repeated.
  func reference(_ rows: [[Float]], _ j: Int) -> Double {
    func between(_ x: Int) -> Double {
      let x = min(max(x, 0), rows[0].count - 1)
      return Double(weight.0) * Double(rows[0][x]) + Double(weight.1) * Double(rows[1][x])
        + Double(weight.2) * Double(rows[2][x])
    }
    if !halved { return between(j) }
    if centered { return (between(2 * j) + between(2 * j + 1)) / 2 }
    return (between(2 * j - 1) + 2 * between(2 * j) + between(2 * j + 1)) / 4
  }
}

@Suite struct WriteChromaTests {
  /// Every width; at each width, four consecutive formats, sitings or weights use the four fillings.
  @Test(arguments: ChromaCase.all.indices) func everyWidth(_ index: Int) throws {
    let kind = ChromaCase.all[index]
    for width in Array(1...130) + [257] {
      let columns = kind.halved ? (width + 1) / 2 : width
      let filling = Filling.allCases[(width + index) % 4]
      let side = GuardedMemory.Side.allCases[width / 4 % 2]
      let floats = WriteCase(sample: LANES_F32, maximum: max(kind.format.maximum, 1))
      let rows = (0..<6).map { index in
        let memory = GuardedMemory(4 * width, at: side)
        let codes = floats.codes(width, filling, seed: width * 8 + index)
        for (i, code) in codes.enumerated() { memory.bytes.storeBytes(of: code, toByteOffset: 4 * i, as: Float.self) }
        return (memory: memory, codes: codes)
      }
      for name in InstructionSet.available {
        let targets = kind.targets(columns, at: side)
        var job = kind.job
        func start(_ index: Int) -> UnsafePointer<Float>? {
          UnsafePointer(rows[index].memory.pointer.assumingMemoryBound(to: Float.self))
        }
        WriteTests.bias.withUnsafeBufferPointer { bias in
          var row = lanes_chroma_row()
          row.rows = ((start(0), start(1), start(2)), (start(3), start(4), start(5)))
          (row.width, row.weight) = (Int32(width), kind.weight)
          row.bias = (bias.baseAddress, bias.baseAddress)
          row.target = (targets[0].pointer + kind.start, targets.last!.pointer)
          KernelSet.named(name)!.writeChroma(&job, &row)
        }
        let whole = targets.allSatisfy { $0.isPaddingWhole }
        #expect(whole, "\(name) wrote outside at width \(width), \(kind)")
        if kind.step == 4 {
          let lumas = (0..<2 * columns).count { kind.format.value(targets[0], 2 * $0) == 0x9999 }
          #expect(lumas == 2 * columns, "\(name) wrote luma at width \(width), \(kind)")
        }
        for c in 0..<2 {
          let all = rows[3 * c..<3 * c + 3].map(\.codes)
          for j in 0..<columns {
            let found =
              kind.step == 1
              ? kind.format.value(targets[c], j)
              : kind.format.value(targets[0], kind.start / kind.format.size + kind.step * j + kind.step / 2 * c)
            check(
              found, kind, kind.reference(all, j), WriteTests.bias[j & 63],
              "column \(j) of \(width) on \(name), \(kind)")
          }
        }
      }
    }
  }

  /// Before rounding the average is within 2⁻²¹ of the maximum code: four sums in `Float`. The sample is therefore the reference's, or its
  /// neighbor if the reference lies that close to a rounding edge.
  func check(
    _ found: Double, _ kind: ChromaCase, _ reference: Double, _ bias: Float, _ place: @autoclosure () -> String
  ) {
    let top = Double(max(kind.format.maximum, 1))
    let slack = top / 2_097_152
    if kind.format.sample == LANES_F32 {
      if abs(found - reference) > slack { Issue.record("\(place()): \(found), not \(reference)") }
      return
    }
    let unit = Double(1 << kind.format.shift)
    let lowest = min(max((reference + Double(bias) - slack).rounded(.down), 0), top)
    let highest = min(max((reference + Double(bias) + slack).rounded(.down), 0), top)
    if found != lowest * unit && found != highest * unit { Issue.record("\(place()): \(found), not \(reference)") }
  }
}
