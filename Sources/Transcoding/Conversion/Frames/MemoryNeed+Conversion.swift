internal import SystemCalls
internal import ToneMapping

extension MemoryNeed {
  /// The memory for a conversion.
  init(of plan: ConversionPlan, for clip: Clip, threads: Int, isPNG: Bool, hasPreview: Bool, heldFrames: Int = 0) {
    let size = clip.openedSize
    func bytes(_ format: PixelFormat) -> Int { format.frameByteCount(width: size.width, height: size.height) }
    let frames =
      FramePump<RawPicture>.picturesOnEachSide * (bytes(plan.inputFormat) + bytes(plan.outputFormat))
      + heldFrames * bytes(plan.inputFormat)
    // A planar frame, and the memory of its PNG.
    let preview = hasPreview ? 5 * bytes(.gbrap) : 0
    let pictures = isPNG ? 4 * bytes(plan.outputFormat) : 0
    // The background picture, as read and as used.
    let background = plan.needsBackground ? 2 * bytes(Background.pictureFormat) : 0
    // Three planes of numbers where subsampled chroma is weighted by coverage.
    let isWeighed = plan.inputFormat.hasAlpha && plan.inputFormat.chroma != .c444
    let coverage = isWeighed ? 3 * bytes(.gbrpf32) / 6 : 0
    self.init(
      frames + background + coverage + max(preview, pictures) + (threads + DispatchThreads.ofFrameLoop + 1)
        * Self.ofThread
        + Self.ofProgram
        + Self.copies * (plan.lookupTable?.cube?.values.count ?? 0) * MemoryLayout<SIMD4<Float>>.stride)
  }

  /// The copies of a lookup table's cube: as read, multiplied by the output's matrix, and laid out for the kernels.
  private static let copies = 3
}
