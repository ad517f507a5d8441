extension PixelFormat {
  /// The shape of one plane of a picture, without padding.
  ///
  /// - Shape: `[height][width][components]` samples, row-major.
  public struct Plane: Hashable, Sendable {
    /// The positions in a row, each with one sample of every component in this plane.
    public let width: Int
    /// The rows.
    public let height: Int
    /// The number of components interleaved in a row.
    public let components: Int
    /// The number of bytes in a row.
    public let bytesPerRow: Int

    /// The number of bytes in all rows.
    public var byteCount: Int { bytesPerRow * height }
  }

  /// The location of the samples of one component.
  public struct Location: Hashable, Sendable {
    /// The index of the plane.
    public let plane: Int
    /// The index of the component's first sample in a row.
    public let offset: Int
    /// The number of samples from one of this component to the next.
    public let step: Int
  }

  /// The number of planes, 1…4.
  public var planeCount: Int {
    switch layout {
    case .planar: componentCount
    case .biPlanar: 2
    case .packed: 1
    }
  }

  /// The planes of a picture with this size.
  ///
  ///     PixelFormat.nv12.planes(width: 5, height: 3)[1]  // 3 × 2, 2 components, 6 bytes in a row
  ///
  /// If subsampling does not divide a side, chroma is rounded up to one more sample.
  ///
  /// - Domain: Sides of 1 or more.
  /// - Returns: The planes, in file order.
  public func planes(width: Int, height: Int) -> [Plane] {
    (0..<planeCount).map { plane($0, width: width, height: height) }
  }

  /// One of those planes.
  func plane(_ index: Int, width: Int, height: Int) -> Plane {
    let samples = samples(ofPlane: index, columns: 0..<width, rows: 0..<height)
    let components = layout == .packed ? componentCount : layout == .biPlanar && index == 1 ? 2 : 1
    return Plane(
      width: samples.columns.count, height: samples.rows.count, components: components,
      bytesPerRow: samples.columns.count * components * bytesPerSample)
  }

  /// The part of a plane that belongs to a rectangle of pixels.
  ///
  /// A chroma sample belongs to the first of the pixels that share it: rectangles that cover a picture once have each of its
  /// samples once, wherever they begin.
  package func samples(
    ofPlane index: Int, columns: Range<Int>, rows: Range<Int>
  ) -> (columns: Range<Int>, rows: Range<Int>) {
    guard model == .yCbCr, index == 1 || index == 2 else { return (columns, rows) }
    return (columns.halved(chroma.log2Horizontal), rows.halved(chroma.log2Vertical))
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
  /// - Domain: `0..<componentCount`, in the order Y′, C′B, C′R, or R′, G′, B′, then alpha.
  public func location(ofComponent component: Int) -> Location {
    precondition((0..<componentCount).contains(component), "\(self) has no component \(component)")
    return switch layout {
    case .packed: Location(plane: 0, offset: component, step: componentCount)
    case .biPlanar where component > 0: Location(plane: 1, offset: component - 1, step: 2)
    case .planar where model == .rgb && component < 3: Location(plane: (component + 2) % 3, offset: 0, step: 1)
    default: Location(plane: component, offset: 0, step: 1)
    }
  }
}

extension Range<Int> {
  /// The positions of a grid that is coarser by 2 to the power `times` whose first fine positions are in this range.
  fileprivate func halved(_ times: Int) -> Range {
    let last = (1 << times) - 1
    return (lowerBound + last) >> times..<(upperBound + last) >> times
  }
}
