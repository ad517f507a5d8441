#if LittleCMS
  public import Colorimetry
  public import LookupTables

  /// An ICC profile with a lookup table.
  ///
  ///     let link = try ICCProfile.deviceLink(table, title: "PQ to BT.709")
  ///     try link.bytes.withUnsafeBytes { try file.write($0) }
  ///
  /// The same table always yields the same bytes: the date in the header is always 1 January 2000.
  ///
  /// The interpolation depends on the reader; Little-CMS uses tetrahedra. Samples have 16 bits.
  public struct ICCProfile: Hashable, Sendable {
    /// The contents of the file.
    public let bytes: [UInt8]

    /// Returns a version 4 device link: a table from R′G′B′ to R′G′B′.
    ///
    /// A cube from 0 to 1 is stored unchanged, with the curves before and after it. Any other table is sampled.
    ///
    /// - Source: ICC.1:2022, *DeviceLink profile* and *lutAToBType*.
    /// - Parameters:
    ///   - table: The table; values and curves are `0...1`.
    ///   - size: The number of samples along each component, if the table is sampled.
    ///   - title: The description that programs show.
    /// - Throws: ``ICCError``: for a cube or a size outside `2...255`, a value outside `0...1`, or if Little-CMS fails.
    public static func deviceLink(
      _ table: LookupTable, size: Int = 33, title: String
    ) throws(ICCError) -> ICCProfile {
      let stages = try TableStages(table, size: size)
      return ICCProfile(bytes: try LittleCMSContext().profile(of: stages, as: .deviceLink, title: title))
    }

    /// Returns the table as stored in a device link.
    ///
    /// - Parameters:
    ///   - table: The table for ``deviceLink(_:size:title:)``.
    ///   - size: The number of samples along each component, if the table is sampled.
    /// - Returns: The table in the profile's 16 bits, and whether it was sampled because its steps are not a cube from 0 to 1 between curves.
    /// - Throws: ``ICCError`` as ``deviceLink(_:size:title:)``.
    public static func tableStored(
      inDeviceLinkOf table: LookupTable, size: Int = 33
    ) throws(ICCError) -> (table: LookupTable, isSampled: Bool) {
      let stages = try TableStages(table, size: size)
      return (try stages.table, stages.isSampled)
    }

    /// Returns a profile of a signal's appearance on a display, with which a color-managed viewer shows the picture correctly.
    ///
    ///     let profile = try ICCProfile.display(title: "PQ, seen in SDR", primaries: .bt709, white: .nits(100)) { signal in
    ///       light(of: plan(signal))
    ///     }
    ///
    /// It is an *input* profile, which converts from R′G′B′ to colors and not back: a tone map has no inverse. The table holds L\*a\*b\* relative to
    /// the display's white, which is the white of the connection space; other whites than D50 are adapted by Bradford's transform.
    ///
    /// The version is 2.4. In version 4 the perceptual table has its own black, for which only some readers compensate; in version 2, all readers
    /// show the same result for every intent.
    ///
    /// - Source: ICC.1:2001-04, *N-component LUT-based input profiles* and *lut16Type*.
    /// - Parameters:
    ///   - size: The number of samples along each component.
    ///   - title: The description that programs show.
    ///   - primaries: The primaries of the light.
    ///   - white: The light of the display's white.
    ///   - light: The light of a signal on the display, at most white; called on several threads at once.
    /// - Throws: ``ICCError``: for a size outside `2...255`, a white that is not above 0, light that 16-bit L\*a\*b\* cannot hold (it holds all of
    ///   BT.709 and P3, but not of BT.2020), or if Little-CMS fails.
    public static func display(
      size: Int = 33, title: String, primaries: RGBPrimaries, white: Luminance,
      _ light: @escaping @Sendable (Signal) -> Light
    ) throws(ICCError) -> ICCProfile {
      guard white.nits > 0, white.nits.isFinite else { throw .whiteOutOfRange(white) }
      // X, Y, Z of D50 as in the header of every profile: ICC.1:2022, *PCS illuminant*.
      let d50 = SIMD3(0.9642, 1, 0.8249)
      let d50Point = Chromaticity(d50.x / d50.sum(), d50.y / d50.sum())
      let toXYZ = (primaries.white.adaptation(to: d50Point) * primaries.toXYZ) * (1 / white.nits)
      let cube = try TableStages.sampled(size) { color in
        let lab = Lab(relative: toXYZ * light(color.signal(in: .full)).components / d50)
        // ICC.1:2001-04, *lut16Type*: L* 100 is 0xFF00, a* and b* 0 are 0x8000; 0...1 covers all 16-bit numbers.
        return LookupColor(SIMD3(lab.l * 652.8, (lab.a + 128) * 256, (lab.b + 128) * 256) / 65535)
      }
      for (index, value) in cube.values.enumerated() where !TableStages.holds(value) {
        let signal = cube.color(atVertex: index).signal(in: .full)
        throw .lightOutOfRange(light(signal), of: signal)
      }
      return ICCProfile(
        bytes: try LittleCMSContext().profile(of: TableStages(cube: cube), as: .input, title: title))
    }
  }
#endif
