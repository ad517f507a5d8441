internal import Colorimetry
internal import HDRMetadata

extension VideoEncoding {
  /// The options of the encoder, including those that write the metadata into the bitstream and those that keep the encoder from printing.
  ///
  /// The caller's options come last and take precedence.
  var allOptions: [(name: String, value: String)] {
    guard let own = parameters else { return options }
    var rest = options
    var all = own.values
    while let index = rest.firstIndex(where: { $0.name == own.option }) { all.append(rest.remove(at: index).value) }
    let text = all.filter { !$0.isEmpty }.joined(separator: ":")
    return text.isEmpty ? rest : rest + [(own.option, text)]
  }

  /// The light that is stated, which SDR does not have.
  var statedMetadata: StaticMetadata { color.isHDR ? metadata : StaticMetadata() }

  /// The stated light without values that are still open.
  var certainMetadata: StaticMetadata {
    isLightOpen ? StaticMetadata(ambient: statedMetadata.ambient) : statedMetadata
  }

  /// The light stated in the stream.
  var streamMetadata: StaticMetadata { streamLeavesOut ? certainMetadata : statedMetadata }

  /// The encoder's option for its own parameters, and their values.
  private var parameters: (option: String, values: [String])? {
    let stated = streamMetadata
    func value(_ name: String, _ text: String?) -> String { text.map { "\(name)=\($0)" } ?? "" }
    switch encoder {
    case "libx264":
      // Otherwise x264 states the time base as the rate, and that it is not fixed.
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
