import CToneKernels
import Testing
import ToneKernels

extension ReadCase {
  /// The layouts that are read in blocks.
  static let paired = all.filter {
    $0.halved && $0.layout != LANES_PACKED422 && ($0.sample == LANES_U8 || $0.sample == LANES_U16)
  }
}

/// Two rows of codes in a strip, even and odd columns apart, and the same in the order of columns.
struct PairedBlock {
  static let formats = WriteCase.all.filter { !$0.isFloat }
  static let part = 128

  let format: WriteCase
  let width: Int
  /// By row and component.
  let rows: [[[Float]]]
  let strip: [Float]

  init(_ format: WriteCase, width: Int, _ filling: Filling) {
    (self.format, self.width) = (format, width)
    // Rows that count nothing make NaN of infinity where rows are averaged by themselves, and programs give none.
    let rows = (0..<2).map { row in
      (0..<3).map { c in
        format.codes(width, filling, seed: width * 8 + 3 * row + c).map { $0.isFinite ? $0 : -1 }
      }
    }
    var strip = [Float](repeating: 0, count: Strip.count)
    for (y, row) in rows.enumerated() {
      for (c, codes) in row.enumerated() {
        let start = c * Int(LANES_STRIP) + 2 * y * Self.part
        for (x, code) in codes.enumerated() { strip[start + x % 2 * Self.part + x / 2] = code }
        // What a converter does at the picture's edge.
        if width % 2 == 1 { strip[start + Self.part + width / 2] = codes[width - 1] }
      }
    }
    (self.rows, self.strip) = (rows, strip)
  }

  var columns: Int { (width + 1) / 2 }

  func job(step: Int, isCentered: Bool) -> lanes_write_chroma {
    lanes_write_chroma(
      format: format.format(step: step), halved: 1, centered: isCentered ? 1 : 0,
      weight: isCentered ? (0.5, 0.5) : (0.5, 0.25))
  }

  /// The first row of luma.
  func luma(
    of strip: UnsafePointer<Float>, _ bias: UnsafePointer<Float>, to target: UnsafeMutableRawPointer
  ) -> lanes_paired_row {
    lanes_paired_row(
      codes: (strip, strip + Self.part), bias: (bias, bias + 32), count: Int32(width), target: target)
  }

  /// Both rows of chroma, or one.
  func chroma(
    of strip: UnsafePointer<Float>, _ bias: UnsafePointer<Float>, to targets: [UnsafeMutableRawPointer],
    isPair: Bool = true
  ) -> lanes_paired_chroma {
    lanes_paired_chroma(
      codes: (strip + Int(LANES_STRIP), strip + 2 * Int(LANES_STRIP)),
      previous: (nil, nil), odd: Int32(Self.part),
      second: isPair ? Int32(2 * Self.part) : 0, count: Int32(columns), begins: 1, bias: (bias, bias),
      target: (targets[0], targets.last!))
  }
}

/// Blocks of two rows get the bits that rows by themselves get, which other tests compare with the reference.
@Suite struct PairedTests {
  @Test(arguments: ReadCase.paired) func reading(_ read: ReadCase) {
    for width in Array(1...130) + [255, 256, 257, 300, 545] {
      let side = GuardedMemory.Side.allCases[width % 2]
      let rows = PictureRows(read, width: width, filling: .noise, at: side)
      for x in stride(from: 0, to: width, by: 256) {
        let count = min(256, width - x)
        for name in InstructionSet.available {
          for redNeedsCb in [true, false] {
            let (whole, apart) = (Strip(), Strip())
            var (job, row) = (rows.job, rows.row)
            if !redNeedsCb { (job.matrix.1, job.matrix.10) = (0, 0) }
            KernelSet.named(name)!.read(&job, &row, x, count, whole.floats)
            row.odd = 160
            KernelSet.named(name)!.read(&job, &row, x, count, apart.floats)
            for c in 0..<3 {
              let (found, bits) = (apart.bits(c, Int(LANES_STRIP)), whole.bits(c, count))
              let agree = (0..<count).allSatisfy { i in
                let place: Int = i % 2 * 160 + i / 2
                return found[place] == bits[i]
              }
              #expect(agree, "row \(c), columns \(x)... of \(width) on \(name)")
            }
          }
        }
      }
    }
  }

  @Test(arguments: PairedBlock.formats) func luma(_ format: WriteCase) {
    for width in Array(1...130) + [255, 256] {
      let block = PairedBlock(format, width: width, Filling.allCases[width % 2])
      var bias = WriteTests.bias
      for i in 0..<32 { (bias[i], bias[32 + i]) = (WriteTests.bias[2 * i], WriteTests.bias[2 * i + 1]) }
      for name in InstructionSet.available {
        let (whole, apart) = (
          GuardedMemory(width * format.size, at: .end), GuardedMemory(width * format.size, at: .end)
        )
        var job = format.format()
        KernelSet.named(name)!.write(
          &job, block.rows[0][0] + [Float](repeating: 0, count: 32), WriteTests.bias, width, whole.pointer)
        block.strip.withUnsafeBufferPointer { strip in
          bias.withUnsafeBufferPointer { bias in
            var row = block.luma(of: strip.baseAddress!, bias.baseAddress!, to: apart.pointer)
            KernelSet.named(name)!.writePaired(&job, &row)
          }
        }
        #expect(apart.isPaddingWhole, "\(name) wrote outside at width \(width)")
        #expect(apart.bytes.elementsEqual(whole.bytes), "width \(width) on \(name)")
      }
    }
  }

  /// One row, two or three, in planes or in pairs, at any siting; in one block or in two.
  @Test(arguments: PairedBlock.formats) func chroma(_ format: WriteCase) {
    let weights: [(Float, Float, Float)] = [(1, 0, 0), (0.5, 0.5, 0), (0.25, 0.5, 0.25)]
    for width in Array(1...130) + [255, 256] {
      let block = PairedBlock(format, width: width, Filling.allCases[width % 2])
      for (step, isCentered, rowCount) in [
        (1, false, 2), (1, true, 2), (2, false, 2), (2, true, 1), (1, false, 1), (1, false, 3), (1, true, 3),
      ] {
        var job = block.job(step: step, isCentered: isCentered)
        func targets() -> [GuardedMemory] {
          (0..<(step == 1 ? 2 : 1)).map { _ in GuardedMemory(block.columns * step * format.size, at: .end) }
        }
        for name in InstructionSet.available {
          let (whole, apart) = (targets(), targets())
          WriteTests.bias.withUnsafeBufferPointer { bias in
            let biases = (bias.baseAddress, bias.baseAddress)
            let memory = (0..<4).map { i in
              let memory = GuardedMemory(4 * width, at: .end)
              memory.floats.update(from: block.rows[i % 2][1 + i / 2], count: width)
              return memory
            }
            // The second row stands for the one before, too.
            func rows(_ c: Int) -> (UnsafePointer<Float>?, UnsafePointer<Float>?, UnsafePointer<Float>?) {
              let first = UnsafePointer(memory[2 * c].floats)
              let second = rowCount > 1 ? UnsafePointer(memory[2 * c + 1].floats) : first
              return rowCount == 3 ? (second, first, second) : (first, second, second)
            }
            var row = lanes_chroma_row(
              rows: (rows(0), rows(1)), width: Int32(width), before: 0, weight: weights[rowCount - 1],
              bias: biases, target: (whole[0].pointer, whole.last!.pointer))
            withExtendedLifetime(memory) { KernelSet.named(name)!.writeChroma(&job, &row) }
            block.strip.withUnsafeBufferPointer { strip in
              var row = block.chroma(
                of: strip.baseAddress!, bias.baseAddress!, to: apart.map(\.pointer), isPair: rowCount > 1)
              if rowCount == 3 {
                row.previous = (row.codes.0! + 2 * PairedBlock.part, row.codes.1! + 2 * PairedBlock.part)
              }
              var before: (Float, Float) = (0, 0)
              if width > 128 {
                // As two blocks, the first of 64 columns of chroma.
                row.count = 64
                KernelSet.named(name)!.writePairedChroma(&job, &row, &before)
                row.begins = 0
                row.count = Int32(block.columns - 64)
                row.codes = (row.codes.0! + 64, row.codes.1! + 64)
                if rowCount == 3 { row.previous = (row.previous.0! + 64, row.previous.1! + 64) }
                row.target = (row.target.0! + 64 * step * format.size, row.target.1! + 64 * step * format.size)
              }
              KernelSet.named(name)!.writePairedChroma(&job, &row, &before)
            }
          }
          for (found, expected) in zip(apart, whole) {
            #expect(found.isPaddingWhole, "\(name) wrote outside at width \(width)")
            #expect(
              found.bytes.elementsEqual(expected.bytes), "width \(width), step \(step), \(rowCount) rows on \(name)")
          }
        }
      }
    }
  }
}
