internal import Colorimetry

/// The static metadata of frames whose signal is passed through: the source's, as far as it is trusted.
///
///     let kept = KeptMetadata(of: metadata, transfer: .pq)
///     for change in kept.changes { print(change) }
public struct KeptMetadata: Hashable, Sendable {
  /// The metadata that is kept.
  public private(set) var metadata: StaticMetadata
  /// The differences from the source's metadata.
  public private(set) var changes: [Finding] = []

  /// The metadata that is kept of a source's.
  ///
  /// - Parameters:
  ///   - stated: The source's metadata.
  ///   - transfer: The transfer of the frames, if known.
  ///   - trust: The trust in the source.
  public init(of stated: StaticMetadata, transfer: TransferCharacteristics?, trust: MetadataTrust = .auto) {
    metadata = stated
    keepMastering(of: stated, trust: trust)
    keepLight(of: stated, transfer: transfer, trust: trust)
  }

  private mutating func keepMastering(of stated: StaticMetadata, trust: MetadataTrust) {
    guard let mastering = stated.mastering else { return }
    let corrected = StaticMetadata(mastering: stated.corrected.mastering)
    // Values that are still wrong after correction describe no display.
    guard trust != .never, trust == .always || corrected.doubts(transfer: nil).isEmpty else {
      metadata.mastering = nil
      changes.append(
        Finding(
          code: "mastering-left-out", found: "the source's mastering display is not trusted",
          consequence: "the output states none", fix: "give it with \(.masterDisplay)"))
      return
    }
    metadata.mastering = corrected.mastering
    if let display = corrected.mastering, display != mastering {
      changes.append(
        Finding(
          code: "mastering-corrected", found: "the source's mastering display is \(mastering)", expected: "\(display)",
          consequence: "the output states it corrected"))
    }
  }

  private mutating func keepLight(
    of stated: StaticMetadata, transfer: TransferCharacteristics?, trust: MetadataTrust
  ) {
    guard let light = stated.contentLight else { return }
    let doubts = StaticMetadata(mastering: metadata.mastering, contentLight: light).doubts(transfer: transfer)
    let isDoubted = doubts.contains { doubt in
      switch doubt {
      case .unknownMaxCLL, .maxCLLAbovePQ: true
      case .maxFALLAboveMaxCLL, .maxCLLAboveMastering: trust != .always
      default: false
      }
    }
    guard trust == .never || isDoubted else { return }
    metadata.contentLight = nil
    changes.append(
      Finding(
        code: "light-levels-left-out", found: "the source's \(light) is not trusted",
        consequence: transfer == .pq ? "levels are counted from the frames instead" : "the output states none"))
  }
}
