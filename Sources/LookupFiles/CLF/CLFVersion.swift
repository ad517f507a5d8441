/// The format of a file that starts with a ProcessList, and its version.
///
/// - Source: OpenColorIO, `CTFReaderHelper.cpp`, on versions.
struct CLFVersion {
  private(set) var isCLF = true
  /// The version; 1.2 for CTF without a version.
  private(set) var number = 3.0
  private(set) var isSMPTE = false
  /// The year of ST 2136-1, if it is later than the newest known year.
  private(set) var laterYear: Int?

  /// The start of ST 2136-1's namespace, before the year.
  static let namespace = "http://www.smpte-ra.org/ns/2136-1/"
  static let year = 2024
  /// The start of an Id in ST 2136-1, before the digits.
  static let uuid = "urn:uuid:"

  /// Nodes of CTF that are not in CLF.
  static let otherNodes: Set<String> = [
    "ACES", "ExposureContrast", "FixedFunction", "Function", "GradingHueCurve", "GradingPrimary", "GradingRGBCurve",
    "GradingTone", "InverseLUT1D", "InverseLUT3D", "Reference",
  ]

  init() {}

  init(_ list: XMLElement, of text: XMLText) throws(LookupFileError) {
    func number(_ version: String, _ known: ClosedRange<Double>) throws(LookupFileError) -> Double {
      // A version, such as 1.7 or 1.3.1.
      let parts = version.split(separator: ".", maxSplits: 2)
      guard let number = Double(parts.prefix(2).joined(separator: ".")), known.contains(number) else {
        throw text.unexpected("the version \(quoted(version.utf8))", "\(known.lowerBound) to \(known.upperBound)")
      }
      return number
    }
    let names = list.attributes.filter { $0.key == "xmlns" || $0.key.hasPrefix("xmlns:") }.values
    let years = names.filter { $0.hasPrefix(Self.namespace) }.map { Int($0.dropFirst(Self.namespace.count)) ?? Int.max }
    isSMPTE = !years.isEmpty
    laterYear = years.max().flatMap { $0 > Self.year ? $0 : nil }
    if let version = list.attributes["compCLFversion"] {
      self.number = version.hasPrefix("ST2136-1") ? 3 : try number(version, 1...3)
    } else if !isSMPTE {
      isCLF = false
      self.number =
        try list.attributes["version"].map { version throws(LookupFileError) in
          try number(version, 1...2)
        } ?? 1.2
    }
  }

  var hasIndexMap: Bool { isCLF ? number < 3 : number < 2 }

  /// Whether a ProcessList must have an `id`.
  ///
  /// - Source: Academy S-2014-006, *Common LUT Format (CLF)*, on ProcessList; ST 2136-1 leaves it to the writer.
  var needsID: Bool { isCLF && !isSMPTE }
  var isOldCTF: Bool { !isCLF && number < 1.3 }
}
