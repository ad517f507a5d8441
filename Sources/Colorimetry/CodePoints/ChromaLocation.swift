/// The position of the chroma samples of a 4:2:0 picture relative to the luma samples.
///
/// The raw value is the number in H.273; FFmpeg counts from 1.
///
/// - Source: ITU-T H.273, clause 8.7, *Chroma420SampleLocType*; ITU-T H.264, Figure E-1.
public enum ChromaLocation: Int, CodePoint {
  /// On every second luma column, halfway between two rows: MPEG-2, and the default of H.264 and H.265.
  case left = 0
  /// Halfway between two columns and two rows: JPEG and MPEG-1.
  case center = 1
  /// On every second luma column and row: BT.2020 and BT.2100.
  case topLeft = 2
  /// Halfway between two columns, on every second row.
  case top = 3
  /// On every second column, on the lower row of each pair.
  case bottomLeft = 4
  /// Halfway between two columns, on the lower row of each pair.
  case bottom = 5

  public static var appleProperty: String { "ChromaLocation" }

  public var names: CodePointNames {
    switch self {
    case .left: .init("left", "left", apple: "Left", also: "vertical")
    case .center: .init("center", "center", apple: "Center", also: "centre")
    case .topLeft: .init("top-left", "topleft", apple: "TopLeft", also: "colocated")
    case .top: .init("top", "top", apple: "Top")
    case .bottomLeft: .init("bottom-left", "bottomleft", apple: "BottomLeft")
    case .bottom: .init("bottom", "bottom", apple: "Bottom")
    }
  }
}
