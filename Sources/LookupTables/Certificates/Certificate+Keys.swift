// The keys of a certificate in JSON and other formats: snake case.

extension Certificate {
  enum CodingKeys: String, CodingKey {
    case arguments, plan, file, measurements
    case madeBy = "made_by"
  }
}

extension Certificate.File {
  enum CodingKeys: String, CodingKey {
    case name, sha256, bytes
    case cubeSize = "cube_size"
    case shaperSize = "shaper_size"
  }
}

extension LookupMeasurement {
  enum CodingKeys: String, CodingKey {
    case interpolation, colors, neutrals
    case deltaEITP = "delta_e_itp"
    case codesOf8Bits = "codes_of_8_bits"
    case codesOf10Bits = "codes_of_10_bits"
    case worstColor = "worst_color"
    case neutralsBelowPeak = "neutrals_up_to_peak"
    case shownAsTheyAre = "in_gamut_up_to_peak"
    case others = "rest"
  }
}

extension LookupMeasurement.Errors {
  enum CodingKeys: String, CodingKey {
    case maximum = "greatest"
    case mean
    case percentile999 = "percentile_99_9"
  }
}

extension LookupMeasurement.Neutrals {
  enum CodingKeys: String, CodingKey {
    case maximumError = "greatest_error"
    case maximumCast = "greatest_tint"
    case neverFalls = "never_falls"
  }
}
