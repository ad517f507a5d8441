internal import CToneKernels
internal import SystemCalls

/// A scaler of pictures of codes, in their signal. Each pixel gets a sample of each component, with 16 bits.
///
/// Chroma is scaled directly from its own grid, so nothing moves by half a sample. The bits do not depend on the threads or the instruction set.
package struct FrameScaler: Sendable {
  /// The layout of scaled pictures.
  package let format: PixelFormat
  private let stored: PixelFormat
  private let components: [Component]
  /// The width of a tile of `LANES_TILE` rows, and the maximum number of its stored columns, in whole vectors.
  private let tileWidth, span: Int
  private let workers: Workers
  private let kernels: KernelSet

  /// A code of 16 bits is `scale · code + bias`, rounded down.
  private typealias Component = (rows: ScaledSide, columns: ScaledSide, scale: Float, bias: Float)

  /// - Parameter isFullRange: Whether codes have full range; alpha always has.
  /// - Precondition: Samples are integer codes.
  package init(
    _ stored: PixelFormat, from old: PictureSize, to size: PictureSize, chroma location: ChromaLocation,
    isFullRange: Bool, threads: Int, on instructions: InstructionSet
  ) {
    let stored = stored.unpacked
    guard !stored.isFloat, let format = stored.planar(bitDepth: 16, chroma: .c444) else {
      preconditionFailure("every format of codes has a planar one of 4:4:4")
    }
    (self.stored, self.format) = (stored, format)
    let (across, down) = (Double(old.width) / Double(size.width), Double(old.height) / Double(size.height))
    let luma = (
      rows: ScaledSide(size.height, of: old.height, step: down, from: (down - 1) / 2),
      columns: ScaledSide(size.width, of: old.width, step: across, from: (across - 1) / 2)
    )
    components = (0..<stored.componentCount).map { index in
      let isChroma = stored.model == .yCbCr && (index == 1 || index == 2)
      let isFull = isFullRange || index == 3
      let scale = isFull ? 65535 / Double(stored.maximumCode) : Double(1 << (16 - stored.bitDepth))
      // Neutral is half of the number of codes.
      let shift = isFull && isChroma ? 32768 - scale * Double(1 << (stored.bitDepth - 1)) : 0
      var (rows, columns) = luma
      let grid = stored.grid(ofComponent: index, width: old.width, height: old.height)
      if isChroma, stored.chroma.log2Vertical > 0 {
        let start = (down - 1) / 4 - Double(location.doubledPhase) / 4
        rows = ScaledSide(size.height, of: grid.height, step: down / 2, from: start)
      }
      if isChroma, stored.chroma.log2Horizontal > 0 {
        let start = (across - 1) / 4 - (location.isCenteredHorizontally ? 0.25 : 0)
        columns = ScaledSide(size.width, of: grid.width, step: across / 2, from: start)
      }
      return (rows, columns, Float(scale), Float(shift + 0.5))
    }
    let tile = Int(LANES_TILE)
    // A quarter of the L1 cache for the rows of floats, where possible.
    let tileWidth = max(tile, Int(min(512 / across, 512)) / tile * tile)
    let spans = components.flatMap { component in
      stride(from: 0, to: size.width, by: tileWidth).map {
        component.columns.stored(for: $0..<min($0 + tileWidth, size.width)).count
      }
    }
    (self.tileWidth, span) = (tileWidth, (spans.reduce(1, max) + tile - 1) / tile * tile)
    workers = Workers(
      atMost: Bands.threads(width: max(old.width, size.width), height: max(old.height, size.height), atMost: threads))
    // The widest set if this one is unavailable.
    kernels = KernelSet.named(instructions) ?? .best
  }

  /// The number of floats that a thread needs.
  private var scratchFloats: Int { (2 * Int(LANES_TILE) + 4) * span }

  /// The stored rows needed for some rows of a picture, where each pixel has its own sample of each component.
  package func storedRows(for rows: Range<Int>) -> Range<Int> { components[0].rows.stored(for: rows) }

  /// Scales a picture, or writes some of its rows from those that they need, of which the view's first is `first`.
  ///
  /// - Precondition: No word of the view has codes of several pixels.
  /// - Throws: ``ConversionError/memory(needed:threads:)``, ``ConversionError/frame(_:)``.
  package func scale(
    _ view: borrowing FrameView, from first: Int = 0, into target: inout Frame, rows: Range<Int>? = nil
  ) throws(ConversionError) {
    precondition(view.format.isUnpacked, "words of \(view.format) have codes of several pixels")
    let needed = workers.count * scratchFloats * MemoryLayout<Float>.stride
    guard let memory = AlignedMemory(zeros: needed) else { throw .memory(needed: needed, threads: workers.count) }
    do { try target.makeUnique() } catch { throw .frame(error) }
    let planes = view.planes
    let rows = rows ?? 0..<target.height
    let bands = (rows.count + Int(LANES_TILE) - 1) / Int(LANES_TILE)
    target.withOwnView { target in
      let targets = target.planes
      workers.perform(iterations: bands * components.count) { index, worker in
        let scratch = unsafe memory.bytes.baseAddress!.assumingMemoryBound(to: Float.self)
        let (component, top) = (index / bands, rows.lowerBound + index % bands * Int(LANES_TILE))
        unsafe scale(
          component, top..<min(top + Int(LANES_TILE), rows.upperBound), of: planes, from: first, to: targets,
          using: scratch + worker * scratchFloats)
      }
    }
  }

  private func scale(
    _ index: Int, _ band: Range<Int>, of planes: [FrameView.Plane], from first: Int,
    to targets: [FrameView.Plane], using scratch: UnsafeMutablePointer<Float>
  ) {
    let (from, to) = (stored.location(ofComponent: index), format.location(ofComponent: index).plane)
    guard let source = unsafe planes[from.plane].start, let target = unsafe targets[to].mutableStart else { return }
    let (component, stride) = (components[index], planes[from.plane].stride)
    let count = component.columns.count
    for left in Swift.stride(from: 0, to: count, by: tileWidth) {
      var job = unsafe lanes_scale(
        source: source + from.offset * stored.bytesPerSample - first * stride, stride: Int64(stride),
        step: Int32(from.step), bytes: Int32(stored.bytesPerSample), shift: Int32(from.shift),
        mask: UInt32(stored.maximumCode), rows: component.rows.side(band),
        columns: component.columns.side(left..<min(left + tileWidth, count)), scale: component.scale,
        bias: component.bias,
        target: (target + band.lowerBound * targets[to].stride).assumingMemoryBound(to: UInt16.self) + left,
        target_stride: Int64(targets[to].stride), scratch: scratch, turned: scratch + (Int(LANES_TILE) + 4) * span,
        span: Int32(span))
      unsafe kernels.scale(&job)
    }
  }
}

/// The columns or rows of a scaled picture: the stored ones that contribute to each, and their weights.
///
/// The filter is the bicubic with B = 0 and C = ½, widened in proportion where pictures become smaller. The edge repeats beyond it.
///
/// - Source: D. Mitchell and A. Netravali, Reconstruction filters in computer graphics, SIGGRAPH 1988, formula 8.
@safe private struct ScaledSide: Sendable {
  /// The number of columns or rows, and that of the weights of each.
  let count, taps: Int
  private let blocks: [AlignedMemory]
  /// The index of the first stored one for each, nondecreasing; the last is repeated up to a multiple of `LANES_TILE`.
  nonisolated(unsafe) private let firsts: UnsafePointer<Int32>
  /// The weights: `taps` for each.
  nonisolated(unsafe) private let weights: UnsafePointer<Float>

  /// - Parameters:
  ///   - step: The distance between adjacent ones, in stored ones.
  ///   - start: The position of the center of the first; the center of the first stored one is at 0.
  init(_ count: Int, of stored: Int, step: Double, from start: Double) {
    self.count = count
    let width = max(step, 1)
    let sums = (0..<count).map { index in
      let middle = start + Double(index) * step
      // Stored ones within twice the width.
      let reach = Int((middle - 2 * width).rounded(.down)) + 1..<Int((middle + 2 * width).rounded(.up))
      func inside(_ place: Int) -> Int { min(max(place, 0), stored - 1) }
      let first = inside(reach.lowerBound)
      var weights = [Double](repeating: 0, count: inside(reach.upperBound - 1) - first + 1)
      for place in reach { weights[inside(place) - first] += Self.weight(abs(Double(place) - middle) / width) }
      let sum = weights.reduce(0, +)
      return (first: first, weights: weights.map { Float($0 / sum) })
    }
    taps = sums.reduce(1) { max($0, $1.weights.count) }
    var (firsts, weights): ([Int32], [Float]) = ([], [])
    for sum in sums {
      let first = min(sum.first, stored - taps)
      let before = [Float](repeating: 0, count: sum.first - first)
      firsts.append(Int32(first))
      weights += before + sum.weights
      weights += [Float](repeating: 0, count: taps - before.count - sum.weights.count)
    }
    while firsts.count % Int(LANES_TILE) != 0 {
      firsts.append(firsts[firsts.count - 1])
      weights += weights.suffix(taps)
    }
    let memory = SIMDMemory()
    unsafe self.firsts = UnsafePointer(memory.values(firsts))
    unsafe self.weights = UnsafePointer(memory.values(weights))
    blocks = memory.blocks
  }

  private static func weight(_ x: Double) -> Double {
    x < 1 ? (1.5 * x - 2.5) * x * x + 1 : x < 2 ? ((2.5 - 0.5 * x) * x - 4) * x + 2 : 0
  }

  /// The stored ones needed for a range.
  func stored(for range: Range<Int>) -> Range<Int> {
    unsafe Int(firsts[range.lowerBound])..<Int(firsts[range.upperBound - 1]) + taps
  }

  /// A range for the kernel.
  func side(_ range: Range<Int>) -> lanes_scale_side {
    unsafe lanes_scale_side(
      first: firsts + range.lowerBound, weights: weights + range.lowerBound * taps, count: Int32(range.count),
      taps: Int32(taps))
  }
}
