/// The positions of chroma samples relative to luma samples, for the resampling filter.
///
/// The filter is a triangle with a half-width of one chroma sample (linear interpolation) in both directions. Upsampling
/// weights the two nearest chroma samples by their nearness. Downsampling averages luma positions with weights [1 2 1] / 4 if
/// the chroma sample sits on a luma sample, [1 1] / 2 if it sits midway between two. Edge samples repeat beyond the edge.
///
/// - Source: ITU-T H.265, E.3.1, figure E.1, for the sites.
struct ChromaTaps: Hashable, Sendable {
  /// The subsampling of chroma.
  let subsampling: ChromaSubsampling
  /// The location of chroma samples.
  let location: ChromaLocation

  /// Creates the taps for this subsampling and location.
  init(subsampling: ChromaSubsampling, location: ChromaLocation) {
    (self.subsampling, self.location) = (subsampling, location)
  }

  /// One sample for every pixel, at the pixel's location.
  static let everyPixel = ChromaTaps(subsampling: .c444, location: .topLeft)

  /// Whether chroma columns lie midway between two luma columns rather than on the even ones.
  var isCenteredHorizontally: Bool { location.isCenteredHorizontally }

  /// The weight of the even column in a chroma sample, and of each adjacent odd column; see `lanes_write_chroma`.
  var columnShares: (even: Float, odd: Float) { isCenteredHorizontally ? (0.5, 0.5) : (0.5, 0.25) }

  /// The two chroma rows around luma row `y`, and the weight of each; rows may lie outside the plane.
  func chromaRows(forLuma y: Int) -> (rows: (Int, Int), weights: (Float, Float)) {
    guard subsampling.log2Vertical > 0 else { return ((y, y), (1, 0)) }
    let quarters = 2 * y - location.doubledPhase
    let row = quarters >> 2
    let share = Float(quarters & 3) / 4
    return ((row, row + 1), (1 - share, share))
  }

  /// Whether a chroma row also averages the row before its own two, and whether the row after them.
  var reachesUp: Bool { subsampling.log2Vertical > 0 && location.doubledPhase == 0 }
  var reachesDown: Bool { subsampling.log2Vertical > 0 && location.doubledPhase == 2 }

  /// The luma rows averaged to chroma row `j`, and the weight of each; rows may lie outside the picture.
  func lumaRows(forChroma j: Int) -> (rows: (Int, Int, Int), weights: (Float, Float, Float)) {
    guard subsampling.log2Vertical > 0 else { return ((j, j, j), (1, 0, 0)) }
    switch location.doubledPhase {
    case 0: return ((2 * j - 1, 2 * j, 2 * j + 1), (0.25, 0.5, 0.25))
    case 1: return ((2 * j, 2 * j + 1, 2 * j + 1), (0.5, 0.5, 0))
    default: return ((2 * j, 2 * j + 1, 2 * j + 2), (0.25, 0.5, 0.25))
    }
  }
}

extension ChromaLocation {
  /// Whether chroma columns lie midway between two luma columns rather than on the even ones.
  package var isCenteredHorizontally: Bool { self == .center || self == .top || self == .bottom }

  /// The position of the first chroma row, in luma rows, times two.
  package var doubledPhase: Int {
    switch self {
    case .topLeft, .top: 0
    case .left, .center: 1
    case .bottomLeft, .bottom: 2
    }
  }
}
