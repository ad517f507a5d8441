internal import ToneMapping

/// The first frame of the output, as an sRGB display would show it.
///
/// It has its own plan from the output's tags to sRGB, computed like the pictures. HDR output is tone mapped with the defaults, since an 8-bit PNG
/// cannot hold it.
struct Preview {
  private let plan: ConversionPlan
  private let destination: Destination
  /// The orientation in which players show the output.
  private let orientation: PictureOrientation

  init(of output: ConversionPlan, shown orientation: PictureOrientation, at path: Path, in outputs: Outputs) throws {
    self.orientation = orientation
    destination = try outputs.open(path, as: "the preview")
    guard FileEnding.mayBePNG(path) else { throw TranscodingError.output(.previewIsNoPNG("\(path)")) }
    let isHDR = output.targetTags.isHDR
    let peak = output.targetLuminance.peak
    // A lookup table does not state its peak.
    let isKnown = output.lookupTable == nil || output.display.luminance != nil
    plan = try ConversionPlan(
      from: Source(
        color: output.targetTags, metadata: isHDR ? output.metadata : StaticMetadata(), alpha: output.outputAlpha),
      to: .srgb,
      options: isHDR
        ? PlanOptions(
          sourcePeak: isKnown ? peak : nil, referenceWhite: output.options.referenceWhite, alpha: .kept(.straight))
        : PlanOptions(referenceWhite: peak, alpha: .kept(.straight)),
      reading: output.outputFormat, writing: output.outputFormat.hasAlpha ? .gbrap : .gbrp)
  }

  func write(_ source: some Picture, threads: Int, on instructions: InstructionSet) throws {
    var bytes: [UInt8] = []
    try source.withView { source in
      var picture = try Frame(plan.outputFormat, width: source.width, height: source.height)
      var converter = try plan.converter(width: source.width, height: source.height, threads: threads, on: instructions)
      try picture.withOwnView { picture throws(ConversionError) in try converter.convert(source, into: &picture) }
      try MemoryNeed(ofPNG: picture).check()
      picture = try picture.shown(by: FrameGeometry(orientation: orientation))
      bytes = try picture.withView { view throws(TranscodingError) in
        try PNGFile.bytes(of: view, stating: PNGColor(plan.targetTags))
      }
    }
    try destination.write(bytes)
  }
}
