extension Unicode.Scalar {
  /// Whether a terminal shows it in its place: it is no control character, no line break, and does not change the direction of text.
  package var isShown: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: !properties.isBidiControl
    }
  }
}

extension String {
  /// This text with all that a terminal would obey or a reader could not see escaped as in JSON, `\u001b`, line breaks too.
  package var onOneLine: String { escaped { _ in true } }

  /// The same, but line breaks stay.
  package var printable: String { escaped { $0 != "\n" } }

  private func escaped(where isEscaped: (Unicode.Scalar) -> Bool) -> String {
    func isHidden(_ scalar: Unicode.Scalar) -> Bool { !scalar.isShown && isEscaped(scalar) }
    guard unicodeScalars.contains(where: isHidden) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      guard isHidden(scalar) else { return text.unicodeScalars.append(scalar) }
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }
  }
}
