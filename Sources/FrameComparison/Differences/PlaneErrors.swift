internal import Colorimetry
package import VideoFrames

/// The squared errors of the planes of pictures, in codes of the higher bit depth.
package struct PlaneErrors: Sendable {
  private struct Plane {
    /// The sum of squared code differences, also weighted by the first picture's luma, and their number.
    var squares = 0.0, weighted = 0.0
    var count = 0
  }

  /// The planes in the order Y′, C′B, C′R, or R′, G′, B′.
  private var planes: [Plane]
  package let maximum: Int
  /// Whether ``Plane/weighted`` of luma is computed.
  private let isWeighted: Bool
  private let isNarrow: Bool

  /// Makes the errors of pictures of these formats; `nil` if their planes cannot be compared code by code: other components, other chroma
  /// subsampling, or floating-point numbers.
  ///
  /// - Parameter isNarrow: Whether both are in narrow range, where a code of higher bit depth is one of lower depth followed by zero bits.
  package init?(_ first: PixelFormat, _ second: PixelFormat, isNarrow: Bool, isPQ: Bool) {
    guard first.model == second.model, first.chroma == second.chroma, !first.isFloat, !second.isFloat,
      min(first.componentCount, 3) == min(second.componentCount, 3)
    else { return nil }
    planes = Array(repeating: Plane(), count: min(first.componentCount, 3))
    maximum = max(first.maximumCode, second.maximumCode)
    self.isNarrow = isNarrow
    isWeighted = isPQ && isNarrow && first.model == .yCbCr
  }

  package static func += (sum: inout PlaneErrors, other: PlaneErrors) {
    for index in sum.planes.indices {
      sum.planes[index].squares += other.planes[index].squares
      sum.planes[index].count += other.planes[index].count
      sum.planes[index].weighted += other.planes[index].weighted
    }
  }

  /// The peak signal-to-noise ratio of each plane in dB; infinite if the planes are equal.
  ///
  /// - Source: 10 log₁₀(MAX² / MSE), with MAX = 2ⁿ − 1.
  package var psnr: [Double] { planes.map { ratio($0.squares, $0.count) } }

  /// The PSNR with luma errors weighted by the luma code; `nil` for signals other than PQ.
  ///
  /// - Source: The weight of JVET's common test conditions for PQ luma: 2^(y/3), y = 0.015 Y′₁₀ − 7.5 within −3…6.
  package var weightedPSNR: Double? { isWeighted ? ratio(planes[0].weighted, planes[0].count) : nil }

  private func ratio(_ squares: Double, _ count: Int) -> Double {
    guard squares > 0 else { return .infinity }
    return 10 * Elementary.log10(Double(maximum * maximum) * Double(count) / squares)
  }

  package mutating func add(_ first: borrowing FrameView, _ second: borrowing FrameView) {
    let areAlike = first.format.maximumCode == second.format.maximumCode
    for component in planes.indices {
      let (a, b) = unsafe (ComponentRows(component, of: first), ComponentRows(component, of: second))
      let size = first.format.grid(ofComponent: component, width: first.width, height: first.height)
      let isChroma = first.format.model == .yCbCr && component > 0
      let firstScale = CodeScale(first.format, to: maximum, isChroma: isChroma, isNarrow: isNarrow)
      let secondScale = CodeScale(second.format, to: maximum, isChroma: isChroma, isNarrow: isNarrow)
      let isWeighted = isWeighted && component == 0
      var (squares, weighted) = (0.0, 0.0)
      var (one, other) = ([Int32](repeating: 0, count: size.width), [Int32](repeating: 0, count: size.width))
      for y in 0..<size.height {
        let plain = areAlike ? unsafe a.squares(b, y, count: size.width) : nil
        let heavy = plain != nil && isWeighted ? unsafe a.weightedSquares(b, y, count: size.width, Self.weights) : nil
        if let plain, !isWeighted || heavy != nil {
          squares += plain
          weighted += heavy ?? 0
          continue
        }
        unsafe a.read(y, into: &one)
        unsafe b.read(y, into: &other)
        for x in one.indices {
          let difference = firstScale(one[x]) - secondScale(other[x])
          let square = difference * difference
          squares += square
          // Depths below 10 bits shift left.
          if isWeighted { weighted += square * Self.weights[Int(one[x]) >> (first.format.bitDepth - 10)] }
        }
      }
      planes[component].squares += squares
      planes[component].weighted += weighted
      planes[component].count += size.width * size.height
    }
  }

  private static let weights = (0..<1024).map { code in
    Elementary.exp2(min(max(0.015 * Double(code) - 1.5 - 6, -3), 6) / 3)
  }
}

private struct CodeScale {
  private let scale, zero, newZero: Double

  init(_ format: PixelFormat, to maximum: Int, isChroma: Bool, isNarrow: Bool) {
    scale =
      isNarrow ? Double(maximum + 1) / Double(format.maximumCode + 1) : Double(maximum) / Double(format.maximumCode)
    (zero, newZero) = isChroma ? (Double(format.maximumCode + 1) / 2, Double(maximum + 1) / 2) : (0, 0)
  }

  func callAsFunction(_ code: Int32) -> Double { (Double(code) - zero) * scale + newZero }
}

/// The codes of one component of a picture, row by row.
@unsafe struct ComponentRows {
  private let start: UnsafeRawPointer
  private let stride, offset, step, bytes, right: Int
  private let mask: UInt32

  init(_ component: Int, of view: borrowing FrameView) {
    let format = view.format
    let location = format.location(ofComponent: component)
    let plane = view.planes[location.plane]
    unsafe (start, stride) = (plane.start!, plane.stride)
    unsafe (offset, step) = (location.offset, location.step)
    unsafe (bytes, right) = (format.bytesPerSample, location.shift)
    unsafe mask = UInt32(format.maximumCode)
  }

  /// Returns the sum of squared differences between a row and another picture's; `nil` if the two are stored differently.
  func squares(_ other: ComponentRows, _ y: Int, count: Int) -> Double? {
    guard unsafe step == 1 && other.step == 1 && bytes == other.bytes && right == other.right else { return nil }
    let (one, two) = unsafe (start + y * stride, other.start + y * other.stride)
    switch unsafe bytes {
    case 1:
      let a = unsafe one.assumingMemoryBound(to: UInt8.self) + offset
      let b = unsafe two.assumingMemoryBound(to: UInt8.self) + other.offset
      return unsafe Self.squares(count) { unsafe Int16(truncatingIfNeeded: Int32(a[$0]) &- Int32(b[$0])) }
    case 2 where unsafe mask < 1 << 12:
      let a = unsafe one.assumingMemoryBound(to: UInt16.self) + offset
      let b = unsafe two.assumingMemoryBound(to: UInt16.self) + other.offset
      let right = unsafe Int32(right)
      return unsafe Self.squares(count) { x in
        unsafe Int16(truncatingIfNeeded: (Int32(a[x]) &>> right) &- (Int32(b[x]) &>> right))
      }
    default: return nil
    }
  }

  /// Returns the same for codes of 10 bits or more in two bytes, each square weighted by the first picture's 10-bit code; `nil` for other formats.
  ///
  /// - Precondition: ``squares(_:_:count:)`` has a result.
  func weightedSquares(_ other: ComponentRows, _ y: Int, count: Int, _ weights: [Double]) -> Double? {
    guard unsafe bytes == 2 && mask >= 1023 else { return nil }
    let a = unsafe (start + y * stride).assumingMemoryBound(to: UInt16.self) + offset
    let b = unsafe (other.start + y * other.stride).assumingMemoryBound(to: UInt16.self) + other.offset
    let (right, mask) = unsafe (Int32(right), Int32(mask))
    let shift = Int32((mask + 1).trailingZeroBitCount - 10)
    return unsafe weights.withUnsafeBufferPointer { weights in
      func square(_ x: Int) -> Double {
        let code = unsafe Int32(a[x]) &>> right
        let difference = unsafe Double(code &- Int32(b[x]) &>> right)
        return unsafe weights[Int((code & mask) &>> shift)] * difference * difference
      }
      // Four sums, so that consecutive additions do not wait for each other.
      var (first, second, third, fourth) = (0.0, 0.0, 0.0, 0.0)
      var x = 0
      while x + 3 < count {
        first += square(x)
        second += square(x + 1)
        third += square(x + 2)
        fourth += square(x + 3)
        x += 4
      }
      while x < count {
        first += square(x)
        x += 1
      }
      return first + second + third + fourth
    }
  }

  /// Returns the sum of squares of numbers below 2¹², in chunks that fit into 32 bits.
  @inline(__always) private static func squares(_ count: Int, _ difference: (Int) -> Int16) -> Double {
    var sum: Int64 = 0
    var first = 0
    while first < count {
      let end = min(first + 64, count)
      var piece: Int32 = 0
      for x in first..<end {
        let value = Int32(difference(x))
        piece &+= value &* value
      }
      sum &+= Int64(piece)
      first = end
    }
    return Double(sum)
  }

  /// Reads a row of codes, as many as the buffer holds.
  func read(_ y: Int, into codes: inout [Int32]) {
    let row = unsafe start + y * stride
    switch unsafe (bytes, step) {
    case (1, 1):
      let samples = unsafe row.assumingMemoryBound(to: UInt8.self) + offset
      for x in codes.indices { unsafe codes[x] = Int32(samples[x]) }
    case (2, 1):
      let samples = unsafe row.assumingMemoryBound(to: UInt16.self) + offset
      for x in codes.indices { unsafe codes[x] = (Int32(samples[x]) &>> Int32(right)) }
    case (1, _):
      for x in codes.indices { unsafe codes[x] = Int32((row + offset + x * step).load(as: UInt8.self)) }
    case (2, _):
      for x in codes.indices {
        let sample = unsafe (row + 2 * (offset + x * step)).loadUnaligned(as: UInt16.self)
        unsafe codes[x] = (Int32(sample) &>> Int32(right))
      }
    default:
      for x in codes.indices {
        let sample = unsafe (row + 4 * (offset + x * step)).loadUnaligned(as: UInt32.self)
        unsafe codes[x] = Int32(truncatingIfNeeded: (sample &>> UInt32(right)) & mask)
      }
    }
  }
}
