internal import HDRMetadata
package import ToneMapping

extension PictureKind {
  package func check(_ plan: ConversionPlan) throws(TranscodingError) {
    let color = plan.targetTags
    if row.holdsAlpha, plan.options.alpha == .kept(.premultiplied), plan.outputFormat.hasAlpha {
      throw .output(.premultipliedPicture(self))
    }
    guard !row.statesColor else { return }
    let assumed = assumedDisplay
    guard !color.isHDR, color.primaries == assumed.primaries else {
      throw .output(.otherThanSRGB(self, [color.transfer?.ffmpegName, color.primaries?.ffmpegName].compactMap(\.self)))
    }
    let isUsual =
      color.matrix == assumed.matrix && color.range == assumed.range && color.chromaLocation == assumed.chromaLocation
    guard isUsual || plan.outputFormat.model != .yCbCr else { throw .output(.otherThanAssumed(self)) }
  }
}
