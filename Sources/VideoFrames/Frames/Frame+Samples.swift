// Checked access to single samples, for tests, previews and inspection. To process whole planes, use `withUnsafePlane`.
extension Frame {
  /// One sample as stored in memory: a code, shifted according to the format's alignment, the bits of a floating-point number, or a word
  /// of several codes.
  ///
  /// - Domain: `x` counts the samples of a row, so a plane with several components has `width × components`.
  /// - Throws: `FrameError.noSample` for a position outside the plane, or a plane that does not exist.
  public func sample(plane: Int, x: Int, y: Int) throws(FrameError) -> UInt32 {
    let at = try byteOffset(plane: plane, x: x, y: y)
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
  /// - Throws: `FrameError.noSample`; `.sampleValue` for a value that does not fit; `.memory` if the storage is shared and the system has
  ///   no memory for a copy.
  public mutating func setSample(_ value: UInt32, plane: Int, x: Int, y: Int) throws(FrameError) {
    let at = try byteOffset(plane: plane, x: x, y: y)
    let size = format.bytesPerSample
    guard size == 4 || value >> UInt32(8 * size) == 0 else {
      throw .sampleValue(Int(value), maximum: 1 << (8 * size) - 1, format: format)
    }
    try makeUnique()
    unsafe withOwnPlane(plane) { bytes in
      switch size {
      case 1: unsafe bytes[at] = UInt8(value)
      case 2: unsafe bytes.storeBytes(of: UInt16(value).littleEndian, toByteOffset: at, as: UInt16.self)
      default: unsafe bytes.storeBytes(of: value.littleEndian, toByteOffset: at, as: UInt32.self)
      }
    }
  }

  /// The code of one component at a position in that component's own grid, for any layout and alignment.
  ///
  ///     try frame.code(component: 1, x: 0, y: 0)  // C′B of the first four pixels, in 4:2:0
  ///
  /// - Domain: Components `0..<componentCount`, in the order Y′, C′B, C′R, or R′, G′, B′, then alpha; formats of codes.
  /// - Range: `0...format.maximumCode`.
  /// - Throws: `FrameError.noComponent` or `.noSample` outside the domain; `.noCodes` for a format of floating-point numbers.
  public func code(component: Int, x: Int, y: Int) throws(FrameError) -> Int {
    let place = try place(ofComponent: component, x: x, y: y, isFloat: false)
    let sample = try sample(plane: place.plane, x: place.x, y: y)
    return Int(sample) >> place.shift & format.maximumCode
  }

  /// Sets the code of one component at a position in that component's own grid.
  ///
  /// - Domain: As in `code(component:x:y:)`; codes `0...format.maximumCode`.
  /// - Throws: As `code(component:x:y:)`; `FrameError.sampleValue` for a code outside the domain; `.memory` if the storage is shared and
  ///   the system has no memory for a copy.
  public mutating func setCode(_ code: Int, component: Int, x: Int, y: Int) throws(FrameError) {
    let place = try place(ofComponent: component, x: x, y: y, isFloat: false)
    guard (0...format.maximumCode).contains(code) else {
      throw .sampleValue(code, maximum: format.maximumCode, format: format)
    }
    let others =
      format.layout == .word
      ? try sample(plane: place.plane, x: place.x, y: y) & ~UInt32(format.maximumCode << place.shift) : 0
    try setSample(others | UInt32(code << place.shift), plane: place.plane, x: place.x, y: y)
  }

  /// The number of one component at a position in that component's own grid, for any layout of floating-point samples.
  ///
  /// It is a signal, nominally `0...1`: 1 corresponds to the maximum code of full range, the nominal peak of a color or opaque alpha.
  ///
  /// - Domain: Components as in `code(component:x:y:)`; floating-point formats.
  /// - Throws: `FrameError.noComponent` or `.noSample` outside the domain; `.noNumbers` for a format of codes.
  public func number(component: Int, x: Int, y: Int) throws(FrameError) -> Float {
    let place = try place(ofComponent: component, x: x, y: y, isFloat: true)
    let bits = try sample(plane: place.plane, x: place.x, y: y)
    return format.sampleType == .half ? Float(halfBits: UInt16(bits)) : Float(bitPattern: bits)
  }

  /// Sets the number of one component at a position in that component's own grid.
  ///
  /// In 16 bits it becomes the nearest representable number, as in a converted frame: ties go to even, and larger magnitudes become ±65504.
  ///
  /// - Domain: As in `number(component:x:y:)`.
  /// - Throws: As `number(component:x:y:)`; `FrameError.memory` if the storage is shared and the system has no memory for a copy.
  public mutating func setNumber(_ number: Float, component: Int, x: Int, y: Int) throws(FrameError) {
    let place = try place(ofComponent: component, x: x, y: y, isFloat: true)
    let bits = format.sampleType == .half ? UInt32(number.halfBits) : number.bitPattern
    try setSample(bits, plane: place.plane, x: place.x, y: y)
  }

  /// The sample of a component; `y` is checked on access.
  private func place(
    ofComponent component: Int, x: Int, y: Int, isFloat: Bool
  ) throws(FrameError) -> (plane: Int, x: Int, shift: Int) {
    guard format.isFloat == isFloat else { throw isFloat ? .noNumbers(format) : .noCodes(format) }
    guard (0..<format.componentCount).contains(component) else { throw .noComponent(component, format: format) }
    let place = format.location(ofComponent: component)
    // A row of packed 4:2:2 ends with the luma of a complete pair.
    let halvings = (1...2).contains(component) ? format.chroma.log2Horizontal : 0
    guard (0..<(width + (1 << halvings) - 1) >> halvings).contains(x) else {
      throw .noSample(plane: place.plane, x: x, y: y, format: format, width: width, height: height)
    }
    return (place.plane, place.offset + x * place.step, place.shift)
  }

  private func byteOffset(plane index: Int, x: Int, y: Int) throws(FrameError) -> Int {
    guard planes.indices.contains(index),
      (0..<planes[index].shape.bytesPerRow / format.bytesPerSample).contains(x),
      (0..<planes[index].shape.height).contains(y)
    else { throw .noSample(plane: index, x: x, y: y, format: format, width: width, height: height) }
    return y * planes[index].stride + x * format.bytesPerSample
  }
}
