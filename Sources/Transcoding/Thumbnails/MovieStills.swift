internal import Movies

struct MovieStills {
  let input: Path
  let settings: ThumbnailSettings
  let context: PlanningContext
  let decision: Decision
  /// The size of the picture, or of the largest sheet.
  let size: PictureSize
  /// The warnings about the pictures, beside the assumptions.
  let notes: [Finding]

  var findings: [Finding] { decision.assumptions + context.findings(of: decision.plan) + notes }

  let source: MovieSource
  let threads: Int

  /// - Parameters:
  ///   - opening: The picture at which the movie is opened, if it can be reached.
  ///   - comparesHeadroom: Whether the gains of ST 2094-50 are read even if another operator is chosen.
  ///   - followsLight: Whether a picture is mapped by the light that it states.
  ///   - size: Computes the size of the picture, or of the largest sheet.
  init(
    of input: MediaLocation, _ settings: ThumbnailSettings, at opening: MovieReader.Opening, _ control: RunControl,
    keepingAlpha keepsAlpha: Bool = false, comparingHeadroom comparesHeadroom: Bool = false,
    followingLight followsLight: Bool = true,
    _ size: (MovieSource) throws(TranscodingError) -> PictureSize
  ) throws(TranscodingError) {
    try settings.check()
    func made(_ conversion: ConversionSettings, leavingOut irrelevant: Set<String> = []) -> PlanningContext {
      var context = PlanningContext(conversion, control)
      (context.fields, context.neverHasAlpha) = (.singleField, !keepsAlpha)
      (context.comparesHeadroom, context.irrelevantAssumptions) = (comparesHeadroom, irrelevant)
      return context
    }
    var conversion = settings.conversion
    if !followsLight { conversion.light.mode = .off }
    let first = made(conversion)
    try first.check()
    try first.requireCurve()
    let (file, threads) = (MediaInput(input), settings.running.threads ?? activeProcessorCount)
    guard let source = try first.input.movie(of: file, threads: threads, opening) else {
      // A missing file gets its own error.
      if input != .standardStream { _ = try file.file() }
      throw .picture(.notMovie("\(input)"))
    }
    let clip = source.clip
    if clip.format.hasAlpha, keepsAlpha {
      // Only premultiplied color can be scaled.
      conversion.output.pixelFormat = PixelFormat.Spelling(PixelFormat.gbrap16.name)
      conversion.output.alpha.outAlpha = .premultiplied
    } else if clip.format.hasAlpha {
      conversion.output.alpha.background = .color(Signal(0, 0, 0))
    }
    context = made(conversion, leavingOut: clip.format.hasAlpha && keepsAlpha ? ["premultiplied-unsaid"] : [])
    (self.input, self.settings, self.source, self.threads) = (input, settings, source, threads)
    self.size = try size(source)
    decision = try context.decide(about: clip)
    try MemoryNeed(ofThumbnail: decision.plan, for: clip, at: self.size, threads: threads).check()
    let field: Finding? =
      source.reader.video.isInterlaced
      ? Finding(code: "first-field", found: "\(clip.name) is interlaced, so the picture is made from the first field")
      : nil
    let black: Finding? =
      clip.format.hasAlpha && !keepsAlpha
      ? Finding(
        code: "alpha-over-black", found: "\(clip.name) has alpha, which only a PNG of a single picture keeps",
        consequence: "the picture is put over black") : nil
    notes =
      [field, black].compactMap(\.self)
      + AppliedGeometry(crop: clip.geometry.crop.map { "\($0)" }).notes(on: clip.name, in: nil)
  }

  func report() {
    context.report(decision: decision, about: source.clip)
    context.control.report(notes)
  }

  func maker(by plan: ConversionPlan, _ size: PictureSize) throws -> PictureMaker {
    try PictureMaker(
      of: source.clip, by: plan, size: size, takingField: source.reader.video.isInterlaced, threads: threads,
      on: settings.running.chosenInstructions)
  }

  func file(_ kind: PictureKind, _ size: PictureSize) throws(TranscodingError) -> PictureFile {
    guard kind.row.statesColor || settings.colorSpace == .sRGB else { throw .picture(.jpegOfOtherColorSpace) }
    return PictureFile(
      kind: kind, colorSpace: settings.colorSpace, size: size, threads: threads,
      instructions: settings.running.chosenInstructions)
  }

  func writing<Result>(_ body: (Outputs) throws -> Result) throws -> Result {
    try context.control.writing(
      reading: context.files(with: input, source.clip), force: settings.replacesProtectedFiles, body)
  }

  /// Finds the picture at a time, or a meaningful one if no time is given; the movie may have been opened for it.
  func find(_ moment: MovieMoment?, isOpenedThere: Bool = true) throws -> FoundPicture {
    guard let moment else { return try best() }
    if isOpenedThere, let found = try opened() { return found }
    let seconds = try seconds(of: moment)
    guard let found = try picture(at: Seconds(seconds)) else {
      throw TranscodingError.picture(.afterLastPicture(source.clip.name, at: seconds))
    }
    return found
  }

  private func seconds(of moment: MovieMoment) throws(TranscodingError) -> Double {
    let duration = source.reader.video.duration?.value
    switch moment {
    case .seconds(let seconds):
      if let duration, seconds > duration {
        throw .picture(.afterEnd(source.clip.name, at: seconds, duration: duration))
      }
      return seconds
    case .share(let share):
      guard let duration else { throw .picture(.shareOfUnknownDuration(source.clip.name)) }
      return share * duration
    }
  }
}

extension ThumbnailSettings {
  /// The settings of the conversion of a picture, which is rounded once, at the end.
  fileprivate var conversion: ConversionSettings {
    var conversion = ConversionSettings(to: .srgb)
    (conversion.input, conversion.mapping, conversion.isStrict) = (input, mapping, isStrict)
    conversion.light.frameMetadata = frameMetadata
    conversion.output.alpha.alpha = alpha.map { $0 == .premultiplied ? .premultiplied : .straight }
    conversion.output.alpha.alphaRange = alphaRange
    conversion.output.dither = .none
    if colorSpace != .sRGB { conversion.output.primaries = colorSpace.primaries }
    conversion.output.pixelFormat = PixelFormat.Spelling(PixelFormat.gbrp16.name)
    return conversion
  }
}

extension MovieMoment {
  var opening: MovieReader.Opening {
    switch self {
    case .seconds(let seconds): .time(Seconds(seconds))
    case .share(let share): .share(share)
    }
  }
}

extension MemoryNeed {
  /// The memory for a thumbnail: the candidate pictures, each in a decoder, and a 16-bit picture in two sizes.
  fileprivate init(ofThumbnail plan: ConversionPlan, for clip: Clip, at size: PictureSize, threads: Int) {
    func bytes(_ format: PixelFormat, _ size: PictureSize) -> Int {
      format.frameByteCount(width: size.width, height: size.height)
    }
    let pictures = 10 * bytes(plan.inputFormat, clip.openedSize) + bytes(plan.outputFormat, clip.openedSize)
    self.init(pictures + 3 * bytes(plan.outputFormat, size) + (threads + 1) * Self.ofThread + Self.ofProgram)
  }
}
