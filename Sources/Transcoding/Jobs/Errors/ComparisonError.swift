public import HDRMetadata

/// An error of a comparison.
public enum ComparisonError: JobError {
  /// An offset counts frames, but the start is a time.
  case offsetFromTime
  /// A clip has no frame after those that the offset skips.
  case offsetSkipsAll(String, offset: Int)
  case heatMapNotPNG(String)
  /// No frame of the first clip is shown at the time of one of the second.
  case noCommonTime(String, String)

  public var kind: JobErrorKind {
    switch self {
    case .offsetFromTime, .heatMapNotPNG: .settings
    case .offsetSkipsAll, .noCommonTime: .data
    }
  }

  public var sentence: Fix {
    switch self {
    case .offsetFromTime: "\(.offset) counts frames, but \(.start) is a time; give a frame number"
    case .offsetSkipsAll(let name, let offset):
      "\(.offset) \(offset) skips every frame of \(name); choose an offset nearer to 0"
    case .heatMapNotPNG(let name): "\(.heatmap) is \(name), but the heat map is a PNG; name it .png"
    case .noCommonTime(let first, let second):
      "no frame of \(first) is shown at the same time as a frame of \(second); align them by number with \(.offset) 0"
    }
  }
}
