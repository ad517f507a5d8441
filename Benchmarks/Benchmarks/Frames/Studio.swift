import Measuring
import Synchronization
import ToneMapping

/// Makes and converts frames. The baseline gets an eighth of the rows, because it takes a hundred times as long.
struct Studio: Sendable {
  let forest: Forest

  func measure(
    _ name: String, from source: Source = .hdr10(), to display: Display = .sdr, tone: ToneOperator = .spline,
    gamut: GamutOperator = .perceptual, options: PlanOptions = PlanOptions(), reading input: PixelFormat = .yuv420p10,
    writing output: PixelFormat = .yuv420p, size: (width: Int, height: Int) = (3840, 2160), threads: Int = 1,
    on set: InstructionSet = InstructionSet.available.last!, scene: Scene? = nil
  ) throws {
    let (width, height) = (size.width, set == .baseline ? size.height / 8 : size.height)
    var source = source
    if input.model == .rgb { (source.color.matrix, source.color.range) = (.identity, .full) }
    let plan = try ConversionPlan(
      from: source, to: display, tone: tone, gamut: gamut, options: options, reading: input, writing: output)
    let traffic = Traffic.moved(
      read: input.frameByteCount(width: width, height: height),
      written: output.frameByteCount(width: width, height: height))
    let session = Session()
    benchmark(
      name, pixels: width * height, traffic: traffic, clock: threads == 1 ? threadTime : wallTime
    ) { [forest] in
      // The work is made in the first iteration, which is not measured.
      session.convert {
        orEnd {
          Work(
            try plan.converter(width: width, height: height, threads: threads, on: set),
            from: try scene?.frame(width: width, height: height, forest: forest)
              ?? forest.frame(input, width: width, height: height),
            to: try plan.makeFrame(width: width, height: height))
        }
      }
    }
  }
}

/// A conversion with its frames.
final class Work {
  private var converter: FrameConverter
  private let input: Frame
  private var output: Frame
  private var frame = 0

  init(_ converter: consuming FrameConverter, from input: Frame, to output: Frame) {
    self.converter = converter
    self.input = input
    self.output = output
  }

  func convert() {
    orEnd { try converter.convert(input, into: &output, index: frame) }
    frame += 1
  }
}

/// A conversion that is made when first needed: each benchmark runs in its own process and needs only one.
final class Session: Sendable {
  private let work = Mutex<Work?>(nil)

  /// Converts a frame with the conversion that `make` makes the first time. The lock is uncontended and costs nothing per frame.
  func convert(making make: () -> sending Work) {
    work.withLock { work in
      if work == nil { work = make() }
      work?.convert()
    }
  }
}
