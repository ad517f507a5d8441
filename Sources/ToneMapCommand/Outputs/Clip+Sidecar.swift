internal import RawVideo
internal import ToneMapping

extension Clip {
  /// The color JSON that is written beside an output of this clip.
  func sidecar(of color: OutputColor, format: PixelFormat) -> ColorSidecar {
    ColorSidecar(
      width: openedSize.width, height: openedSize.height, pixelFormat: format.name,
      frameRate: frameRate.map { ColorSidecar.FrameRate($0.numerator, per: $0.denominator) }, color: color.color,
      metadata: color.metadata)
  }
}
