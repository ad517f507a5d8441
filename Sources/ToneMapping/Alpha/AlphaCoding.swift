/// How a source stores alpha: linear coverage, whatever the transfer of the color.
///
///     AlphaCoding(.premultiplied)                              // codes of full range
///     AlphaCoding(.straight, codes: .init(transparent: 16, opaque: 235))
public struct AlphaCoding: Hashable, Sendable {
  /// How color is stored beside it.
  public var mode: AlphaMode
  /// Whether the source states the mode. If not, the mode is an assumption, which the plan reports.
  public var isModeStated = true
  /// The codes of no coverage and of full coverage; `nil` means 0 and the largest code. Between them, alpha is linear; beyond them it is
  /// that of the nearer one.
  ///
  /// - Source: Rec. ITU-T H.265, clause F.14.3.8, alpha_transparent_value and alpha_opaque_value.
  public var codes: EndCodes?

  /// The codes of the two ends of alpha.
  public struct EndCodes: Hashable, Sendable {
    /// The code of no coverage.
    public var transparent: CodeLevel
    /// The code of full coverage, which may be the lesser one.
    public var opaque: CodeLevel

    /// Two codes, which differ.
    public init(transparent: CodeLevel, opaque: CodeLevel) {
      (self.transparent, self.opaque) = (transparent, opaque)
    }
  }

  /// Alpha between these codes, or of full range.
  public init(_ mode: AlphaMode, codes: EndCodes? = nil) { (self.mode, self.codes) = (mode, codes) }
}

/// What becomes of alpha.
public enum AlphaOutput: Hashable, Sendable {
  /// It is kept, in full range, with color that is straight or premultiplied.
  case kept(AlphaMode)
  /// The picture is put over a background and is opaque.
  case flattened(Background)
}

/// What is behind a picture: an opaque color, or another picture.
public struct Background: Hashable, Sendable {
  /// In what colors are mixed by alpha.
  public enum Compositing: String, CaseIterable, Sendable {
    /// In the output's signal R′G′B′, as players do.
    case signal
    /// In the light that the output's display shows, as coverage by a thin thing does.
    case light
  }

  /// What there is to be seen behind.
  public enum Content: Hashable, Sendable {
    /// A color, as the output's signal R′G′B′, each component `0...1`.
    case color(Signal)
    /// A picture, which is lent with each frame, as the output's signal in ``Background/pictureFormat``.
    case picture
  }

  /// What there is to be seen.
  public var content: Content
  /// In what it is mixed.
  public var compositing: Compositing

  /// A color, each component `0...1`.
  public init(_ color: Signal, compositing: Compositing = .signal) {
    (content, self.compositing) = (.color(color), compositing)
  }

  /// Pictures, which are lent with the frames: see ``FrameConverter/convert(_:over:into:index:program:)-(FrameView,_,_,_,_)``.
  public static func picture(compositing: Compositing = .signal) -> Background {
    var background = Background(Signal(0, 0, 0), compositing: compositing)
    background.content = .picture
    return background
  }

  /// The pixel format of a picture that is a background: R′, G′, B′ as `Float`, of which `0...1` is used.
  public static let pictureFormat = PixelFormat.gbrpf32

  /// Black.
  public static let black = Background(Signal(0, 0, 0))
}
