/// Converts stored frames to shown frames: cropped, mirrored and turned, or scaled.
///
/// Where rows become columns, or a crop would cut through chroma samples, chroma is in positions that formats and chroma locations may not be
/// able to describe. Each pixel then gets its own 16-bit chroma sample, by the filter with which plans read chroma, so nothing moves by half a
/// sample.
package struct FrameShape: Sendable {
  /// The part of the stored frame, and its orientation when shown.
  private let part: PictureGeometry.Crop
  private let orientation: PictureOrientation
  private let stored: PixelFormat
  /// The layout of shown frames.
  let format: PixelFormat
  let size: PictureSize
  private let isWidened: Bool
  private let location: ChromaLocation
  private let isFullRange: Bool
  private let scaler: FrameScaler?

  /// Whether shown frames are parts of the memory of stored frames.
  let isCutOnly: Bool

  init(
    _ geometry: FrameGeometry, of stored: PixelFormat, _ size: PictureSize, location: ChromaLocation, isFullRange: Bool
  ) {
    let (part, layout) = (geometry.part(of: size), stored)
    let stored = layout.unpacked
    (self.part, self.stored, orientation) = (part, stored, geometry.orientation)
    (self.location, self.isFullRange) = (location, isFullRange)
    scaler = geometry.scaled.map { scaled in
      precondition(geometry.crop == nil && geometry.orientation.isUpright, "frames are scaled as they are")
      return FrameScaler(
        stored, from: size, to: scaled.size, chroma: location, isFullRange: isFullRange, threads: scaled.threads,
        on: scaled.instructions)
    }
    self.size = geometry.scaled?.size ?? geometry.size(of: size)
    let (across, down) = (1 << stored.chroma.log2Horizontal, 1 << stored.chroma.log2Vertical)
    let isInside = part.left + part.width <= size.width && part.top + part.height <= size.height
    isCutOnly =
      isInside && geometry.scaled == nil && orientation.isUpright && part.left % across == 0 && part.top % down == 0
      && (layout.isUnpacked || part.left == 0)
    isWidened = stored.chroma != .c444
    let planar = isWidened ? stored.planar(bitDepth: 16, chroma: .c444) : stored.planar()
    guard let format = isCutOnly ? layout : scaler?.format ?? planar else {
      preconditionFailure("every format has a planar one of 4:4:4")
    }
    self.format = format
  }

  /// Lends the part of a stored frame that is shown.
  ///
  /// - Precondition: `isCutOnly`.
  func cut(_ view: borrowing FrameView, _ body: (borrowing FrameView) throws -> Void) throws {
    precondition(isCutOnly)
    try view.withTile(columns: part.left..<part.left + part.width, rows: part.top..<part.top + part.height) { tile in
      // The part is a picture of its own, not a tile of the stored picture.
      try body(unsafe FrameView(format, width: part.width, height: part.height, planes: tile.planes))
    }
  }

  /// Makes a shown frame.
  ///
  /// - Precondition: Not `isCutOnly`; the frames have these layouts and sizes.
  func make(_ shown: inout Frame, of view: borrowing FrameView) throws {
    if !view.format.isUnpacked { return try view.withUnpacked { try make(&shown, of: $0) } }
    precondition(view.format == stored && shown.format == format)
    if let scaler { return try scaler.scale(view, into: &shown) }
    let planes = view.planes
    for component in 0..<stored.componentCount {
      let location = stored.location(ofComponent: component)
      let index = format.location(ofComponent: component).plane
      let isChroma = stored.model == .yCbCr && (component == 1 || component == 2) && stored.chroma != .c444
      let grid = stored.grid(ofComponent: component, width: view.width, height: view.height)
      let source = unsafe ComponentRows(
        start: planes[location.plane].start, stride: planes[location.plane].stride, component, stored, grid)
      let stride = shown.planes[index].stride
      try unsafe shown.withUnsafeMutablePlane(index) { target in
        guard let start = target.baseAddress else { return }
        var row = [UInt32](repeating: 0, count: part.width)
        var (above, below) = ([UInt32](repeating: 0, count: grid.width), [UInt32](repeating: 0, count: grid.width))
        for y in 0..<part.height {
          if isChroma {
            interpolate(source, part.top + y, &above, &below, into: &row)
          } else {
            source.read(min(part.top + y, grid.height - 1), from: part.left, into: &row)
            if isWidened { widen(&row, component) }
          }
          unsafe scatter(row, y, to: start, stride: stride)
        }
      }
    }
  }

  private func scatter(_ row: [UInt32], _ y: Int, to start: UnsafeMutableRawPointer, stride: Int) {
    let (right, down) = orientation.axes
    let bytes = format.bytesPerSample
    // The first pixel of the part is in the corner from which its axes point into the picture.
    let x0 = (right.x < 0 ? part.width - 1 : 0) + (down.x < 0 ? part.height - 1 : 0)
    let y0 = (right.y < 0 ? part.width - 1 : 0) + (down.y < 0 ? part.height - 1 : 0)
    var place = (y0 + y * down.y) * stride + (x0 + y * down.x) * bytes
    let step = right.y * stride + right.x * bytes
    for sample in row {
      switch bytes {
      case 1: unsafe start.storeBytes(of: UInt8(truncatingIfNeeded: sample), toByteOffset: place, as: UInt8.self)
      case 2:
        unsafe start.storeBytes(
          of: UInt16(truncatingIfNeeded: sample).littleEndian, toByteOffset: place, as: UInt16.self)
      default: unsafe start.storeBytes(of: sample.littleEndian, toByteOffset: place, as: UInt32.self)
      }
      place += step
    }
  }

  /// Widens codes to 16 bits. Alpha codes have full range.
  private func widen(_ row: inout [UInt32], _ component: Int) {
    let most = UInt32(stored.maximumCode)
    let isChroma = stored.model == .yCbCr && (component == 1 || component == 2)
    for x in row.indices {
      if !isFullRange, component < 3 {
        row[x] <<= UInt32(16 - stored.bitDepth)
      } else if isChroma {
        // Neutral is half of the number of codes.
        let middle = 1 << (stored.bitDepth - 1)
        row[x] = UInt32(min(max(32768 + (2 * (Int(row[x]) - middle) * 65535 + Int(most)) / (2 * Int(most)), 0), 65535))
      } else {
        row[x] = (min(row[x], most) * 65535 + most / 2) / most
      }
    }
  }

  /// Interpolates a row of chroma, with a 16-bit sample for each pixel.
  ///
  /// - Source: The triangle filter of `ChromaTaps`; ITU-T H.265, figure E.1, for the sites.
  private func interpolate(
    _ source: ComponentRows, _ y: Int, _ above: inout [UInt32], _ below: inout [UInt32], into row: inout [UInt32]
  ) {
    // Positions are in quarters of the distance between two chroma samples.
    let down = stored.chroma.log2Vertical > 0 ? 2 * y - location.doubledPhase : 4 * y
    let (last, share) = (source.grid.height - 1, down & 3)
    source.read(min(max(down >> 2, 0), last), from: 0, into: &above)
    source.read(min(max((down >> 2) + 1, 0), last), from: 0, into: &below)
    let end = source.grid.width - 1
    let depth = stored.bitDepth
    let (most, middle) = (stored.maximumCode, 1 << (depth - 1))
    for x in row.indices {
      let across = 2 * (part.left + x) - (location.isCenteredHorizontally ? 1 : 0)
      let (first, second, weight) = (min(max(across >> 2, 0), end), min(max((across >> 2) + 1, 0), end), across & 3)
      func blended(_ row: [UInt32]) -> Int { (4 - weight) * Int(row[first]) + weight * Int(row[second]) }
      let sum = (4 - share) * blended(above) + share * blended(below)
      if isFullRange {
        let code = ((sum - 16 * middle) * 65535 + 8 * most) / (16 * most)
        row[x] = UInt32(min(max(32768 + code, 0), 65535))
      } else {
        row[x] = UInt32((sum << (16 - depth) + 8) >> 4)
      }
    }
  }
}

@safe private struct ComponentRows {
  private let start: UnsafeRawPointer?
  private let stride: Int
  private let offset, step, shift: Int
  private let bytes: Int
  private let mask: UInt32
  let grid: (width: Int, height: Int)

  init(
    start: UnsafeRawPointer?, stride: Int, _ component: Int, _ format: PixelFormat,
    _ grid: (width: Int, height: Int)
  ) {
    unsafe self.start = unsafe start
    (self.stride, self.grid) = (stride, grid)
    (_, offset, step, shift) = format.location(ofComponent: component)
    bytes = format.bytesPerSample
    mask = format.isFloat ? .max : UInt32(format.maximumCode)
  }

  /// Fills a row with samples, repeating the last one beyond the end; codes are in the low bits.
  func read(_ y: Int, from x: Int, into row: inout [UInt32]) {
    guard let start = unsafe start else { return }
    var place = y * stride + (offset + x * step) * bytes
    let count = min(row.count, grid.width - x)
    for index in 0..<count {
      let sample: UInt32 =
        switch bytes {
        case 1: unsafe UInt32(start.load(fromByteOffset: place, as: UInt8.self))
        case 2: unsafe UInt32(UInt16(littleEndian: start.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
        default: unsafe UInt32(littleEndian: start.loadUnaligned(fromByteOffset: place, as: UInt32.self))
        }
      row[index] = sample >> UInt32(shift) & mask
      place += step * bytes
    }
    for index in count..<row.count { row[index] = row[count - 1] }
  }
}

extension Frame {
  /// Returns this picture cropped, mirrored and turned.
  ///
  /// - Precondition: Each pixel has a sample of each component.
  func shown(by geometry: FrameGeometry) throws -> Frame {
    guard !geometry.isIdentity else { return self }
    precondition(format.chroma == .c444)
    let shape = FrameShape(
      geometry, of: format, PictureSize(width: width, height: height), location: .left, isFullRange: true)
    var shown = try Frame(shape.format, width: shape.size.width, height: shape.size.height)
    try withView { view in
      if shape.isCutOnly {
        try shape.cut(view) { cut in try shown.withMutableView { $0.copy(cut) } }
      } else {
        try shape.make(&shown, of: view)
      }
    }
    return shown
  }
}
