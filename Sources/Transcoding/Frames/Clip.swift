internal import Movies

/// The description of an input before a frame is read.
package struct Clip {
  /// The name of the input in messages.
  package var name: String
  /// Whether it consists of raw frames, which only options describe.
  package var isRaw = false
  var files: [Path] = []
  /// Whether it is a movie, whose frames may consist of two fields each.
  var mayHaveFields = false
  package var format: PixelFormat
  /// The size of a frame; `nil` only if there is no file and no option gives it.
  package var size: PictureSize?
  package var frameRate: FrameRate?
  /// The width of a pixel divided by its height.
  var pixelAspect: PixelAspect?
  /// The crop and the orientation of the stored frames.
  package var geometry = FrameGeometry()
  /// The part of the file's geometry that has been applied to pixels.
  package var appliedGeometry = AppliedGeometry()
  /// The layout that outputs follow, if turning the frames changed their layout.
  var layout: PixelFormat?
  /// The number of frames, if the file determines it.
  package var frameCount: Int?
  /// The number of frames estimated from a duration and a rate, if frames are not counted.
  var estimatedFrameCount: Int?
  package var source: Source
  /// The sources of later parts of another color, as far as they were searched for.
  package var laterSources: [Source] = []
  /// The information in the file about the samples of its own alpha layer.
  var alphaChannel: AlphaChannelInformation?
  /// The part of a picture that states a color but is not read, in words.
  var unreadColor: String?
  /// The assumptions so far: which of the options, the color JSON and the header was believed.
  package var assumptions: [Finding]

  /// The size of an opened clip, which always has one.
  var openedSize: PictureSize {
    guard let size else { preconditionFailure("\(name) has been opened without a size") }
    return size
  }

  /// Whether samples are scene-linear light in floating point, whose 1 is the reference white and which goes beyond it.
  var isSceneLinear: Bool { format.isFloat && source.color.transfer == .linear }

  func frame(_ format: PixelFormat) throws(TranscodingError) -> Frame {
    do { return try Frame(format, width: openedSize.width, height: openedSize.height) } catch {
      throw TranscodingError(.picture(error))
    }
  }

  /// Returns the frames per second, which a setting that is a time needs.
  func rate(for setting: SettingName, _ time: FramePosition) throws(TranscodingError) -> Double {
    guard let rate = frameRate else { throw .input(.missingRate(name, setting, time)) }
    return rate.value
  }
}

/// A part of a movie whose pictures state a color other than that of the clip from which the plan is made.
package final class ColorSegment: Sendable {
  private let source: Source
  /// The start of the part and its change, as a clause: `the color of in.ts changes at 1.0 s from … to …`.
  let change: String
  let remedy: Fix

  init(_ source: Source, change: String, remedy: Fix) {
    (self.source, self.change, self.remedy) = (source, change, remedy)
  }

  /// A clip of this part's color, whose only assumptions are those that the color itself leaves open.
  func applied(to clip: Clip) -> Clip {
    var clip = clip
    let whole = clip.source
    clip.source = source
    (clip.source.alpha, clip.source.height) = (whole.alpha, whole.height)
    // In 4:4:4, the chroma location has already been applied.
    if clip.format.chroma == .c444 { clip.source.color.chromaLocation = whole.color.chromaLocation }
    clip.assumptions = []
    return clip
  }
}

extension FrameSelection {
  /// Checks that there were as many frames as requested; fewer are an error only with `--strict`, none is always an error.
  package func check(count: Int, of clip: Clip, strict: Bool, _ control: RunControl) throws(TranscodingError) {
    guard count > 0 else { throw .input(.noFrame(clip.name, self, count: nil)) }
    guard let asked = frames, count < asked else { return }
    let (code, found): (_, Fix) = (
      "fewer-frames",
      "\(clip.name) has only \(plural(count, "frame")) from \(.start) \(start), but \(.frames) asks for \(asked)"
    )
    guard !strict else { throw .strict(Finding(code: code, found: found), fix: "ask for \(count)") }
    let taken = count == 1 ? "that one" : "those \(count)"
    control.report(assumed: [Finding(code: code, found: found, consequence: "taking \(taken)")])
  }

  /// Returns the range of frames with the number that is expected.
  ///
  /// - Parameter count: The maximum number of frames; `nil` if only the clip ends them.
  func range(_ first: Int, count: Int?, of clip: Clip) -> FrameRange {
    let left = clip.frameCount.map { max($0 - first, 0) }
    let lasting = (count == nil ? duration : nil).flatMap { time in clip.frameRate.map { frameCount(time * $0.value) } }
    let all = left ?? clip.estimatedFrameCount.map { max($0 - first, 0) }
    return FrameRange(
      first: first, count: count, expected: [all, count, lasting].compactMap(\.self).min(),
      isEstimated: lasting != nil || left == nil && count == nil)
  }

  /// Returns the number of frames that start before a time given in frames; the tolerance of 0.001 covers rounding of numbers such as 0.1.
  func frameCount(_ time: Double) -> Int { Int(exactly: (time - 0.001).rounded(.up)).map { max($0, 0) } ?? .max }
}

extension Int {
  /// Returns the sum with another number, or `Int.max` on overflow, which no count reaches.
  func adding(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}

struct FrameRange: Hashable, Sendable {
  /// The absolute index of the first.
  let first: Int
  /// The maximum number of frames; `nil` if all that follow are read, or if times determine the end.
  let count: Int?
  let expected: Int?
  /// Whether `expected` is an estimate from duration and average rate, so the actual number may differ.
  let isEstimated: Bool
}

/// A movie whose other tracks are copied beside new frames.
struct CopiedMovie {
  let reader: MovieReader
  /// The part that is copied; `nil` if it starts where the movie does.
  var span: Range<Seconds>?
  /// The rate of the movie's frames, if it is known to be constant.
  var grid: RateGrid?
  /// The movie's title, if the file also has others, such as a collection's, and the languages of the tracks in BCP 47.
  let title: String?
  let languages: [String?]
  let dolbyVision: DolbyVisionConfiguration?
}
