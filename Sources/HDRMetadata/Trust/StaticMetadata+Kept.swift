extension StaticMetadata {
  /// Returns the metadata of frames whose signal is passed through, which is this as far as it is trusted, and the differences.
  ///
  ///     for change in metadata.kept(transfer: .pq).changes { print(change) }
  ///
  /// - Parameters:
  ///   - transfer: The transfer of the frames; `nil` if unknown.
  ///   - trust: How far the metadata are believed.
  public func kept(
    transfer: TransferCharacteristics?, trust: MetadataTrust = .auto
  ) -> (metadata: StaticMetadata, changes: [Finding]) {
    var kept = self
    var changes: [Finding] = []
    if let mastering {
      let corrected = StaticMetadata(mastering: self.corrected.mastering)
      // Values that are still wrong after correction describe no display.
      let isKept = trust == .always || trust == .auto && corrected.doubts(transfer: nil).isEmpty
      kept.mastering = isKept ? corrected.mastering : nil
      if let display = kept.mastering, display != mastering {
        changes.append(
          Finding(
            code: "mastering-corrected", found: "the source's mastering display is \(mastering)",
            expected: "\(display)", consequence: "the output states the corrected values"))
      } else if !isKept {
        changes.append(
          Finding(
            code: "mastering-left-out", found: "the source's mastering display is not trusted",
            consequence: "the output states none", fix: "give it with \(.masterDisplay)"))
      }
    }
    guard let contentLight else { return (kept, changes) }
    let doubts = StaticMetadata(mastering: kept.mastering, contentLight: contentLight).doubts(transfer: transfer)
    let isDoubted = doubts.contains { doubt in
      switch doubt {
      case .unknownMaxCLL, .maxCLLAbovePQ: true
      case .maxFALLAboveMaxCLL, .maxCLLAboveMastering: trust != .always
      default: false
      }
    }
    guard trust == .never || isDoubted else { return (kept, changes) }
    kept.contentLight = nil
    changes.append(
      Finding(
        code: "light-levels-left-out", found: "the source's \(contentLight) is not trusted",
        consequence: transfer == .pq ? "levels are measured from the frames instead" : "the output states none"))
    return (kept, changes)
  }
}
