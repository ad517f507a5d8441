extension Fix.Setting {
  /// The primaries of a camera.
  public static func primaries(_ gamut: Gamut) -> Fix.Setting {
    let spelling =
      gamut.codePoint == nil ? "Source.gamut = Gamut(camera: \"\(gamut.name)\")" : "\(stated(.primaries))"
    return Fix.Setting(key: stated(.primaries).key, spelling: spelling, value: .name(gamut.name))
  }

  /// How the source's color is stored beside alpha.
  public static func alpha(_ mode: AlphaMode) -> Fix.Setting {
    Fix.Setting(key: "alpha", spelling: "Source.alpha = AlphaCoding(.\(mode.rawValue))", value: .name(mode.rawValue))
  }

  /// The codes of no coverage and of full coverage.
  public static let alphaCodes = Fix.Setting(key: "alphaCodes", spelling: "AlphaCoding.codes")
  /// The peak of the source.
  public static let sourcePeak = Fix.Setting(key: "sourcePeak", spelling: "PlanOptions.sourcePeak")
  /// The peak of the display.
  public static let displayPeak = Fix.Setting(key: "displayPeak", spelling: "Display.luminance")

  /// The light around the display.
  public static func surround(_ light: Illuminance) -> Fix.Setting {
    Fix.Setting(
      key: "surround", spelling: "Display.surround = .lux(\(plain(light.lux)))", value: .number(light.lux))
  }

  /// A part of the look.
  public static func look(_ part: Look.Part) -> Fix.Setting {
    Fix.Setting(key: part.rawValue, spelling: "Look.\(part.rawValue)")
  }

  /// The lattice of so many samples along each component, `2...129`; `nil` for any.
  public static func lattice(size: Int?) -> Fix.Setting {
    Fix.Setting(
      key: "lattice", spelling: "PlanOptions.latticeSize" + (size.map { " = \($0)" } ?? ""),
      value: size.map { .number(Double($0)) })
  }

  /// The pixel format that is written.
  public static let outputFormat = Fix.Setting(
    key: "outputFormat", spelling: "ConversionPlan(from: source, to: display, writing: format)")

  /// That assumptions are errors.
  public static let strict = Fix.Setting(key: "strict", spelling: "PlanOptions.strict")

  /// The frames of HDR10+ that one curve is made from.
  public static func frames(_ range: Range<Int>) -> Fix.Setting {
    Fix.Setting(
      key: "frames", spelling: "HDR10PlusFrames(start: \(range.lowerBound), count: \(range.count))",
      value: .frames(range))
  }
}
