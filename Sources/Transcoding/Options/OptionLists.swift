internal import HDRMetadata
internal import JSONText
internal import LookupFiles
internal import LookupTables
internal import RawVideo
internal import ToneMapping

// The options of the command, as far as programs in other languages state them. Those that reports and shells need are left out.

extension NamedOption where Settings == ConversionSettings {
  /// What a plan of frames is made from.
  package static var ofPlans: [NamedOption] {
    [.init("pixel-format", \.input.pixelFormat) { try .init(option: $0) }, presetOfSource]
      + NamedOption<InputSettings>.all.map { $0.within(\.input) }
      + [.init("matrix", \.input.matrix, tag), .init("range", \.input.range, tag)]
      + [.init("chroma-location", \.input.chromaLocation, tag)]
      + NamedOption<MappingSettings>.all.map { $0.within(\.mapping) } + ofLookup + ofOutput + ofAlpha
      + [colorJSON(\.input), .init("simd", \.running.instructions), .init("strict", \.isStrict)]
  }

  /// What a job that reads files is made from.
  package static var ofFiles: [NamedOption] { ofPlans + onlyOfFiles }

  /// The tags of a source that has all that its kind usually has. Files state most of theirs, and R′G′B′ has no matrix, and is full range.
  private static var presetOfSource: NamedOption {
    .init("source") { settings, text in
      let color = try colorOfSource(text, &settings.input)
      guard settings.input.pixelFormat?.format.model == .yCbCr else { return }
      (settings.input.matrix, settings.input.range) = (color.matrix, color.range)
      settings.input.chromaLocation = color.chromaLocation
    }
  }

  private static var ofLookup: [NamedOption] {
    [
      .init("frame-metadata", \.light.frameMetadata), .init("lut", \.lookup.file),
      .init("lut-interpolation", \.lookup.interpolation),
      .init("lut-range", \.lookup.range) { try .init(option: $0) },
    ]
  }

  private static var ofOutput: [NamedOption] {
    [
      .init("to") { settings, name in
        settings.output.keepsSource = name == "source"
        if name != "source" { settings.output.display = try display(name) }
      },
      .init("out-primaries", \.output.primaries, outputTag), .init("out-transfer", \.output.transfer, outputTag),
      .init("out-matrix", \.output.matrix, tag),
      .init("out-range", \.output.range, tag), .init("out-chroma-location", \.output.chromaLocation, tag),
      .init("out-pixel-format", \.output.pixelFormat) { try .init(option: $0) }, .init("dither", \.output.dither),
    ]
  }

  private static var ofAlpha: [NamedOption] {
    [
      .init("alpha", \.output.alpha.alpha), .init("alpha-range", \.output.alpha.alphaRange) { try .init(option: $0) },
      .init("out-alpha", \.output.alpha.outAlpha),
      .init("background", \.output.alpha.background) { try .init(option: $0) },
      .init("background-in", \.output.alpha.backgroundIn),
    ]
  }

  private static var onlyOfFiles: [NamedOption] {
    [
      .init("size", \.input.size) { try .init(option: $0) }, .init("fps", \.input.frameRate) { try .init(option: $0) },
      .init("start", \.frames.start) { try .init(option: $0) },
      .init("frames", \.frames.frames),
      .init("duration", \.frames.duration) { try FramePosition.duration(option: $0, frames: "frames") },
      .init("deinterlace", \.deinterlaces), .init("stats", \.light.statistics),
      .init("dynamics") { settings, text in
        let followed = try FollowedLight(option: text)
        (settings.light.mode, settings.light.lookAhead) = (followed.mode, followed.lookAhead)
      },
      .init("alpha-file", \.output.alpha.alphaFile),
      .init("alpha-pixel-format", \.output.alpha.alphaPixelFormat) { try .init(option: $0) },
      .init("format", \.output.format), .init("width", \.output.width),
      .init("height", \.output.height), .init("fit", \.output.fit) { try .init(option: $0) },
      .init("enlarge", \.output.enlarges), .init("preview", \.output.preview),
      .init("out-hdr10plus", \.output.hdr10Plus), .init("force", \.output.replacesProtectedFiles),
      .init("video-codec", \.encoding.codec), .init("crf", \.encoding.crf), .init("bitrate", \.encoding.bitrate),
      .init("alpha-quality", \.encoding.alphaQuality), .init("preset", \.encoding.preset),
      .init("encoder-options", \.encoding.options) { EncodingSettings.Option.list(option: $0) },
      .init("odd-size", \.encoding.oddSize), .init("audio", \.encoding.audio),
      .init("audio-codec", \.encoding.audioCodec), .init("subtitles", \.encoding.subtitles),
      .init("threads", \.running.threads),
    ]
  }
}

extension NamedOption where Settings == LUTSettings {
  /// What a LUT file is made from.
  package static var ofLUTs: [NamedOption] {
    [.init("source") { _ = try colorOfSource($1, &$0.input) }]
      + NamedOption<InputSettings>.all.map { $0.within(\.input) }
      + NamedOption<MappingSettings>.all.map { $0.within(\.mapping) } + [
        .init("to", \.display, display), .init("out-primaries", \.primaries, outputTag),
        .init("out-transfer", \.transfer, outputTag), colorJSON(\.input),
        .init("frame-metadata", \.frameMetadata), .init("host", \.host), .init("cube-size", \.cubeSize),
        .init("max-error", \.maximumError),
        .init("shaper", \.shaper) { text in
          guard let shaper = LUTSettings.Shaper(option: text) else {
            throw ExpectedText("auto, none or a number of samples")
          }
          return shaper
        },
        .init("vertices", \.vertices), .init("lut-interpolation", \.interpolation),
        .init("lut-range", \.range) { try .init(option: $0) }, .init("format", \.format), .init("icc", \.profile),
        .init("bit-depth", \.bitDepth), .init("clf-form", \.clfForm), .init("title", \.title),
        .init("no-certificate", \.isCertified, isSet: false), .init("force", \.replacesProtectedFiles),
        .init("strict", \.isStrict),
      ]
  }
}

extension NamedOption {
  /// What a container states: in a file, or as the object that such a file holds.
  fileprivate static func colorJSON(_ input: WritableKeyPath<Settings, InputSettings>) -> NamedOption {
    .init(object: "color-json") { settings, value in
      guard case .string(let path) = value else {
        settings[keyPath: input].stated = try ColorSidecar(json: value.line)
        return
      }
      settings[keyPath: input].colorJSON = MediaLocation(named: Array(path.utf8))
    }
  }
}

extension NamedOption where Settings == InputSettings {
  /// The color of a source, and its metadata.
  fileprivate static var all: [NamedOption] {
    [
      .init("primaries", \.primaries, sourceTag), .init("transfer", \.transfer, sourceTag),
      .init("max-cll", \.metadata.contentLight) { try ContentLightLevel(text: $0) },
      .init("master-display", \.metadata.mastering) { try MasteringDisplayColorVolume(text: $0) },
      .init("ambient", \.metadata.ambient) { try AmbientViewingEnvironment(text: $0) },
      .init("trust-metadata", \.trust),
    ]
  }
}

extension NamedOption where Settings == MappingSettings {
  /// How light is mapped.
  fileprivate static var all: [NamedOption] {
    [
      .init("tone-mapping", \.toneMapping) { name in
        guard let tone = ToneOperator(named: name) else {
          throw ExpectedText("one of \(list(ToneOperator.all.map(\.name)))")
        }
        return tone
      },
      .init("tone-mapping-variant", \.toneMappingVariant), .init("knee-adaptation", \.kneeAdaptation),
      .init("gamut-mapping", \.gamutMapping) { name in
        guard let map = GamutOperator(named: name) else {
          throw ExpectedText("one of \(list(GamutOperator.all.map(\.name)))")
        }
        return map
      },
      .init("preserve-chroma", \.preserveChroma), .init("expand-highlights", \.expandHighlights),
      .init("source-peak", \.sourcePeak) { .nits(try number($0)) },
      .init("target-peak", \.targetPeak) { .nits(try number($0)) },
      .init("reference-white", \.referenceWhite) { .nits(try number($0)) }, .init("sdr-transfer", \.sdrTransfer),
      .init("viewing", \.surround) { try .init(option: $0) },
      .init("exposure", \.look.exposure) { Stops(try number($0)) }, .init("contrast", \.look.contrast, number),
      .init("saturation", \.look.saturation, number),
    ]
  }
}

// MARK: Readers of tags

/// States primaries and transfer of a source by the name of its kind, and returns all tags that such a source has.
private func colorOfSource(_ name: String, _ settings: inout InputSettings) throws -> ColorDescription {
  let presets: [String: Source] = ["hdr10": .hdr10(), "hlg": .hlg(), "sdr": .sdr]
  guard let color = presets[name]?.color else { throw ExpectedText("one of hdr10, hlg and sdr") }
  (settings.primaries, settings.transfer) = (SourceTag(color.primaries), SourceTag(color.transfer))
  return color
}

private func tag<Point: CodePoint>(_ name: String) throws -> Point? {
  guard let tag = Tag<Point>(option: name) else { throw ExpectedText("one of \(list(Tag<Point>.names))") }
  return tag.value
}

private func outputTag<Point: CodePoint>(_ name: String) throws -> Point? {
  guard Tag<Point>(option: name)?.fault(ofOutput: name) == nil else {
    throw ExpectedText("a value that H.273 has a number for, since only a source can have others")
  }
  return try tag(name)
}

private func sourceTag<Point, Camera>(_ name: String) throws -> SourceTag<Point, Camera> {
  guard let tag = SourceTag<Point, Camera>(option: name) else {
    throw ExpectedText("one of \(list(SourceTag<Point, Camera>.names))")
  }
  return tag
}

/// A display, for which SDR is a short name.
private func display(_ name: String) throws -> Display.Preset {
  guard let preset = Display.Preset(rawValue: name == "sdr" ? "sdr709" : name) else {
    throw ExpectedText("one of \(list(["sdr"] + Display.Preset.allCases.map(\.rawValue)))")
  }
  return preset
}
