internal import ToneMapping

/// The metadata of frames whose signal is passed through: the source's, if it is trusted.
struct KeptMetadata {
  private(set) var metadata: StaticMetadata
  /// What differs from the source's metadata or is left out, one sentence each.
  private(set) var changes: [String] = []

  /// - Parameter stated: The source's metadata.
  init(_ stated: StaticMetadata, transfer: TransferCharacteristics?, trust: MetadataTrust) {
    metadata = stated
    keepMastering(of: stated, trust: trust)
    keepLight(of: stated, transfer: transfer, trust: trust)
  }

  private mutating func keepMastering(of stated: StaticMetadata, trust: MetadataTrust) {
    guard let mastering = stated.mastering else { return }
    let mended = StaticMetadata(mastering: stated.mended.mastering)
    // If it is still wrong after that, it describes no display.
    guard trust != .never, trust == .always || mended.findings(transfer: nil).isEmpty else {
      metadata.mastering = nil
      changes.append("the source's mastering display is not trusted and is left out; give it with --master-display")
      return
    }
    metadata.mastering = mended.mastering
    if let display = mended.mastering, display != mastering {
      changes.append("the source's mastering display is corrected: the output states \(display)")
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
    let instead = transfer == .pq ? "levels are counted from the frames instead" : "the output states none"
    changes.append("the source's \(light) is not trusted; \(instead)")
  }
}
