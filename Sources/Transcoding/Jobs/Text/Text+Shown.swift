extension Unicode.Scalar {
  /// Whether a terminal shows it in place: it is not a control character or line break, and does not change the direction of text.
  package var isShown: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: !properties.isBidiControl
    }
  }
}

extension String {
  /// The text with everything that a terminal would interpret or a reader could not see escaped as in JSON, `\u001b`, including line breaks.
  package var onOneLine: String { escaped { _ in true } }

  /// The text escaped likewise, except for line breaks.
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
