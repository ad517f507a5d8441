#if FFmpeg
  internal import CLibAV
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
      if let reason = MovieLibraries.forScaling { throw .noLibraries(reason: reason) }
      let raw = unsafe av_get_pix_fmt(format.name)
      guard libav_scales(raw) else { throw .unknownFormat(name, found: format.name) }
      var small = try Frame(for: name, format, width: width, height: height)
      let (from, rows) = (planes, 0..<self.height)
      let scaler = try Scaler(raw, isQuick: true, from: (self.width, self.height), to: (width, height))
      let scaled = small.withOwnView { view in scaler.scale(from, rows, to: view.planes) }
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
    /// - Throws: ``ScalingError``: `.picture`, `.library`, `.noLibraries` or `.noMemory`.
    /// - Precondition: As of ``BandScaler``.
    package consuming func scaled(
      width: Int, height: Int, of name: String, threads: Int
    ) throws(ScalingError) -> Frame {
      guard self.width != width || self.height != height else { return self }
      var scaler = try BandScaler(
        format, from: (self.width, self.height), to: (width, height), of: name, threads: threads)
      try withView { view throws(ScalingError) in try scaler.take(view) }
      return try scaler.finish()
    }

    init(for name: String, _ format: PixelFormat, width: Int, height: Int) throws(ScalingError) {
      do { try self.init(format, width: width, height: height) } catch { throw .picture(name, error) }
    }
  }
#endif
