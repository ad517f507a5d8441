internal import ToneMapping

/// The one curve that HDR10+ metadata has for all frames of a conversion.
struct SceneCurve {
  let bezier: BezierCurve
  /// The brightest component of the scene, which is 1 on the curve; `nil` if it is unknown.
  let peak: Luminance?
  /// The peak of the display for which the curve was made; `nil` if it is unknown.
  private let display: Luminance?
  private let file: Path

  /// - Parameters:
  ///   - frames: The frames that are converted, counted from the first of the stream; without a count, to the document's end.
  ///   - file: The name of the document in messages.
  /// - Throws: `data` if the document does not cover all these frames, has no curve, or has several.
  init(_ document: HDR10PlusDocument, frames: (start: Int, count: Int?), of file: Path) throws(CommandError) {
    let told = document.frames.dropFirst(frames.start)
    guard let first = told.first?.metadata, told.count >= frames.count ?? 1 else {
      throw .data(
        "\(file) has metadata for \(plural(document.frames.count, "frame")), but"
          + " \(frames.start + (frames.count ?? 1)) were expected; give the HDR10+ of this clip, or choose another operator"
      )
    }
    let used = told.prefix(frames.count ?? told.count)
    guard let window = first.windows.first, let curve = window.toneCurve else {
      throw .data(
        "frame \(frames.start) of \(file) has no tone curve, but st2094-40 needs one; choose another operator")
    }
    if let other = used.firstIndex(where: { !$0.metadata.isMapped(as: first) }) {
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
    let document: HDR10PlusDocument
    do {
      // A feature film's is some hundred megabytes.
      document = try HDR10PlusDocument(json: try System.contents(of: path, atMost: .max))
    } catch let error as MetadataError {
      throw .data("the HDR10+ JSON \(path) is wrong: \(error)")
    } catch {
      throw .noInput("the HDR10+ JSON \(path) cannot be read (\(error)); check its path")
    }
    let rest = clip.frameCount.map { max($0 - frames.start, 1) }
    let count = [rest, frames.count].compactMap(\.self).min()
    return try SceneCurve(document, frames: (frames.start, count), of: path)
  }
}
