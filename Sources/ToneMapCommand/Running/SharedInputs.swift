internal import Transcoding

// The inputs of a conversion to a shared output.

extension InputContext {
  /// Opens inputs as clips, and prints the finding for one that cannot be decoded.
  func clips(of inputs: [Path]) throws -> [Clip] {
    try inputs.map { path in
      let input = MediaInput(path)
      guard let found = try media(of: input) else { return try clip(of: input) }
      let media = withParts(found, of: input)
      try refuseColorJSON(of: path)
      let (clip, unread) = try clip(of: media, in: input)
      if let unread { Console.warn("\(unread)") }
      return clip
    }
  }

  /// The clip of a movie or picture as `convert` sees it, and the reason if it cannot be decoded. The plan is then made from the headers.
  func clip(of media: MediaDescription, in input: MediaInput) throws -> (clip: Clip, unread: Finding?) {
    guard let track = media.tracks.first(where: { !$0.isAuxiliary }) else {
      throw ProgramError(.data, "\(input.path) has no video track, but one was expected; choose another file")
    }
    var clip = clip(of: track, of: media, in: input.path)
    switch decoded(media, of: input) {
    case .clip(let decoded, _): return (decoded, nil)
    case .refused(let error): throw error
    case .unread(let finding) where media.container == .png: clip.assumptions.append(finding)
    case .unread(let finding): return (clip, finding)
    case nil: break
    }
    return (clip, nil)
  }
}

extension PlanningContext {
  /// Selects the display that suits all clips, with its peak unless another is given.
  ///
  /// - Returns: The reason for the selection.
  mutating func share(among clips: [Clip]) throws -> String {
    // Only the sources' properties matter.
    var plain = self
    (plain.target.primaries, plain.target.transfer, plain.target.matrix) = (nil, nil, nil)
    let (shared, deciding) = try plain.sharedOutput(for: clips)
    target.display = shared.preset
    let peak = shared.display.luminance.map { Int($0.peak.nits.rounded()) }
    mapping.targetPeak = mapping.targetPeak ?? peak.map { .nits(Double($0)) }
    return shared.reason + (deciding.map { " (\(clips[$0].name))" } ?? "")
  }
}
