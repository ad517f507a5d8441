/// Where chroma samples sit between luma samples, as the resampling filter needs it.
///
/// The filter is the triangle of half-width one chroma sample (linear interpolation), both ways: up, a luma sample takes
/// the two nearest chroma samples by their nearness; down, a chroma sample on a luma sample takes [1 2 1] / 4 of its
/// neighborhood, one midway between two takes [1 1] / 2. Beyond an edge the edge repeats.
///
/// - Source: ITU-T H.265, E.3.1, figure E.1, for the sites.
struct ChromaTaps: Hashable, Sendable {
  /// How chroma is subsampled.
  let subsampling: ChromaSubsampling
  /// Where it sits.
  let location: ChromaLocation

  /// The taps of a format's frames.
  ///
  /// - Parameter tags: A plan's, which leave nothing open.
  init(_ format: PixelFormat, tags: ColorDescription) {
    guard let location = tags.chromaLocation else { preconditionFailure("a plan's tags tell where chroma lies") }
    (subsampling, self.location) = (format.chroma, location)
  }

  /// Whether a chroma column lies midway between two luma columns, and not on the even ones.
  var isCenteredHorizontally: Bool { location == .center || location == .top || location == .bottom }

  /// Where the first chroma row lies, in luma rows, times two.
  private var doubledPhase: Int {
    switch location {
    case .topLeft, .top: 0
    case .left, .center: 1
    case .bottomLeft, .bottom: 2
    }
  }

  /// The chroma rows that luma row `y` lies between, and how much of each it takes; rows may lie outside the plane.
  func above(_ y: Int) -> (rows: (Int, Int), weights: (Float, Float)) {
    guard subsampling.log2Vertical > 0 else { return ((y, y), (1, 0)) }
    let quarters = 2 * y - doubledPhase
    let row = quarters >> 2
    let share = Float(quarters & 3) / 4
    return ((row, row + 1), (1 - share, share))
  }

  /// Whether a chroma row is averaged from more than the two luma rows that it belongs to.
  var reachesBeyondPairs: Bool { subsampling.log2Vertical > 0 && doubledPhase != 1 }

  /// The luma rows that chroma row `j` is averaged from, and how much of each; rows may lie outside the picture.
  func below(_ j: Int) -> (rows: (Int, Int, Int), weights: (Float, Float, Float)) {
    guard subsampling.log2Vertical > 0 else { return ((j, j, j), (1, 0, 0)) }
    switch doubledPhase {
    case 0: return ((2 * j - 1, 2 * j, 2 * j + 1), (0.25, 0.5, 0.25))
    case 1: return ((2 * j, 2 * j + 1, 2 * j + 1), (0.5, 0.5, 0))
    default: return ((2 * j, 2 * j + 1, 2 * j + 2), (0.25, 0.5, 0.25))
    }
  }
}
