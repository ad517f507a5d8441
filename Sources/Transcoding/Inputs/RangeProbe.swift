package import HDRMetadata
internal import ToneMapping

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
