public import ToneMapping

/// The chosen background of pictures with alpha.
public enum BackgroundChoice: Hashable, Sendable {
  /// A color in the output's signal.
  case signal(Signal)
  /// An sRGB color, whose values are the output's signal in SDR.
  case color(Signal)
  /// A color with the sRGB transfer and these primaries, as in CSS `color(display-p3 1 0 0)`; it is converted for every display.
  case colorimetric(Signal, ColorPrimaries)
  /// Squares of two grays.
  case checkerboard
  /// The pictures of a file.
  case file(MediaLocation)

  /// Returns the background for a plan.
  ///
  /// In SDR, the values of an sRGB color are the signal, as in players. In HDR, where signal 1 can mean 10 000 cd/m², the color is converted from
  /// sRGB, with its white at the reference white.
  ///
  /// - Parameters:
  ///   - display: The display of the output.
  ///   - white: The reference white.
  func background(
    in compositing: Background.Compositing, for display: Display, white: Luminance
  ) throws(TranscodingError) -> Background {
    switch self {
    case .signal(let signal): return Background(signal, compositing: compositing)
    case .color(let color):
      guard display.transfer.isHDR else { return Background(color, compositing: compositing) }
      return try Self.colorimetric(color, .bt709).background(in: compositing, for: display, white: white)
    case .colorimetric(let color, let primaries):
      do {
        let plan = try ConversionPlan(
          from: Source(color: ColorDescription(primaries: primaries, transfer: .sRGB)), to: display,
          options: PlanOptions(referenceWhite: white), reading: .gbrp, writing: Background.pictureFormat)
        let signal = plan(color).components.clamped(lowerBound: .zero, upperBound: SIMD3(1, 1, 1))
        return Background(Signal(signal), compositing: compositing)
      } catch {
        throw TranscodingError(error)
      }
    case .checkerboard, .file: return .picture(compositing: compositing)
    }
  }

  /// The file of the background, if there is one.
  var file: Path? { if case .file(let path) = self { path } else { nil } }
}
