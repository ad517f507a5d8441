internal import HDRMetadata

/// A parsed frame line: its summary and, on demand, its histograms.
struct MeasuredFrame {
  var index: Int
  var seconds: Seconds?
  var activeArea: PictureArea?
  var maximumComponents: Light
  /// The sum in units of `LightCount`.
  var sum: Int
  var maximum: MeasuredDistribution
  var luminance: MeasuredDistribution
  var outside: [Int]
  var grid: LightGrid
  var sceneChange: Double?
}

/// A parsed distribution.
struct MeasuredDistribution {
  var summary: DistributionSummary
  /// The counts; empty if they were not requested.
  var histogram: [Int]
}

extension FrameSummary {
  init(_ frame: MeasuredFrame) {
    self.init(
      index: frame.index, seconds: frame.seconds, activeArea: frame.activeArea,
      maximumComponents: frame.maximumComponents, maxRGBSum: LightSum(units: Double(frame.sum)),
      maxRGB: frame.maximum.summary,
      luminance: frame.luminance.summary, outside: frame.outside, grid: frame.grid, sceneChange: frame.sceneChange)
  }
}

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
    var bytes = Array(line)
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    do throws(LineFault) {
      var cursor = LineCursor(bytes, in: 0..<bytes.count)
      let frame = try MeasuredFrame(&cursor, of: header, withHistograms: true)
      self.init(
        index: frame.index, seconds: frame.seconds, activeArea: frame.activeArea,
        maximumComponents: frame.maximumComponents, maxRGBSum: LightSum(units: Double(frame.sum)),
        maxRGB: LightDistribution(frame.maximum),
        luminance: LightDistribution(frame.luminance), outsideBT709: frame.outside[0], outsideP3: frame.outside[1],
        grid: frame.grid, sceneChange: frame.sceneChange)
    } catch {
      throw error.error(at: place)
    }
  }
}

extension LightDistribution {
  fileprivate init(_ measured: MeasuredDistribution) {
    self.init(
      histogram: measured.histogram, minimumCode: measured.summary.minimumCode,
      maximumCode: measured.summary.maximumCode, averagePQ: measured.summary.averagePQ,
      percentileCodes: measured.summary.percentileCodes)
  }
}

// MARK: Reading

extension MeasuredFrame {
  /// - Parameter header: The header of the file, which has the picture size.
  init(_ line: inout LineCursor, of header: ClipHeader, withHistograms: Bool) throws(LineFault) {
    let pixels = header.width * header.height
    var index: Int?
    var (hasTime, hasArea, hasChange) = (false, false, false)
    var (seconds, change) = (nil as Seconds?, nil as Double?)
    var area: PictureArea?
    var (components, sum) = (nil as SIMD3<Double>?, nil as Int?)
    var (maximum, luminance) = (nil as MeasuredDistribution?, nil as MeasuredDistribution?)
    var outside: [Int]?
    var grid: LightGrid?
    try line.members(of: nil) { (line, key) throws(LineFault) in
      switch key {
      case "frame": index = try line.integer(of: key)
      case "time":
        hasTime = true
        seconds = line.isNull() ? nil : Seconds(try line.number(of: key))
      case "area":
        hasArea = true
        area = line.isNull() ? nil : try PictureArea(&line, in: header)
      case "max_rgb":
        maximum = try MeasuredDistribution(&line, of: key, withHistogram: withHistograms) {
          (line, key) throws(LineFault) in
          switch key {
          case "components": components = try line.triple(of: "max_rgb.components")
          case "sum": sum = try line.integer(of: "max_rgb.sum")
          default: try line.skip()
          }
        }
      case "luminance":
        luminance = try MeasuredDistribution(&line, of: key, withHistogram: withHistograms) {
          (line, _) throws(LineFault) in try line.skip()
        }
      case "outside":
        try line.members(of: key) { (line, key) throws(LineFault) in
          guard key == "pixels" else { return try line.skip() }
          var counts: [Int] = []
          try line.integers(of: "outside.pixels", count: 2) {
            counts.append($0); _ = $1
          }
          outside = counts
        }
      case "grid":
        grid = LightGrid(hexadecimal: try line.text(of: key))
        guard grid != nil else {
          throw LineFault(key: key, found: "another text", expected: "two hexadecimal digits for each of 16 × 9 cells")
        }
      case "scene_change":
        hasChange = true
        change = line.isNull() ? nil : try line.number(of: key)
      default: try line.skip()
      }
    }
    try line.finish()
    func known<Value>(_ value: Value?, _ key: String) throws(LineFault) -> Value {
      guard let value else { throw LineFault(missing: key) }
      return value
    }
    self.index = try known(index, "frame")
    _ = try known(hasTime ? true : nil, "time")
    self.seconds = seconds
    _ = try known(hasArea ? true : nil, "area")
    activeArea = area
    self.maximum = try known(maximum, "max_rgb")
    maximumComponents = Light(try known(components, "max_rgb.components"))
    self.sum = try known(sum, "max_rgb.sum")
    self.luminance = try known(luminance, "luminance")
    self.outside = try known(outside, "outside.pixels")
    self.grid = try known(grid, "grid")
    _ = try known(hasChange ? true : nil, "scene_change")
    sceneChange = change
    try check(pixels: pixels)
  }

  private func check(pixels: Int) throws(LineFault) {
    func check(_ holds: Bool, _ key: String, _ found: some Any, _ expected: String) throws(LineFault) {
      guard holds else { throw LineFault(key: key, found: "\(found)", expected: expected) }
    }
    let peak = 10_000.0
    let (minimum, most) = (maximumComponents.components.min(), maximumComponents.components.max())
    try check(minimum >= 0 && most <= peak, "max_rgb.components", minimum < 0 ? minimum : most, "0 to 10000 cd/m²")
    // A histogram counts each pixel of the active area once, and nothing if everything is black.
    let active = activeArea?.pixelCount ?? 0
    for (name, distribution) in [("max_rgb", maximum), ("luminance", luminance)] {
      let total = distribution.summary.counts.total
      try check(
        total == active, "\(name).histogram", "a histogram of \(total) pixels", "one of the active area's \(active)")
    }
    // No average may exceed the peak.
    let maximumSum = (activeArea?.pixelCount ?? 0) * Int(peak * LightCount.unitsPerNit)
    try check(sum <= maximumSum, "max_rgb.sum", sum, "at most \(maximumSum)")
    for (count, place) in zip(outside, ["BT.709", "P3"]) {
      try check(count <= pixels, "outside.pixels of \(place)", count, "at most the picture's \(pixels)")
    }
    // Longer than any clip, and short enough to be drawn.
    try check((-1e9...1e9).contains(seconds ?? 0), "time", seconds ?? 0, "at most 10⁹ seconds")
    try check((0...1).contains(sceneChange ?? 0), "scene_change", sceneChange ?? 0, "0 to 1")
  }
}

extension PictureArea {
  fileprivate init(_ line: inout LineCursor, in header: ClipHeader) throws(LineFault) {
    var numbers: [Int] = []
    try line.integers(of: "area", count: 4) { number, _ in numbers.append(number) }
    self.init(left: numbers[0], top: numbers[1], width: numbers[2], height: numbers[3])
    guard width > 0, height > 0, left + width <= header.width, top + height <= header.height else {
      throw LineFault(
        key: "area", found: "\(numbers)",
        expected: "left, top, width and height of a part of \(header.width)x\(header.height) pixels")
    }
  }
}

extension MeasuredDistribution {
  /// - Parameter other: Reads the value of another key.
  fileprivate init(
    _ line: inout LineCursor, of name: String, withHistogram: Bool,
    other: (inout LineCursor, String) throws(LineFault) -> Void
  ) throws(LineFault) {
    var summary = DistributionSummary()
    var histogram: [Int] = []
    var (minimum, maximum, average) = (nil as Int?, nil as Int?, nil as Double?)
    var codes: [UInt16] = []
    var hasHistogram = false
    let count = LightDistribution.percentages.count
    try line.members(of: name) { (line, key) throws(LineFault) in
      switch key {
      case "pq_minimum": minimum = try line.integer(of: "\(name).pq_minimum")
      case "pq_maximum": maximum = try line.integer(of: "\(name).pq_maximum")
      case "pq_average": average = try line.number(of: "\(name).pq_average")
      case "percentiles":
        codes = []
        codes.reserveCapacity(count)
        // A code beyond UInt16 becomes its maximum, which the range check rejects.
        try line.integers(of: "\(name).percentiles", count: count) { code, _ in codes.append(UInt16(clamping: code)) }
      case "histogram":
        (summary.counts, histogram, hasHistogram) = (HistogramSummary(), [], true)
        if withHistogram {
          try line.integers(of: "\(name).histogram", count: 256) { count, bin in
            histogram.append(count)
            summary.counts.add(count, bin: bin)
          }
        } else {
          try line.integers(of: "\(name).histogram", count: 256) { summary.counts.add($0, bin: $1) }
        }
      default: try other(&line, key)
      }
    }
    guard let minimum else { throw LineFault(missing: "\(name).pq_minimum") }
    guard let maximum else { throw LineFault(missing: "\(name).pq_maximum") }
    guard let average else { throw LineFault(missing: "\(name).pq_average") }
    guard !codes.isEmpty else { throw LineFault(missing: "\(name).percentiles") }
    guard hasHistogram else { throw LineFault(missing: "\(name).histogram") }
    try Self.check(name, minimum, maximum, codes, average)
    (summary.minimumCode, summary.maximumCode) = (PQ12Code(minimum), PQ12Code(maximum))
    summary.percentileCodes = codes.map { PQ12Code(Int($0)) }
    summary.averagePQ = SignalLevel(average)
    (self.summary, self.histogram) = (summary, histogram)
  }

  private static func check(
    _ name: String, _ minimum: Int, _ maximum: Int, _ codes: [UInt16], _ average: Double
  ) throws(LineFault) {
    for (key, code) in [("pq_minimum", minimum), ("pq_maximum", maximum)] where !PQ12Code.numbers.contains(code) {
      throw LineFault(key: "\(name).\(key)", found: "\(code)", expected: "a code of 0 to 4095")
    }
    if let code = codes.first(where: { !PQ12Code.numbers.contains(Int($0)) }) {
      throw LineFault(key: "\(name).percentiles", found: "\(code)", expected: "codes of 0 to 4095")
    }
    guard minimum <= maximum else {
      throw LineFault(
        key: "\(name).pq_minimum", found: "\(minimum)", expected: "at most its pq_maximum of \(maximum)")
    }
    for (code, next) in zip(codes, codes.dropFirst()) where next < code {
      throw LineFault(
        key: "\(name).percentiles", found: "\(next) after \(code)", expected: "codes that do not fall")
    }
    guard (0...1).contains(average) else {
      throw LineFault(key: "\(name).pq_average", found: "\(average)", expected: "0 to 1")
    }
  }
}
