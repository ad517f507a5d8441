internal import Colorimetry

extension ColorDescription {
  /// The forms in which a box `colr` states code points.
  public enum BoxForm: String, CaseIterable, Sendable {
    /// QuickTime's: no range, which players take to be narrow.
    case nclc
    /// MP4's, HEIF's and AVIF's: with the range.
    case nclx
    /// `nclc` by writers that got the order of bytes wrong, its own name's too: numbers are little-endian.
    case clcn
  }

  /// From the payload of a box `colr` of form `nclc`, `clcn` or `nclx`, or from that whole box of 18 or 19 bytes.
  ///
  ///     try ColorDescription(parsing: colrBox)
  ///
  /// *Unspecified* and reserved numbers become `nil`, and so do the range of `nclc`, and the chroma location of both.
  ///
  /// - Source: ISO/IEC 14496-12, clause 12.1.5; QuickTime File Format, *Color parameter atoms*; `clcn` as MediaInfo
  ///   reads it.
  /// - Throws: `MetadataError.wrongLength` when the length fits neither form; `.wrongBox` for another box or an ICC profile.
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
    func number(_ offset: Int) -> Int {
      let number = payload.uint16(at: offset)
      return Int(form.isLittleEndian ? number.byteSwapped : number)
    }
    self.init(
      primaries: ColorPrimaries(h273: number(4)), transfer: TransferCharacteristics(h273: number(6)),
      matrix: MatrixCoefficients(h273: number(8)),
      range: form == .nclx ? (payload.bytes[10] & 0x80 == 0 ? .narrow : .full) : nil)
  }

  /// The payload of a box `colr`, without the header of the box.
  ///
  /// What is not said is written as 2, *unspecified*; a range that is not said, as narrow, since `nclx` has no third value.
  public func payload(_ form: BoxForm) -> [UInt8] {
    Array(form.rawValue.utf8)
      + codePoints.flatMap { (form.isLittleEndian ? UInt16($0).byteSwapped : UInt16($0)).bigEndianBytes }
      + (form == .nclx ? [range == .full ? 0x80 : 0] : [])
  }

  /// The whole box `colr`, 18 or 19 bytes.
  public func box(_ form: BoxForm) -> [UInt8] { Payload.box("colr", payload(form)) }
}

extension ColorDescription.BoxForm {
  /// The bytes of the payload, the form's name included.
  package var payloadLength: Int { self == .nclx ? 11 : 10 }

  var isLittleEndian: Bool { self == .clcn }
}
