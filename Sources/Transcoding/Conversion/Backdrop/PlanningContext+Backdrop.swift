internal import Synchronization
internal import ToneMapping

extension PlanningContext {
  /// Returns the pictures behind the frames of a plan; `nil` if the plan needs no background pictures.
  func backdrop(
    for plan: ConversionPlan, of clip: Clip, _ range: FrameRange, threads: Int, on instructions: InstructionSet
  ) throws -> (any Backdrop)? {
    guard plan.needsBackground, let choice = target.alpha.background else { return nil }
    guard let path = choice.file else {
      let board = try Self.checkerboard(of: clip.openedSize)
      let gray = try background(
        Source(color: ColorDescription(primaries: .bt709, transfer: .sRGB)), in: board.format, named: "checkerboard",
        for: plan)
      var picture = try clip.frame(gray.outputFormat)
      try gray.convert(board, into: &picture)
      return RawPicture(picture)
    }
    guard [.regular, .nothing].contains(System.kind(of: path)) else {
      throw TranscodingError.input(.backgroundNotAFile("\(path)"))
    }
    let own = InputContext(control: control, strict: strict, readsOtherColors: false)
    let file = MediaInput(path)
    // The background is shown in its own orientation, so the turn that players apply to the frames in front is undone.
    func open() throws(TranscodingError) -> any FrameSource {
      let source = try own.frames(of: file, threads: threads)
      let turn = source.clip.geometry.orientation.followed(by: clip.geometry.orientation.inverse)
      return shaped(source, by: FrameGeometry(orientation: turn))
    }
    let first = try open()
    let (name, size) = (first.clip.name, first.clip.openedSize)
    guard size == clip.openedSize else {
      throw TranscodingError.input(
        .sizeOfLayer(.background, name, found: size, of: clip.name, expected: clip.openedSize))
    }
    let behind = try background(first.clip.source, in: first.clip.format, named: name, for: plan)
    try own.report(assumptions: (first.clip.assumptions + behind.assumptions).map { $0.ofBackground(name) })
    if first.clip.frameCount != 1, let count = first.clip.frameCount, let expected = range.expected,
      !range.isEstimated, count < range.first + expected
    {
      throw TranscodingError.input(
        .shortLayer(.background, name, count: count, before: range.first + expected - 1, of: clip.name))
    }
    if first.clip.frameCount != 1,
      let other = first.clip.otherRate(.background, than: clip, "background-rate", fix: "give one of the same rate")
    {
      try own.report(assumptions: [other])
    }
    if let still = try still(of: first, by: behind, threads, instructions) { return still }
    return try moving(open(), from: range.first, by: behind, for: clip.name, threads, instructions)
  }

  /// Returns the picture of a file that has only one; `nil` for other files.
  private func still(
    of source: some FrameSource, by plan: ConversionPlan, _ threads: Int, _ instructions: InstructionSet
  ) throws -> RawPicture? {
    if let count = source.clip.frameCount, count != 1 { return nil }
    let made = try MovingBackdrop(source, by: plan, for: "", threads: threads, on: instructions)
    guard try made.next() else {
      throw TranscodingError.input(.noFrame("the background \(source.clip.name)", FrameSelection(), count: 0))
    }
    let first = made.held()
    return try made.next() ? nil : first
  }

  private func moving(
    _ source: some FrameSource, from index: Int, by plan: ConversionPlan, for name: String, _ threads: Int,
    _ instructions: InstructionSet
  ) throws -> any Backdrop {
    guard try source.select(FrameSelection(start: .index(index))) != nil else {
      throw TranscodingError.input(.shortLayer(.background, source.clip.name, count: nil, before: index, of: name))
    }
    return try MovingBackdrop(source, by: plan, for: name, threads: threads, on: instructions)
  }

  /// Returns the plan from a background to the output signal of another plan: for the same display, with the same settings except those
  /// about that plan's source.
  private func background(
    _ source: ToneMapping.Source, in format: PixelFormat, named name: String, for plan: ConversionPlan
  ) throws(TranscodingError) -> ConversionPlan {
    let display = Display(
      plan.display.primaries, transfer: plan.display.transfer, bitDepth: plan.display.bitDepth,
      luminance: plan.targetLuminance, surround: plan.display.surround)
    // The metadata of the frames does not apply to the background.
    let tone = mapping.toneMapping.followsMetadata ? .spline : mapping.tone()
    let options = PlanOptions(
      referenceWhite: mapping.referenceWhite, sdrTransfer: mapping.sdrTransfer,
      alpha: format.hasAlpha ? .flattened(.black) : nil)
    do {
      return try ConversionPlan(
        from: source, to: display, tone: tone, gamut: mapping.gamut, options: options, reading: format,
        writing: Background.pictureFormat)
    } catch {
      throw .input(.background(name, error))
    }
  }

  /// Returns a checkerboard of two sRGB grays, whose squares are 1/36 of the height, but at least 8 pixels.
  private static func checkerboard(of size: PictureSize) throws -> Frame {
    var board = try Frame(.gbrp, width: size.width, height: size.height)
    let side = max(8, size.height / 36)
    try board.withMutableView { board in
      for plane in board.planes {
        guard let start = unsafe plane.mutableStart else { continue }
        for y in 0..<plane.height {
          for x in 0..<plane.width {
            let gray: UInt8 = (x / side + y / side).isMultiple(of: 2) ? 153 : 102
            unsafe start.storeBytes(of: gray, toByteOffset: y * plane.stride + x, as: UInt8.self)
          }
        }
      }
    }
    return board
  }
}

extension Finding {
  /// Returns this finding for a background, whose tags no option can state.
  func ofBackground(_ name: String) -> Finding {
    Finding(
      code: code, found: "for the background \(name), \(found)", consequence: consequence,
      fix: fix == nil ? nil : "tag the file if that is wrong")
  }
}

/// The pictures behind frames with alpha, in the output's signal.
protocol Backdrop: Sendable {
  /// Lends the picture behind a frame; frames are requested in order.
  func withPicture(behind index: Int, _ body: (borrowing FrameView) throws -> Void) throws

  var faults: [Finding] { get }
}

/// One picture behind all frames.
extension RawPicture: Backdrop {
  var faults: [Finding] { [] }

  func withPicture(behind index: Int, _ body: (borrowing FrameView) throws -> Void) throws { try withView(body) }
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
    converter = Mutex(try plan.converter(width: size.width, height: size.height, threads: threads, on: instructions))
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

  func held() -> RawPicture { RawPicture(picture.frame.withLock(\.self)) }
}
