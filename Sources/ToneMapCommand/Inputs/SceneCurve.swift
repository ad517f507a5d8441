internal import ToneMapping

/// The curve that HDR10+ has for the frames of a conversion, where it has one for all of them.
struct SceneCurve {
  let bezier: BezierCurve
  /// The brightest component of the scene, which the curve calls 1; `nil` where it is unknown.
  let peak: Luminance?
  /// The display for which the curve was made; `nil` where that is unknown.
  private let display: Luminance?
  private let file: String

  /// - Parameters:
  ///   - frames: The frames that are converted, counted from the first of the stream; to the document's end where it is open.
  ///   - file: What messages call the document.
  /// - Throws: `data` where the document does not tell of all these frames, has no curve, or has several.
  init(_ document: HDR10PlusDocument, frames: (start: Int, count: Int?), of file: String) throws(CommandError) {
    let told = document.frames.dropFirst(frames.start)
    guard let first = told.first?.metadata, told.count >= frames.count ?? 1 else {
      throw .data(
        "\(file) tells of \(plural(document.frames.count, "frame")), where it was expected to tell of"
          + " \(frames.start + (frames.count ?? 1)); give the HDR10+ of this clip, or choose another operator")
    }
    let used = told.prefix(frames.count ?? told.count)
    guard let window = first.windows.first, let curve = window.toneCurve else {
      throw .data(
        "frame \(frames.start) of \(file) has no tone curve, where st2094-40 needs one; choose another operator")
    }
    if let other = used.firstIndex(where: { !$0.metadata.isMapped(as: first) }) {
      throw .data(
        "\(file) has another curve from frame \(other) on, where one was expected for all frames that are converted;"
          + " convert scene by scene, as with --start \(frames.start) --frames \(other - frames.start), or choose another"
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

  /// What is assumed where the curve was made for another display.
  func assumption(for target: Luminance) -> Assumption? {
    guard let display, display != target else { return nil }
    return Assumption(
      code: "curve-of-another-display",
      sentence: "the curve of \(file) was made for a display of \(display); its shape is taken for one of \(target)")
  }
}

extension HDR10PlusMetadata {
  /// Whether light is mapped as by this other metadata: the same curve, scene peak and display.
  fileprivate func isMapped(as other: HDR10PlusMetadata) -> Bool {
    windows.first?.toneCurve == other.windows.first?.toneCurve
      && windows.first?.maximum == other.windows.first?.maximum
      && targetedDisplayMaximum == other.targetedDisplayMaximum
  }
}

extension Choices {
  /// The curve of the HDR10+ that was given, where one was.
  func sceneCurve(for clip: Clip) throws(CommandError) -> SceneCurve? {
    guard let path = mapping.hdr10PlusJSON else { return nil }
    let document: HDR10PlusDocument
    do {
      document = try HDR10PlusDocument(json: try System.contents(of: path))
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
