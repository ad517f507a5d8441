package import CToneKernels
internal import LookupTables
package import SystemCalls

/// An allocator of the data that the kernels read. An owner of `blocks` keeps the data alive, and may share it with other threads once it is
/// complete.
@safe package final class SIMDMemory {
  package private(set) var blocks: [AlignedMemory] = []

  package init() {}

  /// Copies values that the kernels read in place.
  package func values<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafeMutablePointer<Value> {
    let byteCount = max(1, values.count) * MemoryLayout<Value>.stride
    guard let block = AlignedMemory(zeros: byteCount) else {
      preconditionFailure("there are no \(byteCount) bytes of memory for the kernels' data")
    }
    blocks.append(block)
    let start = unsafe block.bytes.baseAddress!.bindMemory(to: Value.self, capacity: values.count)
    unsafe start.initialize(from: values, count: values.count)
    return unsafe start
  }

  package func curve(_ curve: CompiledCurve) -> lanes_curve {
    var out = unsafe lanes_curve()
    unsafe out.tables = UnsafePointer(values(curve.tables))
    unsafe (out.degree, out.low, out.high) = (Int32(curve.degree), curve.low, curve.limit)
    guard case .polynomials(let form) = curve.form else {
      unsafe out.form = LANES_POWER
      return unsafe out
    }
    unsafe out.form = form.lift == nil ? LANES_CELLS : LANES_SQUARES
    unsafe (out.roots, out.scale, out.offset, out.lift) = (Int32(form.roots), form.scale, form.offset, form.lift ?? 0)
    if let pieces = form.pieces {
      unsafe out.form = form.lift == nil ? LANES_PIECES : LANES_PIECES_SQUARED
      unsafe out.piece_of_cell = UnsafePointer(values(pieces.ofCell))
      unsafe out.mantissa_bits = Int32(pieces.mantissaBits)
    }
    return unsafe out
  }

  func lattice(_ lattice: Lattice) -> UnsafePointer<lanes_lattice> {
    func three(_ v: SIMD3<Float>) -> (Float, Float, Float) { (v.x, v.y, v.z) }
    let entries = unsafe UnsafeRawPointer(values(lattice.entries)).assumingMemoryBound(to: Float.self)
    return unsafe UnsafePointer(
      values([
        lanes_lattice(
          entries: entries, size: Int32(lattice.size), trilinear: lattice.interpolation == .trilinear ? 1 : 0,
          scale: three(lattice.scale), offset: three(lattice.offset), added: three(lattice.added))
      ]))
  }

  func lookup(_ curve: LookupCurve) -> UnsafePointer<lanes_lookup> {
    let (domain, count) = (curve.domain, curve.values.count)
    var out = unsafe lanes_lookup()
    unsafe out.values = UnsafePointer(values(curve.values))
    unsafe (out.size, out.low, out.high) = (Int32(count), Float(domain.lowerBound), Float(domain.upperBound))
    if let positions = curve.positions {
      var half = 1
      while 2 * half < count { half *= 2 }
      unsafe out.half = Int32(half)
      unsafe out.positions = UnsafePointer(values(positions + [Float](repeating: .infinity, count: 2 * half - count)))
    } else {
      let scale = Double(count - 1) / (domain.upperBound - domain.lowerBound)
      unsafe (out.scale, out.offset) = (Float(scale), Float(-domain.lowerBound * scale))
    }
    return unsafe UnsafePointer(values([out]))
  }
}

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

/// A program laid out in memory for the kernels.
@safe package struct SIMDProgramMemory: Sendable {
  /// The tables, followed by the steps that refer to them.
  private let blocks: [AlignedMemory]
  /// The steps, which keep alive the data that is not in `blocks`.
  private let steps: [SIMDInstruction]
  /// By which a frame's codes are read for the program.
  package let read: SIMDProgram.ReadTransform

  package init(_ program: SIMDProgram) {
    read = program.read
    let memory = SIMDMemory()
    _ = unsafe memory.values(program.steps.map { step in unsafe step.op(in: memory) })
    (blocks, steps) = (memory.blocks, program.steps)
  }

  /// The program in the kernels' form, valid as long as this value.
  package var program: lanes_program {
    let ops = unsafe blocks[blocks.count - 1].bytes.baseAddress!.assumingMemoryBound(to: lanes_op.self)
    return unsafe lanes_program(ops: UnsafePointer(ops), count: Int32(steps.count), stays: 0)
  }
}
