package import HDRMetadata
package import LookupFiles

/// Formats a list for a sentence: `a`, `a and b`, `a, b and c`, or with another word.
package func list(_ things: [String], _ word: String = "and") -> String {
  [things.dropLast().joined(separator: ", "), things.last ?? ""].filter { !$0.isEmpty }.joined(separator: " \(word) ")
}

package func list(_ settings: [SettingName], _ word: String = "and") -> Fix {
  list(settings.map { "\($0)" as Fix }, word)
}

package func list(_ things: [Fix], _ word: String = "and") -> Fix {
  things.indices.reduce("") { text, index in
    "\(text)\(index == 0 ? "" : index == things.count - 1 ? " \(word) " : ", ")\(things[index])"
  }
}

/// Formats a count with its noun: `1 frame`, `2 frames`.
package func plural(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

extension Array where Element: Hashable {
  /// The first of each element, in order.
  var withoutRepetition: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension MasteringDisplayColorVolume {
  /// The common name of the display, then its numbers: `P3-D65, 0.005…1000 cd/m², G(0.265,0.69)B(0.15,0.06)…`.
  package var inWords: String { "\(primariesInWords), \(luminanceInWords), \(description)" }

  private var primariesInWords: String {
    guard let primaries else { return "unknown primaries" }
    return Self.names.first { $0.primaries.isNamed(by: primaries) }?.name ?? "other primaries"
  }

  private var luminanceInWords: String {
    switch (minimum, maximum) {
    case (.some, .some): "\(luminance)"
    case (nil, let maximum?): "up to \(maximum)"
    case (let minimum?, nil): "from \(minimum)"
    case (nil, nil): "unknown luminance"
    }
  }

  private static let names: [(name: String, primaries: RGBPrimaries)] = [
    ("P3-D65", .p3D65), ("BT.2020", .bt2020), ("BT.709", .bt709), ("P3-DCI", .p3DCI),
  ]
}

extension RGBPrimaries {
  /// Whether each coordinate equals the other's within rounding to three decimals or more: half of the third decimal, plus half
  /// a unit of 0.00002.
  fileprivate func isNamed(by other: RGBPrimaries) -> Bool {
    zip([red, green, blue, white], [other.red, other.green, other.blue, other.white]).allSatisfy { own, other in
      abs(own.x - other.x) < 0.000_511 && abs(own.y - other.y) < 0.000_511
    }
  }
}

extension QuantizationRange {
  /// FFmpeg's name and the common name: `tv, narrow`.
  package var inWords: String { "\(ffmpegName), \(self == .full ? "full" : "narrow")" }
}

extension TransferCharacteristics {
  /// FFmpeg's name and the common name: `smpte2084, PQ`.
  package var inWords: String {
    switch self {
    case .pq: "\(ffmpegName), PQ"
    case .hlg: "\(ffmpegName), HLG"
    default: ffmpegName
    }
  }
}

extension LookupMeasurement.Errors {
  package var inWords: String {
    "maximum \(maximum.value.rounded(to: 3)), 99.9 % \(percentile999.value.rounded(to: 3)), mean \(mean.value.rounded(to: 4))"
  }
}

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

package enum ShellWords {
  /// Returns the words on one line; a word that needs quoting is in single quotes.
  package static func line(_ words: [String]) -> String {
    words.map { word in
      let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_=.,:/+".contains($0)) }
      guard !isPlain || word.isEmpty else { return word }
      let path = Path(word: word)
      let text = String(decoding: path.bytes, as: UTF8.self)
      // Unprintable bytes need $'…', in which shells support escapes.
      guard path.bytes.isEmpty || "\(path)" == text else { return "$'\(path.bytes.map(escaped).joined())'" }
      return "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }.joined(separator: " ")
  }

  /// Escapes a byte between `$'` and `'` with three octal digits, so that a digit may follow.
  private static func escaped(_ byte: UInt8) -> String {
    if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "'"), byte != UInt8(ascii: "\\") {
      return String(Unicode.Scalar(byte))
    }
    return "\\" + String(0o1000 + Int(byte), radix: 8).dropFirst()
  }
}
