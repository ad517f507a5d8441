/// The measured light of one frame: one line of a statistics file.
///
/// It depends on this frame alone, so it does not matter in which part of a clip the frame was measured. Only ``sceneChange`` compares it with the
/// previous frame.
///
/// Everything is an integer, or was rounded once from integers, so it is the same on every CPU and with any number of threads.
public struct FrameStatistics: Hashable, Sendable {
  /// The absolute index of the frame in its clip.
  public var index: Int
  /// The time of the frame from the start of the clip; `nil` if unknown.
  public var seconds: Seconds?
  /// The part of the picture without letterbox and pillarbox; `nil` if everything is black.
  public var activeArea: PictureArea?
  /// The maximum red, green and blue, possibly of three pixels, each rounded to 1/256 cd/m².
  public var maximumComponents: Light
  /// The sum of max(R, G, B) over all pixels above 1/128 cd/m², in the units of ``LightCount``. Darker pixels are black, as in letterbox.
  public var maxRGBSum: Int
  /// The distribution of max(R, G, B) over the active area.
  public var maxRGB: LightDistribution
  /// The distribution of luminance over the active area.
  public var luminance: LightDistribution
  /// The number of pixels whose color is outside BT.709, and outside P3.
  public var outsideBT709, outsideP3: Int
  /// The picture at very low resolution.
  public var grid: LightGrid
  /// The difference of the picture from the previous one, 0...1; `nil` if that one is unknown.
  public var sceneChange: Double?

  public init(
    index: Int, seconds: Seconds? = nil, activeArea: PictureArea?, maximumComponents: Light, maxRGBSum: Int,
    maxRGB: LightDistribution, luminance: LightDistribution, outsideBT709: Int, outsideP3: Int, grid: LightGrid,
    sceneChange: Double? = nil
  ) {
    (self.index, self.seconds, self.activeArea) = (index, seconds, activeArea)
    (self.maximumComponents, self.maxRGBSum) = (maximumComponents, maxRGBSum)
    (self.maxRGB, self.luminance, self.grid) = (maxRGB, luminance, grid)
    (self.outsideBT709, self.outsideP3, self.sceneChange) = (outsideBT709, outsideP3, sceneChange)
  }

  /// The maximum max(R, G, B) of a pixel.
  public var maximum: Luminance { .nits(maximumComponents.components.max()) }

  /// The average of max(R, G, B) over the active area; 0 if everything is black.
  public var averageMaxRGB: Luminance { activeArea?.average(ofSum: maxRGBSum) ?? .nits(0) }
}
