internal import HDRMetadata
internal import JSONText
internal import Transcoding

extension Fix {
  /// The sentence, with the options of `tonemap`.
  var inOptions: String { text(in: .words) }

  /// Two parts of a sentence, which a line does not hold.
  static func + (start: Fix, end: Fix) -> Fix { "\(start)\(end)" }
}

extension Finding {
  /// The same, with the options of `tonemap` in what fixes it; without a fix that only a program can choose.
  var inOptions: Finding { named(in: .words) }
}

extension FixableError {
  /// The error, with the options of `tonemap` in what fixes it.
  var inOptions: String { text(in: .words) }
}

extension Fix.Setting {
  /// The option that states it, with the value if it is said; `nil` for a setting that no option states.
  package var option: String? { OptionStyle.words.name(self) }
}

extension Decision {
  /// The plan as JSON.
  var report: JSONValue { report(in: .words) }

  /// The stages and the assumptions, one line each.
  var text: String { outline(in: .words) }
}
