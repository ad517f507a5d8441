internal import CToneKernels
package import SystemCalls

/// A perceptual gamut map in the kernels' form, shared by all programs that contain it.
@safe package struct SIMDGamut: Sendable {
  /// The lattice, followed by the numbers that refer to it.
  package let blocks: [AlignedMemory]

  /// Takes the map that was written last.
  package init(_ memory: SIMDMemory) { blocks = memory.blocks }

  /// The numbers, valid as long as this value.
  var numbers: UnsafePointer<lanes_gamut> {
    unsafe UnsafePointer(blocks[blocks.count - 1].bytes.baseAddress!.assumingMemoryBound(to: lanes_gamut.self))
  }
}
