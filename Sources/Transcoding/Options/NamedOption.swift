internal import HDRMetadata
package import JSONText

/// An option of the command by its name, and what it sets: for programs that state options as JSON.
package struct NamedOption<Settings> {
  /// The name, with hyphens.
  package let name: String
  private let set: (inout Settings, JSONValue) throws -> Void

  fileprivate init(_ name: String, _ set: @escaping (inout Settings, JSONValue) throws -> Void) {
    (self.name, self.set) = (name, set)
  }

  /// An option whose value is a text.
  init<Value>(
    _ name: String, _ place: WritableKeyPath<Settings, Value>, _ read: @escaping (String) throws -> Value
  ) {
    self.init(name) { settings, value in settings[keyPath: place] = try read(value.optionText()) }
  }

  /// An option whose value is a text that sets several things.
  init(_ name: String, _ set: @escaping (inout Settings, String) throws -> Void) {
    self.init(name) { settings, value in try set(&settings, value.optionText()) }
  }

  /// An option with one of several names.
  init<Value: RawRepresentable<String> & CaseIterable>(_ name: String, _ place: WritableKeyPath<Settings, Value>) {
    self.init(name, place, named)
  }

  init<Value: RawRepresentable<String> & CaseIterable>(_ name: String, _ place: WritableKeyPath<Settings, Value?>) {
    self.init(name, place, named)
  }

  /// An option that is a number.
  init(_ name: String, _ place: WritableKeyPath<Settings, Double?>) { self.init(name, place, number) }
  init(_ name: String, _ place: WritableKeyPath<Settings, Int?>) { self.init(name, place, whole) }

  /// An option that is a text.
  init(_ name: String, _ place: WritableKeyPath<Settings, String?>) { self.init(name, place) { $0 } }

  /// An option whose value is an object.
  init(object name: String, _ set: @escaping (inout Settings, JSONValue) throws -> Void) { self.init(name, set) }

  /// An option that names a file.
  init(_ name: String, _ place: WritableKeyPath<Settings, MediaLocation?>) {
    self.init(name, place) { MediaLocation(named: Array($0.utf8)) }
  }

  /// An option that names files.
  init(_ name: String, _ place: WritableKeyPath<Settings, [MediaLocation]>) {
    self.init(name) { settings, value in
      let values = if case .array(let values) = value { values } else { [value] }
      settings[keyPath: place] = try values.map { MediaLocation(named: Array(try $0.optionText().utf8)) }
    }
  }

  /// An option that is there or not.
  ///
  /// - Parameter isSet: What it means to be there.
  init(_ name: String, _ place: WritableKeyPath<Settings, Bool>, isSet: Bool = true) {
    self.init(name) { settings, value in
      guard case .bool(let isGiven) = value else { throw ExpectedText("true or false") }
      settings[keyPath: place] = isGiven == isSet
    }
  }
}

extension NamedOption {
  /// The option, for settings of which its own are a part.
  func within<Whole>(_ part: WritableKeyPath<Whole, Settings>) -> NamedOption<Whole> {
    NamedOption<Whole>(name) { try set(&$0[keyPath: part], $1) }
  }

  /// Sets what options say, in the order of the list.
  ///
  /// - Parameters:
  ///   - members: The options; their names may have underscores in place of hyphens. `null` is as if an option were not there.
  ///   - all: The options that there are.
  ///   - others: The names of options that a user may expect here, and why they are none.
  /// - Throws: `settings`.
  package static func apply(
    _ members: [String: JSONValue], of all: [NamedOption], to settings: inout Settings,
    others: (names: [String], reason: String)
  ) throws(TranscodingError) {
    var left: [String: JSONValue] = [:]
    for (key, value) in members where value != .null {
      let name = key.map { $0 == "_" ? "-" : String($0) }.joined()
      guard left.updateValue(value, forKey: name) == nil else {
        throw .settings("\(OptionStyle.keys.name(name)) is there twice, but once was expected; leave one out")
      }
    }
    for option in all {
      guard let value = left.removeValue(forKey: option.name) else { continue }
      do { try option.set(&settings, value) } catch {
        let found = String(decoding: value.line, as: UTF8.self).onOneLine.shortened
        throw .settings("\(OptionStyle.keys.name(option.name)) is \(found), which cannot be understood: \("\(error)")")
      }
    }
    guard let name = left.keys.min() else { return }
    let key = OptionStyle.keys.name(name).onOneLine.shortened
    guard !others.names.contains(name) else { throw .settings("\(key) was given, but \(others.reason); leave it out") }
    let known = all.map(\.name)
    let suggestion =
      name.nearest(of: known).map { "did you mean \(OptionStyle.keys.name($0))?" }
      ?? "it may be one of \(list(known.map { OptionStyle.keys.name($0) }))"
    throw .settings("the option \(key) is unknown; \(suggestion)")
  }
}

extension JSONValue {
  /// The text that an option of the command would have.
  fileprivate func optionText() throws -> String {
    switch self {
    case .string(let text): return text
    case .number(let number): return plain(number)
    case .array(let values) where !values.isEmpty:
      return try values.map { value in
        guard case .number(let number) = value else { throw ExpectedText("numbers") }
        return plain(number)
      }.joined(separator: ",")
    case .null, .bool, .array, .object: throw ExpectedText("a text or a number")
    }
  }
}

// MARK: Readers of texts

private func named<Value: RawRepresentable<String> & CaseIterable>(_ text: String) throws -> Value {
  guard let value = Value(rawValue: text) else {
    throw ExpectedText("one of \(list(Value.allCases.map(\.rawValue)))")
  }
  return value
}

func number(_ text: String) throws -> Double {
  guard text.wholeMatch(of: /[-+]?[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?/) != nil, let number = Double(text) else {
    throw ExpectedText("a number")
  }
  return number
}

private func whole(_ text: String) throws -> Int {
  guard let number = Int(text) else { throw ExpectedText("a whole number") }
  return number
}

extension String {
  /// The text as a sentence quotes it.
  fileprivate var shortened: String { count > 100 ? prefix(100) + "…" : self }

  /// The name that this may be by a slip: at most 3 letters, and less than half of them, differ.
  package func nearest(of names: [String]) -> String? {
    let typed = String(prefix(40))
    let nearest = names.map { ($0, $0.distance(to: typed)) }.min { $0.1 < $1.1 }
    return nearest.flatMap { name, distance in distance <= Swift.min(3, typed.count / 2) ? name : nil }
  }

  /// How many letters differ, are missing or are too many.
  private func distance(to other: String) -> Int {
    let other = Array(other.utf8)
    var row = Array(0...other.count)
    for (i, letter) in utf8.enumerated() {
      var (corner, left) = (row[0], i + 1)
      row[0] = left
      for (j, expected) in other.enumerated() {
        left = Swift.min(row[j + 1] + 1, left + 1, corner + (letter == expected ? 0 : 1))
        (corner, row[j + 1]) = (row[j + 1], left)
      }
    }
    return row[other.count]
  }
}
