enum TrackLanguage {
  /// The languages with two codes: terminological and bibliographic.
  ///
  /// - Source: ISO 639-2.
  private static let twins = [
    "sqi": "alb", "hye": "arm", "eus": "baq", "mya": "bur", "zho": "chi", "ces": "cze", "nld": "dut", "fra": "fre",
    "kat": "geo", "deu": "ger", "ell": "gre", "isl": "ice", "mkd": "mac", "mri": "mao", "msa": "may", "fas": "per",
    "ron": "rum", "slk": "slo", "bod": "tib", "cym": "wel",
  ]
  /// The library's names of some of QuickTime's language numbers.
  ///
  /// - Source: FFmpeg, `isom.c`, mov_mdhd_language_map; QuickTime File Format, *Language Code Values*.
  private static let quickTime = [
    "swe": "sve", "hrv": "hr ", "srp": "sr ", "fao": "fo ", "gle": "iri", "pan": "pa ",
  ]

  static func terminological(_ code: String) -> String {
    twins.first { $0.value == code }?.key ?? quickTime.first { $0.value == code }?.key ?? code
  }

  /// The code for a container: the terminological one in MP4, the bibliographic one in Matroska, and the library's own in MOV.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.4.2.3; RFC 9559, clause 12.
  static func code(_ code: String, in container: String) -> String {
    let term = terminological(code)
    return switch container {
    case "matroska", "webm": twins[term] ?? term
    case "mov" where !["ces", "fra", "ron", "slk"].contains(term): twins[term] ?? quickTime[term] ?? term
    default: term
    }
  }
}
