internal import HDRMetadata
internal import JSONText
internal import Transcoding

extension Fix {
  /// The sentence, with the options of `tonemap`.
  var inOptions: String { text(in: .words) }
}

extension Finding {
  /// The finding with the options of `tonemap` in its fix, without a fix that only a program can apply.
  var inOptions: Finding { named(in: .words) }
}

extension FixableError {
  /// The error with the options of `tonemap` in its fix.
  var inOptions: String { text(in: .words) }
}

extension Decision {
  /// The plan as JSON.
  var report: JSONValue { report(in: .words) }

  /// The stages and the assumptions, one line each.
  var text: String { outline(in: .words) }
}
