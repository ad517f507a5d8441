/// The first line of a statistics file, which applies to all others.
///
/// Files that are folded together have the same header.
public struct ClipHeader: Hashable, Sendable {
  /// The size of a picture in pixels.
  public var width, height: Int
  /// The primaries of the source, as known or assumed.
  public var primaries: ColorPrimaries?
  /// The transfer of the source, as known or assumed.
  public var transfer: TransferCharacteristics?
  /// The frames per second; `nil` if frames have individual times, or none.
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
