internal import ToneMapping

/// What one place states about the pictures: the options, the color JSON or the header of the file.
struct Claim {
  /// The name of the place for each tag, as the subject of a sentence: `--matrix`, `clip.json`, `the Y4M header`.
  let place: @Sendable (_ tag: String) -> String
  /// Whether the user stated it; preferring it is then not an assumption.
  var isExplicit = false
  var color = ColorDescription()
  var metadata = StaticMetadata()
}

/// What is known about the pictures from all places together.
struct Testimony {
  private(set) var color = ColorDescription()
  private(set) var metadata = StaticMetadata()
  /// The properties on which places disagreed, and which place was believed.
  private(set) var disagreements: [Assumption] = []

  /// Combines claims in falling order of trust: the first that states a property is believed.
  init(_ claims: [Claim]) {
    settle(claims, "primaries", \.color.primaries, into: \.color.primaries, \.ffmpegName)
    settle(claims, "transfer", \.color.transfer, into: \.color.transfer, \.ffmpegName)
    settle(claims, "matrix", \.color.matrix, into: \.color.matrix, \.ffmpegName)
    settle(claims, "range", \.color.range, into: \.color.range, \.ffmpegName)
    settle(claims, "chroma-location", \.color.chromaLocation, into: \.color.chromaLocation, \.ffmpegName)
    settle(claims, "master-display", \.metadata.mastering, into: \.metadata.mastering, \.description)
    settle(claims, "max-cll", \.metadata.contentLight, into: \.metadata.contentLight, \.description)
    settle(claims, "ambient", \.metadata.ambient, into: \.metadata.ambient, \.description)
  }

  private mutating func settle<Value: Equatable>(
    _ claims: [Claim], _ tag: String, _ property: KeyPath<Claim, Value?>,
    into result: WritableKeyPath<Testimony, Value?>, _ name: KeyPath<Value, String>
  ) {
    let told = claims.filter { $0[keyPath: property] != nil }
    guard let winner = told.first, let value = winner[keyPath: property] else { return }
    self[keyPath: result] = value
    for loser in told.dropFirst() {
      guard let other = loser[keyPath: property], other != value else { continue }
      let sentence =
        "\(winner.place(tag)) says \(value[keyPath: name]), but \(loser.place(tag)) says \(other[keyPath: name]);"
        + " \(winner.place(tag)) is used"
      disagreements.append(
        Assumption(code: winner.isExplicit ? Self.overruled : "disagreement-\(tag)", sentence: sentence))
    }
  }

  /// The code of a disagreement that the user decided: it is reported, but nothing was assumed.
  static let overruled = "overruled"
}
