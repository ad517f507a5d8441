internal import ToneMapping

/// What may still be said of frames whose signal is kept: the source's messages, as far as they are believed.
struct KeptMetadata {
  private(set) var metadata: StaticMetadata
  /// What is said otherwise than the source said it, or no longer, each a sentence.
  private(set) var changes: [String] = []

  /// - Parameter stated: What the source says.
  init(_ stated: StaticMetadata, transfer: TransferCharacteristics?, trust: MetadataTrust) {
    metadata = stated
    keepMastering(of: stated, trust: trust)
    keepLight(of: stated, transfer: transfer, trust: trust)
  }

  private mutating func keepMastering(of stated: StaticMetadata, trust: MetadataTrust) {
    guard let mastering = stated.mastering else { return }
    let mended = StaticMetadata(mastering: stated.mended.mastering)
    // What is still wrong after that is no display's.
    guard trust != .never, trust == .always || mended.findings(transfer: nil).isEmpty else {
      metadata.mastering = nil
      changes.append("the source's mastering display is not believed, and is left out; say --master-display")
      return
    }
    metadata.mastering = mended.mastering
    if let display = mended.mastering, display != mastering {
      changes.append("the source's mastering display is mended: \(display) is stated")
    }
  }

  private mutating func keepLight(
    of stated: StaticMetadata, transfer: TransferCharacteristics?, trust: MetadataTrust
  ) {
    guard let light = stated.contentLight else { return }
    let doubts = StaticMetadata(mastering: metadata.mastering, contentLight: light).findings(transfer: transfer)
    let isDoubted = doubts.contains { finding in
      switch finding {
      case .unknownMaxCLL, .maxCLLAbovePQ: true
      case .maxFALLAboveMaxCLL, .maxCLLAboveMastering: trust != .always
      default: false
      }
    }
    guard trust == .never || isDoubted else { return }
    metadata.contentLight = nil
    let instead = transfer == .pq ? "the frames' own is counted" : "none is stated"
    changes.append("the source's \(light) is not believed, and \(instead)")
  }
}
