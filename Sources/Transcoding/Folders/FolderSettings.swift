package import JSONText
internal import LookupFiles
internal import ToneMapping

/// A folder whose files are converted into another folder, or in place.
package struct FolderSettings: Sendable {
  package enum SDRHandling: String, CaseIterable, Sendable { case link, copy, skip }
  package enum OtherHandling: String, CaseIterable, Sendable { case skip, copy }

  package let input: Path
  /// The output folder; `nil` if outputs replace inputs.
  package let output: Path?
  package var conversion: ConversionSettings
  package let sdr: SDRHandling
  package let others: OtherHandling
  /// The hash of everything that outputs depend on besides their inputs.
  package let options: String

  /// - Parameter stated: The stated settings, from which `conversion` was made.
  package init(
    input: Path, output: Path?, _ conversion: ConversionSettings, stated: [SettingName: JSONValue], sdr: SDRHandling,
    others: OtherHandling
  ) {
    (self.input, self.output, self.conversion, self.sdr, self.others) = (input, output, conversion, sdr, others)
    let options = Dictionary(
      uniqueKeysWithValues: stated.filter { ![.threads, .simd].contains($0.key) }.map { ($0.key.underscored, $0.value) }
    )
    let all = JSONValue([
      "options": JSONValue.object(options), "release": Release.version, "sdr": sdr.rawValue, "others": others.rawValue,
    ])
    self.options = Self.hash(all.line)
  }

  static func hash(_ bytes: [UInt8]) -> String { String(SHA256.hexadecimal(bytes).prefix(16)) }

  func output(of item: FolderItem, as kind: ManifestEntry.Kind?) -> Path {
    guard let output else { return input / item.path }
    return output / (kind == .hdr ? item.converted : item.path)
  }

  /// The folder with the manifest and the claims.
  var records: Path { (output ?? input) / ".tonemap" }

  package func check() throws(TranscodingError) {
    let kind = System.kind(of: input)
    guard kind == .directory else { throw .folder(.notAFolder("\(input)", exists: kind != .nothing)) }
    guard let output, System.kind(of: output) == .directory else { return }
    let names = (System.resolved(output).names, System.resolved(input).names)
    guard !names.1.starts(with: names.0) else { throw .folder(.outputAroundInput("\(output)", input: "\(input)")) }
  }
}
