public import Colorimetry

/// A method of fitting colors into a smaller gamut, with all its parameters.
public struct GamutOperator: Sendable, CustomStringConvertible {
  /// Creates a map from the primaries of the light and of a display, and the display's peak.
  public typealias Maker = @Sendable (_ source: RGBPrimaries, _ target: RGBPrimaries, _ peak: Luminance) -> any GamutMap

  /// The operator's name on the command line.
  public let name: String
  public var description: String { name }
  /// The chroma preservation of the perceptual map, if it was set.
  package let chromaPreservation: Double?
  /// The identity of a caller-supplied operator.
  private let identity: Identity?
  private let make: Maker

  private init(_ name: String, chromaPreservation: Double? = nil, identity: Identity? = nil, _ make: @escaping Maker) {
    (self.name, self.chromaPreservation, self.identity, self.make) = (name, chromaPreservation, identity, make)
  }

  /// Moves colors onto the display's hull at constant hue, except of deep blues, with a protected core; see `PerceptualGamutMap`.
  public static let perceptual = perceptual(chromaPreservation: nil)

  /// The perceptual map with another trade-off for colors that are too bright and too colorful.
  ///
  /// - Parameter share: The chroma preservation, `0...1`: 0 keeps intensity at the cost of chroma; 1 keeps as much chroma as possible while different
  ///   colors stay different. `nil` means 0.75, or 0.5 where the display's gamut contains the source's: `PerceptualGamutMap.balanced(from:to:)`.
  public static func perceptual(chromaPreservation share: Double?) -> GamutOperator {
    GamutOperator("perceptual", chromaPreservation: share) {
      PerceptualGamutMap(from: $0, to: $1, peak: $2, chromaPreservation: share)
    }
  }

  /// Compresses each component's distance from the maximum component; see `GamutCompression`.
  public static let compress = GamutOperator("compress") { GamutCompression(from: $0, to: $1, peak: $2) }
  /// Moves colors toward the neutral of the same luminance; see `GamutDesaturation`.
  public static let desaturate = GamutOperator("desaturate") { GamutDesaturation(from: $0, to: $1, peak: $2) }
  /// Clips each component; see `GamutClip`.
  public static let clip = GamutOperator("clip") { GamutClip(from: $0, to: $1, peak: $2) }

  /// Creates a custom operator.
  ///
  ///     let plan = try ConversionPlan(from: .hdr10(), to: .sdr, gamut: .custom("mine") { Mine(from: $0, to: $1, peak: $2) })
  ///
  /// A plan applies the map itself to a single color, and to frames a lattice of 65×65×65 samples over roots of light, whose error it measures and
  /// reports: `ConversionPlan.approximation`. The map receives light of 0 and above; its result is clipped to the display's range.
  ///
  /// - Parameters:
  ///   - name: Its name in output.
  ///   - make: Creates the map from two sets of primaries and a peak; equal arguments must give equal maps.
  public static func custom(_ name: String, _ make: @escaping Maker) -> GamutOperator {
    GamutOperator(name, identity: Identity(), make)
  }

  /// The operators of this library, with their default parameters.
  public static let all = [perceptual, compress, desaturate, clip]

  public init?(named name: String) {
    guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }

  /// The chroma preservation of the perceptual map between two sets of primaries; `nil` for other maps.
  package func chromaPreservation(from source: RGBPrimaries, to target: RGBPrimaries) -> Double? {
    guard identity == nil, name == Self.perceptual.name else { return nil }
    return chromaPreservation ?? PerceptualGamutMap.balanced(from: source, to: target)
  }

  /// The map between two sets of primaries.
  ///
  ///     GamutOperator.perceptual.map(from: .bt2020, to: .bt709, peak: .nits(203))
  ///
  /// - Precondition: The peak, of the display's white, is above 0 cd/m², and the chroma preservation `0...1`; the primaries of each form a triangle.
  public func map(from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance) -> any GamutMap {
    make(source, target, peak)
  }
}

extension GamutOperator: Hashable {
  public static func == (one: GamutOperator, other: GamutOperator) -> Bool {
    one.name == other.name && one.chromaPreservation == other.chromaPreservation && one.identity == other.identity
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(identity)
  }
}
