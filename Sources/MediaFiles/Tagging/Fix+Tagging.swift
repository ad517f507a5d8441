public import HDRMetadata

extension Fix.Setting {
  /// The tagging of a movie's container.
  public static let tagging = Fix.Setting(key: "tagging", spelling: "MovieRetagging")
}
