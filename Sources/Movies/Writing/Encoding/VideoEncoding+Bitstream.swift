internal import Colorimetry
internal import HDRMetadata

extension VideoEncoding {
  /// The options of the encoder, with those that state the metadata in the bitstream and those that keep the encoder from printing.
  ///
  /// What the caller states comes last, and wins.
  var allOptions: [(name: String, value: String)] {
    guard let own = parameters else { return options }
    var rest = options
    var all = own.values
    while let index = rest.firstIndex(where: { $0.name == own.option }) { all.append(rest.remove(at: index).value) }
    let text = all.filter { !$0.isEmpty }.joined(separator: ":")
    return text.isEmpty ? rest : rest + [(own.option, text)]
  }

  /// The light that is stated: none in SDR.
  var statedMetadata: StaticMetadata { color.isHDR ? metadata : StaticMetadata() }

  /// That without what is still open.
  var certainMetadata: StaticMetadata {
    isLightOpen ? StaticMetadata(ambient: statedMetadata.ambient) : statedMetadata
  }

  /// The light that the stream states.
  var streamMetadata: StaticMetadata { streamLeavesOut ? certainMetadata : statedMetadata }

  /// The option of the encoder that takes parameters of its own, and what they are.
  private var parameters: (option: String, values: [String])? {
    let stated = streamMetadata
    func value(_ name: String, _ text: String?) -> String { text.map { "\(name)=\($0)" } ?? "" }
    switch encoder {
    case "libx264":
      // Else it states the unit of the times as the rate, and as not fixed.
      return isRateFixed && frameRate != nil ? ("x264-params", ["force-cfr=1"]) : nil
    case "libx265": return ("x265-params", ["log-level=error"])
    case "libsvtav1":
      return (
        "svtav1-params",
        [
          value("mastering-display", stated.mastering?.decimalText),
          value("content-light", stated.contentLight?.text),
        ]
      )
    default: return nil
    }
  }
}
