public import Colorimetry

/// How to mend something: a sentence in which all that can be stated or chosen is a value.
///
///     let mend: Mend = "correct them with \(.stated(.contentLight)), or ignore them with \(.trust(.never))"
///     print(mend)  // correct them with StaticMetadata.contentLight, or ignore them with PlanOptions.trust = .never
///     print(mend.settings)  // [stated(contentLight), trust(never)]
///
/// The description names the API. A program whose users know other names, such as options, writes them with `text(naming:)`.
public struct Mend: Hashable, Sendable {
  /// What a user can state about a source, or choose for a conversion.
  public enum Setting: Hashable, Sendable {
    /// A tag or a static message of the source, not said with which value.
    case stated(TagProperty)
    /// The source's primaries.
    case primaries(Gamut)
    /// The source's transfer.
    case transfer(TransferCharacteristics)
    /// How far static metadata is trusted.
    case trust(MetadataTrust)
    /// How the source's color is stored beside alpha: straight or premultiplied.
    case alpha(isPremultiplied: Bool)
    /// The codes of no coverage and of full coverage.
    case alphaCodes
    /// The peak of the source.
    case sourcePeak
    /// The peak of the display.
    case displayPeak
    /// The light around the display.
    case surround(Illuminance)
    /// A part of the look by its name: `exposure`.
    case look(String)
    /// The lattice of so many samples along each component, 2 to 129; `nil` for any.
    case lattice(size: Int?)
    /// The pixel format that is written.
    case outputFormat
    /// The frames that are converted.
    case frames(Range<Int>)
    /// The tagging of a movie's container.
    case tagging
  }

  private enum Part: Hashable, Sendable {
    case words(String)
    case setting(Setting)
  }

  private var parts: [Part] = []

  /// What is to be stated or chosen, in the order of the sentence.
  public var settings: [Setting] {
    parts.compactMap { if case .setting(let setting) = $0 { setting } else { nil } }
  }

  /// The sentence, with these names for what is to be stated or chosen.
  public func text(naming name: (Setting) -> String) -> String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .words(let words): text += words
      case .setting(let setting): text += name(setting)
      }
    }
  }
}

extension Mend: CustomStringConvertible {
  /// The sentence, for users of the libraries.
  public var description: String { text { "\($0)" } }
}

extension Mend.Setting: CustomStringConvertible {
  /// The property of the libraries, with the value if it is said.
  public var description: String {
    switch self {
    case .stated(.mastering): "StaticMetadata.mastering"
    case .stated(.contentLight): "StaticMetadata.contentLight"
    case .stated(.ambient): "StaticMetadata.ambient"
    case .stated(let tag): "ColorDescription.\(tag.rawValue)"
    case .primaries(let gamut): "Source.gamut = \(gamut.name)"
    case .transfer(let transfer): "ColorDescription.transfer = \(transfer.ffmpegName)"
    case .trust(let trust): "PlanOptions.trust = .\(trust.rawValue)"
    case .alpha(let isPremultiplied): "Source.alpha = .\(isPremultiplied ? "premultiplied" : "straight")"
    case .alphaCodes: "AlphaCoding.codes"
    case .sourcePeak: "PlanOptions.sourcePeak"
    case .displayPeak: "Display.luminance"
    case .surround(let light): "Display.surround of \(plain(light.lux)) lux"
    case .look(let part): "Look.\(part)"
    case .lattice(let size): "PlanOptions.lattice" + (size.map { " = \($0)" } ?? "")
    case .outputFormat: "ConversionPlan(writing:)"
    case .frames(let range): "frames \(range.lowerBound)..<\(range.upperBound)"
    case .tagging: "MovieRetagging"
    }
  }
}

extension Mend: ExpressibleByStringInterpolation {
  /// The words and the settings of a sentence.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var mend = Mend()

    /// An empty sentence; the capacities are not needed.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends words.
    public mutating func appendLiteral(_ words: String) {
      guard !words.isEmpty else { return }
      if case .words(let before)? = mend.parts.last {
        mend.parts[mend.parts.count - 1] = .words(before + words)
      } else {
        mend.parts.append(.words(words))
      }
    }

    /// Appends words.
    public mutating func appendInterpolation(_ words: some CustomStringConvertible) { appendLiteral("\(words)") }

    /// Appends what is to be stated or chosen.
    public mutating func appendInterpolation(_ setting: Setting) { mend.parts.append(.setting(setting)) }
  }

  /// A sentence of words alone.
  public init(stringLiteral words: String) { self.init(stringInterpolation: StringInterpolation(words)) }

  /// A sentence.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.mend }
}

extension Mend.StringInterpolation {
  fileprivate init(_ words: String) {
    self.init(literalCapacity: words.utf8.count, interpolationCount: 0)
    appendLiteral(words)
  }
}
