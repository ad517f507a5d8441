extension PixelFormat {
  /// The shape of one plane of a picture, without padding.
  ///
  /// - Shape: `[height][width][components]` samples, row-major. In packed 4:2:2, a row of odd width ends with a complete group, which includes an
  ///   unused luma sample and C′R.
  public struct Plane: Hashable, Sendable {
    /// The number of positions in a row, each with one sample of every component in this plane, and the number of rows.
    public let width, height: Int
    /// The number of samples at each position: of the interleaved components; in packed 4:2:2, of Y′ and one chroma component.
    public let components: Int
    /// The number of bytes in a row.
    public let bytesPerRow: Int

    /// The number of bytes in all rows.
    public var byteCount: Int { bytesPerRow * height }
  }

  /// The planes of a picture with this size.
  ///
  ///     PixelFormat.nv12.planes(width: 5, height: 3)[1]  // 3 × 2, 2 components, 6 bytes in a row
  ///
  /// They are in file order. If subsampling does not divide a side, chroma is rounded up.
  ///
  /// - Domain: Sides of 1 or more.
  public func planes(width: Int, height: Int) -> [Plane] {
    (0..<planeCount).map { plane($0, width: width, height: height) }
  }

  func plane(_ index: Int, width: Int, height: Int) -> Plane {
    let samples = samples(ofPlane: index, columns: 0..<width, rows: 0..<height)
    // The chroma packed with two pixels belongs to the first, but ends after the second.
    let codes = (samples.columns.count + pixelsPerGroup - 1) / pixelsPerGroup * Int(groups[index])
    let bytes = (codes + codesPerWord - 1) / codesPerWord * bytesPerSample
    return Plane(
      width: samples.columns.count, height: samples.rows.count, components: components(ofPlane: index),
      bytesPerRow: (bytes + rowAlignment - 1) / rowAlignment * rowAlignment)
  }

  /// The number of pixels with a group of codes.
  var pixelsPerGroup: Int { planeCount == 1 && chroma == .c422 ? 2 : 1 }

  /// The number of codes at each position of a plane, or of samples if these have all codes of a pixel.
  package func components(ofPlane index: Int) -> Int {
    layout == .word && chroma == .c444 ? 1 : Int(groups[index]) / pixelsPerGroup
  }

  /// The number of bytes from the start of a row of a plane to a column; for codes of several pixels in a word, to a group of whole words.
  func byteOffset(ofPlane index: Int, _ column: Int) -> Int {
    column / columnsPerPart * columnsPerPart * Int(groups[index]) * bytesPerSample / (pixelsPerGroup * codesPerWord)
  }

  /// The number of columns that start at a byte of their own: 1, or 6 where words have codes of several pixels.
  var columnsPerPart: Int { isUnpacked ? 1 : 6 }

  /// Whether each code, or all codes of a pixel, have a sample of their own.
  package var isUnpacked: Bool { layout != .word || chroma == .c444 }

  /// The format in whose samples codes of this one are converted: the planar one if words have codes of several pixels.
  package var unpacked: PixelFormat { isUnpacked ? self : planar()! }

  /// The number of samples of a component in a row, and the number of rows, in a picture of this size.
  ///
  ///     PixelFormat.nv12.grid(ofComponent: 1, width: 5, height: 3)  // 3 × 2
  ///
  /// - Domain: `0..<componentCount`, in the order Y′, C′B, C′R, or R′, G′, B′, then alpha.
  public func grid(ofComponent component: Int, width: Int, height: Int) -> (width: Int, height: Int) {
    let samples = samples(ofPlane: component, columns: 0..<width, rows: 0..<height)
    return (samples.columns.count, samples.rows.count)
  }

  /// The part of a plane, or of the component with the same index, that belongs to a rectangle of pixels.
  ///
  /// A chroma sample belongs to the first of the pixels that share it: rectangles that tile a picture contain each of its samples once, wherever they
  /// start.
  package func samples(
    ofPlane index: Int, columns: Range<Int>, rows: Range<Int>
  ) -> (columns: Range<Int>, rows: Range<Int>) {
    guard model == .yCbCr, index == 1 || index == 2 else { return (columns, rows) }
    return (columns.halved(chroma.log2Horizontal), rows.halved(chroma.log2Vertical))
  }

  /// Whether a pixel has a chroma sample of its own, as the first one of a picture does.
  package func hasChromaSample(x: Int, y: Int) -> Bool {
    x & (1 << chroma.log2Horizontal - 1) == 0 && y & (1 << chroma.log2Vertical - 1) == 0
  }

  /// The number of bytes of a picture with this size in a raw file: all planes, one after another, without padding.
  ///
  ///     PixelFormat.yuv420p10.frameByteCount(width: 3840, height: 2160)  // 24_883_200
  public func frameByteCount(width: Int, height: Int) -> Int {
    planes(width: width, height: height).reduce(0) { $0 + $1.byteCount }
  }

  /// The location of the samples of a component.
  ///
  ///     PixelFormat.gbrp10.location(ofComponent: 0).plane  // 2: red comes after green and blue
  ///
  /// - Parameters:
  ///   - component: `0..<componentCount`, in the order Y′, C′B, C′R, or R′, G′, B′, then alpha.
  ///   - x: The position of the first sample. In `v210`, whose shifts differ, only every third sample is at the step from it.
  /// - Returns: The index of the plane, that of the first sample in a row, the distance to the next, in samples, and the number of bits by which a
  ///   code is shifted left in its sample.
  public func location(
    ofComponent component: Int, at x: Int = 0
  ) -> (plane: Int, offset: Int, step: Int, shift: Int) {
    precondition((0..<componentCount).contains(component), "\(self) has no component \(component)")
    let (first, step) = (Int(firsts[component]) + x * Int(steps[component]), Int(steps[component]))
    return (
      Int(planeIndices[component]), first / codesPerWord, isUnpacked ? step / codesPerWord : step,
      shift + first % codesPerWord * bitDepth
    )
  }

  /// The planar format with the components of this one, except for the given properties; `nil` if there is no such format.
  ///
  ///     PixelFormat.p010.planar(bitDepth: 8)  // yuv420p
  ///
  /// - Parameters:
  ///   - bitDepth: The number of bits of a code, or 32 for floats; `nil` for this format's.
  ///   - chroma: The chroma subsampling.
  ///   - hasAlpha: Whether alpha follows the color components.
  public func planar(bitDepth: Int? = nil, chroma: ChromaSubsampling? = nil, hasAlpha: Bool? = nil) -> PixelFormat? {
    let isFloat = bitDepth.map { $0 == 32 } ?? isFloat
    return Self.allCases.first {
      $0.layout == .planar && $0.model == model && $0.chroma == chroma ?? self.chroma
        && $0.hasAlpha == hasAlpha ?? self.hasAlpha && $0.bitDepth == bitDepth ?? self.bitDepth && $0.isFloat == isFloat
    }
  }

  /// The format like this one with other bits: bi-planar if this one is, otherwise planar; `nil` if there is no such format.
  package func like(bitDepth: Int, hasAlpha: Bool) -> PixelFormat? {
    let twin = Self.allCases.first { $0.layout == .biPlanar && $0.chroma == chroma && $0.bitDepth == bitDepth }
    return (layout == .biPlanar ? twin : nil) ?? planar(bitDepth: bitDepth, hasAlpha: hasAlpha)
  }
}

extension Range<Int> {
  /// The positions in a grid coarser by 2 to the power `times` whose first fine positions are in this range.
  fileprivate func halved(_ times: Int) -> Range {
    let last = (1 << times) - 1
    return (lowerBound + last) >> times..<(upperBound + last) >> times
  }
}
