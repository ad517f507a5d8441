internal import ToneMapping

/// What one place says about the pictures: the options, the color JSON, the header of the file.
struct Claim {
  /// Who says so, as the subject of a sentence, for each tag: `--matrix`, `clip.json`, `the Y4M header`.
  let place: @Sendable (_ tag: String) -> String
  /// Whether it is a person's own word, which needs no apology when it wins.
  var isExplicit = false
  var color = ColorDescription()
  var metadata = StaticMetadata()
}

/// What is known of the pictures when every place has been heard.
struct Testimony {
  private(set) var color = ColorDescription()
  private(set) var metadata = StaticMetadata()
  /// Where places disagreed, and which was believed.
  private(set) var disagreements: [Assumption] = []

  /// Hears claims in falling order of credit: the first that says anything of a property is believed.
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
        "\(winner.place(tag)) says \(value[keyPath: name]), and is believed, where \(loser.place(tag)) says"
        + " \(other[keyPath: name])"
      disagreements.append(
        Assumption(code: winner.isExplicit ? Self.overruled : "disagreement-\(tag)", sentence: sentence))
    }
  }

  /// The code of a disagreement that a person decided: it is told, but nothing was assumed.
  static let overruled = "overruled"
}
