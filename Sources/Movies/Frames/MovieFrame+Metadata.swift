internal import CLibAV

extension MovieFrame {
  /// The HDR10+ metadata of a decoded picture, without the actual peak luminance tables of displays; `nil` if absent.
  public var hdr10Plus: HDR10PlusMetadata? {
    guard let data = unsafe av_frame_get_side_data(pointer, AV_FRAME_DATA_DYNAMIC_HDR_PLUS) else { return nil }
    return unsafe UnsafeRawPointer(data.pointee.data).map { unsafe HDR10PlusMetadata(parsed: $0) }
  }

  /// The Dolby Vision RPU of a decoded picture, as in the bitstream; `nil` if absent.
  public var dolbyVisionRPU: [UInt8]? { bytes(of: AV_FRAME_DATA_DOVI_RPU_BUFFER) }

  func bytes(of kind: AVFrameSideDataType) -> [UInt8]? {
    guard let data = unsafe av_frame_get_side_data(pointer, kind) else { return nil }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: data.pointee.data, count: data.pointee.size))
  }

  /// The Dolby Vision profile that the RPU of a decoded picture implies; `nil` without a readable RPU.
  var dolbyVisionProfile: Int? {
    guard let bytes = dolbyVisionRPU else { return nil }
    return (try? DolbyVisionRPU(payload: EmulationPrevention.removing(from: bytes)))?.profile
  }

  /// The ST 2094-50 message that applies to a decoded picture, from the country code on; `nil` if absent.
  ///
  /// It is read from H.265, H.264 and AV1, from the picture or an earlier one, back to the last at which decoding can start.
  public var headroomAdaptiveMetadata: [UInt8]? {
    guard let data = unsafe pointer.pointee.opaque_ref else { return nil }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: data.pointee.data, count: data.pointee.size))
  }
}

extension HDR10PlusMetadata {
  /// The message that the decoder has parsed: an AVDynamicHDRPlus, whose fractions have the denominators of the standard.
  fileprivate init(parsed bytes: UnsafeRawPointer) {
    let message = unsafe bytes.assumingMemoryBound(to: AVDynamicHDRPlus.self)
    let count = unsafe min(3, Int(message.pointee.num_windows))
    let windows = unsafe withUnsafeBytes(of: &UnsafeMutablePointer(mutating: message).pointee.params) { bytes in
      unsafe bytes.assumingMemoryBound(to: AVHDRPlusColorTransformParams.self).prefix(count).enumerated()
        .map { index, window in Window(window, isWhole: index == 0) }
    }
    self.init(
      windows: windows,
      targetedDisplayMaximum: .init(
        units: .init(number: unsafe message.pointee.targeted_system_display_maximum_luminance, per: 1)))
    unsafe applicationVersion = message.pointee.application_version
  }
}

extension HDR10PlusMetadata.Window {
  fileprivate init(_ window: AVHDRPlusColorTransformParams, isWhole: Bool) {
    self.init()
    if !isWhole { geometry = HDR10PlusMetadata.Geometry(window) }
    maximumComponents = [window.maxscl.0, window.maxscl.1, window.maxscl.2].map {
      .init(units: .init(number: $0, per: 100_000))
    }
    averageMaxRGB.units = UInt32(number: window.average_maxrgb, per: 100_000)
    distribution = unsafe withUnsafeBytes(of: window.distribution_maxrgb) { bytes in
      unsafe bytes.assumingMemoryBound(to: AVHDRPlusPercentile.self)
        .prefix(Int(window.num_distribution_maxrgb_percentiles))
        .map {
          .init(percentage: .init(units: $0.percentage), number: .init(number: $0.percentile, per: 100_000))
        }
    }
    fractionOfBrightPixels.units = UInt16(number: window.fraction_bright_pixels, per: 1000)
    if window.tone_mapping_flag != 0 {
      let anchors = unsafe withUnsafeBytes(of: window.bezier_curve_anchors) { bytes in
        unsafe bytes.assumingMemoryBound(to: AVRational.self).prefix(Int(window.num_bezier_curve_anchors))
          .map { HDR10PlusMetadata.CodedBezierCurve.Anchor(units: .init(number: $0, per: 1023)) }
      }
      bezierCurve = HDR10PlusMetadata.CodedBezierCurve(
        kneeX: .init(units: .init(number: window.knee_point_x, per: 4095)),
        kneeY: .init(units: .init(number: window.knee_point_y, per: 4095)), anchors: anchors)
    }
    if window.color_saturation_mapping_flag != 0 {
      saturationWeight = .init(units: .init(number: window.color_saturation_weight, per: 8))
    }
  }
}

extension HDR10PlusMetadata.Geometry {
  fileprivate init(_ window: AVHDRPlusColorTransformParams) {
    func side(_ number: AVRational) -> UInt16 { UInt16(number: number, per: 1) }
    self.init(
      left: side(window.window_upper_left_corner_x), top: side(window.window_upper_left_corner_y),
      right: side(window.window_lower_right_corner_x), bottom: side(window.window_lower_right_corner_y))
    (centerX, centerY) = (window.center_of_ellipse_x, window.center_of_ellipse_y)
    rotation.units = window.rotation_angle
    innerSemimajor = window.semimajor_axis_internal_ellipse
    outerSemimajor = window.semimajor_axis_external_ellipse
    outerSemiminor = window.semiminor_axis_external_ellipse
    isLayered = window.overlap_process_option == AV_HDR_PLUS_OVERLAP_PROCESS_LAYERING
  }
}

extension FixedWidthInteger {
  /// The number of units of 1 / `units` in a fraction; 0 if the denominator is not positive.
  fileprivate init(number: AVRational, per units: Int64) {
    self = number.den > 0 ? Self(clamping: av_rescale(Int64(number.num), units, Int64(number.den))) : 0
  }
}
