internal import CLanes
internal import ToneKernels

/// The strokes of a plan for frames of one size: read, color, write, and the chroma rows that follow.
///
/// Everything here is prepared once and then only read, by any number of threads.
@safe struct FrameStrokes {
  private let kernels: KernelSet
  private var reading: FrameReading
  private let writing: FrameWriting
  private var program: ColorProgram
  /// The program's steps, kept separately so that bands can use them without reference counting.
  private var lanes: lanes_program?

  init(_ program: ColorProgram, width: Int, height: Int, kernels: KernelSet) {
    self.kernels = kernels
    self.program = program
    unsafe lanes = unsafe program.memory?.program
    reading = FrameReading(plan: program.plan, program: program.lanes, width: width, height: height)
    writing = FrameWriting(plan: program.plan, width: width, height: height)
  }

  /// These strokes with another program, whose plan has the same formats, chroma locations and dither.
  func running(_ program: ColorProgram) -> FrameStrokes {
    var strokes = self
    strokes.program = program
    unsafe strokes.lanes = unsafe program.memory?.program
    strokes.reading.take(program.lanes)
    return strokes
  }

  /// Whether adjacent bands both encode the rows at their boundary.
  var reachesBeyondBands: Bool { writing.reachesBeyondBands }

  /// The columns of a rectangle.
  func columns(_ columns: Range<Int>) -> TileColumns { writing.columns(columns) }

  /// Converts a band of a rectangle's rows.
  func convert(
    _ band: SharedRows.Band, _ columns: TileColumns, from source: PlaneRows, frame: Int, using scratch: BandScratch
  ) {
    let chromaRows = writing.chromaRows(of: band, columns)
    var nextChroma = chromaRows.lowerBound
    for y in writing.encodedRows(for: band.rows, chroma: chromaRows) {
      let isOurs = band.rows.contains(y)
      var row = reading.row(y, of: source)
      var x = columns.encoded.lowerBound
      while x < columns.encoded.upperBound {
        let strip = x..<min(x + Int(LANES_STRIP), columns.encoded.upperBound)
        reading.read(&row, x: x, count: strip.count, into: scratch, with: kernels)
        color(strip.count, scratch)
        if isOurs { writing.write(y, strip, columns, from: scratch, into: band, frame: frame, with: kernels) }
        writing.keepChroma(y, strip, columns, in: scratch)
        x = strip.upperBound
      }
      while nextChroma < chromaRows.upperBound, writing.lastRow(for: nextChroma) <= y {
        writing.writeChroma(nextChroma, columns, from: scratch, into: band, frame: frame, with: kernels)
        nextChroma += 1
      }
    }
  }

  /// Turns the samples read into codes before rounding: by the program, or color by color if the lanes have no steps.
  private func color(_ count: Int, _ scratch: BandScratch) {
    if let lanes = unsafe lanes {
      unsafe withUnsafePointer(to: lanes) { unsafe kernels.color($0, scratch.strip, count) }
      return
    }
    let rows = unsafe (scratch.row(0), scratch.row(1), scratch.row(2))
    for x in 0..<count {
      let codes = unsafe Codes(Double(rows.0[x]), Double(rows.1[x]), Double(rows.2[x]))
      let out = program.plan(codes).components
      unsafe (rows.0[x], rows.1[x], rows.2[x]) = (Float(out.x), Float(out.y), Float(out.z))
    }
  }
}
