internal import CLanes
internal import LookupTables
internal import ToneKernels

/// Memory for the data that the kernels read: tables aligned to 64 bytes, freed all at once.
@safe final class LaneMemory {
  /// The allocated blocks, in order.
  private(set) var blocks: [UnsafeMutableRawBufferPointer] = unsafe []

  deinit { unsafe blocks.forEach { unsafe $0.deallocate() } }

  /// Copies numbers to memory aligned to 64 bytes.
  func floats(_ numbers: [Float]) -> UnsafeMutablePointer<Float> {
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1, numbers.count) * MemoryLayout<Float>.stride, alignment: 64)
    unsafe blocks.append(bytes)
    let floats = unsafe bytes.baseAddress!.bindMemory(to: Float.self, capacity: numbers.count)
    unsafe floats.initialize(from: numbers, count: numbers.count)
    return unsafe floats
  }

  /// Copies values that the kernels read in place.
  func values<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafeMutableBufferPointer<Value> {
    let buffer = UnsafeMutableBufferPointer<Value>.allocate(capacity: values.count)
    unsafe blocks.append(UnsafeMutableRawBufferPointer(buffer))
    _ = unsafe buffer.initialize(fromContentsOf: values)
    return unsafe buffer
  }

  /// A curve in the kernels' form.
  func curve(_ curve: CompiledCurve) -> lanes_curve {
    var out = unsafe lanes_curve()
    unsafe out.tables = UnsafePointer(floats(curve.tables))
    unsafe (out.degree, out.low, out.high) = (Int32(curve.degree), curve.low, curve.limit)
    if case .pieces(let pieces) = curve.form {
      unsafe out.piece_of_cell = UnsafePointer(values(pieces.pieceOfCell).baseAddress!)
      unsafe (out.roots, out.mantissa_bits) = (Int32(pieces.roots), Int32(pieces.mantissaBits))
      unsafe (out.scale, out.offset) = (pieces.scale, pieces.offset)
    }
    return unsafe out
  }

  /// A lattice in the kernels' form.
  func lattice(_ lattice: Lattice) -> UnsafeMutablePointer<lanes_lattice> {
    func three(_ v: SIMD3<Float>) -> (Float, Float, Float) { (v.x, v.y, v.z) }
    return unsafe values([
      lanes_lattice(
        entries: floats(lattice.entries), size: Int32(lattice.size), scale: three(lattice.scale),
        offset: three(lattice.offset), added: three(lattice.added))
    ]).baseAddress!
  }
}
