internal import ToneMapping

// Conflicts between settings, whatever the input. Jobs check them before they open anything.

extension ConversionSettings {
  func check(_ files: [MediaLocation]) throws(TranscodingError) {
    try check()
    for place in files + [output.preview, output.hdr10Plus].compactMap(\.self) { try place.check() }
    // With its operator, HDR10+ JSON supplies curves.
    let isCurve = light.frameMetadata != nil && mapping.toneMapping == .st2094_40
    guard light.isAskedFor, !isCurve else { return }
    let others: [(isGiven: Bool, name: SettingName, value: String?)] = [
      (mapping.toneMapping.followsMetadata, .toneMapping, "\(mapping.toneMapping)"),
      (mapping.sourcePeak != nil, .sourcePeak, nil), (mapping.lattice != nil, .latticeSize, nil),
      (lookup.file != nil, .lut, nil),
    ]
    // One curve for all frames contradicts only the curves that frames carry.
    guard let other = others.first(where: \.isGiven), light.mode != .off || other.name == .toneMapping else {
      return
    }
    let own: SettingName = light.mode != nil ? .dynamics : light.frameMetadata != nil ? .frameMetadata : .stats
    let effect = light.mode == .off ? LightSettings.Mode.off.effect : "makes a curve for each scene or frame"
    let isOfMetadata = other.name == .toneMapping
    throw .setting(
      .contradiction(
        .init(own, light.mode?.rawValue, does: effect),
        .init(other.name, other.value, does: isOfMetadata ? "takes its curves from metadata" : "applies to all frames"))
    )
  }
}

extension MediaLocation {
  func check() throws(TranscodingError) {
    if bytes.contains(0) { throw .setting(.zeroByte(name: "\(self)")) }
  }
}

// MARK: The kinds of rules

extension SettingsTable {
  func given(_ names: [SettingName]) -> [SettingName] { names.filter { Self[$0].isGiven(self) } }

  func allowOne(of names: SettingName...) throws(TranscodingError) {
    let given = given(names)
    if given.count > 1 { throw .setting(.exclusive(given)) }
  }

  func allow(_ name: SettingName, with others: SettingName...) throws(TranscodingError) {
    if !given([name]).isEmpty, given(others).isEmpty { throw .setting(.lacks(name, others)) }
  }

  func forbid(_ names: SettingName..., by reason: SettingEffect, as effect: String) throws(TranscodingError) {
    guard let name = given(names).first else { return }
    throw .setting(.contradiction(reason, .init(name, does: effect)))
  }

  func require<Value>(
    _ name: SettingName, _ value: Value?, _ expected: String, where isAllowed: (Value) -> Bool
  ) throws(TranscodingError) {
    guard let value, !isAllowed(value) else { return }
    throw .setting(.outOfRange(name, found: "\(value)", expected: expected))
  }

  func require(_ name: SettingName, _ value: Double?, in range: ClosedRange<Double>) throws(TranscodingError) {
    try require(name, value, "\(plain(range.lowerBound)) to \(plain(range.upperBound))", where: range.contains)
  }

  func require(_ name: SettingName, _ value: Int?, in range: ClosedRange<Int>) throws(TranscodingError) {
    try require(name, value, "\(range.lowerBound) to \(range.upperBound)", where: range.contains)
  }
}

// MARK: The rules of each table

extension ConversionSettings {
  package func check() throws(TranscodingError) {
    try output.check()
    try frames.check()
    try light.check()
    try encoding.check()
    try running.check()
  }
}

extension FrameSelection {
  package func check() throws(TranscodingError) {
    try require(.frames, frames, "at least 1 frame") { $0 >= 1 }
    try allowOne(of: .frames, .duration)
    try require(.start, start, "0 or more") {
      switch $0 {
      case .index(let index): index >= 0
      case .seconds(let seconds): seconds >= 0 && seconds.isFinite
      }
    }
    try require(.duration, duration, "a time above 0") { $0 > 0 && $0.isFinite }
  }
}

extension LightSettings {
  package func check() throws(TranscodingError) {
    if frameMetadata != nil {
      let stated = SettingEffect(.frameMetadata, does: "states the light of each frame")
      if let mode { throw .setting(.contradiction(stated, .init(.dynamics, mode.rawValue, does: mode.effect))) }
      try forbid(.stats, by: stated, as: "holds measured light")
    }
    if let mode, [.metadata, .onePass, .off].contains(mode) {
      try forbid(.stats, by: .init(.dynamics, mode.rawValue, does: mode.effect), as: "holds measured light")
    }
    if lookAhead != nil, mode != .onePass {
      throw .setting(.needs(.lookAhead, .dynamics, value: "one-pass", found: mode?.rawValue))
    }
    try require(.lookAhead, lookAhead, in: 1...1000)
  }
}

extension LightSettings.Mode {
  fileprivate var effect: String {
    switch self {
    case .metadata: "uses the light that the movie states"
    case .onePass: "measures frames while it converts"
    case .off: "makes one curve for all frames"
    case .static, .scene, .frame, .auto: "uses measured light"
    }
  }
}

extension OutputSettings {
  package func check() throws(TranscodingError) {
    try alpha.check()
    if alpha.alpha == .ignore, let format = pixelFormat?.format, format.hasAlpha {
      throw .setting(.contradiction(AlphaSettings.dropped, .init(.outPixelFormat, format.name, does: "has alpha")))
    }
    try allowOne(of: .width, .height, .fit)
    try allow(.enlarge, with: .width, .height, .fit)
    try size?.check()
  }
}

extension AlphaSettings {
  fileprivate static let dropped = SettingEffect(.alpha, "ignore", does: "drops alpha")

  package func check() throws(TranscodingError) {
    try allow(.alphaPixelFormat, with: .alphaFile)
    if alpha == .ignore { try forbid(.alphaFile, by: Self.dropped, as: "supplies it") }
    if background != nil, let outAlpha {
      throw .setting(
        .contradiction(
          .init(.background, does: "makes pictures opaque"), .init(.outAlpha, outAlpha.rawValue, does: "keeps alpha")))
    }
    if alpha == .ignore { try forbid(.background, .outAlpha, .alphaRange, by: Self.dropped, as: "uses it") }
    try allow(.backgroundIn, with: .background)
  }
}

extension EncodingSettings {
  package func check() throws(TranscodingError) {
    try allowOne(of: .crf, .bitrate)
    if let audio, audio != .convert, let audioCodec {
      throw .setting(
        .contradiction(
          .init(.audio, audio.rawValue, does: "converts no sound"),
          .init(.audioCodec, audioCodec.rawValue, does: "selects the codec of converted sound")))
    }
    try require(.crf, crf, in: 0...255)
    try require(.alphaQuality, alphaQuality, in: 0...1)
    try require(.chunks, chunkFrames, "at least 1 frame") { $0 >= 1 }
    try require(.bitrate, bitrate, "a rate such as 800k or 8M") {
      $0.wholeMatch(of: /[1-9][0-9]*(\.[0-9]+)?[kM]?/) != nil
    }
    for option in options {
      if option.name.isEmpty || option.name.contains(where: \.isWhitespace) {
        throw .setting(.encoderOption(option.name))
      }
      if Self.lightOptions.contains(option.name) { throw .setting(.lightOption(option.name)) }
    }
  }

  /// The options of x265 and SVT-AV1 that state light.
  private static let lightOptions: Set = ["hdr10", "master-display", "max-cll", "mastering-display", "content-light"]
}

extension RunningSettings {
  package func check() throws(TranscodingError) {
    try require(.threads, threads, in: 1...1024)
    if let instructions, !InstructionSet.available.contains(instructions) {
      throw .setting(.instructions(instructions, .unavailable(instructions, available: InstructionSet.available)))
    }
  }
}
