internal import Synchronization
internal import ToneMapping

/// Counts PQ pictures that are brighter than the MaxCLL for which they are mapped.
///
/// For Y′CbCr, Y′ is compared, which is at most the maximum of R′, G′ and B′; a picture that is bright in one color alone is not detected.
final class BrightPictures: Sendable {
  /// The stated MaxCLL.
  let level: Luminance
  /// The maximum code of a picture within the stated level.
  private let limit: UInt16
  private let counted = Atomic(0)

  /// The factor by which lossy coding can raise a picture's light above the stated level.
  private static let margin = 1.1

  /// Returns `nil` if pictures are not mapped by MaxCLL, or luma is not integers of more than 8 bits in its own plane.
  init?(_ plan: ConversionPlan, of format: PixelFormat) {
    guard plan.peakEvidence == .contentLight, let level = plan.sourceLuminance?.peak,
      [.planar, .biPlanar].contains(format.layout), !format.isFloat, format.bitDepth > 8
    else { return nil }
    let codes = Quantization(bitDepth: format.bitDepth, range: plan.sourceTags.range ?? .narrow)
    let light = min(PerceptualQuantizer.peak, .nits(level.nits * Self.margin))
    self.level = level
    limit = UInt16(codes.rounded(codes.code(luma: PerceptualQuantizer().inverseEOTF(light))).value) << format.shift
  }

  var count: Int { counted.load(ordering: .relaxed) }

  func count(_ view: borrowing FrameView) {
    let planes = view.planes
    for plane in view.format.model == .rgb ? 0..<3 : 0..<1 {
      for y in 0..<view.height {
        let row = unsafe planes[plane].start! + y * planes[plane].stride
        var maximum: UInt16 = 0
        for x in 0..<view.width {
          maximum = max(maximum, unsafe row.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self))
        }
        guard UInt16(littleEndian: maximum) <= limit else {
          counted.add(1, ordering: .relaxed)
          return
        }
      }
    }
  }
}
