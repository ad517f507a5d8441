internal import Transcoding
internal import HDRMetadata
internal import MediaFiles
internal import ToneMapping

// Several inputs, as one output is chosen for them.

extension Choices {
  /// What is known about inputs; that one cannot be decoded is printed.
  func clips(of inputs: [Path]) throws -> [Clip] {
    try inputs.map { path throws(TranscodingError) in
      let input = MediaInput(path)
      guard let found = try media(of: input) else { return try clip(of: input) }
      let media = withParts(found, of: input)
      try refuseColorJSON(of: path)
      let (clip, unread) = try clip(of: media, in: input)
      if let unread { Console.complain("\(unread)") }
      return clip
    }
  }

  /// What convert knows about the frames of a movie or a picture, and why none of them can be decoded, if so. The plan is then made of what the
  /// headers say.
  func clip(
    of media: MediaDescription, in input: MediaInput
  ) throws(TranscodingError) -> (clip: Clip, unread: Finding?) {
    guard let track = media.tracks.first(where: { !$0.isAuxiliary }) else {
      throw .data("\(input.path) has no video track, where one was expected; choose another file")
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

  /// Takes the display that suits all of some clips, with its peak unless another is given.
  ///
  /// - Returns: Why it is that.
  mutating func share(among clips: [Clip]) throws -> String {
    guard !clips.isEmpty else { return "the default" }
    // Only what the sources are counts.
    var plain = self
    (plain.target.primaries, plain.target.transfer, plain.target.matrix) = (nil, nil, nil)
    let (shared, deciding) = try plain.sharedOutput(for: clips)
    target.display = shared.preset
    let peak = shared.display.luminance.map { Int($0.peak.nits.rounded()) }
    mapping.targetPeak = mapping.targetPeak ?? peak.map { .nits(Double($0)) }
    return shared.reason + (deciding.map { " (\(clips[$0].name))" } ?? "")
  }
}
