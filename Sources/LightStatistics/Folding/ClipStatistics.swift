/// The light of a clip: of its frames, its scenes and the whole.
///
///     let clip = try fold.clip()
///     clip.contentLight  // MaxCLL 812 cd/m², MaxFALL 97 cd/m²
public struct ClipStatistics: Sendable {
  /// The header of all lines.
  public let header: ClipHeader
  /// The frames, with consecutive indices; at least one.
  public let frames: [FrameSummary]
  /// The scenes, which cover all frames.
  public let scenes: [ClipScene]
  /// MaxCLL and MaxFALL; unknown if everything is black.
  ///
  /// MaxCLL is the maximum max(R, G, B) of all pixels, MaxFALL the maximum of the frames' averages. The average covers the smallest rectangle that
  /// contains the active areas of all frames: letterbox bars are excluded, but a bar in only some frames counts there. Both are rounded up, because
  /// decoders treat them as bounds.
  ///
  /// - Source: CTA-861.3; Rec. ITU-T H.264, clause D.2.31, for the bounds.
  public let contentLight: ContentLightLevel
  /// Missing frames at the start and the end of the clip, and other findings for the user.
  public let findings: [Finding]

  /// The statistics of a clip with these frames.
  ///
  /// - Precondition: There is at least one frame, and indices are consecutive.
  public init(header: ClipHeader, frames: [FrameSummary]) {
    precondition(!frames.isEmpty, "a clip has at least one frame")
    precondition(zip(frames, frames.dropFirst()).allSatisfy { $1.index == $0.index + 1 }, "frames are missing")
    var frames = frames
    for place in frames.indices.dropFirst() where frames[place].sceneChange == nil {
      frames[place].sceneChange = frames[place].grid.change(from: frames[place - 1].grid)
    }
    let starts = [0] + frames.cuts
    let ends = starts.dropFirst() + [frames.count]
    scenes = zip(starts, ends).map { ClipScene(frames[$0..<$1]) }
    contentLight = Self.contentLight(of: frames, transfer: header.transfer)
    findings = Self.findings(header, frames)
    self.header = header
    self.frames = frames
  }

  /// Returns findings for frames that exceed the levels that the clip states: codes `maxcll-exceeded` and `maxfall-exceeded`.
  public func findings(stated: ContentLightLevel) -> [Finding] {
    let pairs = [
      ("MaxCLL", stated.maximum, contentLight.maximum),
      ("MaxFALL", stated.maximumFrameAverage, contentLight.maximumFrameAverage),
    ]
    return pairs.compactMap { name, limit, found in
      guard let limit, let found, found > limit else { return nil }
      return Finding(
        code: "\(name.lowercased())-exceeded", found: "\(name) is stated as \(limit), but \(found) was measured",
        consequence: "a conversion that relies on it clips or compresses brighter light",
        fix: "state \(contentLight.text) as MaxCLL and MaxFALL")
    }
  }

  /// The index of the first frame.
  public var firstFrame: Int { frames[0].index }

  func frames(of scene: ClipScene) -> ArraySlice<FrameSummary> {
    frames[scene.firstFrame - firstFrame..<scene.firstFrame - firstFrame + scene.count]
  }

  private static func contentLight(of frames: [FrameSummary], transfer: TransferCharacteristics?) -> ContentLightLevel {
    // The light of other transfers is measured via the PQ signal.
    let error = transfer == nil || transfer == .pq ? 1.5e-5 : 1e-4
    // Whole cd/m², rounded up. An excess within the measurement error is ignored.
    func bound(_ nits: Double) -> ContentLightLevel.Level {
      CodedQuantity(units: UInt16(max(0, min(10_000, (nits - max(1 / 128, nits * error)).rounded(.up)))))
    }
    let maximum = frames.reduce(0) { max($0, $1.maximum.nits) }
    let area = frames.lazy.compactMap(\.activeArea).reduce(nil as PictureArea?) { $0?.union($1) ?? $1 }
    let sum = frames.reduce(0) { max($0, $1.activeArea == nil ? 0 : $1.maxRGBSum) }
    let average = area?.average(ofSum: sum).nits ?? 0
    return ContentLightLevel(maxCLL: bound(maximum), maxFALL: bound(min(average, maximum)))
  }

  private static func findings(_ header: ClipHeader, _ frames: [FrameSummary]) -> [Finding] {
    func missing(_ range: Range<Int>) -> Finding {
      Finding(
        code: "frames-missing",
        found: range.count == 1
          ? "frame \(range.lowerBound) was not measured"
          : "frames \(range.lowerBound)…\(range.upperBound - 1) were not measured",
        consequence: "MaxCLL, MaxFALL and scenes omit them", fix: "measure them too")
    }
    let (first, end) = (frames[0].index, frames[frames.count - 1].index + 1)
    var findings = first > 0 ? [missing(0..<first)] : []
    guard let count = header.frameCount else { return findings }
    if end < count { findings.append(missing(end..<count)) }
    if end > count {
      findings.append(
        Finding(
          code: "more-frames-than-stated",
          found: "frame \(end - 1) was measured", expected: "only \(count) frames, as the header states",
          consequence: "all measured frames are used"))
    }
    return findings
  }
}
