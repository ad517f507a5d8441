/// Three linear components of one color, R, G, B or L, M, S or X, Y, Z, in cd/m².
///
/// One component is a `Luminance`; BT.2100 calls it "the luminance of a displayed linear component". The components are scaled so that a
/// color with all three at *c* cd/m² is the white of its primaries at a luminance of *c* cd/m². Each function that takes or returns a
/// `Light` documents its primaries.
public struct Light: Hashable, Sendable {
  /// The components, in cd/m². They may be below zero, or above any display's peak, for colors outside a gamut.
  public var components: SIMD3<Double>

  /// The color of these components, in cd/m².
  public init(_ components: SIMD3<Double>) { self.components = components }

  /// The color of these components, in cd/m².
  public static func nits(_ r: Double, _ g: Double, _ b: Double) -> Light { Light(SIMD3(r, g, b)) }

  /// The neutral color with this luminance.
  public init(neutral luminance: Luminance) { components = SIMD3(repeating: luminance.nits) }

  /// The component R, G or B; L, M or S; X, Y or Z.
  public subscript(index: Int) -> Luminance { .nits(components[index]) }

  /// The light with its components mapped linearly.
  public static func * (matrix: Matrix3x3, light: Light) -> Light { Light(matrix * light.components) }

  /// The light multiplied by a factor.
  public static func * (light: Light, factor: Double) -> Light { Light(light.components * factor) }
}

/// Three linear components of the light at the camera, each a `SceneLevel`, without a unit until an OOTF converts them to light of a display.
public struct SceneLight: Hashable, Sendable {
  /// The components R, G, B; the transfer function defines the meaning of 1.
  public var components: SIMD3<Double>

  /// The scene light of these components.
  public init(_ components: SIMD3<Double>) { self.components = components }

  /// The scene light of these components.
  public init(_ r: SceneLevel, _ g: SceneLevel, _ b: SceneLevel) { components = SIMD3(r.value, g.value, b.value) }

  /// The component R, G or B.
  public subscript(index: Int) -> SceneLevel { SceneLevel(components[index]) }
}

/// Three nonlinear components of one color, each a `SignalLevel`: R′, G′, B′, or L′, M′, S′.
public struct Signal: Hashable, Sendable {
  /// The components: R′, G′, B′, or L′, M′, S′.
  public var components: SIMD3<Double>

  /// The signal of these components.
  public init(_ components: SIMD3<Double>) { self.components = components }

  /// The signal of these components.
  public init(_ first: SignalLevel, _ second: SignalLevel, _ third: SignalLevel) {
    components = SIMD3(first.value, second.value, third.value)
  }

  /// The signal of three equal components: for R′, G′, B′ a gray.
  public init(neutral level: SignalLevel) { components = SIMD3(repeating: level.value) }

  /// The first, second or third component.
  public subscript(index: Int) -> SignalLevel { SignalLevel(components[index]) }
}

/// A coded signal, each component a `SignalLevel`: Y′ with C′B and C′R at `-0.5...0.5`, I, Ct, Cp, or R′, G′, B′ themselves.
public struct CodedComponents: Hashable, Sendable {
  /// The components in the order of the matrix coefficients.
  public var components: SIMD3<Double>

  /// The color with these coded components.
  public init(_ components: SIMD3<Double>) { self.components = components }

  /// The color with these coded components.
  public init(_ first: SignalLevel, _ second: SignalLevel, _ third: SignalLevel) {
    components = SIMD3(first.value, second.value, third.value)
  }

  /// The first, second or third component.
  public subscript(index: Int) -> SignalLevel { SignalLevel(components[index]) }
}

/// Three quantized components of one color, each a `CodeLevel`: integers of a bit depth, or the values before they are rounded.
public struct Codes: Hashable, Sendable {
  /// The components in the order of the matrix coefficients: Y′, C′B, C′R, or R′, G′, B′.
  public var components: SIMD3<Double>

  /// The codes of these components.
  public init(_ components: SIMD3<Double>) { self.components = components }

  /// The codes of these components.
  public init(_ first: CodeLevel, _ second: CodeLevel, _ third: CodeLevel) {
    components = SIMD3(first.value, second.value, third.value)
  }

  /// The first, second or third component.
  public subscript(index: Int) -> CodeLevel { CodeLevel(components[index]) }
}
