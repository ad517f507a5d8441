internal import HDRMetadata
internal import Synchronization
internal import ToneMapping

/// The pictures behind frames with alpha, in the output's signal.
protocol Backdrop: Sendable {
  /// Lends the picture behind a frame; frames are requested in order.
  func withPicture(behind index: Int, _ body: (borrowing FrameView) throws -> Void) throws

  /// The faults of the pictures that did not stop the reading.
  var faults: [Finding] { get }
}

/// One picture behind all frames.
final class StillBackdrop: Backdrop {
  private let picture: RawPicture

  init(_ picture: Frame) { self.picture = RawPicture(picture) }

  var faults: [Finding] { [] }

  func withPicture(behind index: Int, _ body: (borrowing FrameView) throws -> Void) throws {
    try picture.withView(body)
  }
}

/// A picture behind each frame: the one with the same index.
final class MovingBackdrop<Source: FrameSource>: Backdrop {
  private let source: Source
  private let name: String
  private let input: Source.Input
  private let picture: RawPicture
  private let converter: Mutex<FrameConverter>

  init(
    _ source: Source, by plan: ConversionPlan, for name: String, threads: Int, on instructions: InstructionSet
  ) throws {
    let size = source.clip.openedSize
    (self.source, self.name) = (source, name)
    input = try source.makePicture()
    picture = RawPicture(try source.clip.frame(plan.outputFormat))
    converter = Mutex(
      try plan.converter(width: size.width, height: size.height, threads: threads, on: instructions))
  }

  var faults: [Finding] { source.faults.map { $0.ofBackground(source.clip.name) } }

  func withPicture(behind index: Int, _ body: (borrowing FrameView) throws -> Void) throws {
    guard try next() else {
      throw TranscodingError.input(.shortLayer(.background, source.clip.name, count: nil, before: index, of: name))
    }
    try picture.withView(body)
  }

  /// Converts the next picture of the source; returns whether there was one.
  func next() throws -> Bool {
    guard try source.read(into: input) else { return false }
    try converter.withLock { converter in
      try input.withView { input in
        try picture.withMutableView { picture in try converter.convert(input, into: &picture) }
      }
    }
    return true
  }

  func held() -> StillBackdrop { StillBackdrop(picture.frame.withLock(\.self)) }
}
