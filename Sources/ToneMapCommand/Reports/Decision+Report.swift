internal import HDRMetadata
internal import JSONText
internal import ToneMapping
internal import Transcoding

extension Decision {
  var report: JSONValue { plan.report(assuming: assumptions) }

  /// The stages and the assumptions, one line each.
  var text: String {
    let ours = assumptions.filter { !plan.assumptions.contains($0) }.map { "assumed         \($0.inOptions)".onOneLine }
    let notes = [note, publishedSetting?.inOptions].compactMap(\.self).map { "note            \($0)" }
    return ([plan.outline(telling: \.inOptions)] + ours + notes).joined(separator: "\n")
  }
}
