#if FFmpeg
  internal import CLibAV
  internal import Synchronization
  internal import SystemCalls
  package import VideoFrames

  /// Makes another size of a picture whose rows come in bands: see `Frame.scaled`, which gives the same bytes.
  package struct BandScaler: ~Copyable {
    /// The picture of this step, of which the rows are there that need none below those taken.
    private var made: Frame
    /// How many rows were taken.
    private var rows = 0
    private let scalers: [Scaler]
    private let workers: Workers
    private let name: String
    private let size: (width: Int, height: Int)

    /// The library passes through 8 bits where its filter would have more than 256 taps, so this is the maximum ratio of sizes in one step.
    private static let steepest = 16

    /// - Parameters:
    ///   - format: The layout, the same before and after.
    ///   - old: The size before.
    ///   - size: The size after.
    ///   - name: What messages call the picture.
    ///   - threads: The number of threads that share the planes.
    /// - Throws: ``ScalingError``: `.picture`, `.library`, `.noLibraries` or `.noMemory`.
    /// - Precondition: Each component has a plane of its own, of the picture's size, with codes of 16 bits.
    package init(
      _ format: PixelFormat, from old: (width: Int, height: Int), to size: (width: Int, height: Int), of name: String,
      threads: Int
    ) throws(ScalingError) {
      precondition(
        format.layout == .planar && format.chroma == .c444 && format.sampleType == .code(bits: 16),
        "planes of 16 bits, each of the picture's size, are scaled")
      func step(_ old: Int, _ new: Int) -> Int { max(new, (old + Self.steepest - 1) / Self.steepest) }
      let next = (width: step(old.width, size.width), height: step(old.height, size.height))
      let frame = try Frame(for: name, format, width: next.width, height: next.height)
      let scalers = try frame.planes.map { _ throws(ScalingError) in
        try Scaler(AV_PIX_FMT_GRAY16LE, isQuick: false, from: old, to: next)
      }
      made = frame
      self.scalers = scalers
      workers = Workers(atMost: min(threads, scalers.count))
      (self.name, self.size) = (name, size)
    }

    /// Takes the rows that follow.
    package mutating func take(_ band: borrowing FrameView) throws(ScalingError) {
      let (from, taken, scalers, workers) = (band.planes, rows..<rows + band.height, scalers, workers)
      let failure = made.withOwnView { made in
        let to = made.planes
        let failure = Atomic<Int32>(0)
        workers.perform(iterations: scalers.count) { index in
          let status = scalers[index].scale([from[index]], taken, to: [to[index]])
          if status < 0 { failure.store(status, ordering: .relaxed) }
        }
        return failure.load(ordering: .relaxed)
      }
      guard failure == 0 else { throw ScalingError(name, failure) }
      rows = taken.upperBound
    }

    /// The picture, after its last row was taken.
    package consuming func finish() throws(ScalingError) -> Frame {
      try made.scaled(width: size.width, height: size.height, of: name, threads: workers.count)
    }
  }

  /// A picture's or a plane's way to another size, by libswscale. One thread uses it at a time.
  @safe final class Scaler: Sendable {
    private let format: AVPixelFormat
    private let isQuick: Bool
    private let old, size: (width: Int, height: Int)
    /// Made by the first thread that uses it, as its tables take two milliseconds.
    nonisolated(unsafe) private var scaler: UnsafeMutableRawPointer?
    nonisolated(unsafe) private var written = 0

    init(
      _ format: AVPixelFormat, isQuick: Bool, from old: (width: Int, height: Int), to size: (width: Int, height: Int)
    ) throws(ScalingError) {
      if let reason = MovieLibraries.forScaling { throw .noLibraries(reason: reason) }
      (self.format, self.isQuick, self.old, self.size) = (format, isQuick, old, size)
    }

    deinit { if let scaler = unsafe scaler { unsafe libav_free_scaler(scaler) } }

    /// Takes rows that follow, and writes the new ones that need no more.
    ///
    /// - Parameter planes: The planes, from the first of those rows on.
    /// - Returns: A negative number where that fails, or rows are missing in the end.
    func scale(_ planes: [FrameView.Plane], _ rows: Range<Int>, to newPlanes: [MutableFrameView.Plane]) -> Int32 {
      func four<Value>(_ values: [Value], _ none: Value) -> [Value] {
        values + Array(repeating: none, count: 4 - values.count)
      }
      if unsafe scaler == nil {
        unsafe scaler = unsafe libav_scaler(
          format, isQuick, Int32(old.width), Int32(old.height), Int32(size.width), Int32(size.height))
      }
      guard let scaler = unsafe scaler else { return libav_no_memory }
      let from = unsafe four(planes.map { unsafe $0.start?.assumingMemoryBound(to: UInt8.self) }, nil)
      let to = unsafe four(newPlanes.map { unsafe $0.start?.assumingMemoryBound(to: UInt8.self) }, nil)
      let status = unsafe libav_scale(
        scaler, from.map { unsafe UnsafePointer($0) }, four(planes.map { Int32($0.stride) }, 0),
        Int32(rows.lowerBound), Int32(rows.count), to, four(newPlanes.map { Int32($0.stride) }, 0))
      unsafe written += max(0, Int(status))
      let isComplete = unsafe written == size.height
      return isComplete || rows.upperBound < old.height ? status : libav_error(EINVAL)
    }
  }
#endif
