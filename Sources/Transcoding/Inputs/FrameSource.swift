internal import Synchronization

/// A source of frames: an opened file or pipe.
protocol FrameSource: AnyObject, Sendable {
  associatedtype Input: Picture

  var clip: Clip { get }

  /// Restricts reading to these frames.
  ///
  /// - Parameter hasFrameBefore: Whether the preceding frame, if any, is returned first.
  /// - Returns: The range, without the preceding frame; `nil` if the clip ends before the first.
  func select(_ frames: FrameSelection, hasFrameBefore: Bool) throws(TranscodingError) -> FrameRange?

  /// Returns the time of a frame, in seconds from the start of the clip; `nil` if it is unknown.
  func seconds(of picture: Input, index: Int) -> Double?

  func makePicture() throws -> Input

  /// Reads the next frame; returns `false` at the end.
  func read(into picture: Input) throws -> Bool

  /// Errors in the frames that did not end the reading.
  var faults: [Finding] { get }

  /// The movie that the frames are decoded from; `nil` for other inputs.
  var movie: MovieSource? { get }
}

extension TranscodingError {
  init(reading name: String, _ error: any Error) {
    self = error as? TranscodingError ?? TranscodingError(below: error) ?? .input(.unexpected(name, reason: "\(error)"))
  }
}

extension FrameSource {
  var faults: [Finding] { [] }
  var movie: MovieSource? { nil }

  /// Whether the source decodes frames on its own threads.
  var decodes: Bool { movie != nil }

  func select(_ frames: FrameSelection) throws(TranscodingError) -> FrameRange? {
    try select(frames, hasFrameBefore: false)
  }

  /// Restricts reading to these frames, of which there must be one.
  func range(of frames: FrameSelection, hasFrameBefore: Bool = false) throws(TranscodingError) -> FrameRange {
    if let range = try select(frames, hasFrameBefore: hasFrameBefore) { return range }
    throw .input(.noFrame(clip.name, frames, count: clip.frameCount))
  }
}

/// An opened input: its properties and its frames.
final class ClipReader: FrameSource {
  private struct State {
    /// `nil` if the frames are made.
    var reader: FrameReader?
    /// The number of the next frame that is made.
    var next = 0
    /// The numbers of frames still to skip and to return; `nil` for all of them.
    var skipping = 0
    var remaining: Int?
  }

  static let y4mMark = Array("YUV4MPEG2 ".utf8)

  let clip: Clip
  private let state: Mutex<State>
  private let make: @Sendable (Int, inout Frame) throws(TranscodingError) -> Void

  init(_ reader: FrameReader, _ clip: Clip) {
    (self.clip, make) = (clip, { _, _ in })
    state = Mutex(State(reader: reader))
  }

  /// - Parameter make: Makes the frame with a given number, of as many as the clip has.
  /// - Precondition: The clip has a frame count.
  init(_ clip: Clip, making make: @escaping @Sendable (Int, inout Frame) throws(TranscodingError) -> Void) {
    (self.clip, self.make) = (clip, make)
    state = Mutex(State())
  }

  func select(_ frames: FrameSelection, hasFrameBefore: Bool) throws(TranscodingError) -> FrameRange? {
    let first: Int
    var count = frames.frames
    switch frames.start {
    case .index(let index): first = index
    case .seconds(let seconds): first = frames.frameCount(seconds * (try clip.rate(for: .start, frames.start)))
    }
    if let duration = frames.duration {
      let rate = try clip.rate(for: .duration, .seconds(duration))
      let begin = frames.start.seconds.map { $0 * rate } ?? Double(first)
      count = frames.frameCount(begin + duration * rate) - first
    }
    if let total = clip.frameCount, total <= first { return nil }
    let before = hasFrameBefore && first > 0 ? 1 : 0
    state.withLock { state in (state.skipping, state.remaining) = (first - before, count.map { $0.adding(before) }) }
    return frames.range(first, count: count, of: clip)
  }

  func read(into frame: inout Frame) throws(TranscodingError) -> Bool {
    try state.withLock { state throws(TranscodingError) in
      let skipped = state.skipping
      state.skipping = 0
      if state.reader == nil {
        state.next += skipped
        guard state.remaining != 0, state.next < clip.frameCount ?? 0 else { return false }
        try make(state.next, &frame)
        state.next += 1
      } else {
        do throws(RawVideoError) {
          if skipped > 0, try state.reader?.skip(frames: skipped) != skipped { return false }
          guard state.remaining != 0, try state.reader?.read(into: &frame) == true else { return false }
        } catch {
          throw TranscodingError(error)
        }
      }
      state.remaining = state.remaining.map { $0 - 1 }
      return true
    }
  }

  func seconds(of picture: RawPicture, index: Int) -> Double? { clip.frameRate.map { Double(index) / $0.value } }

  func makePicture() throws -> RawPicture { RawPicture(try clip.frame(clip.format)) }

  func read(into picture: RawPicture) throws -> Bool { try picture.frame.withLock { try read(into: &$0) } }
}

extension InputContext {
  /// Returns the clip of Y4M or raw frames, and a closure that finds whether its first frames contradict a range.
  package func inspectedFrames(
    of input: MediaInput
  ) throws(TranscodingError) -> (clip: Clip, probe: (QuantizationRange?) throws(TranscodingError) -> Finding?) {
    let reader = try open(input)
    return (reader.clip, { (range) throws(TranscodingError) in try reader.finding(range: range) })
  }
}

extension ClipReader {
  /// Returns the finding that the first frames contradict a range; `nil` if they do not. At most eight frames are read, and about a hundred
  /// thousand codes of each, of luma or of R′, G′ and B′.
  ///
  /// The thresholds are this command's own judgment: cameras overshoot narrow range a little, and rarely reach the reserved codes at either end.
  ///
  /// - Source: Rec. ITU-R BT.2100-3, Table 9, for black, white and the reserved codes.
  fileprivate func finding(range: QuantizationRange?) throws(TranscodingError) -> Finding? {
    guard !clip.format.isFloat else { return nil }
    let shift = clip.format.bitDepth - 8
    let black = 16 << shift
    var (count, below, reserved) = (0, 0, 0)
    var (lowest, highest) = (Int.max, 0)
    var frame = try clip.frame(clip.format)
    for _ in 0..<8 {
      guard try read(into: &frame) else { break }
      let step = max(1, frame.width * frame.height / 100_000)
      for index in stride(from: 0, to: frame.width * frame.height, by: step) {
        let code: Int
        do { code = try frame.code(component: 0, x: index % frame.width, y: index / frame.width) } catch {
          throw TranscodingError(.picture(error))
        }
        count += 1
        if code < black { below += 1 }
        if code < 1 << shift || code >= 255 << shift { reserved += 1 }
        (lowest, highest) = (min(lowest, code), max(highest, code))
      }
    }
    guard count > 0 else { return nil }
    switch range {
    case .full where lowest >= black && highest <= 235 << shift && (lowest < 20 << shift || highest > 231 << shift):
      return Finding(
        code: "range-may-be-narrow",
        found: "the range is full, but luma in the first frames ranges from \(lowest) to \(highest), which fits narrow"
          + " range, \(black) to \(235 << shift)",
        fix: "look at black and white, and give \(.range) narrow if they are gray")
    case .narrow where below * 50 > count || reserved * 1000 > count:
      return Finding(
        code: "range-may-be-full",
        found:
          "the range is narrow, and in the first frames \(below * 1000 / count) of 1000 luma samples are below black,"
          + " \(black), and \(reserved * 1000 / count) are reserved codes",
        expected: "almost none of either",
        fix: "look at the shadows, and give \(.range) full if they are crushed")
    default: return nil
    }
  }
}
