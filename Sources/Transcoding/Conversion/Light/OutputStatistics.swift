internal import Synchronization
internal import ToneMapping

/// The light of the written frames, and the HDR10+ metadata computed from it.
///
/// The source's per-frame metadata does not describe mapped pictures, so none of it is kept.
final class OutputStatistics: Sendable {
  private let header: ClipHeader
  private let meter: FrameLightMeter
  private let destination: Destination
  /// Whether the metadata goes to standard output, so that reports go elsewhere.
  var isOnStandardOutput: Bool { destination.isStandardOutput }
  private let frames = Mutex<[FrameSummary]>([])

  /// - Parameters:
  ///   - output: The plan that writes the frames.
  ///   - clip: The clip that the frames are made from.
  /// - Throws: `settings` if the output is not PQ, since HDR10+ describes only PQ.
  init(
    of output: ConversionPlan, for clip: Clip, at path: Path, in outputs: Outputs, threads: Int,
    on instructions: InstructionSet
  ) throws {
    guard output.targetTags.transfer == .pq else {
      throw TranscodingError.light(.outputIsNotPQ(output.targetTags.transfer))
    }
    destination = try outputs.open(path, as: "the HDR10+ JSON of the output")
    var written = clip
    (written.source, written.format) = (
      Source(color: output.targetTags, alpha: output.outputAlpha), output.outputFormat
    )
    let pass = try LightPass(over: written, threads: threads, on: instructions)
    (header, meter) = (pass.header, try FrameLightMeter(pass))
  }

  func take(_ picture: some Picture, index: Int) throws {
    let light = try meter.measure(picture, index: index, seconds: nil)
    frames.withLock { $0.append(FrameSummary(light)) }
  }

  func finish() throws(TranscodingError) {
    let statistics = ClipStatistics(header: header, frames: frames.withLock(\.self))
    let document = statistics.hdr10Plus(by: .init(name: "tonemap", version: Release.version))
    let json: [UInt8]
    do { json = try document.json() } catch { throw .light(.unwritableHDR10Plus(error)) }
    try destination.write(json)
  }
}
