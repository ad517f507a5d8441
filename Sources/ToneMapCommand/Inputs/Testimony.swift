internal import ToneMapping

/// One source of tags: the options, the color JSON or the header of the file.
struct Witness {
  /// The name of the place for each option, as the subject of a sentence: `--matrix`, `clip.json`, `the Y4M header`.
  let place: @Sendable (_ option: String) -> String
  /// Whether the user stated it; preferring it is then not an assumption.
  var isExplicit = false
}

/// What is known about the pictures from all sources together.
typealias Testimony = ResolvedTags<Witness>

extension Testimony {
  /// A sentence for each value that was not believed.
  var disagreements: [Assumption] {
    decisions.flatMap { decision in
      let (option, winner) = (decision.property.option, decision.believed)
      let place = winner.source.place(option)
      return decision.overruled.map { loser in
        Assumption(
          code: winner.source.isExplicit ? Assumption.overruled : "disagreement-\(option)",
          sentence:
            "\(place) says \(winner.value), but \(loser.source.place(option)) says \(loser.value); \(place) is used")
      }
    }
  }
}

extension Assumption {
  /// The code of a disagreement that the user decided: it is reported, but nothing was assumed.
  static let overruled = "overruled"
}

extension TagProperty {
  /// The name of the option that states it.
  var option: String {
    switch self {
    case .mastering: "master-display"
    case .contentLight: "max-cll"
    case .primaries, .transfer, .matrix, .range, .chromaLocation, .ambient: hyphenated
    }
  }
}
