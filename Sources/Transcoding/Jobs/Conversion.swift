internal import HDRMetadata
internal import JSONText
internal import ToneMapping
internal import LightStatistics
internal import Synchronization

internal import Movies

/// A conversion as it is asked for.
struct Conversion {
  let input: MediaInput
  /// `nil` for those who take the frames.
  let output: Path?
  let settings: ConversionSettings
  /// The settings, as plans take them.
  var choices: Choices
  /// Whether an input that is SDR is left out.
  let skipsSDR: Bool
  /// Whether the result is to state the light of the output, which has to be counted for that.
  let statesLight: Bool

  /// Opens the input and decides everything that can fail before the first frame; `nil` for an input that is left out.
  func decide() throws -> (any DecidedConversion)? {
    try check()
    let kind = try? choices.target.format ?? output.map { try OutputKind(output: $0, inputIsRaw: false) }
    let decoding = ThreadShares(asked: settings.running.threads, decodes: true, encodes: kind?.isEncoded ?? false)
      .decoding
    var conversion = self
    if kind?.isMovie == true { conversion.choices.constantRate = choices.source.frameRate }
    return try conversion.decide(from: conversion.choices.frames(of: input, threads: decoding))
  }

  private func decide<Source: FrameSource>(from source: Source) throws -> (any DecidedConversion)? {
    let kind = try format(for: source.clip)
    // Before the turn, which is then that of a smaller picture in most cases.
    if let scaled = try scaling(source, for: kind) { return try decide(from: ShapedFrames(source, scaled)) }
    let turned = source.clip.geometry.orientationOnly
    // A background that is a file lies behind pictures as they are shown.
    let isStated = kind.statesOrientation && choices.target.alpha.background?.file == nil
    if !turned.isIdentity, !isStated { return try decide(from: ShapedFrames(source, turned)) }
    var coding = try coding(kind, for: source.clip)
    if let even = evened(source.clip, coding) { return try decide(from: ShapedFrames(source, even)) }
    var choices = choices
    choices.encodedFormat = coding?.format
    // Y4M has no place for planes of two components, and few encoders take them.
    if kind != .raw, coding?.format == nil, source.clip.format.layout == .biPlanar {
      choices.encodedFormat = source.clip.format.planar(bitDepth: try choices.ends(of: source.clip).display.bitDepth)
    }
    if keepsDolbyVision(source, coding, choices, for: kind) {
      coding?.keepsDolbyVision = true
      choices.moot.insert(Finding.unusedMetadata)
    }
    choices.notes += source.clip.done.notes(on: source.clip.name, in: kind)
    if let asked = choices.target.size, !choices.target.enlarges {
      choices.notes += [asked.note(onKeeping: source.clip.shownSize)].compactMap(\.self)
    }
    if isStated {
      choices.notes += [GeometryDone.note(onStated: turned.orientation, in: kind)].compactMap(\.self)
      // A matrix that is copied stays what it is.
      choices.moot.insert("odd-rotation")
    }
    guard let range = try source.select(settings.frames) else {
      throw settings.frames.tooShort(source.clip, source.clip.frameCount)
    }
    choices.frames = (range.first, range.count)
    let names =
      kind.picture == nil ? nil : try output.map { output throws(TranscodingError) in try PictureNames(output) }
    if let picture = kind.picture { try choices.adapt(to: picture, of: source.clip) }
    if choices.target.followsSource { try choices.settle(for: source.clip, in: kind) }
    let curves = try RunCurves(of: source, from: input, range, choices: choices, for: kind)
    let plan = curves.decision.plan
    if skipsSDR, !plan.hasHDRSource, try !hasHDRLater {
      let transfer = plan.sourceTags.transfer.map { " (\($0.h273Name))" } ?? ""
      choices.control.note("skipped-sdr", "skipped: \(source.clip.name) is SDR\(transfer)")
      return nil
    }
    choices.reportDefault(of: plan, isCodecGiven: settings.encoding.codec != nil)
    let run = ConversionRun(
      conversion: self, source: source, kind: kind, coding: coding, range: range, names: names, curves: curves)
    try names?.check(run.count)
    try run.checkOutput()
    try run.checkMemory()
    return run
  }
}

extension Conversion {
  /// Whether a later part of the input is HDR.
  private var hasHDRLater: Bool {
    get throws(TranscodingError) {
      guard let media = try choices.media(of: input) else { return false }
      return choices.withParts(media, of: input).tracks.contains { track in
        !track.isAuxiliary && choices.clip(of: track, in: input.path).laterSources.contains(where: \.color.isHDR)
      }
    }
  }
}

// MARK: What is written

extension Conversion {
  /// The kind of output: the requested one, or what the names say.
  private func format(for clip: Clip) throws(TranscodingError) -> OutputKind {
    if let format = choices.target.format { return format }
    guard let output else { return .raw }
    return try OutputKind(output: output, inputIsRaw: clip.isRaw)
  }

  /// How pictures come to have the size that was asked for; `nil` if they are not scaled, or no longer.
  private func scaling(
    _ source: some FrameSource, for kind: OutputKind
  ) throws(TranscodingError) -> FrameGeometry? {
    let clip = source.clip
    guard let asked = choices.target.size, clip.done.scaled == nil else { return nil }
    guard !clip.format.isFloat else {
      throw .settings(
        "\(asked.setting) scales codes, but the frames of \(clip.name) are \(clip.format.name); leave it out")
    }
    guard !clip.format.hasAlpha || choices.target.alpha.alpha == .ignore else {
      throw .settings(
        "\(asked.setting) does not scale alpha, but \(clip.name) has it; give \(.alpha(.ignore)), or leave \(asked.setting) out"
      )
    }
    let size = try asked.size(of: clip.shownSize, evenSides: kind.isMovie, enlarging: choices.target.enlarges)
    let isSideways = clip.geometry.orientation.isSideways
    let stored = isSideways ? PictureSize(width: size.height, height: size.width) : size
    guard stored != clip.openedSize else { return nil }
    let threads = ThreadShares(asked: settings.running.threads, decodes: source.decodes, encodes: kind.isEncoded)
    return FrameGeometry(
      scaled: .init(size: stored, threads: threads.converting, instructions: settings.running.chosenInstructions))
  }

  /// How odd sides are made even, if the encoder wants that and the options say how.
  private func evened(_ clip: Clip, _ coding: PictureCoding?) -> FrameGeometry? {
    let format = choices.target.pixelFormat?.format ?? coding?.format ?? clip.layout ?? clip.format
    guard let coding, let way = settings.encoding.oddSize, coding.refuses(clip.openedSize, format) else { return nil }
    func even(_ side: Int, _ isSubsampled: Bool) -> Int {
      side % 2 == 0 || !isSubsampled ? side : max(2, way == .crop ? side - 1 : side + 1)
    }
    let size = PictureSize(
      width: even(clip.openedSize.width, true), height: even(clip.openedSize.height, format.chroma == .c420))
    return FrameGeometry(evening: size)
  }

  /// Whether pictures of Dolby Vision 8.4 stay as they are, but for their coding in H.265, so that their RPUs stay true.
  private func keepsDolbyVision(
    _ source: some FrameSource, _ coding: PictureCoding?, _ choices: Choices, for kind: OutputKind
  ) -> Bool {
    guard coding?.encoder == "libx265", let movie = source as? MovieSource, movie.dolbyVision?.isProfile84 == true,
      !source.clip.source.carriesHDR10Plus
    else { return false }
    var choices = choices
    choices.strict = false
    return (try? choices.decide(about: source.clip, for: kind))?.plan.keepsHLG ?? false
  }

  /// How the frames of a movie are encoded; `nil` for other outputs.
  private func coding(_ kind: OutputKind, for clip: Clip) throws(TranscodingError) -> PictureCoding? {
    guard kind.isMovie else {
      let given = settings.encoding.given
      guard given.isEmpty else {
        throw .settings(
          "\(list(given.map { "\($0)" as Fix })) \(given.count == 1 ? "says" : "say") how a movie is encoded, but \(output?.description ?? "what is asked for") \(kind.picture == nil ? "holds frames as they are" : "is a picture");"
            + " leave \(given.count == 1 ? "it" : "them") out, or name a movie, such as out.mp4")
      }
      return nil
    }
    try MovieLibraries.require()
    let keepsAlpha = clip.format.hasAlpha && choices.target.alpha.isKept
    let display = try choices.ends(of: clip).display
    let coding = try PictureCoding(
      settings.encoding, in: kind, bitDepth: display.bitDepth, isHDR: display.transfer.isHDR, hasAlpha: keepsAlpha,
      isAvailable: MovieLibraries.haveEncoder(named:))
    let asked = choices.target.pixelFormat?.format
    let writesLayer = keepsAlpha && coding.writesAlphaLayer(of: asked)
    if keepsAlpha, coding.isHEVC, !writesLayer, asked?.hasAlpha != false {
      throw .settings(
        "\(clip.name) has alpha, but H.265 gets alpha from libx265 only, with 8 bits and 4:2:0; write a .mov with \(.videoCodec) prores, put it"
          + " over a color with \(.background), or drop it with \(.alpha(.ignore))")
    }
    if settings.encoding.alphaQuality != nil, !writesLayer {
      throw .settings(
        "\(.alphaQuality) is for the alpha layer of H.265, but there is none; leave \(.alphaQuality) out")
    }
    if coding.losesAlpha, let asked = choices.target.pixelFormat?.format, asked.hasAlpha {
      throw .settings(
        "\(.outFormat) is \(asked.name), but \(kind) does not carry the alpha of \(coding.encoder); write .webm or .mkv, or choose a"
          + " format without alpha")
    }
    return coding
  }
}
