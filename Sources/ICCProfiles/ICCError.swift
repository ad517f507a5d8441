#if LittleCMS
  public import Colorimetry
  public import LookupTables

  /// The reason why a profile cannot be made.
  public enum ICCError: Error, Hashable, Sendable {
    /// ICC profiles hold cubes of 2 to 255 samples along each component.
    case sizeOutOfRange(Int)
    /// The table has a value that 16 bits cannot hold at this vertex, counted from 0 with red varying fastest.
    case valueOutOfRange(LookupColor, vertex: Int)
    /// The display's white is not above 0.
    case whiteOutOfRange(Luminance)
    /// 16-bit L\*a\*b\* cannot hold the light of a signal.
    case lightOutOfRange(Light, of: Signal)
    /// The table cannot be sampled.
    case table(LookupTableError)
    /// Little-CMS failed; the reason is its own.
    case littleCMS(String)
  }

  extension ICCError: CustomStringConvertible {
    public var description: String {
      switch self {
      case .sizeOutOfRange(let size):
        "the size \(size) is not supported in ICC profiles; expected 2 to 255"
      case .valueOutOfRange(let value, let vertex):
        """
        value \(vertex + 1) is \(Self.text(value.components)), but ICC profiles hold only 0 to 1; limit the table to that range
        """
      case .whiteOutOfRange(let white): "the display's white is \(white); expected a light above 0"
      case .lightOutOfRange(let light, let signal):
        """
        the signal \(Self.text(signal.components)) has the light \(Self.text(light.components)) cd/m², which is above white or outside the \
        colors that ICC profiles hold; use a display of BT.709 or P3
        """
      case .table(let error): error.description
      case .littleCMS(let text): "Little-CMS cannot make the profile: \(text)"
      }
    }

    private static func text(_ numbers: SIMD3<Double>) -> String { "\(numbers.x) \(numbers.y) \(numbers.z)" }
  }
#endif
