internal import CLibAV

extension VideoTrack {
  /// The statements of a stream and of its first picture; the picture takes precedence, because it is converted.
  ///
  /// - Parameter start: The time of the first picture, if `first` is another.
  init(
    _ stream: UnsafeMutablePointer<AVStream>, of movie: UnsafeMutablePointer<AVFormatContext>,
    first: borrowing MovieFrame, format: PixelFormat, start: Ticks? = nil
  ) {
    let parameters = unsafe stream.pointee.codecpar.pointee
    let base = unsafe stream.pointee.time_base
    self.format = format
    (index, width, height) = unsafe (Int(stream.pointee.index), first.width, first.height)
    codec = unsafe String(cString: avcodec_get_name(parameters.codec_id))
    // FFmpeg adds flags above the profile of H.264; unknown ones are below 0.
    profile = unsafe parameters.profile < 0 ? nil : unsafe Int(parameters.profile & 0xFF)
    timeBase = Ratio(base) ?? Ratio(1, Int(AV_TIME_BASE))!
    frameRate = unsafe Ratio(stream.pointee.avg_frame_rate) ?? Ratio(stream.pointee.r_frame_rate)
    pixelAspect = unsafe Ratio(av_guess_sample_aspect_ratio(movie, stream, first.pointer))
    duration = unsafe Self.duration(of: stream, in: movie)
    frameCount = unsafe stream.pointee.nb_frames > 0 ? unsafe Int(stream.pointee.nb_frames) : nil
    // The library makes up times at 25 pictures a second for bare streams of AV1.
    let container = unsafe movie.pointee.iformat.pointee
    let isBare =
      unsafe container.flags & AVFMT_NOTIMESTAMPS != 0 || ["obu", "av1"].contains(String(cString: container.name))
    self.start = isBare ? nil : start ?? first.time
    isInterlaced = first.isInterlaced
    let isField = first.isInterlaced && codec == "hevc"
    field = isField ? unsafe libav_is_top_first(first.pointer) ? .top : .bottom : nil
    (carriesHDR10Plus, carriesDolbyVision) = (first.hdr10Plus != nil, first.dolbyVisionRPU != nil)
    isDolbyVisionOnly = unsafe Self.isDolbyVisionOnly(stream, first: first)
    carriesHeadroomAdaptiveMetadata = first.headroomAdaptiveMetadata != nil
    displayMatrix = unsafe Self.displayMatrix(of: stream, first.pointer)
    rotation = CodedQuantity(units: displayMatrix.map(Self.rotation) ?? 0)
    let implied = ColorDescription(range: PixelFormat.Spelling(first.formatName)?.isFullRange == true ? .full : nil)
    statement = first.stated
    var findings: [Finding] = []
    color = unsafe ColorDescription(first.pointer.pointee)
      .completed(by: ColorDescription(parameters)).completed(by: implied)
    metadata = unsafe StaticMetadata(stream, first: first.pointer, &findings)
    self.findings = findings
  }

  static func duration(of stream: UnsafePointer<AVStream>, in movie: UnsafePointer<AVFormatContext>) -> Seconds? {
    if unsafe stream.pointee.duration > 0, let unit = unsafe TimeBase(stream.pointee.time_base) {
      return unsafe Seconds(Double(stream.pointee.duration) * unit.value)
    }
    guard unsafe movie.pointee.duration > 0 else { return nil }
    return unsafe Seconds(Double(movie.pointee.duration) / Double(AV_TIME_BASE))
  }

  private static func isDolbyVisionOnly(
    _ stream: UnsafePointer<AVStream>, first: borrowing MovieFrame
  ) -> Bool {
    let profile = first.dolbyVisionProfile
    if profile == 5 { return true }
    var size = 0
    guard let record = unsafe libav_track_data(stream, AV_PKT_DATA_DOVI_CONF, &size),
      size >= MemoryLayout<AVDOVIDecoderConfigurationRecord>.size
    else {
      // Without other statements, sample entries that are for Dolby Vision only.
      let tag = unsafe stream.pointee.codecpar.pointee.codec_tag
      return profile == nil && MovieTrack.letters(tag).map(DolbyVisionConfiguration.ownEntries.contains) ?? false
    }
    let configuration = unsafe UnsafeRawPointer(record).loadUnaligned(as: AVDOVIDecoderConfigurationRecord.self)
    return configuration.dv_bl_signal_compatibility_id == 0
  }

  /// The display matrix of the track, or else of the picture, as in JPEG's Exif.
  static func displayMatrix(
    of stream: UnsafePointer<AVStream>, _ picture: UnsafePointer<AVFrame>
  ) -> DisplayMatrix? {
    var size = 0
    var bytes = unsafe UnsafeRawPointer(libav_track_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size))
    if unsafe bytes == nil, let data = unsafe av_frame_get_side_data(picture, AV_FRAME_DATA_DISPLAYMATRIX) {
      unsafe bytes = unsafe UnsafeRawPointer(data.pointee.data)
      size = unsafe data.pointee.size
    }
    guard let bytes = unsafe bytes, size >= 36 else { return nil }
    let numbers = [0, 1, 3, 4].map { index in
      Double(unsafe bytes.loadUnaligned(fromByteOffset: 4 * index, as: Int32.self)) / 65536
    }
    return DisplayMatrix(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3])
  }

  /// The clockwise rotation in degrees, 0 to 359.
  private static func rotation(_ matrix: DisplayMatrix) -> UInt16 {
    let degrees = Double(90 * matrix.orientation.quarterTurns) + (matrix.excess ?? 0)
    return UInt16((Int(degrees.rounded()) % 360 + 360) % 360)
  }
}

extension Ratio {
  /// A ratio of the library's; `nil` unless both terms are positive.
  init?(_ rational: AVRational) { self.init(Int(rational.num), Int(rational.den)) }

  /// This ratio for the library, whose terms have 31 bits: longer terms, as in averages, lose their lowest bits.
  var rational: AVRational {
    let excess = max(0, Int.bitWidth - max(numerator, denominator).leadingZeroBitCount - 31)
    return AVRational(num: Int32(max(1, numerator >> excess)), den: Int32(max(1, denominator >> excess)))
  }
}

extension ColorDescription {
  fileprivate init(_ parameters: AVCodecParameters) {
    unsafe self.init(
      primaries: parameters.color_primaries, transfer: parameters.color_trc, matrix: parameters.color_space,
      range: parameters.color_range, chromaLocation: parameters.chroma_location)
  }

  init(_ frame: AVFrame) {
    unsafe self.init(
      primaries: frame.color_primaries, transfer: frame.color_trc, matrix: frame.colorspace,
      range: frame.color_range, chromaLocation: frame.chroma_location)
  }

  private init(
    primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic, matrix: AVColorSpace, range: AVColorRange,
    chromaLocation: AVChromaLocation
  ) {
    self.init(
      primaries: ColorPrimaries(h273: Int(primaries.rawValue)),
      transfer: TransferCharacteristics(h273: Int(transfer.rawValue)),
      matrix: MatrixCoefficients(h273: Int(matrix.rawValue)),
      range: range == AVCOL_RANGE_JPEG ? .full : range == AVCOL_RANGE_MPEG ? .narrow : nil,
      // The library counts from 1; its 0 means unspecified.
      chromaLocation: ChromaLocation(h273: Int(chromaLocation.rawValue) - 1))
  }
}

extension StaticMetadata {
  fileprivate init(
    _ stream: UnsafePointer<AVStream>, first: UnsafePointer<AVFrame>, _ findings: inout [Finding]
  ) {
    unsafe self.init(of: first, &findings)
    var units = [UInt32](repeating: 0, count: 10)
    var size = 0
    if mastering == nil, let display = unsafe libav_track_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, &size) {
      mastering = unsafe Self.mastering(display)
    }
    if contentLight == nil, let light = unsafe libav_track_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, &size) {
      contentLight = unsafe Self.contentLight(light, &findings)
    }
    if unsafe libav_ambient(stream, &units), units[0] > 0 {
      do throws(MetadataError) {
        ambient = try AmbientViewingEnvironment(
          illuminanceUnits: CodedQuantity(units: units[0]), lightChromaticity: Self.point(units, 1))
      } catch {
        findings.append(
          Finding(
            code: "impossible-ambient", found: "the ambient viewing environment cannot be read: \(error)",
            consequence: "it is left out", fix: "state it with \(.ambient)"))
      }
    }
  }

  /// - Parameter findings: Receives impossible values, which are left out.
  init(of frame: UnsafePointer<AVFrame>, _ findings: inout [Finding]) {
    self.init()
    if let display = unsafe Self.payload(AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, of: frame) {
      mastering = unsafe Self.mastering(display)
    }
    if let light = unsafe Self.payload(AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, of: frame) {
      contentLight = unsafe Self.contentLight(light, &findings)
    }
  }

  private static func point(_ units: [UInt32], _ index: Int) -> CodedChromaticity {
    CodedChromaticity(x: .init(units: UInt16(units[index])), y: .init(units: UInt16(units[index + 1])))
  }

  private static func mastering(_ bytes: UnsafeRawPointer) -> MasteringDisplayColorVolume? {
    var units = [UInt32](repeating: 0, count: 10)
    guard unsafe libav_mastering(bytes, &units) else { return nil }
    return MasteringDisplayColorVolume(
      red: point(units, 0), green: point(units, 2), blue: point(units, 4), white: point(units, 6),
      maximumUnits: CodedLuminance(units: units[8]), minimumUnits: CodedLuminance(units: units[9]))
  }

  private static func contentLight(_ bytes: UnsafeRawPointer, _ findings: inout [Finding]) -> ContentLightLevel {
    let levels = unsafe bytes.assumingMemoryBound(to: AVContentLightMetadata.self).pointee
    return ContentLightLevel(
      maxCLL: level("MaxCLL", levels.MaxCLL, &findings), maxFALL: level("MaxFALL", levels.MaxFALL, &findings))
  }

  /// A light level; `nil` if the message's field cannot hold it.
  ///
  /// - Source: Rec. ITU-T H.264, clause D.2.31: 16 bits.
  private static func level(_ name: String, _ nits: UInt32, _ findings: inout [Finding]) -> ContentLightLevel.Level? {
    if let units = UInt16(exactly: nits) { return CodedQuantity(units: units) }
    findings.append(
      Finding(
        code: "impossible-content-light", found: "\(name) is \(nits) cd/m²",
        expected: "at most \(UInt16.max)", consequence: "it is treated as unknown",
        fix: "state it with \(.maxCLL)"))
    return nil
  }

  private static func payload(_ type: AVFrameSideDataType, of frame: UnsafePointer<AVFrame>) -> UnsafeRawPointer? {
    guard let data = unsafe av_frame_get_side_data(frame, type) else { return nil }
    return unsafe UnsafeRawPointer(data.pointee.data)
  }
}
