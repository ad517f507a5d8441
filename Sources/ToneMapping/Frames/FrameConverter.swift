internal import Synchronization
internal import Threading
public import ToneKernels

/// Runs a plan over frames of one size, on the given number of threads, without allocating memory for each frame.
///
///     var converter = plan.converter(width: 3840, height: 2160)
///     converter.convert(input, into: &output, frame: 7)
///
/// A frame's output depends only on that frame, the plan and the frame's absolute index: not on the number of threads,
/// not on the instruction set, not on frames converted before.
@safe public struct FrameConverter: ~Copyable {
  /// The plan that the converter runs.
  public let plan: ConversionPlan
  /// The size of a frame, in luma samples.
  public let width, height: Int
  /// The largest number of threads that work on a frame; a small frame uses fewer.
  public let threads: Int
  /// The instruction set that the converter runs on.
  public let instructions: InstructionSet

  private let strokes: FrameStrokes
  private let scratch: UnsafeMutableBufferPointer<BandScratch>
  private let bands: Bands
  private let crew: Crew

  init(plan: ConversionPlan, width: Int, height: Int, threads: Int, kernels: KernelSet) {
    precondition(threads > 0, "a converter needs at least one thread")
    precondition(
      (1...65_535).contains(width) && (1...65_535).contains(height), "a frame must have 1 to 65535 columns and rows")
    self.plan = plan
    self.width = width
    self.height = height
    self.threads = threads
    instructions = kernels.name
    strokes = FrameStrokes(plan: plan, width: width, height: height, kernels: kernels)
    bands = Bands(width: width, height: height, threads: threads, reach: strokes.reachesBeyondBands)
    crew = Crew(threads: bands.threads)
    unsafe scratch = .allocate(capacity: crew.count)
    for thread in 0..<crew.count { unsafe scratch.initializeElement(at: thread, to: BandScratch(width: width)) }
  }

  deinit {
    for thread in 0..<crew.count { unsafe scratch[thread].free() }
    unsafe scratch.deallocate()
    strokes.free()
    bands.free()
  }

  /// How many threads the system refused: frames are converted on that many fewer than their size is worth.
  package var refusedThreads: Int { bands.threads - crew.count }

  /// Converts one frame.
  ///
  /// - Shape: Both frames have this converter's size; `input` has the plan's input format, `output` its output format.
  /// - Aliasing: The two frames are values and never share memory.
  /// - Parameter input: The frame to convert.
  /// - Parameter output: The frame that is written.
  /// - Parameter frame: The absolute index of the frame, which shifts the dither.
  public mutating func convert(_ input: Frame, into output: inout Frame, frame: Int = 0) {
    precondition(
      input.format == plan.inputFormat && output.format == plan.outputFormat,
      "the frames must have the plan's input and output formats")
    precondition(
      input.width == width && input.height == height && output.width == width && output.height == height,
      "the frames must have the converter's size")
    bands.restart()
    unsafe input.withUnsafeRows { source in
      unsafe output.withSharedRows { target in
        let work = unsafe FrameWork(
          strokes: strokes, scratch: scratch, bands: bands, source: source, target: target, frame: frame)
        crew.perform { work.run($0) }
      }
    }
  }
}

/// One frame's work, shared by the threads without a lock: strokes and source are only read, each thread has its own scratch,
/// and `SharedRows` ensures that no two threads write the same row.
@safe private struct FrameWork: @unchecked Sendable {
  let strokes: FrameStrokes
  let scratch: UnsafeMutableBufferPointer<BandScratch>
  let bands: Bands
  let source: FrameRows
  let target: SharedRows
  let frame: Int

  /// Converts bands until none is left.
  func run(_ thread: Int) {
    while let rows = bands.next() {
      unsafe strokes.convert(target.band(rows), from: source, frame: frame, using: scratch[thread])
    }
  }
}

extension ConversionPlan {
  /// A converter for frames of this size, on the widest instruction set that this machine can run.
  ///
  /// - Parameters:
  ///   - width: The number of luma samples in a row, `1...65_535`.
  ///   - height: The number of rows, `1...65_535`.
  ///   - threads: The largest number of threads that work on a frame, 1 or more.
  public func converter(width: Int, height: Int, threads: Int = activeProcessorCount) -> FrameConverter {
    FrameConverter(plan: self, width: width, height: height, threads: threads, kernels: .best)
  }

  /// Converts one frame; to convert many, make one ``FrameConverter``.
  ///
  /// - Shape: `output` has the size of `input`; both have the plan's formats.
  public func convert(_ input: Frame, into output: inout Frame, frame: Int = 0) {
    var converter = converter(width: input.width, height: input.height)
    converter.convert(input, into: &output, frame: frame)
  }

  /// Makes a frame in the plan's output format, with this size in luma samples.
  ///
  /// - Throws: `FrameError` for an invalid size.
  public func makeFrame(width: Int, height: Int) throws(FrameError) -> Frame {
    try Frame(outputFormat, width: width, height: height)
  }
}

extension Frame {
  /// This frame converted for a display, with the default choices; to convert many frames, make one ``ConversionPlan`` and
  /// one ``FrameConverter``.
  ///
  ///     let sdr = try frame.converted(from: .hdr10(mastering: mdcv, contentLight: clli), to: .sdr)
  ///
  /// - Throws: ``PlanError`` for a conversion that cannot be planned; `FrameError` for a frame that is too large.
  public func converted(from source: Source, to display: Display) throws -> Frame {
    let plan = try ConversionPlan(from: source, to: display, reading: format)
    var output = try plan.makeFrame(width: width, height: height)
    plan.convert(self, into: &output)
    return output
  }
}
