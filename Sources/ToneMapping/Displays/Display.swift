internal import ColorOperations

/// The display for which pictures are converted, and the coding of its signal.
///
///     let living = Display(.bt709, luminance: .nits(0.1...250), surround: .lux(50))
public struct Display: Hashable, Sendable {
  public var primaries: ColorPrimaries
  public var transfer: TransferCharacteristics
  /// The display's own function, if it is not the usual one of `transfer`: the output's transfer is then unspecified. Light that is relative fills the
  /// luminance range.
  ///
  ///     var projector = Display(.smpte431, luminance: .nits(0...48))
  ///     projector.eotf = .power(2.6)
  public var eotf: TransferFunction?
  /// The matrix coefficients of the output if its pixel format is Y′CbCr.
  public var matrix: MatrixCoefficients
  /// The quantization range of the output; `nil` means full range for RGB formats, narrow for the others.
  public var range: QuantizationRange?
  /// The location of chroma samples; `nil` means the source's for the same color, otherwise top left for BT.2020, center for full range with a BT.601
  /// matrix, and left for the rest.
  public var chromaLocation: ChromaLocation?
  public var bitDepth: Int
  /// The luminance range of the display; `nil` means the range implied by its transfer.
  ///
  /// The implied ranges: SDR, 0 to the reference white; HLG, 0 to 1000 cd/m²; PQ, 0 to the maximum of the reference white and the source's peak after
  /// the look (to 1000 cd/m² if the operator expands an SDR source).
  public var luminance: LuminanceRange?
  public var surround: Surround

  /// Creates a display with these primaries, with the usual coding for them and for its transfer.
  ///
  /// PQ and HLG use the matrix of BT.2100 regardless of the primaries: P3 pictures in PQ are tagged 12/16/9.
  ///
  /// - Source: ITU-R BT.2100-3, Table 6, for the matrix of PQ and HLG; BT.709-6, item 3.2, for all others.
  public init(
    _ primaries: ColorPrimaries, transfer: TransferCharacteristics = .bt709, matrix: MatrixCoefficients? = nil,
    range: QuantizationRange? = nil, chromaLocation: ChromaLocation? = nil, bitDepth: Int = 8,
    luminance: LuminanceRange? = nil, surround: Surround = .asAuthored
  ) {
    (self.primaries, self.transfer, self.range) = (primaries, transfer, range)
    self.matrix = matrix ?? (primaries == .bt2020 || transfer.isHDR ? .bt2020NCL : .bt709)
    (self.chromaLocation, self.bitDepth) = (chromaLocation, bitDepth)
    (self.luminance, self.surround) = (luminance, surround)
  }

  /// BT.709 primaries, BT.1886 with black at 0, 8 bits, narrow range.
  public static let sdr = Display(.bt709)
  /// BT.709 primaries, sRGB transfer.
  public static let srgb = Display(.bt709, transfer: .sRGB)
  /// P3-D65 primaries, BT.1886.
  public static let p3SDR = Display(.smpte432)
  /// BT.2100 HLG, 10 bits.
  public static let hlg = Display(.bt2020, transfer: .hlg, bitDepth: 10)
  /// BT.2100 PQ, 10 bits, as in HDR10.
  public static let hdr10 = Display(.bt2020, transfer: .pq, bitDepth: 10)

  /// The function of each component; `nil` for HLG, whose light depends on all three.
  func curve(in range: LuminanceRange, _ options: PlanOptions) -> TransferFunction? {
    if let eotf { return eotf.shown(on: range) }
    return transfer == .hlg ? nil : transfer.shown(as: options.sdrTransfer, range: range)
  }

  /// From the display's signal to its light: for HLG in BT.2020, where the OOTF acts on luminance, otherwise in the display's primaries.
  func displayLightFromSignal(in range: LuminanceRange, _ options: PlanOptions) -> Operations {
    if let curve = curve(in: range, options) { return [curve.displayLightFromSignal()] }
    return HybridLogGamma(luminance: range).displayLightFromSignal(upTo: 1, toBT2020: toBT2020)
  }

  fileprivate var toBT2020: Matrix3x3 { primaries.chromaticities.matrix(to: .bt2020) }
}

/// The light around a display, which changes how contrast is perceived.
///
/// - Source: ITU-R BT.2390-11, clause 6.2; BT.2100-3, Table 5, note 5f, whose reference is 5 cd/m².
public enum Surround: Hashable, Sendable {
  /// The pictures are viewed in the surround for which they were made; contrast is unchanged.
  case asAuthored
  /// The pictures are viewed in a surround of this luminance, above 0 cd/m².
  case luminance(Luminance)

  /// A surround of white walls under this illuminance, in lux; see `Illuminance`.
  public static func lux(_ value: Double) -> Surround { .luminance(Illuminance.lux(value).luminance()) }
  /// The reference surround of BT.2100, 5 cd/m².
  public static let reference = Surround.luminance(SystemGamma.referenceSurround)
  /// A normal office or home, 314 lux.
  ///
  /// - Source: Apple TN3145, *HDR video with Dolby Vision 8.4*.
  public static let office = Surround.lux(314)
}

extension ConversionPlan {
  /// The light of the display for a signal of the target, by which outputs are compared.
  ///
  ///     let plan = try ConversionPlan(from: .hdr10(), to: .sdr)
  ///     plan.bt2020LightFromTargetSignal(Signal(1, 1, 1))  // 203 cd/m² in each component
  ///
  /// An SDR display's 100 % is ``PlanOptions/referenceWhite``, unless ``Display/luminance`` is set.
  ///
  /// - Domain: R′G′B′ of the target, nominally `0...1`; each curve is limited to its own domain.
  /// - Range: BT.2020 light.
  public var bt2020LightFromTargetSignal: @Sendable (Signal) -> Light {
    let own = display.displayLightFromSignal(in: targetLuminance, options)
    let operations =
      display.curve(in: targetLuminance, options) == nil ? own : own + [Affine(display.toBT2020)]
    return { Light(operations($0.components)) }
  }
}
