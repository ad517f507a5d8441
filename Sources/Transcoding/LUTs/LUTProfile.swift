#if LittleCMS
  internal import ICCProfiles
#endif

/// The ICC profiles that carry a conversion.
public enum LUTProfile: String, CaseIterable, Sendable {
  /// The LUT itself, from R′G′B′ to R′G′B′.
  case link
  /// The appearance of the source's signal on the display, for viewers with color management.
  case display

  package static func isNamed(by path: Path) -> Bool { ["icc", "icm"].contains(FileEnding.of(path)) }

  func bytes(of table: LookupTable, for plan: ConversionPlan, size: Int, title: String) throws(TranscodingError)
    -> [UInt8]
  {
    guard self == .display else { return try Self.link(table, size: size, title: title) }
    #if LittleCMS
      let light = plan.bt2020LightFromTargetSignal
      let toDisplay = RGBPrimaries.bt2020.matrix(to: plan.display.primaries.chromaticities)
      return try Self.made {
        try ICCProfile.display(
          size: size, title: title, primaries: plan.display.primaries.chromaticities, white: plan.targetLuminance.peak
        ) { toDisplay * light(plan($0)) }.bytes
      }
    #else
      throw .lut(.lacksLittleCMS)
    #endif
  }

  static func check() throws(TranscodingError) {
    #if !LittleCMS
      throw .lut(.lacksLittleCMS)
    #endif
  }

  /// Returns the table as a device link stores it, and whether it was sampled; otherwise only its rounding differs.
  package static func tableStored(
    inLinkOf table: LookupTable, size: Int
  ) throws(TranscodingError) -> (table: LookupTable, isSampled: Bool) {
    #if LittleCMS
      return try made { try ICCProfile.tableStored(inDeviceLinkOf: table, size: size) }
    #else
      throw .lut(.lacksLittleCMS)
    #endif
  }

  package static func link(_ table: LookupTable, size: Int, title: String) throws(TranscodingError) -> [UInt8] {
    #if LittleCMS
      return try made { try ICCProfile.deviceLink(table, size: size, title: title).bytes }
    #else
      throw .lut(.lacksLittleCMS)
    #endif
  }

  private static func made<Result>(_ make: () throws -> Result) throws(TranscodingError) -> Result {
    do { return try make() } catch { throw .lut(.profile(reason: "\(error)")) }
  }
}
