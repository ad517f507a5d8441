// Checked access to one sample at a time, for tests, previews and inspecting single pixels. To process whole planes,
// use `withUnsafePlane`.
extension Frame {
  /// One sample as stored in memory: a code, shifted according to the format's alignment, the bits of a floating-point number, or a word
  /// of several codes.
  ///
  /// - Domain: `x` counts the samples of a row, so a plane with several components has `width × components`.
  public func sample(plane: Int, x: Int, y: Int) -> UInt32 {
    let at = byteOffset(plane: plane, x: x, y: y)
    return unsafe withUnsafePlane(plane) { bytes in
      switch format.bytesPerSample {
      case 1: UInt32(unsafe bytes[at])
      case 2: UInt32(UInt16(littleEndian: unsafe bytes.load(fromByteOffset: at, as: UInt16.self)))
      default: UInt32(littleEndian: unsafe bytes.load(fromByteOffset: at, as: UInt32.self))
      }
    }
  }

  /// Sets one sample as stored in memory.
  ///
  /// - Domain: `x` as in `sample(plane:x:y:)`; `value` must fit into a sample.
  public mutating func setSample(_ value: UInt32, plane: Int, x: Int, y: Int) {
    let at = byteOffset(plane: plane, x: x, y: y)
    let size = format.bytesPerSample
    unsafe withUnsafeMutablePlane(plane) { bytes in
      switch size {
      case 1: unsafe bytes[at] = UInt8(value)
      case 2: unsafe bytes.storeBytes(of: UInt16(value).littleEndian, toByteOffset: at, as: UInt16.self)
      default: unsafe bytes.storeBytes(of: value.littleEndian, toByteOffset: at, as: UInt32.self)
      }
    }
  }

  /// The code of one component at a position in that component's own grid, for any layout and alignment.
  ///
  ///     frame.code(component: 1, x: 0, y: 0)  // C′B of the first four pixels, in 4:2:0
  ///
  /// - Domain: Components `0..<componentCount`, in the order Y′, C′B, C′R, or R′, G′, B′, then alpha; formats of codes.
  /// - Range: `0...format.maximumCode`.
  public func code(component: Int, x: Int, y: Int) -> Int {
    precondition(!format.isFloat, "\(format) stores floating-point numbers, not codes")
    let place = format.location(ofComponent: component)
    return Int(sample(plane: place.plane, x: place.offset + x * place.step, y: y)) >> place.shift & format.maximumCode
  }

  /// Sets the code of one component at a position in that component's own grid.
  ///
  /// - Domain: As in `code(component:x:y:)`; codes `0...format.maximumCode`.
  public mutating func setCode(_ code: Int, component: Int, x: Int, y: Int) {
    precondition((0...format.maximumCode).contains(code), "code \(code) is outside 0…\(format.maximumCode)")
    let place = format.location(ofComponent: component)
    let at = place.offset + x * place.step
    let others =
      format.layout == .word
      ? sample(plane: place.plane, x: at, y: y) & ~UInt32(format.maximumCode << place.shift) : 0
    setSample(others | UInt32(code << place.shift), plane: place.plane, x: at, y: y)
  }

  /// The number of one component at a position in that component's own grid, for any layout of floating-point samples.
  ///
  /// - Domain: Components as in `code(component:x:y:)`; floating-point formats.
  public func number(component: Int, x: Int, y: Int) -> Float {
    precondition(format.isFloat, "\(format) stores codes, not floating-point numbers")
    let place = format.location(ofComponent: component)
    let bits = sample(plane: place.plane, x: place.offset + x * place.step, y: y)
    return format.sampleType == .half ? Float(halfBits: UInt16(bits)) : Float(bitPattern: bits)
  }

  /// Sets the number of one component at a position in that component's own grid.
  ///
  /// In 16 bits, it becomes the nearest number that they can hold, as in a converted frame: ties go to the even one, and what is too
  /// great becomes ±65504.
  ///
  /// - Domain: As in `number(component:x:y:)`.
  public mutating func setNumber(_ number: Float, component: Int, x: Int, y: Int) {
    precondition(format.isFloat, "\(format) stores codes, not floating-point numbers")
    let place = format.location(ofComponent: component)
    let bits = format.sampleType == .half ? UInt32(number.halfBits) : number.bitPattern
    setSample(bits, plane: place.plane, x: place.offset + x * place.step, y: y)
  }

  private func byteOffset(plane index: Int, x: Int, y: Int) -> Int {
    let plane = planes[index]
    precondition(
      (0..<plane.shape.bytesPerRow / format.bytesPerSample).contains(x) && (0..<plane.shape.height).contains(y),
      "plane \(index) of \(width)×\(height) \(format) has no sample at \(x), \(y)")
    return y * plane.stride + x * format.bytesPerSample
  }
}
