public import HDRMetadata

/// An error of a comparison.
public enum ComparisonError: JobError {
  case offsetFromTime
  case offsetSkipsAll(String, offset: Int)
  case heatMapNotPNG(String)
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
