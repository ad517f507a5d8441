/// The differences between two clips.
public struct ComparedClips: Sendable {
  /// One of the clips.
  public struct Side: Sendable {
    public let input: MediaLocation
    public let width, height: Int
    /// The layout of its frames.
    public let pixelFormat: String
    /// The tags with which it was read.
    public let color: ColorDescription
    public let frameRate: Double?
    /// The number of frames without a counterpart in the other clip.
    public internal(set) var unmatchedFrames = 0
    /// The maximum light of a pixel, and the maximum average light of a frame, by max(R, G, B).
    public internal(set) var maxCLL = Luminance.nits(0), maxFALL = Luminance.nits(0)
    /// The mean step between neighboring levels where the first clip is smooth, in 8-bit codes; `nil` if it is nowhere smooth, or if sizes differ.
    public internal(set) var banding: Double?
    /// The share of luma codes outside their nominal range.
    public internal(set) var shareOutOfRange = 0.0
  }

  /// The light of the second clip relative to the first's, for one octave of the first's light.
  public struct OctaveRatio: Hashable, Sendable {
    /// The upper end of the octave of the first's light; the lower end is half of it.
    public let upTo: Luminance
    /// The light of the second divided by that of the first.
    public let ratio: Double
    /// The share of the octave in the sampled pixels.
    public let share: Double
  }

  /// A fault of the second clip, and how well it explains the differences.
  public struct Fault: Hashable, Sendable {
    /// A short, stable name, such as `range-as-full`.
    public let code: String
    public let sentence: String
    /// The confidence, `0...1`.
    public let confidence: Double
  }

  /// A geometric change of the second's pictures, or the finding that they are other pictures.
  public struct Geometry: Sendable {
    /// `turned`, `mirrored`, `shifted`, `cropped`, `scaled` or `another-picture`.
    public let code: String
    public let sentence: String
    /// The correlation of the structure of both after the change is undone, `-1...1`.
    public let correlation: Double
    /// The part of the first that the second shows, in the first's pixels; larger than the first if it is shown smaller; `nil` for another picture.
    public let part: (x: Double, y: Double, width: Double, height: Double)?
  }

  public internal(set) var first, second: Side
  /// The size at which pictures were compared: the smaller one if the sizes differ.
  public let width, height: Int
  public internal(set) var frames: [ComparedFrame] = []
  /// ΔE ITP of all pixels of all frames.
  public internal(set) var deltaEITP = DifferenceSummary(mean: 0, p95: 0, p99: 0, maximum: 0)
  /// The location of the maximum: the index of the frame in the first clip, and the pixel.
  public internal(set) var maximumPlace = (frame: 0, x: 0, y: 0)
  /// CIEDE2000 of pixels on a grid, relative to a white of 203 cd/m²; `nil` if one of the clips is HDR.
  public internal(set) var ciede2000: DifferenceSummary?
  /// Peak signal-to-noise ratio of each plane in dB, infinite if they are equal; `nil` if the codes cannot be compared.
  public internal(set) var psnr: [Double]?
  /// Peak signal-to-noise ratio of PQ luma in dB, weighted by luma; `nil` for other clips.
  public internal(set) var weightedPSNR: Double?
  /// The rotation of hues in ICtCp, in degrees, and the ratio of the second's chroma to the first's; `nil` if all pixels are near gray.
  public internal(set) var hueDrift: Double?, chromaRatio: Double?
  public internal(set) var octaves: [OctaveRatio] = []
  /// The geometric change of the second's pictures, if there is one; color is then not diagnosed.
  public internal(set) var geometry: Geometry?
  /// The faults of the second clip, the most likely first.
  public internal(set) var diagnosis: [Fault] = []
  /// The light of the second for grays of the first, if the clips differ by an increasing tone curve: another mapping, which is not a fault.
  public internal(set) var toneCurve: [(first: Luminance, second: Luminance)] = []
  /// The findings from before, during and after the comparison of frames.
  public internal(set) var findings: [Finding] = []
  /// Whether all codes of all frames are equal, or all colors where codes cannot be compared; below black and above white, different codes show
  /// the same color.
  public internal(set) var areEqual = true
}
