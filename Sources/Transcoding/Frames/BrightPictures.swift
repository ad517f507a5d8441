/// Counts PQ pictures that are brighter than the MaxCLL that the output states, or than the source's peak where brighter light is cut.
///
/// For Y′CbCr, Y′ is compared, which is at most the maximum of R′, G′ and B′; a picture that is bright in one color alone is not detected.
struct BrightPictures {
  /// The stated MaxCLL, or the source's peak.
  let level: Luminance
  /// Where the source's peak is from; `nil` for a stated MaxCLL.
  let evidence: PeakEvidence?
  /// The maximum code of a picture within the level.
  private let limit: UInt16
  private(set) var count = 0
  private var maximum: UInt16 = 0
  private let codes: Quantization
  private let shift: Int

  /// The factor by which lossy coding can raise a picture's light above the level.
  private static let margin = 1.1

  /// Returns `nil` if no picture can be brighter, if the peak is the caller's, an assumption or that of frames, or if luma is not integers of more than
  /// 8 bits in its own plane.
  init?(_ plan: ConversionPlan, of format: PixelFormat) {
    let stated = OutputTags(of: plan).metadata.contentLight?.maximum
    let isCut = plan.targetTags.transfer != .pq || plan.stages.has(.tone) || plan.stages.has(.gamut)
    evidence = stated == nil ? plan.peakEvidence : nil
    guard plan.sourceTags.transfer == .pq,
      let level = stated ?? (isCut && plan.options.scenePeak == nil ? plan.sourceLuminance?.peak : nil),
      [nil, .contentLight, .mastering].contains(evidence),
      level.nits * Self.margin < PerceptualQuantizer.peak.nits,
      [.planar, .biPlanar].contains(format.layout), !format.isFloat, format.bitDepth > 8
    else { return nil }
    codes = Quantization(bitDepth: format.bitDepth, range: plan.sourceTags.range ?? .narrow)
    (self.level, shift) = (level, format.shift)
    let signal = PerceptualQuantizer().inverseEOTF(.nits(level.nits * Self.margin))
    limit = UInt16(codes.rounded(codes.code(luma: signal)).value) << format.shift
  }

  /// The maximum light of the counted pictures, of Y′ for Y′CbCr, in whole cd/m², rounded up.
  var brightest: Int {
    let code = CodeLevel(Double(maximum >> shift))
    return Int(PerceptualQuantizer().eotf(codes.signal(luma: code)).nits.rounded(.up))
  }

  mutating func count(_ view: borrowing FrameView) {
    let planes = view.planes
    var brightest: UInt16 = 0
    for plane in view.format.model == .rgb ? 0..<3 : 0..<1 {
      for y in 0..<view.height {
        let row = unsafe planes[plane].start! + y * planes[plane].stride
        for x in 0..<view.width {
          brightest = max(brightest, unsafe row.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self))
        }
      }
    }
    guard UInt16(littleEndian: brightest) > limit else { return }
    count += 1
    maximum = max(maximum, UInt16(littleEndian: brightest))
  }
}
