internal import Colorimetry

extension EncoderOptions {
  /// The arguments of mkvmerge for one track of the next file.
  ///
  ///     options.mkvmerge(track: 0).arguments  // ["--colour-primaries", "0:9", …]
  ///
  /// - Source: mkvmerge's manual, *Options that only apply to video tracks*; the values are those of Matroska's elements.
  public func mkvmerge(track: Int) -> EncoderCommandLine {
    var list = EncoderCommandLine()
    func add(_ option: String, _ value: String?) { list.add(option, value.map { "\(track):\($0)" }) }
    func point(_ coded: CodedChromaticity) -> String { coded.decimalForm }
    add("--colour-primaries", color.primaries.map { "\($0.rawValue)" })
    add("--colour-transfer-characteristics", color.transfer.map { "\($0.rawValue)" })
    add("--colour-matrix-coefficients", color.matrix.map { "\($0.rawValue)" })
    add("--colour-range", color.range.map { $0 == .narrow ? "1" : "2" })
    let siting = color.chromaLocation.flatMap { MatroskaColor.sitings[$0] }
    add("--chroma-siting", siting.map { "\($0[0]),\($0[1])" })
    add("--max-content-light", metadata.contentLight?.maxCLL.map { "\($0)" })
    add("--max-frame-light", metadata.contentLight?.maxFALL.map { "\($0)" })
    if let display = metadata.mastering {
      add("--chromaticity-coordinates", [display.red, display.green, display.blue].map(point).joined(separator: ","))
      add("--white-colour-coordinates", point(display.white))
      add("--max-luminance", decimalText(display.maximumUnits.units, places: 4))
      add("--min-luminance", decimalText(display.minimumUnits.units, places: 4))
    }
    list.leaveOut(
      "the chroma location \(color.chromaLocation?.h273Name ?? "")", if: color.chromaLocation != nil && siting == nil)
    list.leaveOut("the alternative transfer", if: alternativeTransfer != nil)
    list.leaveOut("the ambient viewing environment", if: metadata.ambient != nil)
    return list
  }
}
