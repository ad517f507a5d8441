/// The storage of alpha in a source: linear coverage, regardless of the transfer of the color.
///
///     AlphaCoding(.premultiplied)                              // codes of full range
///     AlphaCoding(.straight, codes: .init(transparent: 16, opaque: 235))
public struct AlphaCoding: Hashable, Sendable {
  public var mode: AlphaMode
  /// Whether the source states the mode. If not, the mode is an assumption, which the plan reports.
  public var isModeStated = true
  /// The codes of no coverage and of full coverage; `nil` means 0 and the maximum code. Alpha is linear between them and clamped beyond them.
  ///
  /// - Source: Rec. ITU-T H.265, clause F.14.3.8, alpha_transparent_value and alpha_opaque_value.
  public var codes: EndCodes?

  public struct EndCodes: Hashable, Sendable {
    /// The code of no coverage.
    public var transparent: CodeLevel
    /// The code of full coverage, which may be the smaller one.
    public var opaque: CodeLevel

    /// Creates the two codes, which must differ.
    public init(transparent: CodeLevel, opaque: CodeLevel) { (self.transparent, self.opaque) = (transparent, opaque) }
  }

  public init(_ mode: AlphaMode, codes: EndCodes? = nil) { (self.mode, self.codes) = (mode, codes) }
}

/// The treatment of alpha in the output.
public enum AlphaOutput: Hashable, Sendable {
  /// Alpha is kept, in full range, with color that is straight or premultiplied.
  case kept(AlphaMode)
  /// The picture is composited over a background and becomes opaque.
  case flattened(Background)
}

/// The background of a picture: an opaque color, or another picture.
public struct Background: Hashable, Sendable {
  /// The domain in which colors are mixed by alpha.
  public enum Compositing: String, CaseIterable, Sendable {
    /// The output's signal R′G′B′, as in players.
    case signal
    /// The light of the output's display, as in physical coverage.
    case light
  }

  public enum Content: Hashable, Sendable {
    /// A color, as the output's signal R′G′B′, each component `0...1`.
    case color(Signal)
    /// A picture, lent with each frame, as the output's signal in ``Background/pictureFormat``.
    case picture
  }

  public var content: Content
  public var compositing: Compositing

  /// Creates a background of one color, each component `0...1`.
  public init(_ color: Signal, compositing: Compositing = .signal) {
    (content, self.compositing) = (.color(color), compositing)
  }

  /// A background of pictures, which are lent with the frames: see ``FrameConverter/convert(_:over:into:index:program:)-(FrameView,_,_,_,_)``.
  public static func picture(compositing: Compositing = .signal) -> Background {
    var background = Background(Signal(0, 0, 0), compositing: compositing)
    background.content = .picture
    return background
  }

  /// The pixel format of a background picture: R′, G′, B′ as `Float`, limited to `0...1`.
  public static let pictureFormat = PixelFormat.gbrpf32

  public static let black = Background(Signal(0, 0, 0))
}
