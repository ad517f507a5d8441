/// The color differences between a picture and its source.
public struct ColorNumbers: Hashable, Sendable {
  /// The share of pixels with a component of R′G′B′ of 0.995 or more.
  public let clipped: Double
  /// The mean hue rotation in degrees, and its 95th percentile; `nil` if the source has no colors.
  public let hue, hue95: Double?
  /// The ratio of the summed chroma to the source's; `nil` if the source has no colors.
  public let chroma: Double?
  /// ColorVideoVDP's quality against the source, up to 10; `nil` if not measured.
  public internal(set) var quality: Double?
}

/// A sample of a source's pixels in ICtCp, for comparison with its mapped pictures.
///
/// Hue is the angle in the plane of Ct and Cp, and chroma the radius. Pixels with a source chroma below 0.02 are excluded, since their hue is
/// imperceptible. The weight of the others is √(C₁C₂), the geometric mean of their chroma before and after, as in ΔH = 2 √(C₁C₂) sin(Δh/2) of CIE 15:
/// a color that became neutral has no hue error.
struct ColorComparison {
  private var pixels: [(place: Int, ct: Double, cp: Double, chroma: Double)] = []

  /// The minimum chroma of a color with a hue.
  private static let floor = 0.02
  /// The minimum signal of a clipped component.
  private static let top = 0.995
  /// The approximate maximum number of compared pixels.
  private static let most = 40_000

  /// - Parameter picture: The source as PQ of BT.2020.
  init(_ picture: Planes, _ codes: CodeLight) {
    let step = max(1, Int((Double(picture.count) / Double(Self.most)).squareRoot().rounded(.up)))
    for y in stride(from: step / 2, to: picture.height, by: step) {
      for x in stride(from: step / 2, to: picture.width, by: step) {
        let place = y * picture.width + x
        let color = ICtCp(bt2020: codes.bt2020(picture[place]))
        let chroma = Self.chroma(color)
        guard chroma >= Self.floor else { continue }
        pixels.append((place, color.ct.value, color.cp.value, chroma))
      }
    }
  }

  /// - Parameter picture: The picture on an sRGB display.
  func callAsFunction(_ picture: Planes, on display: CodeLight) -> ColorNumbers {
    let limit = Int((Self.top * 65535).rounded(.up))
    let clipped = (0..<picture.count).count { picture[$0].max() >= limit }
    let share = Double(clipped) / Double(picture.count)
    guard !pixels.isEmpty else { return ColorNumbers(clipped: share, hue: nil, hue95: nil, chroma: nil) }
    var turns: [(turn: Double, weight: Double)] = []
    var (before, after) = (0.0, 0.0)
    for own in pixels {
      let color = ICtCp(bt2020: display.bt2020(picture[own.place]))
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

struct CodeLight {
  private let light: [Double]
  /// `nil` for codes of BT.2020.
  private let toBT2020: Matrix3x3?

  init(_ transfer: TransferFunction, toBT2020: Matrix3x3? = nil) {
    light = (0...65535).map { transfer.eotf(SignalLevel(Double($0) / 65535)).nits }
    self.toBT2020 = toBT2020
  }

  func bt2020(_ code: SIMD3<Int>) -> Light {
    let own = SIMD3(light[code.x], light[code.y], light[code.z])
    return Light(toBT2020.map { $0 * own } ?? own)
  }
}

/// A picture as 16-bit planes of G′, B′ and R′.
struct Planes {
  let width, height: Int
  private let bytes: [UInt8]

  var count: Int { width * height }

  init(_ picture: borrowing Frame) {
    (width, height, bytes) = (picture.width, picture.height, picture.packedBytes)
    precondition(bytes.count == 6 * width * height)
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
