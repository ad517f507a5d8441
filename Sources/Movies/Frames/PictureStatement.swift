internal import CLibAV
public import HDRMetadata

/// What a stream states of one picture's color and light.
///
/// It can change within a movie, where recordings or broadcasts were joined. A plan is made for pictures of one statement.
public struct PictureStatement: Hashable, Sendable {
  /// The tags, as the stream has them; `nil` for what it leaves open.
  public var color: ColorDescription
  /// The mastering display and the content light level.
  public var metadata: StaticMetadata
  /// Whether an RPU says that the pictures are Dolby Vision without a base layer that other players can show.
  public var isDolbyVisionOnly: Bool

  /// A statement.
  public init(color: ColorDescription, metadata: StaticMetadata = StaticMetadata(), isDolbyVisionOnly: Bool = false) {
    (self.color, self.metadata, self.isDolbyVisionOnly) = (color, metadata, isDolbyVisionOnly)
  }

  /// This statement as what follows another in a stream.
  ///
  /// Decoders hand messages on with each picture, with key pictures only, or until a key picture without them: so a message that is missing, where
  /// the tags stay, is that of before. Tags that are missing are unspecified, as H.273 has it: decoders keep what the parameter sets say until others
  /// hold, so none are missing by chance.
  func following(_ last: PictureStatement) -> PictureStatement {
    guard color == last.color else { return self }
    var next = self
    next.metadata.mastering = metadata.mastering ?? last.metadata.mastering
    next.metadata.contentLight = metadata.contentLight ?? last.metadata.contentLight
    next.isDolbyVisionOnly = isDolbyVisionOnly || last.isDolbyVisionOnly
    return next
  }

  /// What this states otherwise than another statement, in words: `transfer bt709, matrix bt709`.
  package func words(unlike other: PictureStatement) -> String {
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
  /// What the decoder says of this picture alone.
  var stated: PictureStatement {
    unsafe PictureStatement(
      color: ColorDescription(pointer.pointee), metadata: StaticMetadata(of: pointer),
      isDolbyVisionOnly: dolbyVisionProfile == 5)
  }
}
