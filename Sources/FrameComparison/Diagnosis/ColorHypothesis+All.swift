internal import Colorimetry

extension ColorHypothesis {
  /// Returns the color faults that are possible between two clips with these properties.
  ///
  /// - Parameter gain: The ratio of the second clip's light to the first's, if it is the same for most colors.
  static func all(_ first: PictureFacts, _ second: PictureFacts, gain: Double) -> [ColorHypothesis] {
    var (one, other) = (first, second)
    // R′G′B′ has no matrix that could be mistaken.
    if first.matrix == .identity { one.matrix = other.matrix }
    if second.matrix == .identity { other.matrix = one.matrix }
    let isRecoded = (first.matrix == .identity) != (second.matrix == .identity)
    guard first.transfer.isHDR == second.transfer.isHDR else { return shownAsOtherKind(one, other) }
    return retags(one, other, isRecoded: isRecoded) + ranges(other) + matrices(other) + primaries(other)
      + (first.transfer.isHDR ? systems(other) + gains(gain) : [])
  }

  /// Returns the first's codes shown on a display of the second's kind, with the second's tags or those that players assume without tags.
  private static func shownAsOtherKind(_ first: PictureFacts, _ second: PictureFacts) -> [ColorHypothesis] {
    let assumed: [TransferCharacteristics] = second.transfer.isHDR ? [] : [.bt709, .sRGB, .bt470M]
    var all: [ColorHypothesis] = []
    for transfer in [second.transfer] + assumed {
      for primaries in [first.primaries, second.primaries] {
        for matrix in [first.matrix, second.matrix, .bt709, .smpte170M] {
          var read = first
          (read.transfer, read.primaries, read.matrix) = (transfer, primaries, matrix)
          all.append(
            ColorHypothesis(
              .hdrAsSDR,
              "the second shows the codes of the first, which are \(first.transfer.isHDR ? "HDR, as SDR" : "SDR, as HDR")",
              isOfTone: true, first, as: read))
        }
      }
    }
    return all
  }

  /// Returns the first's codes under the second's tags, for each subset of the tags that differ.
  private static func retags(_ first: PictureFacts, _ second: PictureFacts, isRecoded: Bool) -> [ColorHypothesis] {
    let changes: [(differs: Bool, name: String, apply: (inout PictureFacts) -> Void)] = [
      (first.transfer != second.transfer, "transfer function", { $0.transfer = second.transfer }),
      (first.primaries != second.primaries, "primaries", { $0.primaries = second.primaries }),
      (first.matrix != second.matrix, "matrix", { $0.matrix = second.matrix }),
      (first.isNarrow != second.isNarrow && !isRecoded, "range", { $0.isNarrow = second.isNarrow }),
    ]
    let differing = changes.filter(\.differs)
    return (1..<1 << differing.count).compactMap { set in
      let chosen = differing.indices.filter { set >> $0 & 1 == 1 }.map { differing[$0] }
      var read = first
      for change in chosen { change.apply(&read) }
      guard let fault = fault(first, read) else { return nil }
      let names = chosen.map(\.name)
      let isOfTone = first.transfer != read.transfer || first.isNarrow != read.isNarrow
      var retag = ColorHypothesis(
        fault, "the second has the codes of the first under another \(names.joined(separator: " and another "))",
        isOfTone: isOfTone, first, as: read)
      retag.isOfTags = true
      return retag
    }
  }

  /// Returns the fault of reading codes with other tags than they were written with; `nil` if it has no name.
  private static func fault(_ written: PictureFacts, _ read: PictureFacts) -> Diagnosis.Fault? {
    if written.transfer != read.transfer {
      return switch (written.transfer, read.transfer) {
      case (.pq, .hlg): .pqAsHLG
      case (.hlg, .pq): .hlgAsPQ
      default: nil
      }
    }
    if written.isNarrow != read.isNarrow { return written.isNarrow ? .rangeAsFull : .rangeAsNarrow }
    return written.matrix != read.matrix ? .matrix : .primaries
  }

  // MARK: Processing faults, under the tags of the second

  private static func ranges(_ coding: PictureFacts) -> [ColorHypothesis] {
    var (narrow, full) = (coding, coding)
    (narrow.isNarrow, full.isNarrow) = (true, false)
    return [
      ColorHypothesis(
        .rangeAsFull, "the second is washed out as if its codes of narrow range had been read as full range",
        isOfTone: true, narrow, as: full),
      ColorHypothesis(
        .rangeAsNarrow, "the second is crushed as if its codes of full range had been read as narrow range",
        isOfTone: true, full, as: narrow),
    ]
  }

  private static func matrices(_ coding: PictureFacts) -> [ColorHypothesis] {
    let coder = ColorCoder(coding)
    var all = pairs([("BT.601", .smpte170M), ("BT.709", .bt709), ("BT.2020", .bt2020NCL)], coding, \.matrix).map {
      ColorHypothesis(
        .matrix,
        "the second looks as if Y′CbCr of the matrix of \($0.names.0) had been read with that of \($0.names.1)",
        $0.written, as: $0.read)
    }
    all.append(
      ColorHypothesis(.chromaExchanged, "the second looks as if its Cb and Cr planes had been exchanged") {
        let codes = coder.codes(of: $0)
        return coder.light(of: SIMD3(codes.x, codes.z, codes.y))
      })
    return all
  }

  private static func primaries(_ coding: PictureFacts) -> [ColorHypothesis] {
    pairs([("BT.2020", .bt2020), ("P3", .smpte432), ("BT.709", .bt709)], coding, \.primaries).map {
      ColorHypothesis(
        .primaries, "the second looks as if R, G, B of \($0.names.0) had been shown as those of \($0.names.1)",
        $0.written, as: $0.read)
    }
  }

  private static func systems(_ coding: PictureFacts) -> [ColorHypothesis] {
    pairs([("HLG", .hlg), ("PQ", .pq)], coding, \.transfer).map {
      ColorHypothesis(
        $0.read.transfer == .pq ? .hlgAsPQ : .pqAsHLG,
        "the second looks as if a signal of \($0.names.0) had been read as \($0.names.1)", isOfTone: true, $0.written,
        as: $0.read, coded: coding)
    }
  }

  /// Returns a coding with each value of a property, each paired with every other value for reading.
  private static func pairs<Value: Equatable>(
    _ values: [(name: String, value: Value)], _ coding: PictureFacts, _ property: WritableKeyPath<PictureFacts, Value>
  ) -> [(names: (String, String), written: PictureFacts, read: PictureFacts)] {
    values.flatMap { one in
      values.filter { $0.name != one.name }.map { other in
        var (written, read) = (coding, coding)
        (written[keyPath: property], read[keyPath: property]) = (one.value, other.value)
        return ((one.name, other.name), written, read)
      }
    }
  }

  /// - Source: ITU-R BT.2408-7, clause 2.2: the reference white is 203 cd/m²; that of SDR is 100 cd/m².
  private static func gains(_ gain: Double) -> [ColorHypothesis] {
    let rounded = (gain * 100).rounded() / 100
    for (factor, words) in [(2.03, "203 cd/m² in place of 100"), (1 / 2.03, "100 cd/m² in place of 203")]
    where abs(gain / factor - 1) < 0.06 {
      return [
        ColorHypothesis(
          .referenceWhite,
          "the second has \(rounded) times the light of the first, as if reference white were \(words)",
          isOfTone: true
        ) { $0 * factor }
      ]
    }
    guard gain > 1.1 || gain < 0.91 else { return [] }
    return [
      ColorHypothesis(
        .peak,
        "the second has \(rounded) times the light of the first, as if another source peak had been assumed",
        isOfTone: true
      ) { $0 * gain }
    ]
  }
}
