internal import Colorimetry
internal import Synchronization
internal import ToneMapping
internal import VideoFrames

/// Counts pictures of PQ that are brighter than the MaxCLL by which they are mapped.
///
/// Of Y′CbCr it is Y′ that is compared, which is at most the maximum of R′, G′ and B′; a picture that is bright in one color alone is not found.
final class BrightPictures: Sendable {
  /// The stated MaxCLL.
  let level: Luminance
  /// The maximum code of a picture that is not brighter.
  private let limit: UInt16
  private let counted = Atomic(0)

  /// Light above the stated that coding with loss can add to a picture of it, as a share.
  private static let margin = 1.1

  /// `nil` if MaxCLL is not what pictures are mapped by, or luma is not integers of more than 8 bits in a plane of its own.
  init?(_ plan: ConversionPlan, of format: PixelFormat) {
    guard plan.peakEvidence == .contentLight, let level = plan.sourceLuminance?.peak,
      [.planar, .biPlanar].contains(format.layout), !format.isFloat, format.bitDepth > 8
    else { return nil }
    let codes = Quantization(bitDepth: format.bitDepth, range: plan.sourceTags.range ?? .narrow)
    let light = min(PerceptualQuantizer.peak, .nits(level.nits * Self.margin))
    self.level = level
    limit = UInt16(codes.rounded(codes.code(luma: PerceptualQuantizer().inverseEOTF(light))).value) << format.shift
  }

  /// How many pictures were brighter.
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
