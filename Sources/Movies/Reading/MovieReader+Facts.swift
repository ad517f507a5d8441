internal import CLibAV
internal import Colorimetry
public import HDRMetadata
internal import Synchronization
internal import VideoFrames

// What is known of the picture that is read next, and of what was read so far.
extension MovieReader {
  /// The HDR10+ metadata of the picture that is read next, after the movie was opened or moved to a picture; `nil` if that picture has none, or
  /// has not been decoded yet.
  public var nextHDR10Plus: HDR10PlusMetadata? {
    state.withLock { $0.nextHDR10Plus }
  }

  /// The reference processing unit of Dolby Vision of that picture, as in the bitstream.
  public var nextDolbyVisionRPU: [UInt8]? {
    state.withLock { $0.nextDolbyVisionRPU }
  }

  /// The message of ST 2094-50 that holds for that picture, from the country code on.
  public var nextHeadroomAdaptiveMetadata: [UInt8]? {
    state.withLock { $0.nextHeadroomAdaptiveMetadata }
  }

  /// Whether the first picture of an alpha layer has neutral chroma; `nil` if there is no such layer.
  package var isAlphaChromaNeutral: Bool? { decoder.alpha?.isNeutral }

  /// FFmpeg's name of the container.
  package var containerName: String { demuxer.containerName }

  /// Whether it is a file of one picture, such as a JPEG, which has no time.
  package var isPictureFile: Bool { demuxer.isPictureFile }

  /// Whether another picture follows the first in a file of pictures, such as a gain map; it is then read, and can no longer be read again.
  package var hasFurtherPicture: Bool {
    do throws(MovieError) {
      guard try decodeNext() != nil else { return false }
      return true
    } catch {
      return switch error {
      case .otherPicture, .otherColor: true
      default: false
      }
    }
  }

  /// The maximum of R, G and B in the floating-point picture that is read next; `nil` if it has not been decoded yet.
  ///
  /// - Parameters:
  ///   - isPremultiplied: Whether samples are multiplied by alpha.
  ///   - isXYZ: Whether samples are X, Y and Z, of which those of BT.709 are taken.
  package func nextMaximumSample(isPremultiplied: Bool, isXYZ: Bool) -> Float? {
    let rows = RGBPrimaries.xyz.matrix(to: .bt709).rows
    let (red, green, blue) = (SIMD3<Float>(rows.0), SIMD3<Float>(rows.1), SIMD3<Float>(rows.2))
    let convert: ((SIMD3<Float>) -> SIMD3<Float>)? =
      isXYZ ? { SIMD3((red * $0).sum(), (green * $0).sum(), (blue * $0).sum()) } : nil
    return state.withLock { state in
      switch state.first {
      case .some(let first): first.withView { $0.maximumSample(isPremultiplied: isPremultiplied, convert) }
      case nil: nil
      }
    }
  }

  /// What the stream states of that picture; `nil` if it has not been decoded yet.
  package var nextStatement: PictureStatement? {
    state.withLock { state in
      switch state.first {
      case .some(let first): first.statement
      case nil: nil
      }
    }
  }

  /// Where all tracks begin, in units of the pictures, if the clock of the container has no origin; else 0.
  ///
  /// The clocks of broadcasts, programs and live streams run on from anywhere. Of MP4 and MOV whose tables have samples, 0 is where the movie
  /// starts, and an edit list says that a track is shown later.
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
        // Rounded down, so that no track begins before 0.
        return av_compare_ts(time, base, start, own) > 0 ? time - 1 : time
      }
    return max(0, starts.min() ?? 0)
  }

  /// What is 0 in a new movie that a part of this is copied to, on this movie's clock, in units of a time base.
  ///
  /// - Parameter span: The part, as ``MovieWriter`` takes it.
  package func start(of span: Range<Seconds>?, in base: TimeBase) -> Ticks {
    Ticks(copiedSpan(span)?.start(in: base.rational).clamped ?? 0)
  }

  /// The part of this movie that is copied: times change by the start of a clock that has no origin, even if all is copied.
  func copiedSpan(_ span: Range<Seconds>?) -> TimeSpan? {
    (span ?? (clockStart > 0 ? Seconds(-.infinity)..<Seconds(.infinity) : nil)).map { TimeSpan($0, of: self) }
  }

  /// The number of packets so far that were damaged, so that the decoder refused them or made up parts of pictures.
  public var damagedPackets: Int { state.withLock { $0.counts.damagedPackets } }

  /// The number of pictures so far of which the decoder made up parts, or about which it logged an error.
  public var damagedFrames: Int { state.withLock { $0.counts.damagedFrames } }

  /// The first damage so far: when its picture is shown, since the first picture, and the library's words.
  package var firstDamage: (seconds: Seconds?, reason: String)? {
    state.withLock { state in
      state.counts.firstDamage.map { ($0.time.map { seconds(at: $0) }, $0.reason) }
    }
  }

  /// The number of pictures so far that consist of two fields.
  public var interlacedFrames: Int { state.withLock { $0.counts.interlacedFrames } }

  /// By how much time all tracks ended before the movie does according to its own words; `nil` before they have ended, and where there are
  /// no such words.
  public var missingTime: Seconds? {
    state.withLock { state in
      guard state.counts.isDraining, let end = demuxer.statedEnd, state.counts.end.isFinite else { return nil }
      return Seconds(max(0, end - state.counts.end))
    }
  }

  /// Whether reading ended because the file is cut short or damaged, not because it is over.
  public var endsEarly: Bool { state.withLock { $0.counts.endsEarly } }
}
