internal import JSONText

// MARK: Writing

extension FrameStatistics {
  /// The line of a statistics file for this frame: a compact JSON object, with keys in a fixed order, and a line feed.
  ///
  /// ``StatisticsFold`` reads it. `maximum`, `average` and the shares in `outside` follow from other keys; they are for human readers.
  ///
  /// - Precondition: ``seconds`` and ``sceneChange``, if known, are finite.
  public var line: [UInt8] {
    JSONWriter.line { line in
      line.member("frame", index)
      line.member("time", seconds?.value)
      line.member("area", activeArea.map { [$0.left, $0.top, $0.width, $0.height] })
      line.key("max_rgb")
      line.object { line in
        line.member("maximum", maximum.nits)
        line.member("average", averageMaxRGB.nits.rounded(to: 4))
        line.member("sum", maxRGBSum)
        line.member("components", (0..<3).map { maximumComponents[$0].nits })
        line.members(of: maxRGB)
      }
      line.key("luminance")
      line.object { $0.members(of: luminance) }
      line.key("outside")
      line.object { line in
        line.member("bt709", share(outsideBT709))
        line.member("p3", share(outsideP3))
        line.member("pixels", [outsideBT709, outsideP3])
      }
      line.member("grid", grid.codes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
      line.member("scene_change", sceneChange)
    }
  }

  /// The share of the active area, rounded to six decimals.
  private func share(_ count: Int) -> Double {
    activeArea.map { (Double(count) / Double($0.pixelCount)).rounded(to: 6) } ?? 0
  }
}

extension JSONWriter {
  /// An object on its own line, with a line feed.
  static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(members)
    return json.text + [UInt8(ascii: "\n")]
  }

  fileprivate mutating func members(of distribution: LightDistribution) {
    member("pq_minimum", Int(distribution.minimumCode.number))
    member("pq_maximum", Int(distribution.maximumCode.number))
    member("pq_average", distribution.averagePQ.value)
    member("percentiles", distribution.percentileCodes.lazy.map { Int($0.number) })
    member("histogram", distribution.histogram)
  }
}

// MARK: Parsing

/// A value of a line.
typealias LineNode = JSONNode<StatisticsError>

extension LineNode {
  /// The numbers of pixels and frames: 15 digits are more than any needs, and the sum of 256 such numbers does not overflow.
  static let counts = 0...999_999_999_999_999
  static let count = "a whole number of 0 or more with at most 15 digits"

  /// The object of a line, in which no key is there twice.
  init(line: [UInt8]) throws(StatisticsError) {
    var cursor = JSONCursor(line)
    do {
      self.init(try cursor.value())
      try cursor.finish()
    } catch {
      let found = cursor.otherForm ?? "not JSON from byte \(error.position + 1) on"
      throw StatisticsError(json: nil, found: found, expected: "an object of JSON in UTF-8")
    }
    if let key = cursor.repeatedKey {
      throw StatisticsError(json: key, found: "a duplicate key", expected: "one value")
    }
  }

  /// The value of a key that must be present; `nil` if it is `null`.
  func optional(_ key: String) throws(StatisticsError) -> LineNode? {
    guard value.members[key] != nil else { throw StatisticsError(missing: key) }
    return try child(key)
  }
}

extension FrameStatistics {
  /// - Parameter header: The header of the file, which has the picture size.
  init(_ line: LineNode, of header: ClipHeader) throws(StatisticsError) {
    index = try line.member("frame").integer(in: LineNode.counts, LineNode.count)
    activeArea = try line.optional("area").map { (node) throws(StatisticsError) in try PictureArea(node, in: header) }
    let (pixels, light) = (activeArea?.pixelCount ?? 0, try line.member("max_rgb"))
    let peak = PerceptualQuantizer.peak.nits
    let components = try light.member("components").list(3...3, of: "a list of 3 numbers").map {
      (node) throws(StatisticsError) in try node.number(in: 0...peak, "0 to 10000 cd/m²")
    }
    maximumComponents = Light(SIMD3(components))
    maxRGB = try LightDistribution(light, pixels: pixels)
    luminance = try LightDistribution(line.member("luminance"), pixels: pixels)
    // No average may exceed the peak.
    let maximumSum = pixels * Int(peak * LightCount.unitsPerNit)
    maxRGBSum = try light.member("sum").integer(in: 0...maximumSum, "a whole number of 0 to \(maximumSum)")
    let most = header.width * header.height
    let outside = try line.member("outside").member("pixels").integers(2, in: 0...most, "at most the picture's \(most)")
    (outsideBT709, outsideP3) = (outside[0], outside[1])
    let grid = try line.member("grid").string()
    let digits = grid.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == grid.utf8.count, digits.count == 2 * LightGrid.columns * LightGrid.rows else {
      throw StatisticsError(
        json: "grid", found: "another text", expected: "two hexadecimal digits for each of 16 × 9 cells")
    }
    self.grid = LightGrid(
      codes: stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    // Longer than any clip, and short enough to be drawn.
    let time = try line.optional("time")?.number(in: -1e9...1e9, "at most 10⁹ seconds")
    seconds = time.map { Seconds($0) }
    sceneChange = try line.optional("scene_change")?.number(in: 0...1, "0 to 1")
  }
}

extension PictureArea {
  fileprivate init(_ node: LineNode, in header: ClipHeader) throws(StatisticsError) {
    let numbers = try node.integers(4, in: LineNode.counts, LineNode.count)
    self.init(left: numbers[0], top: numbers[1], width: numbers[2], height: numbers[3])
    guard width > 0, height > 0, left + width <= header.width, top + height <= header.height else {
      throw StatisticsError(
        json: "area", found: "\(numbers)",
        expected: "left, top, width and height of a part of \(header.width)x\(header.height) pixels")
    }
  }
}

extension LightDistribution {
  /// - Parameter pixels: The number of pixels of the active area; 0 if everything is black.
  fileprivate init(_ node: LineNode, pixels: Int) throws(StatisticsError) {
    func require(_ holds: Bool, _ key: String, _ found: String, _ expected: String) throws(StatisticsError) {
      guard holds else { throw StatisticsError(json: "\(node.path).\(key)", found: found, expected: expected) }
    }
    let code = "a code of 0 to 4095"
    let minimum = try node.member("pq_minimum").integer(in: PQ12Code.numbers, code)
    let maximum = try node.member("pq_maximum").integer(in: PQ12Code.numbers, code)
    try require(minimum <= maximum, "pq_minimum", "\(minimum)", "at most its pq_maximum of \(maximum)")
    let codes = try node.member("percentiles").integers(Self.percentages.count, in: PQ12Code.numbers, code)
    for (code, next) in zip(codes, codes.dropFirst()) {
      try require(code <= next, "percentiles", "\(next) after \(code)", "codes that do not fall")
    }
    // A histogram counts each pixel of the active area once.
    let histogram = try node.member("histogram").integers(256, in: LineNode.counts, LineNode.count)
    let total = histogram.reduce(0, +)
    try require(total == pixels, "histogram", "a histogram of \(total) pixels", "one of the active area's \(pixels)")
    self.init(
      histogram: histogram, minimumCode: PQ12Code(minimum), maximumCode: PQ12Code(maximum),
      averagePQ: SignalLevel(try node.member("pq_average").number(in: 0...1, "0 to 1")),
      percentileCodes: codes.map { PQ12Code($0) })
  }
}
