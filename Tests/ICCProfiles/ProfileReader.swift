#if LittleCMS
  import CLittleCMS
  import Colorimetry
  import ICCProfiles
  import LookupTables

  /// A profile as Little-CMS reads it.
  ///
  /// It is safe because it owns what it points to.
  @safe final class ProfileReader {
    private let profile: cmsHPROFILE

    init?(_ made: ICCProfile) {
      guard let profile = unsafe cmsOpenProfileFromMem(made.bytes, UInt32(made.bytes.count)) else { return nil }
      unsafe self.profile = profile
    }

    init?(_ profile: cmsHPROFILE?) {
      guard let profile = unsafe profile else { return nil }
      unsafe self.profile = profile
    }

    deinit { unsafe cmsCloseProfile(profile) }

    static var sRGB: ProfileReader? { unsafe ProfileReader(cmsCreate_sRGBProfile()) }
    static var lab: ProfileReader? { unsafe ProfileReader(cmsCreateLab4Profile(nil)) }

    var description: String {
      var text = [CChar](repeating: 0, count: 200)
      let count = unsafe cmsGetProfileInfoASCII(profile, cmsInfoDescription, "en", "US", &text, UInt32(text.count))
      return String(decoding: text.prefix(max(Int(count), 1) - 1).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Colors through this profile, and from there to another unless this is a device link.
    func convert(
      _ colors: [LookupColor], to other: ProfileReader? = nil, intent: Int32 = INTENT_PERCEPTUAL
    ) -> [SIMD3<Double>] {
      var profiles: [cmsHPROFILE?] = unsafe [profile]
      var format = CLittleCMS_RGB_DBL
      if let other {
        unsafe profiles.append(other.profile)
        if unsafe cmsGetColorSpace(other.profile) == cmsSigLabData { format = CLittleCMS_Lab_DBL }
      }
      guard
        let transform = unsafe cmsCreateMultiprofileTransform(
          &profiles, UInt32(profiles.count), CLittleCMS_RGB_DBL, format, UInt32(intent), CLittleCMS_EXACT)
      else { return [] }
      defer { unsafe cmsDeleteTransform(transform) }
      let input = colors.flatMap { [$0.components.x, $0.components.y, $0.components.z] }
      var output = [Double](repeating: .nan, count: input.count)
      unsafe cmsDoTransform(transform, input, &output, UInt32(colors.count))
      return colors.indices.map { SIMD3(output[3 * $0], output[3 * $0 + 1], output[3 * $0 + 2]) }
    }

    /// The largest difference of any component; infinite if there are not as many colors.
    static func worst(_ found: [SIMD3<Double>], _ reference: [SIMD3<Double>]) -> Double {
      guard found.count == reference.count else { return .infinity }
      return zip(found, reference).reduce(0) { worst, pair in
        let difference = pair.0 - pair.1
        let most = max(abs(difference.x), abs(difference.y), abs(difference.z))
        return most.isNaN ? .infinity : max(worst, most)
      }
    }
  }
#endif
