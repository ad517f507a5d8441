internal import MediaFiles
internal import Movies
internal import ToneMapping

/// The encoding of a movie's frames, and their times in the movie.
struct MovieEncoding {
  let video: VideoEncoding
  let container: String
  /// The Dolby Vision configuration that the pictures keep.
  let dolbyVision: DolbyVisionConfiguration?
  /// Whether the source has no frame times, so that a frame's time is its number.
  let statesRate: Bool
  /// The constant rate of the frames.
  private let grid: RateGrid?
  /// The converter to a constant rate, for frames of another rate.
  let constant: ConstantRate?
  /// The number of the first frame, if its time is its number.
  let firstNumber: Int64

  /// - Parameters:
  ///   - source: The movie whose tracks are copied; `nil` copies none.
  ///   - isFile: Whether the movie is written to a file, which can be changed at the end.
  init(
    _ kind: OutputKind, _ coding: PictureCoding, of plan: ConversionPlan, stating tags: OutputTags, for clip: Clip,
    copying source: CopiedMovie?, threads: Int, isFile: Bool, _ asked: EncodingSettings, rate: FrameRate?
  ) throws(TranscodingError) {
    container = kind.container
    let size = clip.openedSize
    statesRate = source?.reader.video.start == nil
    if let rate, let source, !statesRate {
      constant = ConstantRate(rate, of: source)
      if constant == nil { throw .encoding(.unholdableRate(rate)) }
    } else {
      constant = nil
    }
    grid = statesRate || constant != nil ? nil : source?.grid
    let own = statesRate ? nil : constant?.timeBase ?? grid?.timeBase ?? source?.reader.video.timeBase
    guard let timeBase = own ?? clip.frameRate.flatMap({ TimeBase($0.denominator, $0.numerator) }) else {
      throw .encoding(.noFrameRate(of: clip.name))
    }
    let begin = source?.span?.lowerBound.value ?? 0
    firstNumber = Int64(exactly: (begin / timeBase.value).rounded()) ?? 0
    var video = VideoEncoding(
      encoder: coding.encoder, format: plan.outputFormat, width: size.width, height: size.height, timeBase: timeBase)
    (video.color, video.metadata) = (tags.color, tags.metadata)
    let isStated = tags.metadata.contentLight != nil
    video.isLightOpen = tags.needsContentLight || isStated && BrightPictures(plan, of: clip.format) != nil
    (video.pixelAspect, video.frameRate) = (clip.pixelAspect, constant?.rate ?? grid?.rate ?? clip.frameRate)
    var kept = coding.keepsDolbyVision ? source?.dolbyVision : nil
    if let rate = video.frameRate { kept?.raiseLevel(width: size.width, height: size.height, rate: rate) }
    dolbyVision = kept
    (video.replacesUnits, video.keepsDolbyVision) = (isFile, kept != nil)
    video.isRateFixed = statesRate || constant != nil || grid != nil
    // A matrix that equals no orientation is copied unchanged.
    video.orientation =
      clip.geometry.isOrientationExact || clip.appliedGeometry != AppliedGeometry() ? clip.geometry.orientation : nil
    (video.alphaMode, video.alphaQuality) = (plan.outputAlpha?.mode, asked.alphaQuality)
    (video.threads, video.options) = (threads, coding.options(for: size, plan.outputFormat))
    self.video = video
  }

  /// Gives a frame its time in the movie.
  ///
  /// - Parameter number: The number of the frame, counted from `firstNumber`.
  func setTime(of frame: inout MovieFrame, number: Int64) {
    if statesRate {
      (frame.time, frame.duration) = (Ticks(number), 1)
    } else if let grid {
      (frame.time, frame.duration) = (frame.time.map(grid.time), frame.duration.map(grid.duration))
    }
  }
}
