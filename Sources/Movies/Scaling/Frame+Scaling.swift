#if FFmpeg
  internal import CLibAV
  internal import Synchronization
  internal import SystemCalls
  package import VideoFrames

  extension FrameView {
    /// A small picture for a quick look: each of its samples is the average of an area.
    ///
    /// - Parameters:
    ///   - width: The new width in pixels.
    ///   - height: The new height in pixels.
    ///   - name: What messages call the picture.
    /// - Throws: ``ScalingError``.
    package borrowing func preview(width: Int, height: Int, of name: String) throws(ScalingError) -> Frame {
      let raw = unsafe av_get_pix_fmt(format.name)
      guard libav_scales(raw) else { throw .unknownFormat(name, found: format.name) }
      var small = try Frame(for: name, format, width: width, height: height)
      let from = planes
      let scaled = small.withOwnView { view in
        scale(raw, isQuick: true, from, (self.width, self.height), to: view.planes, (width, height))
      }
      guard scaled >= 0 else { throw ScalingError(name, scaled) }
      return small
    }
  }

  extension Frame {
    /// This picture in another size, by Lanczos's filter on its signal, as players scale.
    ///
    /// The planes are scaled one by one, so no color passes through a matrix, and with 19 bits between the two directions.
    ///
    /// - Parameters:
    ///   - width: The new width in pixels.
    ///   - height: The new height in pixels.
    ///   - name: What messages call the picture.
    ///   - threads: The number of threads that share the planes.
    /// - Throws: ``ScalingError``: `.picture`, `.library` or `.noMemory`.
    /// - Precondition: ``canBeScaled``.
    package consuming func scaled(
      width: Int, height: Int, of name: String, threads: Int
    ) throws(ScalingError) -> Frame {
      var picture = self
      precondition(picture.canBeScaled, "planes of 16 bits, each of the picture's size, are scaled")
      let workers = Workers(atMost: min(threads, picture.planes.count))
      while picture.width != width || picture.height != height {
        // The library passes through 8 bits where its filter would have more than 256 taps.
        let step = (
          width: max(width, (picture.width + Self.steepest - 1) / Self.steepest),
          height: max(height, (picture.height + Self.steepest - 1) / Self.steepest)
        )
        var next = try Frame(for: name, picture.format, width: step.width, height: step.height)
        let size = (picture.width, picture.height)
        let scaled = picture.withView { from in
          next.withOwnView { to in
            let planes = Array(zip(from.planes, to.planes))
            let failure = Atomic<Int32>(0)
            workers.perform(iterations: planes.count) { index in
              let (from, to) = planes[index]
              let status = scale(AV_PIX_FMT_GRAY16LE, isQuick: false, [from], size, to: [to], step)
              if status < 0 { failure.store(status, ordering: .relaxed) }
            }
            return failure.load(ordering: .relaxed)
          }
        }
        guard scaled >= 0 else { throw ScalingError(name, scaled) }
        picture = next
      }
      return picture
    }

    /// Whether each component has a plane of its own, of the picture's size, with codes of 16 bits.
    package var canBeScaled: Bool {
      format.layout == .planar && format.chroma == .c444 && format.sampleType == .code(bits: 16)
    }

    /// The maximum ratio of sizes in one step.
    private static let steepest = 16

    fileprivate init(for name: String, _ format: PixelFormat, width: Int, height: Int) throws(ScalingError) {
      do { try self.init(format, width: width, height: height) } catch { throw .picture(name, error) }
    }
  }

  private func scale(
    _ format: AVPixelFormat, isQuick: Bool, _ planes: [FrameView.Plane], _ size: (width: Int, height: Int),
    to newPlanes: [MutableFrameView.Plane], _ newSize: (width: Int, height: Int)
  ) -> Int32 {
    func four<Value>(_ values: [Value], _ none: Value) -> [Value] {
      values + Array(repeating: none, count: 4 - values.count)
    }
    let from = unsafe four(planes.map { unsafe $0.start?.assumingMemoryBound(to: UInt8.self) }, nil)
    let to = unsafe four(newPlanes.map { unsafe $0.start?.assumingMemoryBound(to: UInt8.self) }, nil)
    return unsafe libav_scale(
      format, isQuick, Int32(size.width), Int32(size.height), from.map { unsafe UnsafePointer($0) },
      four(planes.map { Int32($0.stride) }, 0), Int32(newSize.width), Int32(newSize.height), to,
      four(newPlanes.map { Int32($0.stride) }, 0))
  }
#endif
