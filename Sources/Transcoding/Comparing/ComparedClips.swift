public import Colorimetry
public import HDRMetadata
internal import ToneMapping

/// How two clips differ.
public struct ComparedClips: Sendable {
  /// One of the clips.
  public struct Side: Sendable {
    public let input: MediaLocation
    public let width, height: Int
    /// The layout of its frames.
    public let pixelFormat: String
    /// The tags by which it was read.
    public let color: ColorDescription
    public let frameRate: Double?
    /// The frames that no frame of the other belongs to.
    public internal(set) var unmatchedFrames = 0
    /// The maximum light of a pixel, and the maximum average of a frame, of max(R, G, B).
    public internal(set) var maxCLL = Luminance.nits(0), maxFALL = Luminance.nits(0)
    /// The mean distance of neighboring levels where the first clip is smooth, in codes of 8 bits; `nil` if it is nowhere smooth, or if sizes differ.
    public internal(set) var banding: Double?
    /// The share of luma codes outside their nominal range.
    public internal(set) var shareOutOfRange = 0.0
  }

  /// How bright the second is in places where the first is of one octave.
  public struct OctaveRatio: Hashable, Sendable {
    /// The light of the first, from half of this to this.
    public let upTo: Luminance
    /// The light of the second in that of the first.
    public let ratio: Double
    /// The share of the pixels that were looked at.
    public let share: Double
  }

  /// What is wrong with the second, and how far that explains what was found.
  public struct Fault: Hashable, Sendable {
    /// A short name that does not change: `range-as-full`.
    public let code: String
    public let sentence: String
    /// `0...1`.
    public let confidence: Double
  }

  /// How the second's pictures are turned, shifted, cropped or scaled, or that they are others.
  public struct Geometry: Sendable {
    /// `turned`, `mirrored`, `shifted`, `cropped`, `scaled` or `another-picture`.
    public let code: String
    public let sentence: String
    /// How well the structure of both agrees if that is undone, `-1...1`.
    public let correlation: Double
    /// What the second shows of the first, in the first's pixels: larger than the first where it is shown smaller; `nil` for another picture.
    public let part: (x: Double, y: Double, width: Double, height: Double)?
  }

  public internal(set) var first, second: Side
  /// The size at which pictures were compared: the smaller one, if they differ.
  public let width, height: Int
  /// The frames that were compared.
  public internal(set) var frames: [ComparedFrame] = []
  /// ΔE ITP of all pixels of all frames.
  public internal(set) var deltaEITP = DifferenceSummary(mean: 0, p95: 0, p99: 0, maximum: 0)
  /// Where the maximum is: the index of the frame in the first clip, and the pixel.
  public internal(set) var maximumPlace = (frame: 0, x: 0, y: 0)
  /// CIEDE2000 of pixels on a grid, beside a white of 203 cd/m²; `nil` if one of the clips is HDR.
  public internal(set) var ciede2000: DifferenceSummary?
  /// Peak signal-to-noise ratio of each plane in dB, infinite if they are equal; `nil` if the codes cannot be compared.
  public internal(set) var psnr: [Double]?
  /// That of PQ luma, weighted by luma; `nil` for other clips.
  public internal(set) var weightedPSNR: Double?
  /// How far hues are turned, in degrees in ICtCp, and by what factor chroma is changed; `nil` if nothing has a color.
  public internal(set) var hueDrift: Double?, chromaRatio: Double?
  public internal(set) var octaves: [OctaveRatio] = []
  /// How the second's pictures lie in those of the first, if not alike; then no color is diagnosed.
  public internal(set) var geometry: Geometry?
  /// What is wrong with the second, the most likely first.
  public internal(set) var diagnosis: [Fault] = []
  /// What the second shows for gray of the first, if both differ by an increasing curve of tones: another mapping, which is no fault.
  public internal(set) var toneCurve: [(first: Luminance, second: Luminance)] = []
  /// What was found before, while and after frames were compared.
  public internal(set) var findings: [Finding] = []
  /// Whether every code of every frame is equal, or every color where codes cannot be compared; below black and above white, codes differ that show
  /// the same color.
  public internal(set) var areEqual = true
}
