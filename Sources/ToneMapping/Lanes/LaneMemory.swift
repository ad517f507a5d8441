internal import CLanes
internal import LookupTables
internal import ToneKernels

/// Memory for what the kernels read: tables aligned to 64 bytes, given back all at once.
@safe final class LaneMemory {
  /// What was laid out, in order.
  private(set) var blocks: [UnsafeMutableRawBufferPointer] = unsafe []

  deinit { unsafe blocks.forEach { unsafe $0.deallocate() } }

  /// Numbers, laid out from a multiple of 64 bytes on.
  func floats(_ numbers: [Float]) -> UnsafeMutablePointer<Float> {
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1, numbers.count) * MemoryLayout<Float>.stride, alignment: 64)
    unsafe blocks.append(bytes)
    let floats = unsafe bytes.baseAddress!.bindMemory(to: Float.self, capacity: numbers.count)
    unsafe floats.initialize(from: numbers, count: numbers.count)
    return unsafe floats
  }

  /// Values that the kernels read in place.
  func values<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafeMutableBufferPointer<Value> {
    let buffer = UnsafeMutableBufferPointer<Value>.allocate(capacity: values.count)
    unsafe blocks.append(UnsafeMutableRawBufferPointer(buffer))
    _ = unsafe buffer.initialize(fromContentsOf: values)
    return unsafe buffer
  }

  /// A curve as the kernels read it.
  func curve(_ curve: CompiledCurve) -> lanes_curve {
    unsafe lanes_curve(
      coefficients: floats(curve.coefficients), rows: floats(curve.rows), degree: Int32(curve.degree),
      segments: Int32(curve.segments), mantissa_bits: Int32(curve.mantissaBits), powers: curve.isPower ? 1 : 0,
      scale: curve.scale, offset: curve.offset, low: curve.low, high: curve.high)
  }

  /// A lattice as the kernels read it.
  func lattice(_ lattice: Lattice) -> UnsafeMutablePointer<lanes_lattice> {
    func three(_ v: SIMD3<Float>) -> (Float, Float, Float) { (v.x, v.y, v.z) }
    return unsafe values([
      lanes_lattice(
        entries: floats(lattice.entries), size: Int32(lattice.size), scale: three(lattice.scale),
        offset: three(lattice.offset), added: three(lattice.added))
    ]).baseAddress!
  }
}
