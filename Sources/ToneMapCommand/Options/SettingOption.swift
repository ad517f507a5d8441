public import ArgumentParser
internal import JSONText
public import Transcoding

/// The text of a setting on the command line, which its row has parsed.
struct Stated: Hashable, Sendable {
  let name: SettingName
  let text: String

  var path: Path { Path(word: text) }
}

extension Option {
  /// The option of a row.
  ///
  /// - Parameter word: An additional text that the command accepts.
  init(_ row: Setting<some SettingsTable>, _ visibility: ArgumentVisibility = .default, also word: String? = nil)
  where Value == Stated? {
    self.init(
      name: row.spelling, parsing: row.mayBeginWithDash ? .unconditional : .next, help: row.argumentHelp(visibility),
      completion: row.completion(also: word)
    ) { try row.stated($0, also: word) }
  }

  init(wrappedValue: [Stated], several row: Setting<some SettingsTable>) where Value == [Stated] {
    self.init(
      wrappedValue: wrappedValue, name: row.spelling, help: row.argumentHelp(.default),
      completion: row.completion(also: nil)
    ) {
      try row.stated($0, also: nil)
    }
  }
}

// Options without a row, whose values have names in the help.
extension Option {
  init<Known: ExpressibleByArgument>(
    _ help: String, as valueName: String, name: NameSpecification = .long, completion: CompletionKind? = nil
  ) where Value == Known? {
    self.init(name: name, help: ArgumentHelp(help, valueName: valueName), completion: completion)
  }

  /// The option of a number, which may be negative, so that the message about it says what was found.
  init<Number: ExpressibleByArgument & LosslessStringConvertible & Numeric>(
    _ help: String, as valueName: String, name: NameSpecification = .long
  ) where Value == Number? {
    self.init(help, as: valueName, name: name, transform: { try Number.read($0) })
  }

  init<Parsed>(
    _ help: String, as valueName: String, name: NameSpecification = .long,
    transform: @escaping @Sendable (String) throws -> Parsed
  ) where Value == Parsed? {
    self.init(
      name: name, parsing: .unconditional, help: ArgumentHelp(help, valueName: valueName), transform: transform)
  }

  init(wrappedValue: Value, _ help: String, as valueName: String) where Value: ExpressibleByArgument {
    self.init(wrappedValue: wrappedValue, help: ArgumentHelp(help, valueName: valueName))
  }
}

extension LosslessStringConvertible where Self: Numeric {
  static func read(_ text: String) throws(ValidationError) -> Self {
    if let number = Self(text) { return number }
    let isWhole = Self.self is any BinaryInteger.Type
    throw ValidationError(
      "expected a \(isWhole ? "whole " : "")number\(Self.self is any UnsignedInteger.Type ? ", 0 or more" : "")")
  }
}

extension Flag where Value == Bool {
  init(wrappedValue: Bool, _ row: Setting<some SettingsTable>) {
    self.init(wrappedValue: wrappedValue, name: row.spelling, help: row.argumentHelp(.default))
  }
}

extension Setting where Root: SettingsTable {
  fileprivate var spelling: NameSpecification { .customLong(name.hyphenated) }

  fileprivate func argumentHelp(_ visibility: ArgumentVisibility) -> ArgumentHelp {
    // Shells list the values by themselves.
    let isForShell = Arguments.words.contains { $0.hasPrefix("--generate-completion-script") }
    let all = help.text(in: .words)
    let text = isForShell ? all.replacing(/\s\((values|default): [^()]*\)$/, with: "") : all
    return ArgumentHelp("\(text)", valueName: valueName.isEmpty ? nil : valueName, visibility: visibility)
  }

  fileprivate func completion(also word: String?) -> CompletionKind? {
    choices.isEmpty ? endings.map { .file(extensions: $0) } : .list(choices + [word].compactMap(\.self))
  }

  fileprivate func stated(_ text: String, also word: String?) throws -> Stated {
    do {
      if text != word { try check(text) }
    } catch {
      if let word { throw ValidationError("expected one of \(list(choices + [word]))") }
      throw ValidationError(error)
    }
    return Stated(name: name, text: text)
  }
}

// MARK: Stated settings

extension ParsableArguments {
  /// The settings that the options state, including those of groups.
  var stated: [SettingName: JSONValue] {
    Mirror(reflecting: self).children.reduce(into: [:]) { all, child in
      guard let wrapper = child.value as? any Stating else { return }
      all.merge(wrapper.stated(as: "\(child.label?.dropFirst() ?? "")")) { $1 }
    }
  }
}

private protocol Stating {
  /// - Parameter label: The name of the property; for a flag, it is the name of its setting.
  func stated(as label: String) -> [SettingName: JSONValue]
}

extension OptionGroup: Stating {
  fileprivate func stated(as label: String) -> [SettingName: JSONValue] { wrappedValue.stated }
}

extension Flag: Stating {
  fileprivate func stated(as label: String) -> [SettingName: JSONValue] {
    guard wrappedValue as? Bool == true, let name = SettingName(named: label) else { return [:] }
    return [name: .bool(true)]
  }
}

extension Option: Stating {
  fileprivate func stated(as label: String) -> [SettingName: JSONValue] {
    if let values = wrappedValue as? [Stated], let first = values.first {
      return [first.name: .array(values.map { .string($0.text) })]
    }
    return (wrappedValue as? Stated).map { [$0.name: .string($0.text)] } ?? [:]
  }
}

func validating(_ check: () throws(TranscodingError) -> Void) throws {
  do { try check() } catch { throw ValidationError(error) }
}

extension AlphaMode: ExpressibleByArgument {}
extension FolderSettings.SDRHandling: ExpressibleByArgument {}
extension FolderSettings.OtherHandling: ExpressibleByArgument {}
extension PictureKind: ExpressibleByArgument {}
extension DeliveryFormat: ExpressibleByArgument {}
extension CubeInterpolation: ExpressibleByArgument {}
extension EncoderTool: ExpressibleByArgument {}
extension LookupHost: ExpressibleByArgument {}

extension MediaLocation: ExpressibleByArgument {
  public init(argument: String) { self.init(word: argument) }
}
