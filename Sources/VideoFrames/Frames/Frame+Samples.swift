// Checked access to single samples, for tests, previews and inspection. To process whole planes, use `withUnsafePlane`.
extension Frame {
  /// The code of one component at a position in that component's own grid, for any layout and alignment.
  ///
  ///     try frame.code(component: 1, x: 0, y: 0)  // C′B of the first four pixels, in 4:2:0
  ///
  /// - Domain: Components `0..<componentCount`, in the order Y′, C′B, C′R, or R′, G′, B′, then alpha; formats of codes.
  /// - Range: `0...format.maximumCode`.
  /// - Throws: `FrameError` of `.sample` outside the domain.
  public func code(component: Int, x: Int, y: Int) throws(FrameError) -> Int {
    let place = try place(ofComponent: component, x: x, y: y, isFloat: false)
    return Int(bits(at: place)) >> place.shift & format.maximumCode
  }

  /// Sets the code of one component at a position in that component's own grid.
  ///
  /// - Domain: As in `code(component:x:y:)`; codes `0...format.maximumCode`.
  /// - Throws: `FrameError` of `.sample` outside the domain, of `.memory` if the storage is shared and the system has no memory for a copy.
  public mutating func setCode(_ code: Int, component: Int, x: Int, y: Int) throws(FrameError) {
    let place = try place(ofComponent: component, x: x, y: y, isFloat: false)
    guard (0...format.maximumCode).contains(code) else {
      throw FrameError(
        .sample, "the value is \(code)", but: "a sample of \(format) can be 0 to \(format.maximumCode)",
        fix: "check the value and the format")
    }
    let others = format.codesPerWord > 1 ? bits(at: place) & ~UInt32(format.maximumCode << place.shift) : 0
    try setBits(others | UInt32(code << place.shift), at: place)
  }

  /// The number of one component at a position in that component's own grid, for any layout of floating-point samples: a signal, nominally `0...1`.
  /// 1 corresponds to the maximum code of full range, the nominal peak of a color or opaque alpha.
  ///
  /// - Domain: Components as in `code(component:x:y:)`; floating-point formats.
  /// - Throws: `FrameError` of `.sample` outside the domain.
  public func number(component: Int, x: Int, y: Int) throws(FrameError) -> Float {
    let place = try place(ofComponent: component, x: x, y: y, isFloat: true)
    let bits = bits(at: place)
    return format.bitDepth == 16 ? Float(halfBits: UInt16(bits)) : Float(bitPattern: bits)
  }

  /// Sets the number of one component at a position in that component's own grid. In 16 bits it becomes the nearest representable number, as in a
  /// converted frame: ties go to even, and larger magnitudes become ±65504.
  ///
  /// - Domain: As in `number(component:x:y:)`.
  /// - Throws: As `setCode(_:component:x:y:)`.
  public mutating func setNumber(_ number: Float, component: Int, x: Int, y: Int) throws(FrameError) {
    let place = try place(ofComponent: component, x: x, y: y, isFloat: true)
    try setBits(format.bitDepth == 16 ? UInt32(number.halfBits) : number.bitPattern, at: place)
  }

  /// A sample: its plane, its first byte there, and the shift of the component in it.
  private typealias Place = (plane: Int, byte: Int, shift: Int)

  private func place(ofComponent component: Int, x: Int, y: Int, isFloat: Bool) throws(FrameError) -> Place {
    guard format.isFloat == isFloat else {
      let kinds = isFloat ? ("a floating-point number", "codes") : ("a code", "floating-point numbers")
      throw FrameError(
        .sample, "\(kinds.0) was asked for", but: "\(format) stores \(kinds.1)", fix: "ask for \(kinds.1)")
    }
    guard (0..<format.componentCount).contains(component) else {
      throw FrameError(
        .sample, "component \(component) was asked for",
        but: "\(format) has components 0 to \(format.componentCount - 1)", fix: "choose one of them")
    }
    // A row of packed 4:2:2 ends with the luma of a complete pair.
    let grid = format.grid(ofComponent: component, width: width, height: height)
    guard (0..<grid.width).contains(x), (0..<grid.height).contains(y) else {
      throw FrameError(
        .sample, "the sample at \(x), \(y) of plane \(format.location(ofComponent: component).plane) was asked for",
        but: "\(Self.text(format, width, height)) does not have it",
        fix: "check the position; subsampled planes are smaller, and positions count from 0")
    }
    let (plane, offset, _, shift) = format.location(ofComponent: component, at: x)
    return (plane, y * planes[plane].stride + offset * format.bytesPerSample, shift)
  }

  private func bits(at place: Place) -> UInt32 {
    unsafe withUnsafePlane(place.plane) { bytes in
      (0..<format.bytesPerSample).reduce(0) { unsafe $0 | UInt32(bytes[place.byte + $1]) << UInt32(8 * $1) }
    }
  }

  private mutating func setBits(_ value: UInt32, at place: Place) throws(FrameError) {
    try makeUnique()
    let size = format.bytesPerSample
    unsafe withOwnPlane(place.plane) { bytes in
      for index in 0..<size { unsafe bytes[place.byte + index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * index)) }
    }
  }
}

// `Float16` does not exist on every system that Swift supports, so the conversions are implemented here.
extension Float {
  /// The exact value of these IEEE 754 binary16 bits.
  package init(halfBits bits: UInt16) {
    let (exponent, fraction) = (Int(bits >> 10 & 31), Float(bits & 1023))
    let magnitude: Float =
      switch exponent {
      case 0: fraction * 0x1p-24
      case 31: fraction == 0 ? .infinity : .nan
      default: (fraction + 1024) * Float(sign: .plus, exponent: exponent - 25, significand: 1)
      }
    self = bits >> 15 == 0 ? magnitude : -magnitude
  }

  /// The bits of the nearest binary16 number; ties go to even, larger magnitudes become ±65504, and every NaN becomes the same NaN.
  var halfBits: UInt16 {
    guard !isNaN else { return 0x7e00 }
    let magnitude = min(magnitude, 65504)
    // Below 2⁻¹⁴ the spacing of the numbers stays constant.
    let exponent = max(Int(magnitude.exponent), -14)
    let units = magnitude * Float(sign: .plus, exponent: 10 - exponent, significand: 1)
    let bits = (exponent + 14) << 10 + Int(units.rounded(.toNearestOrEven))
    return UInt16(bits) | (sign == .minus ? 0x8000 : 0)
  }
}
