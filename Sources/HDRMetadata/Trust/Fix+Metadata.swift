extension Fix.Setting {
  /// A tag or a static message of the source, not said with which value.
  public static func stated(_ property: TagProperty) -> Fix.Setting {
    let owner =
      switch property {
      case .mastering, .contentLight, .ambient: "StaticMetadata"
      case .primaries, .transfer, .matrix, .range, .chromaLocation: "ColorDescription"
      }
    return Fix.Setting(key: property.rawValue, spelling: "\(owner).\(property.rawValue)")
  }

  /// The transfer PQ.
  public static let transferPQ = transfer("pq")
  /// The transfer HLG.
  public static let transferHLG = transfer("hlg")
  /// The transfer of BT.709, which is SDR.
  public static let transferBT709 = transfer("bt709")

  private static func transfer(_ name: String) -> Fix.Setting {
    let transfer = stated(.transfer)
    return Fix.Setting(key: transfer.key, spelling: "\(transfer) = .\(name)", value: .name(name))
  }

  /// How far static metadata is trusted.
  public static func trust(_ trust: MetadataTrust) -> Fix.Setting {
    Fix.Setting(key: "trust", spelling: "MetadataTrust.\(trust.rawValue)", value: .name(trust.rawValue))
  }
}
