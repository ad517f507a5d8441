import JSONText
import Transcoding

@_cdecl("tonemap_file_kind")
public func describeKind(_ input: CText, _ options: CText, _ text: Text, _ message: Text) -> Int32 {
  call(message, giving: text, "json") {
    let input = try location(input, "input")
    let settings = try ConversionSettings(forFile: options)
    try requireThreads()
    let kind = try ManifestEntry.Kind(of: input, settings, for: .keys)
    return json(JSONValue(["kind": kind.rawValue]))
  }
}

@_cdecl("tonemap_folder_rules")
public func describeFolderRules(
  _ options: CText, _ sdr: CText, _ others: CText, _ rules: Text, _ message: Text
) -> Int32 {
  call(message, giving: rules, "json") {
    let settings = try ConversionSettings(forFile: options)
    if let setting = settings.settingOfOneInput {
      throw ProgramError(.settings, "\(setting) is for one input, but a folder has several; convert each by itself")
    }
    let folder = FolderSettings(
      input: "", output: nil, settings, stated: try stated(options),
      sdr: try handling(sdr, "sdr"), others: try handling(others, "others"))
    let format = settings.output.format
    let movies = FileFormat.all.filter { !$0.isPicture }.flatMap(\.endings)
    return json(
      JSONValue([
        "options": folder.options, "extension": FileEnding.of(Path("x").outputName(as: format)),
        "extensions": JSONValue.object(
          Dictionary(
            movies.map { ($0, .string(FileEnding.of(Path("x.\($0)".utf8).outputName(as: format)))) },
            uniquingKeysWith: { first, _ in first })),
      ]))
  }
}

/// The stated options by their settings.
private func stated(_ options: CText) throws -> [SettingName: JSONValue] {
  let names = Dictionary(uniqueKeysWithValues: SettingName.allCases.map { ($0.underscored, $0) })
  let members = try members(options).map { (String($0.map { $0 == "-" ? "_" : $0 }), $1) }
  return Dictionary(
    members.compactMap { name, value in value == .null ? nil : names[name].map { ($0, value) } },
    uniquingKeysWith: { $1 })
}

private func handling<Handling: CaseIterable & RawRepresentable<String>>(
  _ pointer: CText, _ name: String
) throws -> Handling {
  let stated = try text(pointer, name)
  guard let handling = Handling(rawValue: stated) else {
    let allowed = Handling.allCases.map(\.rawValue).joined(separator: ", ")
    throw ProgramError.wrong(name, "'\(stated)'", expected: "one of \(allowed)")
  }
  return handling
}
