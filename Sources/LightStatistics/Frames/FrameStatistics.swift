public import Colorimetry
public import HDRMetadata

/// The light of one frame, as it was measured: one line of a statistics file.
///
/// It says what this frame holds and nothing of others, so that it is the same in whatever part of a clip the frame was measured. Only
/// ``sceneChange`` compares it with the frame before.
///
/// Everything is whole numbers, or was rounded once from whole numbers, so it is the same on every CPU and with any number of threads.
public struct FrameStatistics: Hashable, Sendable {
  /// The absolute index of the frame in its clip.
  public var index: Int
  /// When the frame is shown, from the start of the clip; `nil` if that is unknown.
  public var seconds: Seconds?
  /// The part of the picture without letterbox and pillarbox; `nil` if everything is black.
  public var activeArea: PictureArea?
  /// The maximum red, green and blue, which may be of three pixels, each rounded to 1/256 cd/m².
  public var maximumComponents: Light
  /// The sum of max(R, G, B) over all pixels of the picture above 1/128 cd/m², a whole number of units. Darker ones are black, as in
  /// letterbox.
  public var maxRGBSum: LightSum
  /// How max(R, G, B) is distributed over the active area.
  public var maxRGB: LightDistribution
  /// How luminance is distributed over the active area.
  public var luminance: LightDistribution
  /// The number of pixels whose color lies outside BT.709, and outside P3.
  public var outsideBT709, outsideP3: Int
  /// What the picture looks like from far away.
  public var grid: LightGrid
  /// How much the picture differs from the one before it, 0...1; `nil` if that one is unknown.
  public var sceneChange: Double?

  /// The statistics of a frame.
  public init(
    index: Int, seconds: Seconds? = nil, activeArea: PictureArea?, maximumComponents: Light, maxRGBSum: LightSum,
    maxRGB: LightDistribution, luminance: LightDistribution, outsideBT709: Int, outsideP3: Int, grid: LightGrid,
    sceneChange: Double? = nil
  ) {
    self.index = index
    self.seconds = seconds
    self.activeArea = activeArea
    self.maximumComponents = maximumComponents
    self.maxRGBSum = maxRGBSum
    self.maxRGB = maxRGB
    self.luminance = luminance
    self.grid = grid
    self.sceneChange = sceneChange
    (self.outsideBT709, self.outsideP3) = (outsideBT709, outsideP3)
  }
}

extension FrameStatistics {
  /// The maximum max(R, G, B) of a pixel.
  public var maximum: Luminance { .nits(maximumComponents.components.max()) }

  /// The average of max(R, G, B) over the active area; 0 if everything is black.
  public var averageMaxRGB: Luminance { activeArea?.average(ofSum: maxRGBSum) ?? .nits(0) }
}
