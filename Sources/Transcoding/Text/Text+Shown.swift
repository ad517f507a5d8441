extension Unicode.Scalar {
  /// Whether a terminal shows it in its place: it is no control character, no line break, and does not change the direction of text.
  package var isShown: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: !properties.isBidiControl
    }
  }
}
