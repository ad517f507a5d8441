package import CToneKernels
internal import ColorOperations
internal import SystemCalls
package import ToneKernels

/// The passes of a plan for frames of one size, in the order of `PassSchedule`.
///
/// Everything is prepared once and then only read, by any number of threads.
@safe struct FramePasses {
  private let kernels: KernelSet
  private(set) var reading: FrameReading
  let writing: FrameWriting
  /// The read pass of background pictures; `nil` if absent.
  private let background: lanes_read?
  /// Whether strips have a color pass.
  private var hasColors: Bool
  private let size: (width: Int, height: Int)
  private(set) var program: ColorProgram
  /// The program's steps, stored separately so that bands can use them without reference counting.
  private var lanes: lanes_program?

  /// - Throws: ``ConversionError/memory(needed:threads:)``.
  init(_ program: ColorProgram, width: Int, height: Int, kernels: KernelSet) throws(ConversionError) {
    self.kernels = kernels
    self.program = program
    size = (width, height)
    let plan = program.plan
    hasColors = plan.schedule.hasColors
    background =
      plan.needsBackground
      ? lanes_read(
        LANES_PLANAR, simdSample(Background.pictureFormat), width: width, simdNumbers(.identity, offset: .zero)) : nil
    unsafe lanes = unsafe program.memory?.program
    reading = try FrameReading(plan: plan, read: program.memory?.read, width: width, height: height)
    writing = FrameWriting(plan: plan, width: width, height: height)
  }

  /// Whether strips are filled with two rows at a time if there is a vector program.
  private var takesBlocks: Bool {
    background == nil && reading.readsBlocks && writing.writesBlocks && writing.isUnpacked
  }

  /// Returns the passes that run another program: these passes, if its plan processes samples in the same way.
  func running(_ program: ColorProgram) throws(ConversionError) -> FramePasses {
    // Whether a signal is kept can depend on the scene, and so can the treatment of alpha.
    guard program.plan.readsAndWrites(as: self.program.plan) else {
      return try FramePasses(program, width: size.width, height: size.height, kernels: kernels)
    }
    var passes = self
    passes.program = program
    passes.hasColors = program.plan.schedule.hasColors
    unsafe passes.lanes = unsafe program.memory?.program
    passes.reading.adopt(program.memory?.read, of: program.plan)
    return passes
  }

  /// Converts a band of a rectangle's rows.
  ///
  /// - Parameter backdrop: The background picture, if the plan uses one.
  func convert(
    _ band: SharedRows.Band, _ columns: TileColumns, from source: PlaneRows, over backdrop: PlaneRows?, frame: Int,
    using scratch: BandScratch
  ) {
    let chromaRows = writing.chromaRows(of: band, columns)
    if let lanes = unsafe lanes, takesBlocks {
      return unsafe convertBlocks(
        of: band, chromaRows, columns, from: source, by: lanes, frame: frame, using: scratch)
    }
    var nextChroma = chromaRows.lowerBound
    let rows = writing.encodedRows(for: band.rows, chroma: chromaRows)
    for y in rows {
      let isOurs = band.rows.contains(y)
      let source = reading.unpacked(y, columns.encoded, of: source, in: scratch)
      let target = writing.unpacked(y, of: band, in: scratch)
      var row = reading.row(y, of: source)
      var behind = unsafe backdrop.map { unsafe backgroundRow(y, of: $0) }
      for strip in columns.encoded.strips {
        reading.read(&row, x: strip.lowerBound, count: strip.count, into: scratch, with: kernels)
        if let background, unsafe behind != nil {
          unsafe withUnsafePointer(to: background) { job in
            unsafe kernels.read(
              job, &behind!, strip.lowerBound, strip.count, scratch.row(StripRow.background.lowerBound))
          }
        }
        if let lanes = unsafe lanes, hasColors, !reading.hasCoverage {
          unsafe scratch.run(lanes, strip.count, with: kernels)
        } else if hasColors {
          unsafe scratch.color(strip.count, by: lanes, with: kernels) {
            program.plan.reference(ofRead: $0, coverage: $1, over: $2)
          }
        }
        writing.weigh(strip.count, in: scratch)
        if isOurs { writing.write(y, strip, columns, from: scratch, into: target, frame: frame, with: kernels) }
        writing.storeChroma(y, strip, columns, in: scratch)
      }
      while nextChroma < chromaRows.upperBound, min(writing.lastRow(for: nextChroma), rows.upperBound - 1) <= y {
        reading.readKeptChroma(nextChroma, columns.chroma, of: source, into: scratch, with: kernels)
        writing.writeChroma(nextChroma, columns, from: scratch, into: target, frame: frame, with: kernels)
        nextChroma += 1
      }
      if isOurs { writing.pack(y, columns, from: scratch, into: band) }
    }
  }

  /// Row `y` of a background picture: the output's R′, G′, B′.
  private func backgroundRow(_ y: Int, of picture: PlaneRows) -> lanes_read_row {
    func start(_ component: Int) -> UnsafeRawPointer {
      unsafe picture.row(y, of: Background.pictureFormat.location(ofComponent: component).plane)
    }
    let (cb, cr) = unsafe (start(1), start(2))
    return unsafe lanes_read_row(luma: start(0), cb: (cb, cb), cr: (cr, cr), weight: (1, 0), odd: 0)
  }
}

extension FramePasses {
  /// Converts a band two rows at a time; the first of the two is even.
  private func convertBlocks(
    of band: SharedRows.Band, _ chromaRows: Range<Int>, _ columns: TileColumns, from source: PlaneRows,
    by program: lanes_program, frame: Int, using scratch: BandScratch
  ) {
    let rows = writing.encodedRows(for: band.rows, chroma: chromaRows)
    let (rest, job) = unsafe writing.block(endOf: program)
    var y = rows.lowerBound
    while y < rows.upperBound {
      let pair = y..<min(y & ~1 + 2, rows.upperBound)
      let next = pair.upperBound - 1
      var first = reading.row(y, of: reading.unpacked(y, columns.encoded, of: source, in: scratch))
      var second =
        next == y
        ? first : reading.row(next, of: reading.unpacked(next, columns.encoded, of: source, in: scratch, slot: 1))
      var targets = unsafe writing.targets(of: pair, chromaRows, columns, in: band, frame: frame)
      var x = columns.encoded.lowerBound
      while x < columns.encoded.upperBound {
        let block = Block(rows: pair, columns: x..<min(x + Block.mostColumns, columns.encoded.upperBound))
        reading.read(&first, of: block, into: scratch, with: kernels)
        if pair.count == 2 { reading.read(&second, of: block, into: scratch, with: kernels) }
        unsafe scratch.run(rest, block.count, into: job.from, with: kernels)
        unsafe writing.write(block, by: job, to: &targets, columns, from: scratch, with: kernels)
        x = block.columns.upperBound
      }
      y = pair.upperBound
    }
  }
}

extension BandScratch {
  /// Runs a program that depends on the color alone. Where all colors are the same, as in black bars, one vector is converted, and its color repeated.
  ///
  /// - Parameter result: The first of the three rows of the result.
  func run(
    _ program: lanes_program, _ count: Int, into result: Int32 = StripRow.color.lowerBound, with kernels: KernelSet
  ) {
    let isFlat = StripRow.color.allSatisfy {
      unsafe row($0)[0] == row($0)[count - 1]
        && memcmp(row($0), row($0) + 1, (count - 1) * MemoryLayout<Float>.stride) == 0
    }
    let some = isFlat ? 1 : count
    unsafe withUnsafePointer(to: program) { unsafe kernels.runProgram($0, strip, some) }
    guard isFlat else { return }
    for row in result..<result + 3 { unsafe self.row(row).update(repeating: self.row(row)[0], count: count) }
  }

  /// Runs the color pass: applies a program to the samples read, or, if there is no vector code, converts each color to three numbers in the rows
  /// from `first` on.
  package func color(
    _ count: Int, by program: lanes_program?, with kernels: KernelSet, into first: Int32 = StripRow.color.lowerBound,
    else reference: (_ read: SIMD3<Double>, _ coverage: Coverage, _ background: Signal) -> SIMD3<Double>
  ) {
    if let program = unsafe program {
      return unsafe withUnsafePointer(to: program) { unsafe kernels.runProgram($0, strip, count) }
    }
    let (from, into) = unsafe (rows(StripRow.color), rows(first..<first + 3))
    let (behind, alpha) = unsafe (rows(StripRow.background), row(StripRow.alpha))
    for x in 0..<count {
      let read = unsafe SIMD3(Double(from.0[x]), Double(from.1[x]), Double(from.2[x]))
      let background = unsafe Signal(SIMD3(Double(behind.0[x]), Double(behind.1[x]), Double(behind.2[x])))
      let numbers = unsafe reference(read, Coverage(Double(alpha[x])), background)
      unsafe (into.0[x], into.1[x], into.2[x]) = (Float(numbers.x), Float(numbers.y), Float(numbers.z))
    }
  }
}

extension ConversionPlan {
  /// Whether another plan of the same formats reads and writes samples in the same way, apart from their colors.
  fileprivate func readsAndWrites(as other: ConversionPlan) -> Bool {
    sourceCoding.quantization == other.sourceCoding.quantization && sourceCoding.taps == other.sourceCoding.taps
      && targetCoding.taps == other.targetCoding.taps && alpha == other.alpha
      && steps.kept?.scale == other.steps.kept?.scale && steps.kept?.offset == other.steps.kept?.offset
      && steps.dither == other.steps.dither
  }

  /// The reference for a color after the read pass: its codes, or, where alpha is used, coded components divided by alpha.
  package func reference(ofRead numbers: SIMD3<Double>, coverage: Coverage, over background: Signal) -> SIMD3<Double> {
    guard alpha != nil else { return self(Codes(numbers)).components }
    return schedule.colors(numbers, at: Pixel(coverage: coverage.value, over: background.components))
  }
}
