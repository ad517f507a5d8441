public import HDRMetadata

extension Mend.Setting {
  /// The tagging of a movie's container.
  public static let tagging = Mend.Setting(key: "tagging", spelling: "MovieRetagging")
}
