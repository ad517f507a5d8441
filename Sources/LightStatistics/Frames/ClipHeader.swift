public import Colorimetry
public import HDRMetadata

/// What all lines of a statistics file have in common: its first line.
///
/// Files that are folded together state the same.
public struct ClipHeader: Hashable, Sendable {
  /// The size of a picture, in pixels.
  public var width, height: Int
  /// What the codes of the source mean, as far as it was known or assumed.
  public var primaries: ColorPrimaries?
  /// See ``primaries``.
  public var transfer: TransferCharacteristics?
  /// The frames per second; `nil` if frames have times of their own, or none.
  public var frameRate: FrameRate?
  /// The number of frames of the whole clip, if the container states it.
  public var frameCount: Int?

  /// The header of a clip.
  public init(
    width: Int, height: Int, primaries: ColorPrimaries? = nil, transfer: TransferCharacteristics? = nil,
    frameRate: FrameRate? = nil, frameCount: Int? = nil
  ) {
    (self.width, self.height) = (width, height)
    (self.primaries, self.transfer) = (primaries, transfer)
    (self.frameRate, self.frameCount) = (frameRate, frameCount)
  }
}
