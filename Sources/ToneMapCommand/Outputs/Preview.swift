internal import RawVideo
internal import ToneMapping

/// The first frame of the output, as an sRGB display would show it.
///
/// It goes through a plan of its own, from the output's tags to sRGB: the same truth as the pictures. An HDR output is
/// tone mapped on the way, with the defaults, since a PNG of 8 bits cannot hold it.
struct Preview {
  private let plan: ConversionPlan
  private let destination: Destination

  /// A preview of what a plan puts out.
  init(of output: ConversionPlan, in destination: Destination) throws(CommandError) {
    let isHDR = output.target.isHDR
    let peak = output.targetLuminance.peak
    do {
      plan = try ConversionPlan(
        from: Source(color: output.target, metadata: isHDR ? output.metadata : StaticMetadata()), to: .srgb,
        options: isHDR
          ? PlanOptions(sourcePeak: peak, referenceWhite: output.referenceWhite) : PlanOptions(referenceWhite: peak),
        reading: output.outputFormat, writing: .gbrp)
    } catch {
      throw CommandError(error)
    }
    self.destination = destination
  }

  /// Writes the preview of a frame.
  func write(_ frame: borrowing Frame, threads: Int, on instructions: InstructionSet) throws(CommandError) {
    var picture: Frame
    var converter: FrameConverter
    do {
      picture = try Frame(.gbrp, width: frame.width, height: frame.height)
    } catch {
      throw CommandError(.picture(error))
    }
    do {
      converter = try plan.converter(width: frame.width, height: frame.height, threads: threads, on: instructions)
    } catch {
      throw .usage("\(error)")
    }
    converter.convert(frame, into: &picture)
    try MemoryNeed(ofPNG: picture).check()
    try destination.write(try PNGFile.bytes(of: picture))
    try destination.close()
  }
}
