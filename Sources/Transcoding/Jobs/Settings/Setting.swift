package import JSONText
package import ToneMapping

package protocol SettingsTable: Sendable {
  init()
  /// A row for each setting, in the order in which settings are read.
  static var rows: [Setting<Self>] { get }
}

/// Whether a plan with a tone-mapping operator shows that a setting is used.
package typealias SettingUse = @Sendable (ConversionPlan, ToneOperator) -> Bool

/// A row of a settings table: everything that the command, and programs with JSON options, know about a setting.
package struct Setting<Root>: Sendable {
  /// The key path of a value in settings.
  package typealias Place<Value> = any WritableKeyPath<Root, Value> & Sendable

  package let name: SettingName
  /// The placeholder for a value in the help.
  package let valueName: String
  /// The help text of the setting, with its possible values.
  package let help: Fix
  /// The names of values; empty if they cannot be listed.
  package let choices: [String]
  /// The extensions of a file value; empty means any; `nil` for other values.
  package let endings: [String]?
  /// Whether a value may begin with a dash, as negative numbers do.
  package let mayBeginWithDash: Bool
  /// Whether it differs from the default.
  let isGiven: @Sendable (Root) -> Bool
  /// Whether a plan alone shows that the setting is used, and alternative values, at least one of which differs from the given one; `nil` for a
  /// setting that is never reported as unused.
  let use: (isShown: SettingUse, others: [@Sendable (inout Root) -> Void])?
  fileprivate let set: @Sendable (inout Root, JSONValue) throws -> Void
}

extension Setting where Root: SettingsTable {
  /// A setting with a reader of its own for JSON.
  init<Value: Equatable & Sendable>(
    _ name: SettingName, _ place: Place<Value>, as valueName: String = "", choices: [String] = [],
    endings: [String]? = nil, mayBeginWithDash: Bool = false, help: Fix, _ use: SettingUse? = nil,
    _ others: [Value] = [], reading set: @escaping @Sendable (inout Root, JSONValue) throws -> Void
  ) {
    self.init(
      name: name, valueName: valueName, help: help, choices: choices, endings: endings,
      mayBeginWithDash: mayBeginWithDash, isGiven: { $0[keyPath: place] != Root()[keyPath: place] },
      use: use.map { ($0, others.map { value in { $0[keyPath: place] = value } }) }, set: set)
  }

  /// A setting whose value type parses its text.
  init<Value: SettingValue>(
    _ name: SettingName, _ place: Place<Value>, as valueName: String = "", endings: [String]? = nil,
    used use: SettingUse? = nil, trying others: [Value] = [], help: Fix = ""
  ) {
    let listed = Value.listsChoices ? Value.choices : []
    let values = listed.isEmpty ? [] : ["values: \(listed.joined(separator: ", "))"]
    let usual = Root()[keyPath: place].shownByDefault.map { ["default: \($0)"] } ?? []
    let notes = (values + usual).joined(separator: "; ")
    self.init(
      name, place, as: valueName, choices: Value.choices, endings: endings, mayBeginWithDash: Value.mayBeginWithDash,
      help: notes.isEmpty ? help : "\(help) (\(notes))", use, others
    ) { $0[keyPath: place] = try Value(option: $1.optionText()) }
  }

  /// A setting with a parser of its own.
  init<Value: Equatable & Sendable>(
    _ name: SettingName, _ place: Place<Value>, as valueName: String = "", choices: [String] = [], help: Fix = "",
    set: @escaping @Sendable (inout Root, String) throws -> Void
  ) {
    self.init(name, place, as: valueName, choices: choices, help: help) { try set(&$0, $1.optionText()) }
  }

  /// A color tag.
  init<Point: CodePoint>(
    _ name: SettingName, tag place: Place<Point?>, as valueName: String = "name",
    used use: SettingUse? = nil, trying others: [Point] = [], help: Fix
  ) {
    let choices = Tag<Point>.names
    self.init(
      name, place, as: valueName, choices: choices, help: "\(help) (values: \(choices.joined(separator: ", ")))", use,
      others
    ) { settings, value in
      let tag = try Tag<Point>(option: value.optionText(), of: choices)
      guard tag.isNumbered else {
        throw ExpectedText("a value that H.273 has a number for, since only a source can have others")
      }
      settings[keyPath: place] = tag.value
    }
  }

  /// A flag.
  init(
    _ name: SettingName, _ place: Place<Bool>, isSet: Bool = true, used use: SettingUse? = nil,
    trying others: [Bool] = [], help: Fix
  ) {
    self.init(name, place, help: help, use, others) { settings, value in
      guard case .bool(let isGiven) = value else { throw ExpectedText("true or false") }
      settings[keyPath: place] = isGiven == isSet
    }
  }
}

extension Setting {
  func within<Whole>(_ part: Setting<Whole>.Place<Root>) -> Setting<Whole> {
    Setting<Whole>(
      name: name, valueName: valueName, help: help, choices: choices, endings: endings,
      mayBeginWithDash: mayBeginWithDash, isGiven: { isGiven($0[keyPath: part]) },
      use: use.map { use in (use.isShown, use.others.map { change in { change(&$0[keyPath: part]) } }) },
      set: { try set(&$0[keyPath: part], $1) })
  }

  package func check(_ text: String) throws where Root: SettingsTable {
    var settings = Root()
    try set(&settings, .string(text))
  }
}

extension SettingsTable {
  package static subscript(_ name: SettingName) -> Setting<Self> { rows.first { $0.name == name }! }

  /// Creates settings from checked values; values of other settings are ignored.
  package init(_ values: [SettingName: JSONValue]) throws {
    self.init()
    for row in Self.rows {
      if let value = values[row.name] { try row.set(&self, value) }
    }
  }

  /// Applies JSON values, in the order of the table.
  ///
  /// - Parameters:
  ///   - members: The settings; their names may have underscores or hyphens. `null` means absent.
  ///   - others: The settings that a user may expect here, and why they are not available.
  package mutating func set(
    _ members: [String: JSONValue], but others: (names: Set<SettingName>, reason: String) = ([], "")
  ) throws(TranscodingError) {
    var left: [String: JSONValue] = [:]
    for (key, value) in members where value != .null {
      let name = key.map { $0 == "-" ? "_" : String($0) }.joined()
      guard left.updateValue(value, forKey: name) == nil else { throw .setting(.repeated(name)) }
    }
    let rows = Self.rows.filter { !others.names.contains($0.name) }
    for row in rows {
      guard let value = left.removeValue(forKey: row.name.underscored) else { continue }
      do { try row.set(&self, value) } catch {
        let found = String(decoding: value.line, as: UTF8.self).onOneLine.shortened
        throw .setting(.unreadable(row.name, found: found, reason: "\(error)"))
      }
    }
    guard let name = left.keys.min() else { return }
    let key = name.onOneLine.shortened
    guard !others.names.contains(where: { $0.underscored == name }) else {
      throw .setting(.unavailable(key, reason: others.reason))
    }
    throw .setting(.unknown(key, expected: rows.map(\.name.underscored)))
  }
}

extension JSONValue {
  /// The text of the equivalent command-line option.
  func optionText() throws -> String {
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

extension String {
  fileprivate var shortened: String { count > 100 ? prefix(100) + "…" : self }

  /// The name that this text may misspell: at most 3 letters, and at most half of them, differ.
  package func nearest(of names: [String]) -> String? {
    let typed = String(prefix(40))
    let nearest = names.map { ($0, $0.distance(to: typed)) }.min { $0.1 < $1.1 }
    return nearest.flatMap { name, distance in distance <= Swift.min(3, typed.count / 2) ? name : nil }
  }

  /// The number of letters that differ, are missing or are superfluous.
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

// Rows of settings that several tables share.

extension Setting where Root: SettingsTable {
  static func force(_ place: Place<Bool>) -> Setting { Setting(.force, place, help: "Replace write-protected files.") }

  static func strict(_ place: Place<Bool>) -> Setting {
    Setting(.strict, place, help: "Fail instead of assuming anything.")
  }

  static func frameMetadata(_ place: Place<MediaLocation?>) -> Setting {
    Setting(
      .frameMetadata, place, as: "file", endings: ["json", "jsonl"],
      help:
        "The metadata of each frame: HDR10+ JSON, or lines of JSON such as {\"frame\": 0, \"max_cd_m2\": 812, \"average_cd_m2\": 35}."
        + " With \(.toneMapping) st2094-40, HDR10+ supplies the curve; with others, convert follows the stated light.")
  }

  static func matrix(_ place: Place<MatrixCoefficients?>) -> Setting {
    Setting(.matrix, tag: place, help: "The matrix coefficients. FFmpeg's and x265's names and H.273 numbers work.")
  }

  static func range(_ place: Place<QuantizationRange?>) -> Setting {
    Setting(
      .range, tag: place, as: "range",
      help: "The quantization range. In all options, tv, limited, legal and mpeg mean narrow, pc and jpeg full.")
  }

  static func outPrimaries(_ place: Place<ColorPrimaries?>) -> Setting {
    Setting(
      .outPrimaries, tag: place,
      help: "The output's primaries, if not the preset's. FFmpeg's and x265's names and H.273 numbers work.")
  }

  static func outTransfer(_ place: Place<TransferCharacteristics?>) -> Setting {
    Setting(
      .outTransfer, tag: place,
      help: "The output's transfer function, if not the preset's. FFmpeg's and x265's names and H.273 numbers work.")
  }
}
