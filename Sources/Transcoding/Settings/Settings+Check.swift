internal import HDRMetadata
internal import RawVideo
internal import ToneMapping

// Conflicts between settings, whatever the input. Jobs check them before they open anything.

extension ConversionSettings {
  /// - Parameter files: The input and the output.
  /// - Throws: `settings`.
  func check(_ files: [MediaLocation]) throws(TranscodingError) {
    try check()
    for place in files + [output.preview, output.hdr10Plus].compactMap(\.self) { try place.check() }
    // With its operator, HDR10+ JSON supplies curves.
    let isCurve = light.frameMetadata != nil && mapping.toneMapping == .st2094_40
    guard light.isAskedFor, !isCurve else { return }
    let others: [(isGiven: Bool, name: Fix)] = [
      (mapping.sourcePeak != nil, "\(.sourcePeak)"),
      (mapping.toneMapping.followsMetadata, "\(.toneMapping) \(mapping.toneMapping)"),
      (mapping.lattice != nil, "\(.latticeSize)"), (lookup.file != nil, "\(.lut)"),
    ]
    guard let other = others.first(where: \.isGiven) else { return }
    let own: SettingName = light.mode != nil ? .dynamics : light.frameMetadata != nil ? .frameMetadata : .stats
    throw .settings(
      "\(own) makes a curve for each scene or frame, but \(other.name) is one for all; leave one of them out")
  }
}

extension ConversionSettings {
  /// - Throws: `settings`.
  package func check() throws(TranscodingError) {
    try output.check()
    try frames.check()
    try light.check()
    try encoding.check()
    try running.check()
  }
}

extension PlanningContext {
  /// - Throws: `settings`.
  package func check() throws(TranscodingError) {
    try target.check()
    for place in [source.colorJSON, dynamics.frameMetadata, lookup.file, target.alpha.alphaFile].compactMap(\.self) {
      try place.check()
    }
  }
}

extension MediaLocation {
  /// - Throws: `settings` for a name that no system accepts.
  func check() throws(TranscodingError) {
    guard bytes.contains(0) else { return }
    throw .settings("the name \(self) has a byte 0, but the name of a file was expected; name one")
  }
}

extension FrameSelection {
  /// - Throws: `settings`.
  package func check() throws(TranscodingError) {
    if let frames, frames < 1 {
      throw .settings("\(.frames) is \(frames), but at least 1 frame was expected; leave it out to convert all")
    }
    if frames != nil, duration != nil {
      throw .settings(
        "\(.frames) and \(.duration) were both given, but one of them says where the part ends; leave one out")
    }
    let isPossible =
      switch start {
      case .index(let index): index >= 0
      case .seconds(let seconds): seconds >= 0 && seconds.isFinite
      }
    guard isPossible else { throw .settings("\(.start) is \(start), but 0 or more was expected") }
    if let duration, !(duration > 0 && duration.isFinite) {
      throw .settings("\(.duration) is \(duration), but a time above 0 was expected")
    }
  }
}

extension LightSettings {
  /// - Throws: `settings`.
  package func check() throws(TranscodingError) {
    if frameMetadata != nil, mode != nil || !statistics.isEmpty {
      throw .settings(
        "\(.frameMetadata) states the light of each frame, but \(mode == nil ? SettingName.stats : .dynamics) would find it;"
          + " leave one of them out")
    }
    if mode == .metadata, !statistics.isEmpty {
      throw .settings(
        "\(.dynamics, "metadata") takes what frames state, but \(.stats) has been measured; leave one of them out")
    }
    if mode == .onePass, !statistics.isEmpty {
      throw .settings(
        "\(.dynamics, "one-pass") measures frames while it converts, but \(.stats) has been measured; leave one of them out"
      )
    }
    guard let lookAhead else { return }
    guard mode == .onePass else {
      throw .settings("\(.lookAhead) is for \(.dynamics, "one-pass"); choose that, or leave \(.lookAhead) out")
    }
    guard (1...1000).contains(lookAhead) else {
      throw .settings("\(.lookAhead): one-pass looks 1 to 1000 frames ahead, but \(lookAhead) was given")
    }
  }
}

extension OutputSettings {
  /// - Throws: `settings`.
  package func check() throws(TranscodingError) {
    try alpha.check()
    if alpha.alpha == .ignore, let format = pixelFormat?.format, format.hasAlpha {
      throw .settings(
        "\(.alpha, "ignore") drops alpha, but \(.outPixelFormat, format.name) has it; leave one of them out")
    }
    let sizes = [(width != nil, .width), (height != nil, .height), (fit != nil, .fit)] as [(Bool, SettingName)]
    let given = sizes.filter(\.0).map { "\($0.1)" as Fix }
    if given.count > 1 {
      throw .settings(
        "\(list(given)) were given, but one of them is enough, since pictures keep their shape; use \(.fit) for two limits"
      )
    }
    if enlarges, given.isEmpty {
      throw .settings(
        "\(.enlarge) is for pictures that are scaled; give \(.width), \(.height) or \(.fit), or leave it out")
    }
    try size?.check()
  }
}

extension AlphaSettings {
  /// - Throws: `settings`.
  package func check() throws(TranscodingError) {
    if alphaPixelFormat != nil, alphaFile == nil {
      throw .settings("\(.alphaPixelFormat) is that of \(.alphaFile), but there is none; give \(.alphaFile)")
    }
    if alpha == .ignore, alphaFile != nil {
      throw .settings("\(.alpha, "ignore") drops alpha, but \(.alphaFile) gives it; leave one of them out")
    }
    if background != nil, let outAlpha {
      throw .settings(
        "\(.background) makes pictures opaque, but \(.outAlpha) \(outAlpha.rawValue) keeps alpha; leave one of them out"
      )
    }
    if alpha == .ignore, background != nil || outAlpha != nil || alphaRange != nil {
      let other: SettingName = background != nil ? .background : outAlpha != nil ? .outAlpha : .alphaRange
      throw .settings("\(.alpha, "ignore") drops alpha, but \(other) uses it; leave one of them out")
    }
    if backgroundIn != nil, background == nil {
      throw .settings("\(.backgroundIn) says how a background is mixed, but there is none; give \(.background)")
    }
  }
}

extension EncodingSettings {
  /// - Throws: `settings`.
  package func check() throws(TranscodingError) {
    if crf != nil, bitrate != nil {
      throw .settings("\(.crf) and \(.bitrate) were both given, but an encoder aims at one of them; leave one out")
    }
    if let audio, audio != .convert, let audioCodec {
      throw .settings(
        "\(.audio) is \(audio.rawValue), but \(.audioCodec) \(audioCodec.rawValue) says what sound is converted to; leave one out"
      )
    }
    if let crf, !(0...255).contains(crf) {
      throw .settings("\(.crf) is \(crf), but 0 to 255 were expected; encoders of H.264 and HEVC take up to 51")
    }
    if let alphaQuality, !(0...1).contains(alphaQuality) {
      throw .settings("\(.alphaQuality) is \(alphaQuality), but 0 to 1 were expected")
    }
    if let bitrate, bitrate.wholeMatch(of: /[1-9][0-9]*(\.[0-9]+)?[kM]?/) == nil {
      throw .settings("\(.bitrate) is \(bitrate), but a rate such as 800k or 8M was expected")
    }
    if let first = options.first(where: { $0.name.isEmpty || $0.name.contains(where: \.isWhitespace) }) {
      throw .settings(
        "\(.encoderOptions) has the name '\(first.name)', but name=value pairs between colons were expected, such as keyint=48"
      )
    }
    if let light = options.first(where: { Self.lightOptions.contains($0.name) }) {
      throw .settings(
        "\(.encoderOptions) has \(light.name), but the stream states the light that the container does; leave it out")
    }
  }

  /// The options of x265 and SVT-AV1 that state light.
  private static let lightOptions: Set = ["hdr10", "master-display", "max-cll", "mastering-display", "content-light"]
}

extension RunningSettings {
  /// - Throws: `settings`.
  package func check() throws(TranscodingError) {
    if let threads, !(1...1024).contains(threads) {
      throw .settings("\(.threads) is \(threads), but 1 to 1024 were expected")
    }
    if let instructions, !InstructionSet.available.contains(instructions) {
      let error = InstructionSetError.unavailable(instructions, available: InstructionSet.available)
      throw .settings("\(.simd) is \(instructions.rawValue), but \(error)")
    }
  }
}
