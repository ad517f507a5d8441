internal import ToneKernelsBaseline

#if arch(x86_64)
  internal import ToneKernelsV3
  internal import ToneKernelsV4
#endif

/// The kernels of one instruction set: chosen once, then held by the converter.
///
///     let kernels = KernelSet.best
///     unsafe kernels.read(&job, &row, 0, 512, strip)
///
/// Every set gives the same bits. The jobs, the rows and the strip are described in `CLaneJobs.h`; each pointer here
/// refers to the C structure that its comment names.
@safe package struct KernelSet: Sendable {
  /// The instructions that these kernels are compiled for.
  package let name: InstructionSet

  /// `lanes_read`, `lanes_read_row`, first column, which is even, columns, strip: fills the strip's rows from a row's samples.
  package let read:
    @Sendable (UnsafeRawPointer, UnsafeRawPointer, _ x: Int, _ count: Int, _ strip: UnsafeMutableRawPointer) -> Void

  /// `lanes_program`, strip, columns: works on the strip in place.
  package let runProgram: @Sendable (UnsafeRawPointer, _ strip: UnsafeMutableRawPointer, _ count: Int) -> Void

  /// `lanes_write`, codes, bias row, columns, the first sample: rounds one row of a strip to samples.
  package let write:
    @Sendable (
      UnsafeRawPointer, _ codes: UnsafeRawPointer, _ bias: UnsafeRawPointer, _ count: Int,
      _ target: UnsafeMutableRawPointer
    ) -> Void

  /// `lanes_write_packed`, strip, bias row, columns, the first pixel: rounds a strip to packed pixels.
  package let writePacked:
    @Sendable (
      UnsafeRawPointer, _ strip: UnsafeRawPointer, _ bias: UnsafeRawPointer, _ count: Int,
      _ target: UnsafeMutableRawPointer
    ) -> Void

  /// `lanes_write_chroma`, `lanes_chroma_row`: averages encoded rows to one row of chroma samples.
  package let writeChroma: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Void

  /// `lanes_write`, `lanes_paired_row`: rounds one row of a block to samples.
  package let writePaired: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Void

  /// `lanes_write_chroma`, `lanes_paired_chroma`, two sums of the column before: averages a block to one row of chroma samples.
  package let writePairedChroma:
    @Sendable (UnsafeRawPointer, UnsafeRawPointer, _ before: UnsafeMutableRawPointer) -> Void

  /// `lanes_light`, levels, the greatest levels of their columns, columns: counts levels of light.
  package let countLight:
    @Sendable (
      UnsafeMutableRawPointer, _ levels: UnsafeRawPointer, _ columns: UnsafeMutableRawPointer, _ count: Int
    ) -> Void

  /// `lanes_statistics`, strip, the greatest light and the sums of codes of its columns, columns: counts the light of pixels.
  package let countStatistics:
    @Sendable (
      UnsafeMutableRawPointer, _ strip: UnsafeMutableRawPointer, _ columns: UnsafeMutableRawPointer,
      _ cells: UnsafeMutableRawPointer, _ count: Int
    ) -> Void

  /// The fastest set that can run here.
  package static let best = named(InstructionSet.available[InstructionSet.available.count - 1])!

  /// The kernels of this set, or `nil` if it cannot run here.
  package static func named(_ name: InstructionSet) -> KernelSet? {
    guard InstructionSet.available.contains(name) else { return nil }
    switch name {
    case .baseline:
      return unsafe KernelSet(
        name: name, read: ToneKernelsBaseline.read, runProgram: ToneKernelsBaseline.runProgram,
        write: ToneKernelsBaseline.write, writePacked: ToneKernelsBaseline.writePacked,
        writeChroma: ToneKernelsBaseline.writeChroma, writePaired: ToneKernelsBaseline.writePaired,
        writePairedChroma: ToneKernelsBaseline.writePairedChroma, countLight: ToneKernelsBaseline.countLight,
        countStatistics: ToneKernelsBaseline.countStatistics)
    #if arch(x86_64)
      case .v3:
        return unsafe KernelSet(
          name: name, read: ToneKernelsV3.read, runProgram: ToneKernelsV3.runProgram, write: ToneKernelsV3.write,
          writePacked: ToneKernelsV3.writePacked, writeChroma: ToneKernelsV3.writeChroma,
          writePaired: ToneKernelsV3.writePaired,
          writePairedChroma: ToneKernelsV3.writePairedChroma,
          countLight: ToneKernelsV3.countLight,
          countStatistics: ToneKernelsV3.countStatistics)
      case .v4:
        return unsafe KernelSet(
          name: name, read: ToneKernelsV4.read, runProgram: ToneKernelsV4.runProgram, write: ToneKernelsV4.write,
          writePacked: ToneKernelsV4.writePacked, writeChroma: ToneKernelsV4.writeChroma,
          writePaired: ToneKernelsV4.writePaired,
          writePairedChroma: ToneKernelsV4.writePairedChroma,
          countLight: ToneKernelsV4.countLight,
          countStatistics: ToneKernelsV4.countStatistics)
    #else
      case .v3, .v4: return nil
    #endif
    }
  }
}
