internal import CLibAV

/// A stream's statement about the color and light of one picture.
///
/// It can change within a movie, where recordings or broadcasts were joined. A plan is made for pictures of one statement.
public struct FrameTags: Hashable, Sendable {
  /// The tags of the stream; `nil` where unspecified.
  public var color: ColorDescription
  /// The mastering display and the content light level.
  public var metadata: StaticMetadata
  /// Whether an RPU identifies the pictures as Dolby Vision without a base layer that other players can show.
  public var isDolbyVisionOnly: Bool

  public init(color: ColorDescription, metadata: StaticMetadata = StaticMetadata(), isDolbyVisionOnly: Bool = false) {
    (self.color, self.metadata, self.isDolbyVisionOnly) = (color, metadata, isDolbyVisionOnly)
  }

  /// Returns this statement completed by the previous one in the stream.
  ///
  /// Decoders attach messages to each picture, to key pictures only, or until a key picture without them: so while the tags stay the same, a missing
  /// message keeps its previous value. Missing tags are unspecified, in the sense of H.273: decoders keep the values of the parameter sets until
  /// others apply, so none is missing by accident.
  func following(_ last: FrameTags) -> FrameTags {
    guard color == last.color else { return self }
    var next = self
    next.metadata.mastering = metadata.mastering ?? last.metadata.mastering
    next.metadata.contentLight = metadata.contentLight ?? last.metadata.contentLight
    next.isDolbyVisionOnly = isDolbyVisionOnly || last.isDolbyVisionOnly
    return next
  }

  /// The values that differ from another statement's, in words: `transfer bt709, matrix bt709`.
  package func words(unlike other: FrameTags) -> String {
    var words: [String] = []
    func compare<Value: Equatable>(_ name: String, _ value: Value?, _ other: Value?, _ text: (Value) -> String) {
      guard value != other else { return }
      words.append(value.map { "\(name) \(text($0))" } ?? "no \(name)")
    }
    compare("primaries", color.primaries, other.color.primaries) { $0.ffmpegName }
    compare("transfer", color.transfer, other.color.transfer) { $0.ffmpegName }
    compare("matrix", color.matrix, other.color.matrix) { $0.ffmpegName }
    compare("range", color.range, other.color.range) { "\($0)" }
    compare("chroma location", color.chromaLocation, other.color.chromaLocation) { $0.ffmpegName }
    compare("mastering display", metadata.mastering, other.metadata.mastering) { "\($0)" }
    compare("content light", metadata.contentLight, other.metadata.contentLight) { "\($0)" }
    if isDolbyVisionOnly != other.isDolbyVisionOnly {
      words.append(isDolbyVisionOnly ? "Dolby Vision without a compatible base layer" : "another base layer")
    }
    return words.joined(separator: ", ")
  }
}

extension MovieFrame {
  /// The decoder's statement about this picture alone.
  var stated: FrameTags {
    var findings: [Finding] = []
    return unsafe FrameTags(
      color: ColorDescription(pointer.pointee), metadata: StaticMetadata(of: pointer, &findings),
      isDolbyVisionOnly: dolbyVisionProfile == 5)
  }
}
