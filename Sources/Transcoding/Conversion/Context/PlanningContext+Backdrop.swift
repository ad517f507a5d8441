internal import Synchronization

extension PlanningContext {
  /// Returns the pictures behind the frames of a plan; `nil` if the plan needs no background pictures.
  func backdrop(
    for plan: ConversionPlan, of clip: Clip, _ range: FrameRange, threads: Int, on instructions: InstructionSet
  ) throws -> Backdrop? {
    guard plan.needsBackground, let choice = target.alpha.background else { return nil }
    guard let path = choice.file else {
      let board = try Self.checkerboard(of: clip.openedSize)
      let gray = try background(
        Source(color: ColorDescription(primaries: .bt709, transfer: .sRGB)), in: board.format, named: "checkerboard",
        for: plan)
      var picture = try clip.frame(gray.outputFormat)
      try gray.convert(board, into: &picture)
      return Backdrop(picture: RawPicture(picture))
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
    let assumptions = (first.clip.assumptions + behind.assumptions).map { $0.ofBackground(name) }
    control.report(assumed: try own.accepted(assumptions))
    if first.clip.frameCount != 1 {
      if let count = first.clip.frameCount, let expected = range.expected, !range.isEstimated,
        count < range.first + expected
      {
        throw TranscodingError.input(
          .shortLayer(.background, name, count: count, before: range.first + expected - 1, of: clip.name))
      }
      let other = first.clip.otherRate(.background, than: clip, "background-rate", fix: "give one of the same rate")
      control.report(assumed: try own.accepted([other].compactMap(\.self)))
    }
    if first.clip.frameCount ?? 1 == 1 {
      let (still, next) = try pictures(of: first, by: behind, threads, instructions)
      guard try next() else {
        throw TranscodingError.input(.noFrame("the background \(name)", FrameSelection(), count: 0))
      }
      if try !next() { return Backdrop(picture: still) }
    }
    let source = try open()
    @Sendable func missing(_ index: Int) -> TranscodingError {
      .input(.shortLayer(.background, source.clip.name, count: nil, before: index, of: clip.name))
    }
    guard try source.select(FrameSelection(start: .index(range.first))) != nil else { throw missing(range.first) }
    let (picture, next) = try pictures(of: source, by: behind, threads, instructions)
    return Backdrop(picture: picture, next: { if try !next() { throw missing($0) } }, source: source)
  }

  /// Returns a picture, and a closure that converts the next one of a source into it and returns whether there was one.
  private func pictures(
    of source: some FrameSource, by plan: ConversionPlan, _ threads: Int, _ instructions: InstructionSet
  ) throws -> (picture: RawPicture, next: @Sendable () throws -> Bool) {
    let size = source.clip.openedSize
    let input = try source.makePicture()
    let picture = RawPicture(try source.clip.frame(plan.outputFormat))
    let converter = Mutex(
      try plan.converter(width: size.width, height: size.height, threads: threads, on: instructions))
    return (
      picture,
      {
        guard try source.read(into: input) else { return false }
        try converter.withLock { converter in
          try input.withView { input in
            try picture.withMutableView { picture in try converter.convert(input, into: &picture) }
          }
        }
        return true
      }
    )
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
struct Backdrop: Sendable {
  let picture: RawPicture
  /// Replaces the picture by the one behind the next frame, with this index; `nil` if one picture is behind all frames.
  var next: (@Sendable (Int) throws -> Void)?
  var source: (any FrameSource)?

  var faults: [Finding] { source.map { source in source.faults.map { $0.ofBackground(source.clip.name) } } ?? [] }
}
