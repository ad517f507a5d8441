import CToneKernels
import SystemCalls
import ToneKernels

import ColorOperations
import ToneMapping

/// Reading and writing in every format and layout, at widths around those of vectors.
extension Recording {
  func recordReading() {
    for (index, read) in ReadCase.all.enumerated() {
      for (turn, width) in [1, 7, 33, 130, 600].enumerated() {
        let filling = Filling.allCases[(index + turn) % 4]
        let rows = PictureRows(read, width: width, filling: filling, at: .end)
        if read.sample == LANES_F32 || read.sample == LANES_F16, turn % 2 == 0 { Self.addStrangeFloats(rows) }
        let memory = SIMDMemory()
        defer { withExtendedLifetime(memory) {} }
        let (job, row) = (memory.values([rows.job]), memory.values([rows.row]))
        let strip = memory.values([Float](repeating: 0, count: Strip.count))
        scene(memory.blocks.map(\.bytes) + rows.planes.map(\.memory.bytes))
        for x in stride(from: 0, to: width, by: Int(LANES_STRIP)) {
          let count = min(Int(LANES_STRIP), width - x)
          strip.update(repeating: 0, count: Strip.count)
          call(
            .read, "\(read), \(filling), columns \(x)... of \(width)",
            [.address(job), .address(row), .number(x), .number(count), .address(strip)],
            written: [memory.blocks[2].bytes],
            results: (0..<4).map { .floats(strip + $0 * Int(LANES_STRIP), count) })
        }
      }
    }
  }

  /// Blocks: reading, and writing luma and chroma.
  func recordPairs() {
    for (index, read) in ReadCase.halved.enumerated() {
      for (turn, width) in [1, 34, 131].enumerated() {
        let rows = PictureRows(read, width: width, filling: Filling.allCases[(index + turn) % 4], at: .end)
        let memory = SIMDMemory()
        defer { withExtendedLifetime(memory) {} }
        var row = rows.row
        row.odd = 96
        let (job, first) = (memory.values([rows.job]), memory.values([row]))
        let strip = memory.values([Float](repeating: 0, count: Strip.count))
        scene(memory.blocks.map(\.bytes) + rows.planes.map(\.memory.bytes))
        call(
          .read, "\(read) in pairs, \(width) columns",
          [.address(job), .address(first), .number(0), .number(width), .address(strip)],
          written: [memory.blocks[2].bytes],
          results: (0..<3).flatMap { c in
            [0, 96].map { .floats(strip + c * Int(LANES_STRIP) + $0, (width + 1 - $0 / 96) / 2) }
          })
      }
    }
    let curve = CurveTable(.powerOfNoise(degree: 3, limit: 1))
    for format in WrittenBlock.formats {
      for width in [1, 34, 131] {
        for (step, isCentered) in [(1, false), (1, true), (2, false)] {
          recordBlock(WrittenBlock(format, width: width, in: -0.2...1.2), curve, step: step, isCentered: isCentered)
        }
      }
    }
  }

  private func recordBlock(_ block: WrittenBlock, _ curve: CurveTable, step: Int, isCentered: Bool) {
    let (memory, format) = (SIMDMemory(), block.format)
    defer { withExtendedLifetime(memory) {} }
    let (strip, bias) = (memory.values(block.strip), memory.values(WriteTests.bias))
    let luma = (0..<2).map { _ in GuardedMemory(block.width * format.size, at: .end) }
    let chroma = (0..<(step == 1 ? 2 : 1)).map { _ in GuardedMemory(block.columns * step * format.size, at: .end) }
    defer { withExtendedLifetime((luma, chroma, curve)) {} }
    let rows = memory.values([
      block.block(rows: 2, luma: luma.map(\.pointer), chroma: chroma.map(\.pointer), bias)
    ])
    let lanes = UnsafePointer(memory.values([curve.lanes]))
    let job = memory.values([block.job(step: step, isCentered: isCentered, lanes, isBounded: false)])
    let samples = luma + chroma
    // The rows have addresses, so they are not restored; the first block of a row does not read what it changes in them.
    scene(memory.blocks.map(\.bytes) + samples.map(\.bytes) + [curve.memory.bytes])
    call(
      .writeBlock, "\(format), \(block.width) columns, step \(step)\(isCentered ? ", centered" : "")",
      [.address(job), .address(rows), .address(strip)],
      written: samples.map(\.bytes) + [memory.blocks[0].bytes],
      results: samples.map { .samples($0, areFloats: false) })
  }

  private static func addStrangeFloats(_ rows: PictureRows) {
    for (index, plane) in rows.planes.enumerated() {
      for x in plane.codes.indices {
        let float = StrangeFloatTests.float(x, index)
        if rows.kind.sample == LANES_F16 {
          // Numbers of any 16 bits.
          let bits = UInt16(truncatingIfNeeded: float.bitPattern >> 9 &+ UInt32(x) &* 4099)
          plane.memory.bytes.storeBytes(of: bits, toByteOffset: 2 * x, as: UInt16.self)
        } else {
          plane.memory.bytes.storeBytes(of: float, toByteOffset: 4 * x, as: Float.self)
        }
      }
    }
  }

  func recordWriting() {
    for kind in WriteCase.all + [WriteCase(sample: LANES_X2RGB10, maximum: 1023)] {
      for (turn, width) in [1, 7, 33, 130, 600].enumerated() {
        for samples in kind.sample == LANES_X2RGB10 ? [3] : [1, 3, 4] {
          recordWriting(kind, width, samples: samples, Filling.allCases[(turn + samples) % 4])
        }
        guard kind.sample != LANES_X2RGB10 else { continue }
        recordWriting(kind, width, samples: 1, .noise)
        if kind.sample == LANES_U16 { recordWriting(kind, width, samples: 1, step: 2, .noise) }
      }
    }
  }

  private func recordWriting(_ kind: WriteCase, _ width: Int, samples: Int, step: Int? = nil, _ filling: Filling) {
    let isWord = kind.sample == LANES_X2RGB10
    let step = step ?? (isWord ? 1 : samples)
    let codes = (0..<samples).map { kind.codes(width, filling, seed: width * 4 + $0) }
    let memory = SIMDMemory()
    defer { withExtendedLifetime(memory) {} }
    let job: UnsafeRawPointer =
      samples == 1
      ? UnsafeRawPointer(memory.values([kind.format(step: step)]))
      : UnsafeRawPointer(
        memory.values([lanes_write_packed(format: kind.format(step: step), shifts: (20, 10, 0))]))
    let bias = memory.values(WriteTests.bias)
    let strip = memory.values([Float](repeating: 0, count: Strip.count))
    let target = GuardedMemory(width * step * kind.size, at: .end)
    defer { withExtendedLifetime(target) {} }
    scene(memory.blocks.map(\.bytes) + [target.bytes])
    for x in stride(from: 0, to: width, by: Int(LANES_STRIP)) {
      let count = min(Int(LANES_STRIP), width - x)
      for c in 0..<samples {
        for i in 0..<count { strip[c * Int(LANES_STRIP) + i] = codes[c][x + i] }
      }
      call(
        samples == 1 ? .write : .writePacked, "\(kind), \(samples) a pixel, \(filling), columns \(x)... of \(width)",
        [
          .address(job), .address(strip), .address(bias), .number(count),
          .address(target.pointer + x * step * kind.size),
        ],
        written: [memory.blocks[2].bytes, target.bytes],
        results: [.samples(target, areFloats: kind.sample == LANES_F32)])
    }
  }

  func recordChroma() {
    for (index, kind) in ChromaCase.all.enumerated() {
      for (turn, width) in [1, 34, 131].enumerated() {
        let filling = Filling.allCases[(index + turn) % 4]
        let floats = WriteCase(sample: LANES_F32, maximum: max(kind.format.maximum, 1))
        let columns = kind.halved ? (width + 1) / 2 : width
        let memory = SIMDMemory()
        defer { withExtendedLifetime(memory) {} }
        let bias = memory.values(WriteTests.bias)
        let rows = (0..<6).map { UnsafePointer(memory.values(floats.codes(width, filling, seed: width * 8 + $0))) }
        let targets = kind.targets(columns, at: .end)
        defer { withExtendedLifetime(targets) {} }
        var row = lanes_chroma_row()
        row.rows = ((rows[0], rows[1], rows[2]), (rows[3], rows[4], rows[5]))
        row.width = Int32(width)
        (row.weight, row.bias) = (kind.weight, (UnsafePointer(bias), UnsafePointer(bias)))
        row.target = (targets[0].pointer + kind.start, targets.last!.pointer)
        let words = [
          Word.address(memory.values([kind.job])), .address(memory.values([row])),
        ]
        scene(memory.blocks.map(\.bytes) + targets.map(\.bytes))
        call(
          .writeChroma, "\(kind), \(filling), \(width) columns", words, written: targets.map(\.bytes),
          results: targets.map { .samples($0, areFloats: kind.format.sample == LANES_F32) })
      }
    }
  }

  func recordLight() {
    let wide = WriteCase(sample: LANES_F32, maximum: 1)
    for (turn, count) in [1, 16, 33, 131, 256].enumerated() {
      for filling in Filling.allCases {
        let memory = SIMDMemory()
        defer { withExtendedLifetime(memory) {} }
        var job = lanes_light()
        job.limit = 2_559_999
        let padded = (count + 31) / 32 * 32
        let before = [Float](repeating: 0, count: Int(LANES_MAXIMUM_ROW) * Int(LANES_STRIP))
        let rest = [Float](repeating: 0, count: padded - count)
        let strip = memory.values(before + wide.codes(count, filling, seed: turn).map { 2_600_000 * $0 } + rest)
        let columns = memory.values((0..<padded).map { Float($0 * 9000) })
        job.columns = columns
        let light = memory.values([job])
        scene(memory.blocks.map(\.bytes))
        call(
          .countLight, "levels, \(filling), \(count) columns", [.address(light), .address(strip), .number(count)],
          // Not the job: what a block held is repeated without its pointers.
          written: [memory.blocks[1].bytes],
          // The sums are spread over as many lanes as a set has.
          results: [.floats(columns, padded)])
      }
    }
  }

  func recordStatistics() {
    for (turn, count) in [1, 33, 256].enumerated() {
      for filling in Filling.allCases {
        let given = StatisticsJob(count, filling, seed: UInt64(turn))
        let memory = SIMDMemory()
        defer { withExtendedLifetime(memory) {} }
        var numbers = [Float](repeating: 0, count: Int(LANES_STRIP * LANES_ROWS))
        for (row, values) in given.rows.enumerated() {
          numbers.replaceSubrange(row * Int(LANES_STRIP)..<row * Int(LANES_STRIP) + values.count, with: values)
        }
        let strip = memory.values(numbers)
        let columns = memory.values((0..<given.padded).map { Float($0 * 9000) })
        let cells = memory.values([Float](repeating: 0, count: given.padded))
        let codes = (0..<2).map { _ in memory.values([UInt32](repeating: 0, count: 16384)) }
        var job = lanes_light()
        (job.limit, job.dark, job.visible) = (StatisticsJob.limit, 2, StatisticsJob.visible)
        (job.columns, job.cells) = (columns, UnsafeMutableRawPointer(cells).assumingMemoryBound(to: Int32.self))
        (job.maximum_codes, job.luminance_codes) = (codes[0], codes[1])
        let counted = memory.values([job])
        scene(memory.blocks.map(\.bytes))
        call(
          .countLight, "statistics, \(filling), \(count) columns",
          [.address(counted), .address(strip), .number(count)],
          // Not the job, as above.
          written: memory.blocks.dropLast().map(\.bytes),
          // The sums are spread over as many lanes as a set has.
          results: [.floats(columns, given.padded)]
            + ([UnsafeRawBufferPointer(start: cells, count: 4 * given.padded)]
            + codes.map { UnsafeRawBufferPointer(start: $0, count: 4 * 16384) }).map {
              Result(bytes: $0, isFloats: false)
            })
      }
    }
  }

  func recordScaling() {
    // Bytes of a sample, samples from one column to the next, and scaled columns.
    for (turn, (bytes, step, count)) in [(2, 1, 16), (2, 1, 20), (1, 1, 33), (2, 2, 16), (4, 1, 7), (1, 4, 40)]
      .enumerated()
    {
      let (taps, rows) = (5, 1 + 3 * turn)
      let memory = SIMDMemory()
      defer { withExtendedLifetime(memory) {} }
      func side(_ count: Int) -> lanes_scale_side {
        let padded = (count + Int(LANES_TILE) - 1) / Int(LANES_TILE) * Int(LANES_TILE)
        let firsts = memory.values((0..<padded).map { Int32(min($0, count - 1) * 3 / 2) })
        let weights = memory.values((0..<padded * taps).map { Float($0 % 7) / 11 - 0.0625 })
        return lanes_scale_side(
          first: UnsafePointer(firsts), weights: UnsafePointer(weights), count: Int32(count),
          taps: Int32(taps))
      }
      let (down, across) = (side(rows), side(count))
      let (width, height) = ((count - 1) * 3 / 2 + taps, (rows - 1) * 3 / 2 + taps)
      let (stride, span) = (width * step * bytes, (width + 15) / 16 * 16)
      var noise = UInt32(turn)
      let source = memory.values(
        (0..<stride * height).map { _ in
          noise = noise &* 1_664_525 &+ 1_013_904_223
          return UInt8(noise >> 24)
        })
      let scratch = memory.values([Float](repeating: 0, count: (Int(LANES_TILE) + 4) * span))
      let turned = memory.values([Float](repeating: 0, count: Int(LANES_TILE) * span))
      let target = memory.values([UInt16](repeating: 0, count: rows * count))
      let job = memory.values([
        lanes_scale(
          source: source, stride: Int64(stride), step: Int32(step), bytes: Int32(bytes), shift: 0,
          mask: bytes == 1 ? 255 : 1023, rows: down, columns: across, scale: 63.7, bias: 0.5,
          target: target, target_stride: Int64(2 * count), scratch: scratch, turned: turned,
          span: Int32(span))
      ])
      scene(memory.blocks.map(\.bytes))
      call(
        .scale, "\(bytes) bytes, step \(step), \(count)×\(rows)", [.address(job)],
        // Scratch, turned and target.
        written: memory.blocks[5...7].map(\.bytes),
        results: [Result(bytes: UnsafeRawBufferPointer(start: target, count: 2 * rows * count), isFloats: false)])
    }
  }
}
