internal import HDRMetadata
internal import MediaFiles
internal import RawVideo
internal import ToneMapping

extension Choices {
  /// The pictures that a plan puts frames over; `nil` if it puts them over none.
  ///
  /// - Parameters:
  ///   - clip: The frames.
  ///   - frames: Which of them are converted, as asked.
  ///   - range: Which those are.
  /// - Throws: `settings` or `data` if the pictures do not fit the frames, or cannot be fitted to the display.
  func backdrop(
    for plan: ConversionPlan, of clip: Clip, _ frames: FrameSelection, _ range: FrameRange, threads: Int,
    on instructions: InstructionSet
  ) throws -> (any Backdrop)? {
    guard plan.needsBackground, let choice = target.alpha.background else { return nil }
    guard let path = choice.file else {
      let board = try Self.checkerboard(of: clip.openedSize)
      let gray = try background(
        Source(color: ColorDescription(primaries: .bt709, transfer: .sRGB)), in: board.format, named: "checkerboard",
        for: plan)
      var picture = try clip.frame(gray.outputFormat)
      try gray.convert(board, into: &picture)
      return StillBackdrop(picture)
    }
    guard [.regular, .nothing].contains(System.kind(of: path)) else {
      throw TranscodingError.notFound(
        "the background \(path) is no regular file, but it is read from its beginning more than once; give a file")
    }
    var ofBackground = Choices()
    (ofBackground.strict, ofBackground.control, ofBackground.readsOtherColors) = (strict, control, false)
    let (own, file) = (ofBackground, MediaInput(path))
    // It is seen as its file says, behind frames that may be turned by their own file only when they are shown.
    func open() throws(TranscodingError) -> any FrameSource {
      let source = try own.frames(of: file, threads: threads)
      let turn = source.clip.geometry.orientation.followed(by: clip.geometry.orientation.inverse)
      return shaped(source, by: FrameGeometry(orientation: turn))
    }
    let first = try open()
    guard first.clip.openedSize == clip.openedSize else {
      throw TranscodingError.data(
        "the background \(first.clip.name) is \(first.clip.openedSize), but \(clip.name) is \(clip.openedSize); scale or crop it first"
      )
    }
    let behind = try background(first.clip.source, in: first.clip.format, named: first.clip.name, for: plan)
    try own.report(assumptions: (first.clip.assumptions + behind.assumptions).map { $0.ofBackground(first.clip.name) })
    if first.clip.frameCount != 1, let count = first.clip.frameCount, let expected = range.expected,
      !range.isEstimated, count < range.first + expected
    {
      throw TranscodingError.data(
        "the background \(first.clip.name) has \(count) frames, but frame \(range.first + expected - 1) of \(clip.name) needs one;"
          + " give one that is as long, or one picture")
    }
    if first.clip.frameCount != 1, let rate = first.clip.frameRate, let front = clip.frameRate,
      abs(rate.value / front.value - 1) > 0.0005
    {
      try own.report(assumptions: [
        Finding(
          code: "background-rate",
          found:
            "the background \(first.clip.name) has \(rate.fraction) frames per second, but \(clip.name)"
            + " has \(front.fraction)",
          consequence: "assuming that its frames are behind the pictures, one by one", fix: "give one of the same rate"
        )
      ])
    }
    if let still = try still(of: first, by: behind, threads, instructions) { return still }
    return try moving(open(), from: range.first, frames, by: behind, for: clip.name, threads, instructions)
  }

  /// The picture of a file that has only one; `nil` for others.
  private func still(
    of source: some FrameSource, by plan: ConversionPlan, _ threads: Int, _ instructions: InstructionSet
  ) throws -> StillBackdrop? {
    if let count = source.clip.frameCount, count != 1 { return nil }
    let made = try MovingBackdrop(source, by: plan, for: "", threads: threads, on: instructions)
    guard try made.next() else {
      throw TranscodingError.data("the background \(source.clip.name) has no frames, but at least 1 was expected")
    }
    let first = made.held()
    return try made.next() ? nil : first
  }

  private func moving(
    _ source: some FrameSource, from index: Int, _ frames: FrameSelection, by plan: ConversionPlan, for name: String,
    _ threads: Int, _ instructions: InstructionSet
  ) throws -> any Backdrop {
    var same = frames
    (same.start, same.frames, same.duration) = (.index(index), nil, nil)
    guard try source.select(same) != nil else {
      throw TranscodingError.data(
        "the background \(source.clip.name) ends before frame \(index) of \(name); give one that is as long, or one picture"
      )
    }
    return try MovingBackdrop(source, by: plan, for: name, threads: threads, on: instructions)
  }

  /// The plan from a background to the signal of another plan's output: for the same display, by the same choices as far as they are not
  /// about that plan's source.
  private func background(
    _ source: ToneMapping.Source, in format: PixelFormat, named name: String, for plan: ConversionPlan
  ) throws(TranscodingError) -> ConversionPlan {
    let display = Display(
      plan.display.primaries, transfer: plan.display.transfer, bitDepth: plan.display.bitDepth,
      luminance: plan.targetLuminance, surround: plan.display.surround)
    // Metadata of the frames is not that of what is behind them.
    let tone = mapping.toneMapping.followsMetadata ? .spline : mapping.tone()
    let options = PlanOptions(
      referenceWhite: mapping.referenceWhite, sdrTransfer: mapping.sdrTransfer,
      alpha: format.hasAlpha ? .flattened(.black) : nil)
    do {
      return try ConversionPlan(
        from: source, to: display, tone: tone, gamut: mapping.gamut, options: options, reading: format,
        writing: Background.pictureFormat)
    } catch .unknownTransfer {
      throw .data(
        "the background \(name) has more than 8 bits and states no transfer, so it could be PQ, HLG or SDR; tag it, or give a"
          + " picture that states its color")
    } catch {
      throw .data("the background \(name) cannot be used: \(error)")
    }
  }

  /// Squares of two grays of sRGB, a 36th of the height each, but at least 8 pixels.
  private static func checkerboard(of size: PictureSize) throws -> Frame {
    var board = try Frame(.gbrp, width: size.width, height: size.height)
    let side = max(8, size.height / 36)
    try board.withMutableView { board in
      for plane in board.planes {
        guard let start = unsafe plane.start else { continue }
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
  /// The same, of a background: no option states its tags.
  func ofBackground(_ name: String) -> Finding {
    Finding(
      code: code, found: "of the background \(name), \(found)", consequence: consequence,
      fix: fix == nil ? nil : "tag the file if that is wrong")
  }
}
