internal import HDRMetadata
package import LookupTables
internal import ToneMapping

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

  /// Returns the bytes of the profile of a plan and its LUT.
  func bytes(of table: LookupTable, for plan: ConversionPlan, size: Int, title: String) throws(TranscodingError)
    -> [UInt8]
  {
    guard self == .display else { return try Self.link(table, size: size, title: title) }
    #if LittleCMS
      let light = plan.bt2020LightFromTargetSignal
      let toDisplay = RGBPrimaries.bt2020.matrix(to: plan.display.primaries.chromaticities)
      do {
        return try ICCProfile.display(
          size: size, title: title, primaries: plan.display.primaries.chromaticities, white: plan.targetLuminance.peak
        ) { toDisplay * light(plan($0)) }.bytes
      } catch {
        throw .lut(.profile(reason: "\(error)"))
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
      do {
        return try ICCProfile.tableStored(inDeviceLinkOf: table, size: size)
      } catch {
        throw .lut(.profile(reason: "\(error)"))
      }
    #else
      throw .lut(.lacksLittleCMS)
    #endif
  }

  package static func link(_ table: LookupTable, size: Int, title: String) throws(TranscodingError) -> [UInt8] {
    #if LittleCMS
      do { return try ICCProfile.deviceLink(table, size: size, title: title).bytes } catch {
        throw .lut(.profile(reason: "\(error)"))
      }
    #else
      throw .lut(.lacksLittleCMS)
    #endif
  }
}
