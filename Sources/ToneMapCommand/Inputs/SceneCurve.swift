internal import ToneMapping

/// What a document of HDR10+ says about the frames that are converted, as far as one curve for all needs it.
struct SceneFrames {
  /// The first frame that is converted, counted from the first of the stream, and how many are; `nil` means all that follow.
  let start: Int
  let count: Int?
  /// The number of frames in the document.
  private(set) var total = 0
  /// The metadata of the first frame that is converted.
  private(set) var first: HDR10PlusMetadata?
  /// The first converted frame that is mapped in another way.
  private(set) var change: Int?

  init(start: Int, count: Int?) {
    self.start = start
    self.count = count
  }

  /// Takes the metadata of the next frame of the stream.
  mutating func take(_ metadata: HDR10PlusMetadata) {
    if total == start { first = metadata }
    if let first, change == nil, total - start < count ?? .max, !metadata.isMapped(as: first) { change = total }
    total += 1
  }
}

/// The one curve that HDR10+ metadata has for all frames of a conversion.
struct SceneCurve {
  let bezier: BezierCurve
  /// The brightest component of the scene, which is 1 on the curve; `nil` if it is unknown.
  let peak: Luminance?
  /// The peak of the display for which the curve was made; `nil` if it is unknown.
  private let display: Luminance?
  private let file: Path

  /// - Parameters:
  ///   - frames: What the document says about the frames that are converted.
  ///   - file: The name of the document in messages.
  /// - Throws: `data` if the document does not cover all these frames, has no curve, or has several.
  init(_ frames: SceneFrames, of file: Path) throws(CommandError) {
    let (needed, overflows) = frames.start.addingReportingOverflow(frames.count ?? 1)
    guard let first = frames.first, frames.total >= needed, !overflows else {
      throw .data(
        "\(file) has metadata for \(plural(frames.total, "frame")), but"
          + " \(overflows ? "more" : "\(needed)") were expected; give the HDR10+ of this clip, or choose another operator"
      )
    }
    guard let window = first.windows.first, let curve = window.toneCurve else {
      throw .data(
        "frame \(frames.start) of \(file) has no tone curve, but st2094-40 needs one; choose another operator")
    }
    if let other = frames.change {
      throw .data(
        "\(file) has another curve from frame \(other) on, but one was expected for all frames that are converted;"
          + " convert scene by scene, starting with --start \(frames.start) --frames \(other - frames.start), or choose another"
          + " operator")
    }
    do {
      bezier = try BezierCurve(knee: SIMD2(curve.knee.x, curve.knee.y), anchors: curve.controlPoints)
    } catch {
      throw .data("\(file): \(error)")
    }
    peak = window.maximum
    display = first.targetedDisplayMaximum > 0 ? .nits(Double(first.targetedDisplayMaximum)) : nil
    self.file = file
  }

  /// What is assumed if the curve was made for another display.
  func assumption(for target: Luminance) -> Assumption? {
    guard let display, display != target else { return nil }
    return Assumption(
      code: "curve-of-another-display",
      sentence:
        "the curve of \(file) was made for a display of \(display), but this one has \(target); the curve's shape is used for it"
    )
  }
}

extension HDR10PlusMetadata {
  /// Whether this maps light as other metadata does: the same curve, scene peak and display.
  fileprivate func isMapped(as other: HDR10PlusMetadata) -> Bool {
    windows.first?.toneCurve == other.windows.first?.toneCurve
      && windows.first?.maximum == other.windows.first?.maximum
      && targetedDisplayMaximum == other.targetedDisplayMaximum
  }
}

extension Choices {
  /// The curve of the HDR10+ metadata, if it was given.
  func sceneCurve(for clip: Clip) throws(CommandError) -> SceneCurve? {
    guard let path = mapping.hdr10PlusJSON else { return nil }
    let rest = clip.frameCount.map { max($0 - frames.start, 1) }
    var told = SceneFrames(start: frames.start, count: [rest, frames.count].compactMap(\.self).min())
    do {
      var scanner = HDR10PlusScanner()
      try System.forEachPart(of: path) { part in try scanner.take(part) { told.take($0.metadata) } }
      try scanner.finish()
    } catch let error as MetadataError {
      throw .data("the HDR10+ JSON \(path) is wrong: \(error)")
    } catch {
      throw .noInput("the HDR10+ JSON \(path) cannot be read (\(error)); check its path")
    }
    return try SceneCurve(told, of: path)
  }
}
