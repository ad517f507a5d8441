internal import Colorimetry

/// How the colors of a picture differ from those of its source.
public struct ColorNumbers: Hashable, Sendable {
  /// The share of pixels of which a component of R′G′B′ is 0.995 or more.
  public let clipped: Double
  /// The mean turn of the hue in degrees, and its 95th percentile; `nil` without colors in the source.
  public let hue, hue95: Double?
  /// The sum of the chroma through that of the source; `nil` without colors in the source.
  public let chroma: Double?
  /// ColorVideoVDP's quality against the source, up to 10; `nil` where it was not measured.
  public internal(set) var quality: Double?
}

/// Some of the pixels of a source, in ICtCp, with which pictures of it are compared.
///
/// Hue is the angle in the plane of Ct and Cp, and chroma the radius. Pixels whose source has a chroma below 0.02 are left out: their hue is
/// not worth naming. Each other weighs √(C₁C₂), the geometric mean of its chroma before and after, as in ΔH = 2 √(C₁C₂) sin(Δh/2) of CIE 15: what
/// became neutral has no hue that could be wrong.
struct ColorComparison {
  /// The pixels that are compared.
  private let places: [Int]
  private let source: [(ct: Double, cp: Double, chroma: Double)]

  /// The least chroma of a color with a hue.
  private static let floor = 0.02
  /// The signal from which a component counts as clipped.
  private static let top = 0.995
  /// About how many pixels are compared.
  private static let most = 40_000

  /// - Parameters:
  ///   - picture: The source as PQ of BT.2020: planes of G′, B′ and R′ with 16 bits.
  ///   - codes: The light of its codes.
  init(_ picture: Planes, _ codes: SourceCodes) {
    let step = max(1, Int((Double(picture.count) / Double(Self.most)).squareRoot().rounded(.up)))
    var (places, source): ([Int], [(Double, Double, Double)]) = ([], [])
    for y in stride(from: step / 2, to: picture.height, by: step) {
      for x in stride(from: step / 2, to: picture.width, by: step) {
        let place = y * picture.width + x
        let color = ICtCp(bt2020: codes.bt2020(picture[place]))
        let chroma = Self.chroma(color)
        guard chroma >= Self.floor else { continue }
        places.append(place)
        source.append((color.ct.value, color.cp.value, chroma))
      }
    }
    (self.places, self.source) = (places, source)
  }

  /// - Parameters:
  ///   - picture: What an sRGB display shows: planes of G′, B′ and R′ with 16 bits.
  ///   - display: That display.
  func callAsFunction(_ picture: Planes, on display: ShownCodes) -> ColorNumbers {
    let limit = Int((Self.top * 65535).rounded(.up))
    let clipped = (0..<picture.count).count { picture[$0].max() >= limit }
    let share = Double(clipped) / Double(picture.count)
    guard !places.isEmpty else { return ColorNumbers(clipped: share, hue: nil, hue95: nil, chroma: nil) }
    var turns: [(turn: Double, weight: Double)] = []
    var (before, after) = (0.0, 0.0)
    for (place, own) in zip(places, source) {
      let color = ICtCp(bt2020: display.bt2020(picture[place]))
      let chroma = Self.chroma(color)
      let cross = own.ct * color.cp.value - own.cp * color.ct.value
      let along = own.ct * color.ct.value + own.cp * color.cp.value
      turns.append((180 * Elementary.atan2Pi(y: cross, x: along).magnitude, (own.chroma * chroma).squareRoot()))
      (before, after) = (before + own.chroma, after + chroma)
    }
    let weight = turns.reduce(0) { $0 + $1.weight }
    guard weight > 0 else { return ColorNumbers(clipped: share, hue: 0, hue95: 0, chroma: 0) }
    let mean = turns.reduce(0) { $0 + $1.turn * $1.weight } / weight
    turns.sort { $0.turn < $1.turn }
    var reached = 0.0
    let high = turns.first { turn in
      reached += turn.weight
      return reached >= 0.95 * weight
    }
    return ColorNumbers(clipped: share, hue: mean, hue95: high?.turn ?? turns.last?.turn, chroma: after / before)
  }

  private static func chroma(_ color: ICtCp) -> Double {
    (color.ct.value * color.ct.value + color.cp.value * color.cp.value).squareRoot()
  }
}

/// The light of codes of 16 bits in PQ and BT.2020.
struct SourceCodes {
  private let light: [Double]

  init() {
    let pq = PerceptualQuantizer()
    light = (0...65535).map { pq.eotf(SignalLevel(Double($0) / 65535)).nits }
  }

  /// The light of R′, G′ and B′.
  func bt2020(_ code: SIMD3<Int>) -> Light { Light(SIMD3(light[code.x], light[code.y], light[code.z])) }
}

/// The light that an sRGB display shows for codes of 16 bits.
struct ShownCodes {
  private let light: [Double]
  private let toBT2020 = RGBPrimaries.bt709.matrix(to: .bt2020)

  /// - Parameter white: The light of its white.
  init(white: Luminance) {
    let display = SRGBDisplay(luminance: LuminanceRange(black: .nits(0), peak: white))
    light = (0...65535).map { display.eotf(SignalLevel(Double($0) / 65535)).nits }
  }

  /// The light of R′, G′ and B′.
  func bt2020(_ code: SIMD3<Int>) -> Light {
    Light(toBT2020 * SIMD3(light[code.x], light[code.y], light[code.z]))
  }
}

/// A picture as planes of G′, B′ and R′ with 16 bits.
struct Planes {
  let width, height: Int
  private let bytes: [UInt8]

  var count: Int { width * height }

  /// - Parameter bytes: The planes one after the other, the low byte of each sample first.
  init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == 6 * width * height)
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// R′, G′ and B′ of a pixel.
  subscript(place: Int) -> SIMD3<Int> {
    func sample(_ plane: Int) -> Int {
      let at = 2 * (plane * count + place)
      return Int(bytes[at]) | Int(bytes[at + 1]) << 8
    }
    return SIMD3(sample(2), sample(0), sample(1))
  }
}
