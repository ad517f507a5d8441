internal import HDRMetadata
package import LightStatistics
internal import ToneMapping

/// What a frame's tone curve is made from, where it differs from frame to frame.
package enum FrameCurve: Hashable, Sendable {
  /// The curve of the frame's metadata.
  case hdr10Plus(HDR10PlusCurve)
  /// The gains of the frame's metadata.
  case headroom(HeadroomAdaptiveToneMap)
  /// The light that was measured.
  case light(DynamicLight.Levels)

  /// The options of a plan for this curve.
  func applied(to options: PlanOptions) -> PlanOptions {
    var options = options
    switch self {
    case .hdr10Plus: break
    case .headroom: options.compilesQuickly = true
    case .light(let light):
      (options.scenePeak, options.sceneAverage, options.compilesQuickly) = (light.peak, light.average, true)
    }
    return options
  }
}

/// Where the curves of frames come from.
protocol FrameCurves: Sendable {
  /// The curve of a frame.
  ///
  /// - Parameters:
  ///   - index: Its absolute index.
  ///   - messages: What it brings.
  func curve(ofFrame index: Int, with messages: FrameMessages) throws(TranscodingError) -> FrameCurve
}

/// The curves that the frames of a movie bring.
struct CarriedCurves: FrameCurves {
  func curve(ofFrame index: Int, with messages: FrameMessages) throws(TranscodingError) -> FrameCurve {
    guard let metadata = messages.hdr10Plus else {
      throw .data(
        "frame \(index) carries no HDR10+ metadata, but st2094-40 takes its curve from there; give \(.hdr10PlusJSON), or choose another operator"
      )
    }
    do {
      return .hdr10Plus(try HDR10PlusCurve(metadata, frame: index))
    } catch {
      throw .data("the HDR10+ metadata of the movie does not fit: \(error)")
    }
  }
}

/// The gains that the frames of a movie bring as ST 2094-50.
struct CarriedHeadroomAdaptiveToneMaps: FrameCurves {
  func curve(ofFrame index: Int, with messages: FrameMessages) throws(TranscodingError) -> FrameCurve {
    guard let message = messages.headroom else {
      throw .data(
        "frame \(index) carries no ST 2094-50 metadata, but st2094-50 takes its curve from there; choose another operator"
      )
    }
    let metadata: HeadroomAdaptiveMetadata
    do throws(MetadataError) {
      guard case .headroomAdaptiveMetadata(let stated) = try RegisteredUserData(parsing: message) else {
        throw .malformedBytes(of: "the message", found: "a newer version", expected: "one for readers of the first")
      }
      metadata = stated
    } catch {
      throw .data("the ST 2094-50 metadata of frame \(index) cannot be read: \(error); choose another operator")
    }
    do throws(HeadroomCurveError) {
      return .headroom(try HeadroomAdaptiveToneMap(metadata, frame: index))
    } catch {
      throw .data("the ST 2094-50 metadata of the movie does not fit: \(error)")
    }
  }
}

/// The light of frames that were measured before.
extension DynamicLight: FrameCurves {
  func curve(ofFrame index: Int, with messages: FrameMessages) throws(TranscodingError) -> FrameCurve {
    guard let light = self[index] else {
      throw .data(
        "the statistics have frames \(firstFrame) to \(firstFrame + lights.count - 1), but frame \(index) is to be converted;"
          + " measure it too")
    }
    return .light(light)
  }
}
