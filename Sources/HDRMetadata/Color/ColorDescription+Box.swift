extension ColorDescription {
  /// The forms of a box `colr` that state code points.
  public enum BoxForm: String, CaseIterable, Sendable {
    /// QuickTime's, without a range; players assume narrow.
    case nclc
    /// MP4's, HEIF's and AVIF's, with the range.
    case nclx
    /// `nclc` from writers that reversed the byte order, even in the name: numbers are little-endian.
    case clcn
  }

  /// Parses the payload of a box `colr` of form `nclc`, `clcn` or `nclx`, or the whole box of 18 or 19 bytes.
  ///
  /// *Unspecified* and reserved numbers become `nil`, as do the range of `nclc` and the chroma location of both.
  ///
  /// - Source: ISO/IEC 14496-12, clause 12.1.5; QuickTime File Format, *Color parameter atoms*; `clcn` as in MediaInfo.
  /// - Throws: `MetadataError.wrongLength` if the length fits neither form; `.wrongBox` for another box or an ICC profile.
  public init(parsing bytes: some Sequence<UInt8>) throws(MetadataError) {
    var bytes = Array(bytes)
    if bytes.count > 8, bytes[4..<8].elementsEqual("colr".utf8) {
      bytes = try Payload(of: bytes, box: "colr", length: bytes.count - 8).bytes
    }
    let name = String(decoding: bytes.prefix(4), as: UTF8.self)
    guard let form = BoxForm(rawValue: name) else {
      throw .wrongBox(found: name, expected: "a color of form nclc, nclx or clcn")
    }
    let payload = try Payload(of: bytes, box: "colr", length: form.payloadLength)
    self.init(h273: form.numbers(payload))
    if form == .nclx { range = payload.bytes[10] & 0x80 == 0 ? .narrow : .full }
  }

  /// The error for meaningless numbers in the payload of a box `colr`; `nil` without any.
  ///
  /// - Source: ITU-T H.273, Tables 2, 3 and 4: reserved numbers, and numbers beyond the tables.
  package static func reservedNumbers(in payload: [UInt8]) -> MetadataError? {
    guard let form = BoxForm(rawValue: String(decoding: payload.prefix(4), as: UTF8.self)),
      // The parser reports payloads of other lengths.
      let fields = try? Payload(of: payload, box: "colr", length: form.payloadLength)
    else { return nil }
    let numbers = form.numbers(fields)
    let known = ColorDescription(h273: numbers).codePoints
    let reserved = zip(["primaries", "transfer", "matrix"], zip(numbers, known)).compactMap { name, number in
      number.0 != number.1 ? "\(name) \(number.0)" : nil
    }
    guard !reserved.isEmpty else { return nil }
    return .malformedBytes(
      of: "a box colr", found: "the reserved \(reserved.joined(separator: ", "))", expected: "a number of H.273")
  }

  /// The payload of a box `colr`, without the header of the box.
  ///
  /// A missing value is written as 2, *unspecified*; a missing range as narrow, because `nclx` has no third value.
  public func payload(_ form: BoxForm) -> [UInt8] {
    Array(form.rawValue.utf8)
      + codePoints.flatMap { (form == .clcn ? UInt16($0).byteSwapped : UInt16($0)).bigEndianBytes }
      + (form == .nclx ? [range == .full ? 0x80 : 0] : [])
  }

  /// The whole box `colr`, 18 or 19 bytes.
  public func box(_ form: BoxForm) -> [UInt8] { Payload.box("colr", payload(form)) }
}

extension ColorDescription.BoxForm {
  /// The number of bytes of the payload, the form's name included.
  package var payloadLength: Int { self == .nclx ? 11 : 10 }

  fileprivate func numbers(_ payload: Payload) -> [Int] {
    [4, 6, 8].map { offset in
      let number = UInt16(bigEndianBytes: payload.bytes[offset..<offset + 2])
      return Int(self == .clcn ? number.byteSwapped : number)
    }
  }
}
