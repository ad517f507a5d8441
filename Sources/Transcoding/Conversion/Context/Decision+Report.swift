internal import HDRMetadata
package import JSONText
internal import ToneMapping

extension Decision {
  package func report(in style: OptionStyle) -> JSONValue { plan.report(assuming: assumptions, in: style) }

  /// The stages and the assumptions, one line each.
  package func outline(in style: OptionStyle) -> String {
    let ours = assumptions.filter { !plan.assumptions.contains($0) }
      .map { "assumed         \($0.named(in: style))".onOneLine }
    let notes = [note, publishedSetting?.text(in: style)].compactMap(\.self).map { "note            \($0)" }
    return ([plan.outline { $0.named(in: style) }] + ours + notes).joined(separator: "\n")
  }
}
