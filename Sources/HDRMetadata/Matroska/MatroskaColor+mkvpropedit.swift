internal import Colorimetry

extension MatroskaColor {
  /// The mkvpropedit arguments that write these elements into a file, after its name and `--edit track:v1`.
  ///
  ///     MatroskaColor(ColorDescription(transfer: .pq)).mkvpropedit  // ["--set", "colour-transfer-characteristics=16"]
  ///
  /// All versions know the names with `colour`; later ones list them as `color`.
  ///
  /// - Source: `mkvpropedit --list-property-names`.
  public var mkvpropedit: [String] {
    let integers = Number.allCases.compactMap { number in numbers[number].map { "\(number.property)=\($0)" } }
    let decimals = Float.allCases.compactMap { float in floats[float].map { "\(float.property)=\(plain($0))" } }
    return (integers + decimals).flatMap { ["--set", $0] }
  }
}

extension MatroskaColor.Number {
  fileprivate var property: String {
    switch self {
    case .matrix: "colour-matrix-coefficients"
    case .transfer: "colour-transfer-characteristics"
    case .primaries: "colour-primaries"
    case .bitsPerChannel: "colour-bits-per-channel"
    case .chromaSubsamplingHorizontal: "chroma-subsample-horizontal"
    case .chromaSubsamplingVertical: "chroma-subsample-vertical"
    case .cbSubsamplingHorizontal: "cb-subsample-horizontal"
    case .cbSubsamplingVertical: "cb-subsample-vertical"
    case .chromaSitingHorizontal: "chroma-siting-horizontal"
    case .chromaSitingVertical: "chroma-siting-vertical"
    case .range: "colour-range"
    case .maxCLL: "max-content-light"
    case .maxFALL: "max-frame-light"
    }
  }
}

extension MatroskaColor.Float {
  fileprivate var property: String {
    switch self {
    case .redX: "chromaticity-coordinates-red-x"
    case .redY: "chromaticity-coordinates-red-y"
    case .greenX: "chromaticity-coordinates-green-x"
    case .greenY: "chromaticity-coordinates-green-y"
    case .blueX: "chromaticity-coordinates-blue-x"
    case .blueY: "chromaticity-coordinates-blue-y"
    case .whiteX: "white-coordinates-x"
    case .whiteY: "white-coordinates-y"
    case .maximum: "max-luminance"
    case .minimum: "min-luminance"
    }
  }
}
