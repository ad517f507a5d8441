internal import CLibAV
internal import Synchronization

// Facts about the next picture, and about the pictures read so far.
extension MovieReader {
  /// The HDR10+ metadata of the next picture, after the movie was opened or moved to a picture; `nil` if absent, or if that picture has not been
  /// decoded yet.
  public var nextHDR10Plus: HDR10PlusMetadata? { next { $0.hdr10Plus } }

  /// The Dolby Vision RPU of that picture, as in the bitstream.
  public var nextDolbyVisionRPU: [UInt8]? { next { $0.dolbyVisionRPU } }

  /// The ST 2094-50 message that applies to that picture, from the country code on.
  public var nextHeadroomAdaptiveMetadata: [UInt8]? { next { $0.headroomAdaptiveMetadata } }

  /// A fact about the next picture; `nil` if it has not been decoded yet.
  func next<Fact: Sendable>(_ fact: (borrowing MovieFrame) -> Fact?) -> Fact? {
    state.withLock { state in
      switch state.first {
      case .some(let first): fact(first)
      case nil: nil
      }
    }
  }

  /// Whether the first picture of an alpha layer has neutral chroma; `nil` if there is no such layer.
  package var isAlphaChromaNeutral: Bool? { source.decoder.alpha?.isNeutral }

  /// FFmpeg's name of the container.
  package var containerName: String { demuxer.containerName }

  /// Whether the file is a single picture, such as a JPEG, without a time.
  package var isPictureFile: Bool { demuxer.isPictureFile }

  /// Whether a file of pictures has another picture after the first, such as a gain map; checking consumes that picture.
  package var hasFurtherPicture: Bool {
    do throws(MovieError) {
      return try decodeNext() != nil
    } catch {
      return switch error {
      case .otherPicture, .otherColor: true
      default: false
      }
    }
  }

  /// The maximum of R, G and B in the next picture, which is floating-point; `nil` if it has not been decoded yet.
  ///
  /// - Parameter isXYZ: Whether samples are X, Y and Z, which are converted to BT.709.
  package func nextMaximumSample(isPremultiplied: Bool, isXYZ: Bool) -> Float? {
    let rows = RGBPrimaries.xyz.matrix(to: .bt709).rows
    let (red, green, blue) = (SIMD3<Float>(rows.0), SIMD3<Float>(rows.1), SIMD3<Float>(rows.2))
    let convert: ((SIMD3<Float>) -> SIMD3<Float>)? =
      isXYZ ? { SIMD3((red * $0).sum(), (green * $0).sum(), (blue * $0).sum()) } : nil
    return next { $0.withView { $0.maximumSample(isPremultiplied: isPremultiplied, convert) } }
  }

  /// The stream's statement about that picture; `nil` if it has not been decoded yet.
  package var nextStatement: FrameTags? { next { $0.statement } }

  /// The earliest start of all tracks, in the pictures' time base, if the container's clock has no origin; otherwise 0.
  ///
  /// The clocks of broadcasts, programs and live streams start anywhere. In MP4 and MOV with sample tables, 0 is the start of the movie, and an edit
  /// list delays a track.
  ///
  /// - Source: Rec. ITU-T H.222.0, clause 2.4.2; ISO/IEC 14496-12, clauses 8.6.6 and 8.8.12.
  package var clockStart: Int64 {
    let picture = unsafe demuxer.stream(video.index)
    if containerName == "mov", unsafe picture.pointee.nb_frames > 0 { return 0 }
    let base = unsafe picture.pointee.time_base
    let starts = tracks.filter { [.video, .audio, .subtitle].contains($0.kind) && !$0.isCover }
      .compactMap { track -> Int64? in
        let stream = unsafe demuxer.stream(track.index)
        let (start, own) = unsafe (stream.pointee.start_time, stream.pointee.time_base)
        guard start.magnitude < 1 << 61 else { return nil }
        let time = start.rescaled(from: own, to: base)
        // Rounded down, so that no track starts before 0.
        return av_compare_ts(time, base, start, own) > 0 ? time - 1 : time
      }
    return max(0, starts.min() ?? 0)
  }

  /// The time on this movie's clock that becomes 0 in a new movie with a part of this one, in units of a time base.
  ///
  /// - Parameter span: The part, as passed to ``MovieWriter``.
  package func start(of span: Range<Seconds>?, in base: TimeBase) -> Ticks {
    Ticks(copiedSpan(span)?.start(in: base.rational).clamped ?? 0)
  }

  /// The part of this movie that is copied: times are shifted by the start of a clock without an origin, even if everything is copied.
  func copiedSpan(_ span: Range<Seconds>?) -> TimeSpan? {
    (span ?? (clockStart > 0 ? Seconds(-.infinity)..<Seconds(.infinity) : nil)).map { TimeSpan($0, of: self) }
  }

  /// The number of damaged packets so far: those that the decoder rejected or had to conceal.
  public var damagedPackets: Int { state.withLock { $0.counts.damagedPackets } }

  /// The number of pictures so far that the decoder partly concealed, or about which it logged an error.
  public var damagedFrames: Int { state.withLock { $0.counts.damagedFrames } }

  /// The first damage so far: its picture's time since the first picture, and the library's words.
  package var firstDamage: (seconds: Seconds?, reason: String)? {
    state.withLock { state in
      state.counts.firstDamage.map { ($0.time.map { seconds(at: $0) }, $0.reason) }
    }
  }

  /// The number of pictures so far that consist of two fields.
  public var interlacedFrames: Int { state.withLock { $0.counts.interlacedFrames } }

  /// The time by which all tracks ended before the stated end of the movie; `nil` before they have ended, and without a stated end.
  public var missingTime: Seconds? {
    state.withLock { state in
      guard state.counts.isDraining, let end = demuxer.statedEnd, state.counts.end.isFinite else { return nil }
      return Seconds(max(0, end - state.counts.end))
    }
  }

  /// Whether reading ended because the file is cut short or damaged, not because it is complete.
  public var endsEarly: Bool { state.withLock { $0.counts.endsEarly } }
}
