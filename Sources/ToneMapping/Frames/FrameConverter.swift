internal import Synchronization
internal import SystemCalls
public import ToneKernels

/// A converter that runs a plan over frames of one size, on a given number of threads, with memory allocated once for all frames.
///
///     var converter = try plan.converter(width: 3840, height: 2160)
///     try converter.convert(input, into: &output, index: 7)
///
/// A frame's output depends only on that frame, the plan and the frame's absolute index: not on the number of threads, the instruction set, or
/// previously converted frames. Caller-owned pictures are lent as views; nothing is copied.
@safe public struct FrameConverter: ~Copyable {
  /// The plan that the converter runs.
  public var plan: ConversionPlan { prepared.passes.program.plan }
  /// The size of a frame, in luma samples.
  public let width, height: Int
  /// The maximum number of threads that work on a frame; a small frame uses fewer.
  public let threads: Int
  /// The instruction set of the converter.
  public let instructions: InstructionSet

  private let prepared: Prepared
  private let workspace: Workspace
  private let workers: Workers
  /// The meter of the light of the written pictures, which must then be converted whole; `nil` if absent.
  package let meter: LightMeter?

  /// Creates a converter that runs on these kernels.
  package init(
    plan: ConversionPlan, width: Int, height: Int, threads: Int, kernels: KernelSet, countingLight: Bool = false
  ) throws(ConversionError) {
    let workers = try Bands.workers(width: width, height: height, atMost: threads)
    let passes = try FramePasses(ColorProgram(plan), width: width, height: height, kernels: kernels)
    let workspace = try Workspace(width: width, threads: workers.count)
    meter =
      countingLight
      ? try LightMeter(ofFramesBy: plan, width: width, height: height, threads: workers.count, kernels: kernels) : nil
    self.width = width
    self.height = height
    self.threads = threads
    instructions = kernels.name
    prepared = Prepared(passes)
    self.workspace = workspace
    self.workers = workers
  }

  /// The passes, apart from the converter: the compiler checks values that cannot be copied in a time that grows with the square of their fields.
  private final class Prepared {
    let passes: FramePasses
    init(_ passes: FramePasses) { self.passes = passes }
  }

  /// The number of threads that the system refused; frames are converted on that many fewer.
  package var refusedThreads: Int { workers.refused }

  /// Converts one frame.
  ///
  /// - Parameters:
  ///   - input: The frame to convert, of this converter's size and the plan's input format.
  ///   - output: The frame to write, of this converter's size and the plan's output format.
  ///   - index: The absolute index of the frame, which shifts the dither.
  ///   - program: The color operations for this frame; `nil` means those of the converter's plan.
  /// - Throws: ``ConversionError`` if a format or size differs; the output is then unchanged.
  public mutating func convert(
    _ input: borrowing Frame, into output: inout Frame, index: Int = 0, program: ColorProgram? = nil
  ) throws(ConversionError) {
    do { try output.makeUnique() } catch { throw .frame(error) }
    try input.withView { input throws(ConversionError) in
      try output.withOwnView { output throws(ConversionError) in
        try convert(input, into: &output, index: index, program: program)
      }
    }
  }

  /// Converts one frame and composites it over a picture, with a plan that does so: see ``Background/picture(compositing:)``.
  ///
  /// `background`: The picture behind it, of this converter's size: the output's signal, in ``Background/pictureFormat``.
  /// - Throws: ``ConversionError`` as without a background.
  public mutating func convert(
    _ input: borrowing Frame, over background: borrowing Frame, into output: inout Frame, index: Int = 0,
    program: ColorProgram? = nil
  ) throws(ConversionError) {
    do { try output.makeUnique() } catch { throw .frame(error) }
    try input.withView { input throws(ConversionError) in
      try background.withView { background throws(ConversionError) in
        try output.withOwnView { output throws(ConversionError) in
          try convert(input, over: background, into: &output, index: index, program: program)
        }
      }
    }
  }

  /// Converts a picture in caller-owned memory, or a rectangle of it; nothing is copied.
  ///
  ///     try view.withTile(columns: 0..<64, rows: 128..<192) { tile in
  ///       try converter.convert(tile, into: &output, index: 7)
  ///     }
  ///
  /// A rectangle has the same bits as in the whole picture.
  ///
  ///
  /// - `input`: A picture of this converter's size in the plan's input format, or a rectangle of one.
  /// - `output`: The same rectangle of a picture of that size, or a picture of the rectangle's size, in the plan's output format. It must not share
  ///     memory with the input.
  /// - Throws: ``ConversionError`` for anything else; the output is then unchanged.
  public mutating func convert(
    _ input: borrowing FrameView, into output: inout MutableFrameView, index: Int = 0, program: ColorProgram? = nil
  ) throws(ConversionError) {
    try convert(input, over: nil, into: &output, index, program)
  }

  /// Converts a picture in caller-owned memory, or a rectangle of it, and composites it over another, with a plan that does so; nothing is copied.
  ///
  /// `background`: The same rectangle of the picture behind it, the output's signal in ``Background/pictureFormat``.
  /// - Throws: ``ConversionError`` as without a background.
  public mutating func convert(
    _ input: borrowing FrameView, over background: borrowing FrameView, into output: inout MutableFrameView,
    index: Int = 0, program: ColorProgram? = nil
  ) throws(ConversionError) {
    guard background.format == Background.pictureFormat else { throw .backgroundFormat(background.format) }
    guard background.pictureWidth == width, background.pictureHeight == height, background.columns == input.columns,
      background.rows == input.rows
    else {
      throw .backgroundPlace(
        columns: background.columns, rows: background.rows, expectedColumns: input.columns, expectedRows: input.rows)
    }
    guard !output.own.overlaps(background.picture) else { throw .sharedMemory }
    try convert(input, over: background.picture, into: &output, index, program)
  }

  private mutating func convert(
    _ input: borrowing FrameView, over background: PlaneRows?, into output: inout MutableFrameView, _ index: Int,
    _ program: ColorProgram?
  ) throws(ConversionError) {
    try check(input, output)
    let needsBackground = (program?.plan ?? plan).needsBackground
    guard needsBackground == (background != nil) else { throw .background(isNeeded: needsBackground) }
    var passes = prepared.passes
    if let program {
      try check(program.plan)
      passes = try passes.running(program)
    }
    try meter?.begin(by: program?.plan ?? plan)
    let columns = passes.writing.columns(input.columns)
    let bands = Bands(
      input.rows, width: input.width, threads: workspace.threads, reach: passes.writing.reachesBeyondBands)
    passes.reading.coverage?.fill(for: input.rows, from: input.picture, by: workers)
    let written = output.own
    unsafe output.withSharedRows(from: input.rows.lowerBound) { target in
      let work = unsafe FrameWork(
        passes: passes, scratch: workspace.scratch, columns: columns, source: input.picture, background: background,
        written: written, meter: meter, frame: index)
      if bands.threads == 1 {
        work.run(0, bands, of: target)
      } else {
        workers.perform { work.run($0, bands, of: target) }
      }
      guard let meter else { return }
      if bands.threads > 1 {
        let next = Atomic(0)
        workers.perform { work.countRest($0, next) }
      }
      meter.end()
    }
  }

  /// Checks that a program's plan reads and writes the same formats as the converter's.
  private func check(_ other: ConversionPlan) throws(ConversionError) {
    if other.inputFormat != plan.inputFormat {
      throw .inputFormat(plan.inputFormat, expected: other.inputFormat)
    }
    if other.outputFormat != plan.outputFormat {
      throw .outputFormat(plan.outputFormat, expected: other.outputFormat)
    }
    // The output's tags may lack a location that samples have.
    if other.sourceCoding.taps != plan.sourceCoding.taps || other.targetCoding.taps != plan.targetCoding.taps {
      throw .chromaLocations(
        [other.sourceCoding.color.chromaLocation, other.targetCoding.color.chromaLocation],
        expected: [plan.sourceCoding.color.chromaLocation, plan.targetCoding.color.chromaLocation])
    }
    let (dither, expected) = (other.options.dither, plan.options.dither)
    if dither != expected { throw .dither(dither, expected: expected) }
  }

  private func check(
    _ input: borrowing FrameView, _ output: borrowing MutableFrameView
  ) throws(ConversionError) {
    guard input.format == plan.inputFormat else { throw .inputFormat(input.format, expected: plan.inputFormat) }
    guard output.format == plan.outputFormat else { throw .outputFormat(output.format, expected: plan.outputFormat) }
    guard input.pictureWidth == width, input.pictureHeight == height else {
      throw .inputSize(
        width: input.pictureWidth, height: input.pictureHeight, expectedWidth: width, expectedHeight: height)
    }
    if output.columns != input.columns || output.rows != input.rows || output.pictureWidth != width
      || output.pictureHeight != height
    {
      guard output.columns == 0..<input.width, output.rows == 0..<input.height, output.pictureWidth == input.width,
        output.pictureHeight == input.height
      else {
        throw .outputPlace(
          columns: output.columns, rows: output.rows, expectedColumns: input.columns, expectedRows: input.rows)
      }
      let (column, row) = (input.columns.lowerBound, input.rows.lowerBound)
      guard output.format.hasChromaSample(x: column, y: row) else {
        throw .oddTile(column: column, row: row, format: output.format)
      }
    }
    guard !output.own.overlaps(input.picture) else { throw .sharedMemory }
    if meter != nil, input.columns != 0..<width || input.rows != 0..<height {
      throw .lightOfRectangle(columns: input.columns, rows: input.rows)
    }
  }
}

/// One frame's work, shared by the threads without a lock.
///
/// It is `@unchecked Sendable` because passes, scratch and meter contain pointers for the kernels, which the compiler cannot check. Passes and
/// source are only read, each thread has its own scratch and its own part of the meter, and `SharedRows` never gives a row to two threads.
@safe private struct FrameWork: @unchecked Sendable {
  let passes: FramePasses
  let scratch: UnsafeMutableBufferPointer<BandScratch>
  let columns: TileColumns
  let source: PlaneRows
  /// The background picture, if there is one.
  let background: PlaneRows?
  /// The written rows, for the meter.
  let written: PlaneRows
  let meter: LightMeter?
  let frame: Int

  /// Converts bands until none is left; the light of each is counted while it is in the cache.
  func run(_ thread: Int, _ bands: Bands, of target: borrowing SharedRows) {
    while let band = target.take({ bands.end(from: $0) }) {
      unsafe passes.convert(
        band, columns, from: source, over: background, frame: frame, using: scratch[thread])
      unsafe meter?.count(band.rows, of: written, thread: thread, using: scratch[thread])
    }
  }

  /// Counts the light of pending rows until none is left.
  func countRest(_ thread: Int, _ next: borrowing Atomic<Int>) {
    unsafe meter?.countRest(next, of: written, thread: thread, using: scratch[thread])
  }
}

extension KernelSet {
  /// Creates the kernels for an instruction set, or for the widest that this machine can run.
  init(for instructions: InstructionSet?) throws(ConversionError) {
    do { self = try instructions?.kernels() ?? .best } catch { throw .instructions(error) }
  }
}

extension ConversionPlan {
  /// Creates a converter for frames of this size.
  ///
  /// - Parameters:
  ///   - width: The number of luma samples in a row, `1...65_535`.
  ///   - height: The number of rows, `1...65_535`.
  ///   - threads: The maximum number of threads that work on a frame, 1 or more.
  ///   - instructions: The instruction set; `nil` means the widest that this machine can run.
  ///   - countingLight: Whether to measure the light of the output, for ``FrameConverter/contentLight``; only whole pictures can then be converted.
  /// - Throws: ``ConversionError/frame(_:)``, ``ConversionError/threads(_:)``, ``ConversionError/instructions(_:)``,
  ///   ``ConversionError/memory(needed:threads:)``, or ``ConversionError/light(_:)`` if light is measured and the output format cannot be read.
  public func converter(
    width: Int, height: Int, threads: Int = activeProcessorCount, on instructions: InstructionSet? = nil,
    countingLight: Bool = false
  ) throws(ConversionError) -> FrameConverter {
    let kernels = try KernelSet(for: instructions)
    return try FrameConverter(
      plan: self, width: width, height: height, threads: threads, kernels: kernels, countingLight: countingLight)
  }

  /// Converts one frame; to convert many, create one ``FrameConverter``.
  ///
  /// - Shape: `output` has the size of `input`; both have the plan's formats.
  /// - Throws: ``ConversionError`` for another size or format.
  public func convert(
    _ input: borrowing Frame, into output: inout Frame, index: Int = 0
  ) throws(ConversionError) {
    var converter = try converter(width: input.width, height: input.height)
    try converter.convert(input, into: &output, index: index)
  }

  /// Converts a picture in caller-owned memory, or a rectangle of it; to convert many, create one ``FrameConverter``.
  ///
  /// - Throws: ``ConversionError``, as for ``FrameConverter``.
  public func convert(
    _ input: borrowing FrameView, into output: inout MutableFrameView, index: Int = 0
  ) throws(ConversionError) {
    var converter = try converter(width: input.pictureWidth, height: input.pictureHeight)
    try converter.convert(input, into: &output, index: index)
  }

  /// Creates a frame in the plan's output format, with this size in luma samples.
  ///
  /// - Throws: `FrameError` for an invalid size.
  public func makeFrame(width: Int, height: Int) throws(FrameError) -> Frame {
    try Frame(outputFormat, width: width, height: height)
  }
}

extension Frame {
  /// Returns this frame converted for a display, with the default options; to convert many frames, create one ``ConversionPlan`` and one
  /// ``FrameConverter``.
  ///
  ///     let sdr = try frame.converted(from: .hdr10(mastering: mdcv, contentLight: clli), to: .sdr)
  ///
  /// - Throws: ``PlanError`` for a conversion that cannot be planned; `FrameError` or ``ConversionError`` if memory is insufficient.
  public func converted(from source: Source, to display: Display) throws -> Frame {
    let plan = try ConversionPlan(from: source, to: display, reading: format)
    var output = try plan.makeFrame(width: width, height: height)
    try plan.convert(self, into: &output)
    return output
  }
}
