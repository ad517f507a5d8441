/// The transfer for displaying a stream, instead of the one in its parameter sets.
///
///     try AlternativeTransfer(parsing: [18]).transfer  // .hlg
///
/// HLG streams that are shown as SDR by old players state BT.2020 in the parameter sets and HLG here.
///
/// - Source: Rec. ITU-T H.264, clause D.2.32, alternative transfer characteristics SEI message.
public struct AlternativeTransfer: Hashable, Sendable {
  /// The number as stated; 2 and reserved numbers mean nothing.
  public var number: UInt8

  public init(number: UInt8) { self.number = number }

  public init(_ transfer: TransferCharacteristics) { number = UInt8(transfer.rawValue) }

  /// The transfer for display, or `nil` if the number has no meaning.
  public var transfer: TransferCharacteristics? { TransferCharacteristics(h273: Int(number)) }
}

extension AlternativeTransfer {
  /// Parses the one byte of an SEI message 147.
  ///
  /// - Throws: `MetadataError.wrongLength` for any other number of bytes.
  public init(parsing bytes: some Sequence<UInt8>) throws(MetadataError) {
    let bytes = Array(bytes)
    guard bytes.count == 1 else {
      throw .wrongLength(of: "a payload of SEI message 147", found: bytes.count, expected: 1)
    }
    number = bytes[0]
  }

  /// The byte of the message.
  public var payload: [UInt8] { [number] }
}
