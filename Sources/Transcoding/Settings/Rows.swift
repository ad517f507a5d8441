package import HDRMetadata
internal import LookupFiles
internal import LookupTables
internal import RawVideo
internal import ToneMapping

// The tables of settings. Texts for the help end with the names of values and with the default where a value lists them.

extension ConversionSettings: SettingsTable {
  /// The defaults.
  public init() { self.init(to: nil) }

  package static let rows: [Setting<Self>] =
    InputSettings.rows.map { $0.within(\.input) } + MappingSettings.rows.map { $0.within(\.mapping) }
    + LookupSettings.rows.map { $0.within(\.lookup) } + OutputSettings.rows.map { $0.within(\.output) }
    + FrameSelection.rows.map { $0.within(\.frames) } + LightSettings.rows.map { $0.within(\.light) }
    + EncodingSettings.rows.map { $0.within(\.encoding) } + RunningSettings.rows.map { $0.within(\.running) } + [
      Setting(
        .deinterlace, \.deinterlaces,
        "Make one whole frame of the two fields of each interlaced frame of a movie, by libavfilter's bwdif; other frames stay as they are."
      ), .strict(\.isStrict),
    ]
}

extension RunningSettings: SettingsTable {
  package static let rows: [Setting<Self>] = [
    Setting(.simd, \.instructions),
    Setting(
      .threads, \.threads, as: "count",
      "How many threads work, in a movie's decoder and encoder too, which have at least one each; by default, one for each processor that the"
        + " process may use."),
  ]
}

extension LUTSettings: SettingsTable {
  package static let rows: [Setting<Self>] =
    InputSettings.color.map { $0.within(\.input) } + MappingSettings.rows.map { $0.within(\.mapping) } + own

  private static let own: [Setting<Self>] = [
    Setting(
      .to, \.display, as: "display", choices: Display.Preset.choices,
      OutputSettings.displays + ". Default: sdr709; srgb for a JPEG."
    ) {
      $0.display = try Display.Preset(shortName: $1)
    },
    .outPrimaries(\.primaries), .outTransfer(\.transfer), .frameMetadata(\.frameMetadata),
    Setting(
      .host, \.host, as: "name",
      "The program or device that will read it: its format, maximum size, interpolation and dialect are kept to."),
    Setting(
      .cubeSize, \.cubeSize, as: "count",
      "The number of samples of the cube along each component; by default, 33, or what suits the host."),
    Setting(
      .shaper, \.shaper, as: "auto|none|count",
      "Curves before the cube, which spread the source over it: their number of samples; auto where format and host read them."
    ),
    Setting(
      .vertices, \.vertices, as: "how",
      "The values of the cube: fitted makes the interpolated result nearest to the plan, sampled takes the plan's own; by default,"
        + " fitted."),
    Setting(
      .lutInterpolation, \.interpolation, as: "how",
      "How the program that reads it interpolates; by default, as the host does."),
    Setting(
      .lutRange, \.range, as: "narrow|full",
      "The range of R'G'B' that the LUT takes and gives: full is 0 to 1, narrow is 64/1023 to 940/1023; by default, full."
    ),
    Setting(
      .maxError, \.maximumError, as: "codes",
      "Choose the smallest cube whose maximum error is at most this many 8-bit codes."),
    Setting(
      .icc, \.profile, as: "kind",
      "Write an ICC profile: link is the LUT itself, display what the source looks like on the display; .icc is a link."
    ),
    Setting(
      .noCertificate, \.isCertified, isSet: false,
      "Leave out the certificate, and the measurement of the errors."),
    Setting(.format, \.format, as: "name", "The format of the file; by default, what its name says."),
    Setting(
      .bitDepth, \.bitDepth, as: "count", "The bits of a value in formats of integers: 3dl and Hald PNG."),
    Setting(
      .clfForm, \.clfForm, as: "smpte|academy",
      "The form of a .clf file: smpte is that of ST 2136-1:2024, academy the older one of version 3.0; by default, smpte."
    ),
    Setting(.title, \.title, as: "text", "What the LUT is called; by default, what it converts."),
    .force(\.replacesProtectedFiles), .strict(\.isStrict),
  ]
}

// MARK: Settings of several tables

extension Setting where Root: SettingsTable {
  static func force(_ place: Place<Bool>) -> Setting { Setting(.force, place, "Replace write-protected files.") }

  static func strict(_ place: Place<Bool>) -> Setting { Setting(.strict, place, "Fail instead of assuming anything.") }

  static func frameMetadata(_ place: Place<MediaLocation?>) -> Setting {
    Setting(
      .frameMetadata, place, as: "file", endings: ["json", "jsonl"],
      "What is stated of each frame: HDR10+ JSON, or lines of JSON such as {\"frame\": 0, \"max_cd_m2\": 812, \"average_cd_m2\": 35}."
        + " With \(.toneMapping) st2094-40, HDR10+ gives the curve; with others, convert follows the light that is stated."
    )
  }

  static func matrix(_ place: Place<MatrixCoefficients?>) -> Setting {
    Setting(.matrix, tag: place, "The matrix coefficients. FFmpeg's and x265's names and H.273 numbers work.")
  }

  static func range(_ place: Place<QuantizationRange?>) -> Setting {
    Setting(
      .range, tag: place, as: "range",
      "The quantization range. Wherever one is given, tv, limited, legal and mpeg mean narrow, pc and jpeg full.")
  }

  static func outPrimaries(_ place: Place<ColorPrimaries?>) -> Setting {
    Setting(
      .outPrimaries, tag: place,
      "The output's primaries, if not the preset's. FFmpeg's and x265's names and H.273 numbers work.")
  }

  static func outTransfer(_ place: Place<TransferCharacteristics?>) -> Setting {
    Setting(
      .outTransfer, tag: place,
      "The output's transfer function, if not the preset's. FFmpeg's and x265's names and H.273 numbers work.")
  }
}

// MARK: The source

extension InputSettings: SettingsTable {
  package static let rows: [Setting<Self>] =
    [
      Setting(
        .pixelFormat, \.pixelFormat, as: "name",
        "The layout of raw frames, such as yuv420p10le; FFmpeg's names and Apple's four-character codes work.")
    ] + color + [
      .matrix(\.matrix), .range(\.range),
      Setting(.chromaLocation, tag: \.chromaLocation, "Where chroma samples sit."),
      Setting(.size, \.size, as: "width x height", "The size of raw frames, such as 3840x2160."),
      Setting(.fps, \.frameRate, as: "rate", "Frames per second, such as 25 or 24000/1001."),
    ]

  /// The color, and its metadata.
  fileprivate static let color: [Setting<Self>] =
    [
      Setting(.source, \.primaries, choices: ["hdr10", "hlg", "sdr"]) { try $0.state($1) },
      Setting(
        .transfer, \.transfer, as: "name", "pq, hlg, bt709, or a camera log such as slog3; the manual page lists all."),
      Setting(
        .primaries, \.primaries, as: "name",
        "bt2020, bt709, smpte432 (P3-D65), or a camera gamut such as s-gamut3; the manual page lists all."),
    ] + StaticMetadata.rows.map { $0.within(\.metadata) } + [
      Setting(
        .trustMetadata, \.trust, as: "mode",
        "Which metadata to believe: auto what does not contradict itself, always anything that is a luminance, never nothing."
      ),
      Setting(
        .colorJSON, \.colorJSON, object: \.stated, as: "file",
        "A JSON file of size, layout, tags and metadata: written by info for a movie, read in all other cases."),
    ]

  /// States the tags of a source that has all that its kind usually has. Files state most of theirs, and R′G′B′ has no matrix, and is full range.
  private mutating func state(_ kind: String) throws {
    let presets: [String: Source] = ["hdr10": .hdr10(), "hlg": .hlg(), "sdr": .sdr]
    guard let color = presets[kind]?.color else { throw ExpectedText("one of hdr10, hlg and sdr") }
    (primaries, transfer) = (SourceTag(color.primaries), SourceTag(color.transfer))
    guard pixelFormat?.format.model == .yCbCr else { return }
    (matrix, range, chromaLocation) = (color.matrix, color.range, color.chromaLocation)
  }
}

extension StaticMetadata: SettingsTable {
  package init() { self.init(mastering: nil) }

  package static let rows: [Setting<Self>] = [
    Setting(.maxCLL, \.contentLight, as: "cll,fall", "MaxCLL and MaxFALL in cd/m², such as 1000,400."),
    Setting(
      .masterDisplay, \.mastering, as: "text",
      "The mastering display, as x265 writes it, with integers or decimals: \"G(13250,34500)B(…)R(…)WP(…)L(10000000,1)\"."
    ),
    Setting(
      .ambient, \.ambient, as: "lux,x,y",
      "The light of the room that the picture was made for: lux and chromaticity x, y, such as 314,0.3127,0.3290."),
  ]
}

/// The tags that a container states.
extension ColorDescription: SettingsTable {
  package init() { self.init(primaries: nil) }

  package static let rows: [Setting<Self>] = [
    Setting(
      .primaries, tag: \.primaries,
      "The color primaries; smpte432 is P3-D65. FFmpeg's and x265's names and H.273 numbers work."),
    Setting(
      .transfer, tag: \.transfer,
      "The transfer function: pq, hlg or that of SDR. FFmpeg's and x265's names and H.273 numbers work."),
    .matrix(\.matrix), .range(\.range),
  ]
}

extension FrameSelection: SettingsTable {
  package init() { self.init(frames: nil) }

  package static let rows: [Setting<Self>] = [
    Setting(.start, \.start, as: "position", "Where to start: a frame number (120) or a time (12.5s, 00:01:02.5)."),
    Setting(.frames, \.frames, as: "count", "How many frames, in place of \(.duration); by default, all that follow."),
    Setting(.duration, \.duration, as: "time", "How long the part is, such as 10s or 00:01:30.") {
      $0.duration = try FramePosition.duration(option: $1)
    },
  ]
}

// MARK: Light

extension MappingSettings: SettingsTable {
  fileprivate static let never: UnusedSettings.Use = { _, _ in false }
  private static let tone: UnusedSettings.Use = { decision, _ in decision.plan.stages.has(.tone) }
  private static let gamut: UnusedSettings.Use = { decision, _ in decision.plan.stages.has(.gamut) }
  private static let look: UnusedSettings.Use = { decision, _ in decision.plan.stages.has(.look) }

  package static let rows: [Setting<Self>] = [
    Setting(
      .toneMapping, \.toneMapping, as: "name", used: tone, trying: ToneOperator.all.filter { !$0.followsMetadata },
      "The tone curve: spline, bt2390, bt2446a, hable, reinhard, mobius, clip, none, or one of \(ToneOperator.all.count - 8) others. Default: spline."
    ),
    Setting(
      .toneMappingVariant, \.toneMappingVariant, as: "name", used: tone, trying: ToneVariant.allCases,
      "How the tone curve is applied to color; by default, brightness."),
    Setting(
      .kneeAdaptation, \.kneeAdaptation, as: "0…1", used: tone, trying: [0, 1],
      "How far the knee of spline moves, 0 to 1; by default 0.4, as in libplacebo, and less for sources brighter than 1000 cd/m²."
    ),
    Setting(
      .gamutMapping, \.gamutMapping, as: "name", used: gamut, trying: GamutOperator.all,
      "How colors outside the display's gamut are brought into it."),
    Setting(
      .preserveChroma, \.preserveChroma, as: "0…1", used: gamut, trying: [0, 1],
      "What perceptual gamut mapping keeps of colors too bright and too colorful for the display: 0 intensity, 1 chroma; by default, 0.75."
    ),
    Setting(
      .expandHighlights, \.expandHighlights, used: never, trying: [false, true],
      "Make the highlights of SDR brighter for HDR, up to the display's peak; light up to half of the signal does not change."
    ),
    Setting(
      .sourcePeak, \.sourcePeak, as: "cd/m²", used: { tone($0, $1) && $0.tone.headroomAdaptiveToneMap == nil },
      trying: [nil, .nits(300), .nits(3000)],
      "The peak luminance of the source, if you know better than its metadata."),
    Setting(
      .targetPeak, \.targetPeak, as: "cd/m²", used: tone, trying: [nil, .nits(150), .nits(600)],
      "The display's peak luminance."),
    Setting(
      .referenceWhite, \.referenceWhite, as: "cd/m²", used: never, trying: [.nits(100), .nits(203)],
      "The luminance that SDR 100 % stands for; 100 is the older practice."),
    Setting(
      .sdrTransfer, \.sdrTransfer, as: "name", used: never, trying: SDRTransfer.allCases,
      "The transfer function of SDR signals."),
    Setting(
      .viewing, \.surround, as: "name or lux", used: never,
      trying: [nil, .asAuthored, .reference, .office, .lux(5), .lux(500)],
      "The light around the display: as-authored, dark, office, or a number of lux; by default, as-authored."),
    Setting(
      .exposure, \.look.exposure, as: "stops", used: look, trying: [0, 1], "-6 to 6; 1 doubles the light. Default: 0."),
    Setting(
      .contrast, \.look.contrast, as: "factor", used: look, trying: [1, 1.5],
      "0.5 to 2; the exponent of luminance about 18 % gray. Default: 1."),
    Setting(
      .saturation, \.look.saturation, as: "factor", used: look, trying: [1, 0.5],
      "0 to 4; 0 is black and white. Default: 1."),
  ]
}

extension LookupSettings: SettingsTable {
  package static let rows: [Setting<Self>] = [
    Setting(
      .lut, \.file, as: "file", endings: [],
      "Convert by this lookup table, and not by light; \(.to) then says what the table's colors are tagged as."),
    Setting(
      .lutInterpolation, \.interpolation, as: "name", used: MappingSettings.never, trying: CubeInterpolation.allCases,
      "How a cube is interpolated; by default, as the file says, tetrahedral if it does not."),
    Setting(
      .lutRange, \.range, as: "narrow|full", used: MappingSettings.never, trying: [.full, .narrow],
      "The R'G'B' that the lookup table takes and gives: full is 0 to 1, narrow is 64/1023 to 940/1023; by default, as the file says, full if it does not."
    ),
  ]
}

extension LightSettings: SettingsTable {
  package static let rows: [Setting<Self>] = [
    .frameMetadata(\.frameMetadata),
    Setting(
      .stats, \.statistics, as: "file", endings: ["jsonl"],
      "What \(.measure) \(.stats) wrote about the whole clip; one option for each file if parts were measured."),
    Setting(
      .dynamics, \.mode, as: "mode", choices: Mode.allCases.map(\.rawValue),
      "How the tone curve follows the light that was measured: one peak for the clip (static), one for each scene, or one for each frame,"
        + " smoothed; metadata takes the light that Dolby Vision or HDR10+ states for each frame of a movie, which is the default for SDR; off"
        + " makes one curve from the peak of the source. Without \(.stats), the whole clip is measured first. one-pass, for what can be read only"
        + " once, looks 24 frames ahead, one-pass:48 as many as it says; auto is scene or, there, one-pass."
    ) { try $0.follow(option: $1) },
  ]
}

// MARK: The output

extension Display.Preset {
  /// - Throws: `ExpectedText` for what is no name.
  fileprivate init(shortName name: String) throws(ExpectedText) {
    guard let preset = Self(rawValue: name == "sdr" ? "sdr709" : name) else {
      throw ExpectedText("one of \(list(["sdr"] + Self.choices))")
    }
    self = preset
  }
}

extension OutputSettings: SettingsTable {
  fileprivate static let displays: Fix = "The display to convert for: sdr709, srgb, p3-sdr, hlg, or pq (hdr10)"

  package static let rows: [Setting<Self>] =
    [
      Setting(
        .to, \.display, as: "display", choices: Display.Preset.choices + ["source"],
        displays
          + "; source keeps the source's format, shared has one for all inputs. Default: sdr709; srgb for a JPEG."
      ) {
        $0.keepsSource = $1 == "source"
        if $1 != "source" { $0.display = try Display.Preset(shortName: $1) }
      },
      .outPrimaries(\.primaries), .outTransfer(\.transfer),
      Setting(
        .outMatrix, tag: \.matrix, used: { decision, _ in decision.plan.outputFormat.model == .yCbCr },
        trying: [.bt709, .bt2020NCL],
        "The output's matrix, if not the preset's. FFmpeg's and x265's names and H.273 numbers work."),
      Setting(
        .outRange, tag: \.range, as: "range", used: { decision, _ in !decision.plan.outputFormat.isFloat },
        trying: [.narrow, .full], "The output's quantization range, if not the preset's."),
      Setting(
        .outChromaLocation, tag: \.chromaLocation, used: { decision, _ in decision.plan.outputFormat.isSubsampled },
        trying: [.left, .center],
        "Where chroma samples sit in the output, if not where the preset puts them."),
      Setting(
        .outPixelFormat, \.pixelFormat, as: "name",
        "The layout of output frames: FFmpeg's names, or Apple's four-character codes; by default, the input's with the preset's bits."
      ),
      Setting(
        .dither, \.dither, as: "name", used: { decision, _ in !decision.plan.outputFormat.isFloat },
        "The dither that is added before rounding, so that ramps stay smooth."),
    ] + AlphaSettings.rows.map { $0.within(\.alpha) } + [
      Setting(
        .format, \.format, as: "kind",
        "The kind of output; by default, what its name says; without an ending, raw frames of raw frames, and Y4M of all else."
      ),
      Setting(
        .width, \.width, as: "pixels",
        "The width of pictures as they are shown; the height follows, and pixels become square."),
      Setting(.height, \.height, as: "pixels", "The height of pictures as they are shown; the width follows."),
      Setting(
        .fit, \.fit, as: "width x height",
        "The size that pictures do not exceed as they are shown, such as 1280x720."),
      Setting(.enlarge, \.enlarges, "Let \(.width), \(.height) and \(.fit) make pictures larger."),
      Setting(
        .preview, \.preview, as: "file.png", endings: [],
        "Also write the first frame as a PNG, as an sRGB display would show it."),
      Setting(
        .outHDR10plus, \.hdr10Plus, as: "file.json", endings: ["json"],
        "Also measure what is written, which is PQ, and write HDR10+ metadata for it, as hdr10plus_tool and x265 read it."
      ),
      .force(\.replacesProtectedFiles),
    ]
}

extension AlphaSettings: SettingsTable {
  private static let hasAlpha: UnusedSettings.Use = { _, clip in clip.format.hasAlpha }
  /// Alpha that is dropped counts only where color was multiplied by it.
  private static let needsAlpha: UnusedSettings.Use = { decision, clip in
    let (plan, stages) = (decision.plan, decision.plan.stages)
    return clip.format.hasAlpha
      && (plan.outputFormat.hasAlpha || stages.has(.unpremultiply) || stages.has(.composite))
  }

  package static let rows: [Setting<Self>] = [
    Setting(
      .alpha, \.alpha, as: "mode", used: hasAlpha,
      "How the source's color relates to its alpha: straight, premultiplied, or ignore, which drops alpha; by default, what the source states,"
        + " else straight."),
    Setting(
      .alphaRange, \.alphaRange, as: "range", used: needsAlpha,
      "The codes of the source's alpha: full, narrow (16 to 235 of 255), or those of no and full coverage, such as 64-940; by default, full, and of an alpha file the range that it states."
    ),
    Setting(
      .alphaFile, \.alphaFile, as: "file", used: needsAlpha,
      "Take alpha from the luma of another file: Y4M, a movie, or raw frames of \(.alphaPixelFormat)."),
    Setting(
      .alphaPixelFormat, \.alphaPixelFormat, as: "name", "The layout of raw frames of alpha; by default, gray."),
    Setting(
      .outAlpha, \.outAlpha, as: "mode", used: { $1.format.hasAlpha && $0.plan.outputFormat.hasAlpha },
      "How the output's color relates to its alpha: straight or premultiplied; by default, as the source's."),
    Setting(
      .background, \.background, as: "color or file", used: hasAlpha,
      "Put pictures with alpha over a color: black, white, gray, green, #RRGGBB, 'color(display-p3 1 0 0)', or the output's R′G′B′ as"
        + " 0.5,0.5,0.5; over a checkerboard; or over the pictures of a file: a PNG, Y4M or a movie."),
    Setting(
      .backgroundIn, \.backgroundIn, as: "domain", used: hasAlpha,
      "In what a background is mixed: the output's signal, as players do, or its light; by default, signal."),
  ]
}

extension EncodingSettings: SettingsTable {
  package static let rows: [Setting<Self>] = [
    Setting(
      .crf, \.crf, as: "number", "Encoding quality; lower is better. Default: 18 for H.264 and HEVC."),
    Setting(.preset, \.preset, as: "name", "Encoding speed in the encoder's own terms, such as veryfast."),
    Setting(
      .videoCodec, \.codec, as: "name",
      "h264, hevc, av1, vp9, prores, ffv1, or an FFmpeg encoder. Default: h264 for SDR, hevc for HDR."),
    Setting(
      .bitrate, \.bitrate, as: "rate", "The bits per second of a movie's picture, such as 8M, in place of \(.crf)."),
    Setting(
      .alphaQuality, \.alphaQuality, as: "number",
      "The quality of the alpha layer that HEVC has, from 0, the lowest, to 1. By default, that of the color."),
    Setting(
      .encoderOptions, \.options, as: "name=value:…",
      "Further options of a movie's encoder, such as keyint=48:bframes=3."
    ) { $0.options = Option.list(option: $1) },
    Setting(
      .oddSize, \.oddSize, as: "way",
      "What is done with odd sides of a movie's pictures where the encoder takes only even ones: crop leaves out the last column or row, pad"
        + " repeats it. By default, they are refused."),
    Setting(
      .audio, \.audio, as: "way",
      "What becomes of a movie's sound: copy leaves out what the container does not take, convert converts that, drop leaves out all. By"
        + " default, convert."),
    Setting(
      .audioCodec, \.audioCodec, as: "name",
      "What sound is converted to in MP4 and MOV: alac or aac. By default, alac where that loses nothing, else aac."),
    Setting(
      .subtitles, \.subtitles, as: "way",
      "What becomes of a movie's subtitles, like \(.audio); subtitles that are pictures are not converted."),
  ]
}
