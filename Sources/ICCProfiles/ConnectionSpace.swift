#if LittleCMS
  internal import Colorimetry
  internal import LookupTables

  /// The conversion of light on a display to the encoding of L\*a\*b\* in 16-bit tables.
  ///
  /// - Source: ICC.1:2001-04, *lut16Type*: L\* 100 is 0xFF00, a\* and b\* 0 are 0x8000.
  struct ConnectionSpace: Sendable {
    /// The conversion of light to X, Y, Z, 1 at white and adapted to D50.
    private let toXYZ: Matrix3x3
    /// X, Y, Z of D50 as in the header of every profile: ICC.1:2022, *PCS illuminant*.
    private static let d50 = SIMD3(0.9642, 1, 0.8249)

    init(primaries: RGBPrimaries, white: Luminance) {
      let d50 = Chromaticity(Self.d50.x / Self.d50.sum(), Self.d50.y / Self.d50.sum())
      toXYZ =
        (ChromaticAdaptation.bradford.matrix(from: primaries.white, to: d50) * primaries.toXYZ) * (1 / white.nits)
    }

    /// Returns the encoded L\*, a\*, b\* of a light; `0...1` covers all 16-bit numbers.
    func encoded(_ light: Light) -> LookupColor {
      let lab = Lab(relative: toXYZ * light.components / Self.d50)
      return LookupColor(SIMD3(lab.l * 652.8, (lab.a + 128) * 256, (lab.b + 128) * 256) / 65535)
    }
  }
#endif
