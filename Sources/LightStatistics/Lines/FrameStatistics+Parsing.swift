internal import Colorimetry
internal import HDRMetadata
internal import JSONText

extension FrameStatistics {
  /// Parses a line as written by ``line``.
  ///
  /// - Parameters:
  ///   - line: The line, with or without its line feed.
  ///   - place: The location, for error messages.
  ///   - header: The header of its file.
  /// - Throws: ``StatisticsError`` if the line is not a frame of such a clip.
  public init(
    parsing line: some Sequence<UInt8>, at place: StatisticsPlace, of header: ClipHeader
  ) throws(StatisticsError) {
    let bytes = Array(line)
    do throws(LineFault) {
      try self.init(LineNode(bytes, in: 0..<bytes.count), of: header)
    } catch {
      throw error.error(at: place)
    }
  }

  /// - Parameter header: The header of the file, which has the picture size.
  init(_ line: LineNode, of header: ClipHeader) throws(LineFault) {
    let index = try line.member("frame").integer(in: LineNode.counts, LineNode.count)
    let area = try line.optional("area").map { (node) throws(LineFault) in try PictureArea(node, in: header) }
    let (pixels, light) = (area?.pixelCount ?? 0, try line.member("max_rgb"))
    let peak = PerceptualQuantizer.peak.nits
    let components = try light.member("components").list(3...3, of: "a list of 3 numbers").map {
      (node) throws(LineFault) in try node.number(in: 0...peak, "0 to 10000 cd/m²")
    }
    let maxRGB = try LightDistribution(light, pixels: pixels)
    let luminance = try LightDistribution(line.member("luminance"), pixels: pixels)
    // No average may exceed the peak.
    let maximumSum = pixels * Int(peak * LightCount.unitsPerNit)
    let sum = try light.member("sum").integer(in: 0...maximumSum, "a whole number of 0 to \(maximumSum)")
    let most = header.width * header.height
    let outside = try line.member("outside").member("pixels").integers(
      2, in: 0...most, "at most the picture's \(most)")
    guard let grid = LightGrid(hexadecimal: try line.member("grid").string()) else {
      throw LineFault(key: "grid", found: "another text", expected: "two hexadecimal digits for each of 16 × 9 cells")
    }
    // Longer than any clip, and short enough to be drawn.
    let time = try line.optional("time")?.number(in: -1e9...1e9, "at most 10⁹ seconds")
    self.init(
      index: index, seconds: time.map { Seconds($0) }, activeArea: area,
      maximumComponents: Light(SIMD3(components)), maxRGBSum: LightSum(units: Double(sum)), maxRGB: maxRGB,
      luminance: luminance, outsideBT709: outside[0], outsideP3: outside[1], grid: grid,
      sceneChange: try line.optional("scene_change")?.number(in: 0...1, "0 to 1"))
  }
}

extension PictureArea {
  fileprivate init(_ node: LineNode, in header: ClipHeader) throws(LineFault) {
    let numbers = try node.integers(4, in: LineNode.counts, LineNode.count)
    self.init(left: numbers[0], top: numbers[1], width: numbers[2], height: numbers[3])
    guard width > 0, height > 0, left + width <= header.width, top + height <= header.height else {
      throw LineFault(
        key: "area", found: "\(numbers)",
        expected: "left, top, width and height of a part of \(header.width)x\(header.height) pixels")
    }
  }
}

extension LightDistribution {
  /// - Parameter pixels: The number of pixels of the active area; 0 if everything is black.
  fileprivate init(_ node: LineNode, pixels: Int) throws(LineFault) {
    func code(_ key: String) throws(LineFault) -> Int {
      try node.member(key).integer(in: PQ12Code.numbers, "a code of 0 to 4095")
    }
    func fault(_ key: String, _ found: String, _ expected: String) -> LineFault {
      LineFault(key: "\(node.path).\(key)", found: found, expected: expected)
    }
    let (minimum, maximum) = (try code("pq_minimum"), try code("pq_maximum"))
    guard minimum <= maximum else {
      throw fault("pq_minimum", "\(minimum)", "at most its pq_maximum of \(maximum)")
    }
    let codes = try node.member("percentiles").integers(
      Self.percentages.count, in: PQ12Code.numbers, "a code of 0 to 4095")
    for (code, next) in zip(codes, codes.dropFirst()) where next < code {
      throw fault("percentiles", "\(next) after \(code)", "codes that do not fall")
    }
    // A histogram counts each pixel of the active area once.
    let histogram = try node.member("histogram").integers(256, in: LineNode.counts, LineNode.count)
    let total = histogram.reduce(0, +)
    guard total == pixels else {
      throw fault("histogram", "a histogram of \(total) pixels", "one of the active area's \(pixels)")
    }
    self.init(
      histogram: histogram, minimumCode: PQ12Code(minimum), maximumCode: PQ12Code(maximum),
      averagePQ: SignalLevel(try node.member("pq_average").number(in: 0...1, "0 to 1")),
      percentileCodes: codes.map { PQ12Code($0) })
  }
}
