/// Three linear components of one color, R, G, B or L, M, S or X, Y, Z, in cd/m².
///
/// A component of *c* cd/m² means: were all three components *c*, the color would be the white of its primaries at
/// a luminance of *c* cd/m². Which primaries is said where a `Light` is taken or returned.
public struct Light: Hashable, Sendable {
  /// The components, in cd/m². Below zero or above any display's peak where the color is outside a gamut.
  public var components: SIMD3<Double>

  /// The color of these components, in cd/m².
  public init(_ components: SIMD3<Double>) { self.components = components }

  /// The color of these components, in cd/m².
  public init(_ r: Double, _ g: Double, _ b: Double) { components = SIMD3(r, g, b) }

  /// The neutral of this luminance.
  public init(neutral luminance: Luminance) { components = SIMD3(repeating: luminance.nits) }

  /// This light through a linear map of components.
  public static func * (matrix: Matrix3x3, light: Light) -> Light { Light(matrix * light.components) }

  /// This light made stronger by a factor.
  public static func * (light: Light, factor: Double) -> Light { Light(light.components * factor) }
}

/// Three nonlinear components of one color, nominally `0...1`: R′G′B′, or Y′ with C′B and C′R at `-0.5...0.5`.
public struct Signal: Hashable, Sendable {
  /// The components: R′, G′, B′, or Y′, C′B, C′R.
  public var components: SIMD3<Double>

  /// The signal of these components.
  public init(_ components: SIMD3<Double>) { self.components = components }

  /// The signal of these components.
  public init(_ first: Double, _ second: Double, _ third: Double) { components = SIMD3(first, second, third) }
}

/// Three quantized components of one color, as integers of a bit depth, or such values before their rounding.
public struct Codes: Hashable, Sendable {
  /// The components in the order of the matrix coefficients: Y′, C′B, C′R, or R′, G′, B′.
  public var components: SIMD3<Double>

  /// The codes of these components.
  public init(_ components: SIMD3<Double>) { self.components = components }

  /// The codes of these components.
  public init(_ first: Double, _ second: Double, _ third: Double) { components = SIMD3(first, second, third) }
}
