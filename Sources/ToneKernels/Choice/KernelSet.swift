package import CToneKernels
internal import ToneKernelsBaseline

#if arch(x86_64)
  internal import ToneKernelsV3
  internal import ToneKernelsV4
#endif

/// The kernels of one instruction set, chosen once and then held by the converter.
///
///     let kernels = KernelSet.best
///     unsafe kernels.read(&job, &row, 0, 512, strip)
///
/// Every set gives the same bits. The jobs, the rows and the strip are described in `CLaneJobs.h`.
@safe package struct KernelSet: Sendable {
  /// The instruction set for which these kernels are compiled.
  package let name: InstructionSet

  /// Fills a strip's rows from a row's samples, from an even column on.
  package let read:
    @Sendable (
      UnsafePointer<lanes_read>, UnsafePointer<lanes_read_row>, _ x: Int, _ count: Int,
      _ strip: UnsafeMutablePointer<Float>
    ) -> Void

  /// Runs a color program over a strip in place.
  package let runProgram:
    @Sendable (UnsafePointer<lanes_program>, _ strip: UnsafeMutablePointer<Float>, _ count: Int) -> Void

  /// Rounds one row of a strip to samples.
  package let write:
    @Sendable (
      UnsafePointer<lanes_write>, _ codes: UnsafePointer<Float>, _ bias: UnsafePointer<Float>, _ count: Int,
      _ target: UnsafeMutableRawPointer
    ) -> Void

  /// Rounds a strip to packed pixels.
  package let writePacked:
    @Sendable (
      UnsafePointer<lanes_write_packed>, _ strip: UnsafePointer<Float>, _ bias: UnsafePointer<Float>, _ count: Int,
      _ target: UnsafeMutableRawPointer
    ) -> Void

  /// Averages encoded rows to one row of chroma samples.
  package let writeChroma: @Sendable (UnsafePointer<lanes_write_chroma>, UnsafePointer<lanes_chroma_row>) -> Void

  /// Runs the last steps of a program on a block, and rounds it to rows of luma and a row of chroma.
  package let writeBlock:
    @Sendable (
      UnsafePointer<lanes_write_block>, UnsafeMutablePointer<lanes_block>, _ strip: UnsafeMutablePointer<Float>
    ) -> Void

  /// Measures the light of pixels; the arguments are a `lanes_light`, the strip and the number of columns.
  package let countLight: @Sendable (UnsafeMutableRawPointer, _ strip: UnsafeMutableRawPointer, _ count: Int) -> Void

  /// Computes a tile of a scaled picture.
  package let scale: @Sendable (UnsafePointer<lanes_scale>) -> Void

  /// The fastest set that can run here.
  package static let best = named(InstructionSet.available[InstructionSet.available.count - 1])!

  /// The kernels of this set, or `nil` if it cannot run here.
  package static func named(_ name: InstructionSet) -> KernelSet? {
    guard InstructionSet.available.contains(name) else { return nil }
    switch name {
    case .baseline:
      return unsafe KernelSet(
        name: name, read: ToneKernelsBaseline.read,
        runProgram: ToneKernelsBaseline.runProgram,
        write: ToneKernelsBaseline.write, writePacked: ToneKernelsBaseline.writePacked,
        writeChroma: ToneKernelsBaseline.writeChroma, writeBlock: ToneKernelsBaseline.writeBlock,
        countLight: ToneKernelsBaseline.countLight,
        scale: ToneKernelsBaseline.scale)
    #if arch(x86_64)
      case .v3:
        return unsafe KernelSet(
          name: name, read: ToneKernelsV3.read,
          runProgram: ToneKernelsV3.runProgram, write: ToneKernelsV3.write,
          writePacked: ToneKernelsV3.writePacked, writeChroma: ToneKernelsV3.writeChroma,
          writeBlock: ToneKernelsV3.writeBlock,
          countLight: ToneKernelsV3.countLight, scale: ToneKernelsV3.scale)
      case .v4:
        return unsafe KernelSet(
          name: name, read: ToneKernelsV4.read,
          runProgram: ToneKernelsV4.runProgram, write: ToneKernelsV4.write,
          writePacked: ToneKernelsV4.writePacked, writeChroma: ToneKernelsV4.writeChroma,
          writeBlock: ToneKernelsV4.writeBlock,
          countLight: ToneKernelsV4.countLight, scale: ToneKernelsV4.scale)
    #else
      case .v3, .v4: return nil
    #endif
    }
  }
}
