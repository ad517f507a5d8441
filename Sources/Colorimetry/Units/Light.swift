/// Three components of one color, in a unit that is the type of a component.
public protocol ColorValue: Hashable, Sendable {
  associatedtype Level: Quantity
  /// The components, in the unit of their type.
  var components: SIMD3<Double> { get set }
  init(_ components: SIMD3<Double>)
}

extension ColorValue {
  public init(_ first: Level, _ second: Level, _ third: Level) {
    self.init(SIMD3(first.value, second.value, third.value))
  }

  /// The color of three equal components: a gray, unless they are coded.
  public init(neutral level: Level) { self.init(SIMD3(repeating: level.value)) }

  public subscript(index: Int) -> Level { Level(components[index]) }

  /// The color of the components' images.
  package func mapped<Other: ColorValue>(_ image: (Level) -> Other.Level) -> Other {
    Other(image(self[0]), image(self[1]), image(self[2]))
  }
}

/// Three linear components of one color, R, G, B or L, M, S or X, Y, Z, in cd/m².
///
/// One component is a `Luminance`; BT.2100 calls it "the luminance of a displayed linear component". The components are scaled so that a
/// color with all three at *c* cd/m² is the white of its primaries at a luminance of *c* cd/m². Each function that takes or returns a
/// `Light` documents its primaries.
public struct Light: ColorValue {
  public typealias Level = Luminance
  /// The components, in cd/m². They may be below zero, or above any display's peak, for colors outside a gamut.
  public var components: SIMD3<Double>
  public init(_ components: SIMD3<Double>) { self.components = components }

  /// The color of these components, in cd/m².
  public static func nits(_ r: Double, _ g: Double, _ b: Double) -> Light { Light(SIMD3(r, g, b)) }

  public static func * (matrix: Matrix3x3, light: Light) -> Light { Light(matrix * light.components) }

  /// The first of 729 lights, up to four times a peak, whose image is not finite; `nil` if all are finite.
  package static func notFinite(upTo peak: Luminance, under map: (Light) -> Light) -> Light? {
    for index in 0..<729 {
      let place = SIMD3(Double(index % 9), Double(index / 9 % 9), Double(index / 81)) / 8
      let light = Light(4 * peak.nits * place * place)
      if !map(light).components.sum().isFinite { return light }
    }
    return nil
  }

  public static func * (light: Light, factor: Double) -> Light { Light(light.components * factor) }
}

/// Three linear components R, G, B of the light at the camera, without a unit until an OOTF converts them to light of a display.
public struct SceneLight: ColorValue {
  public typealias Level = SceneLevel
  public var components: SIMD3<Double>
  public init(_ components: SIMD3<Double>) { self.components = components }
}

/// Three nonlinear components of one color: R′, G′, B′, or L′, M′, S′.
public struct Signal: ColorValue {
  public typealias Level = SignalLevel
  public var components: SIMD3<Double>
  public init(_ components: SIMD3<Double>) { self.components = components }
}

/// A coded signal in the order of the matrix coefficients: Y′ with C′B and C′R at `-0.5...0.5`, I, Ct, Cp, or R′, G′, B′ themselves.
public struct CodedComponents: ColorValue {
  public typealias Level = SignalLevel
  public var components: SIMD3<Double>
  public init(_ components: SIMD3<Double>) { self.components = components }
}

/// Three quantized components of one color in the order of the matrix coefficients: integers of a bit depth, or the values before they are rounded.
public struct Codes: ColorValue {
  public typealias Level = CodeLevel
  public var components: SIMD3<Double>
  public init(_ components: SIMD3<Double>) { self.components = components }
}
