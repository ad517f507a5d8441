extension HDR10PlusMetadata {
  /// The country (United States), provider (Samsung), provider's code (1) and application (4).
  static let header: [UInt8] = [0xB5, 0x00, 0x3C, 0x00, 0x01, 4]

  /// Parses the bytes after the header. Bits after the syntax are ignored.
  init(afterHeader bytes: some Sequence<UInt8>) throws(MetadataError) {
    var reader = BitReader(bytes, of: "a message of HDR10+")
    self.init(windows: [])
    applicationVersion = try reader.number(8)
    let count = Int(try reader.unsigned(2))
    guard 1...3 ~= count else {
      throw .outOfRange(field: "the number of HDR10+ windows", found: Double(count), expected: 1...3, unit: "")
    }
    windows = [Window()]
    for _ in 1..<count {
      var window = Window()
      window.geometry = try Geometry(&reader)
      windows.append(window)
    }
    targetedDisplayMaximum = try reader.quantity(27)
    if try reader.flag() { targetedDisplayPeaks = try PeakGrid(&reader) }
    for index in windows.indices { try windows[index].readLight(&reader) }
    if try reader.flag() { masteringDisplayPeaks = try PeakGrid(&reader) }
    for index in windows.indices { try windows[index].readMapping(&reader) }
  }

  /// The bytes of the message, the country code first.
  ///
  /// - Throws: `MetadataError.outOfRange` if a number does not fit its field, or a window wrongly has or lacks a geometry.
  public func payload() throws(MetadataError) -> [UInt8] {
    guard 1...3 ~= windows.count, windows[0].geometry == nil,
      windows.dropFirst().allSatisfy({ $0.geometry != nil })
    else {
      throw .malformedBytes(
        of: "HDR10+", found: "\(windows.count) windows", expected: "one without a place and at most two with one")
    }
    var writer = BitWriter()
    for byte in Self.header + [applicationVersion] { writer.append(low: byte, bits: 8) }
    writer.append(low: UInt8(windows.count), bits: 2)
    for window in windows { window.geometry?.write(&writer) }
    try writer.append(targetedDisplayMaximum.units, bits: 27, field: "the targeted display's maximum")
    writer.append(bit: targetedDisplayPeaks != nil)
    try targetedDisplayPeaks?.write(&writer)
    for window in windows { try window.writeLight(&writer) }
    writer.append(bit: masteringDisplayPeaks != nil)
    try masteringDisplayPeaks?.write(&writer)
    for window in windows { try window.writeMapping(&writer) }
    return writer.bytes
  }
}

extension HDR10PlusMetadata.Geometry {
  fileprivate init(_ reader: inout BitReader) throws(MetadataError) {
    (left, top) = (try reader.number(16), try reader.number(16))
    (right, bottom) = (try reader.number(16), try reader.number(16))
    (centerX, centerY) = (try reader.number(16), try reader.number(16))
    rotation = try reader.quantity(8)
    innerSemimajor = try reader.number(16)
    (outerSemimajor, outerSemiminor) = (try reader.number(16), try reader.number(16))
    isLayered = try reader.flag()
  }

  fileprivate func write(_ writer: inout BitWriter) {
    for number in [left, top, right, bottom, centerX, centerY] { writer.append(low: number, bits: 16) }
    writer.append(low: rotation.units, bits: 8)
    for number in [innerSemimajor, outerSemimajor, outerSemiminor] { writer.append(low: number, bits: 16) }
    writer.append(bit: isLayered)
  }
}

extension HDR10PlusMetadata.PeakGrid {
  fileprivate init(_ reader: inout BitReader) throws(MetadataError) {
    let (rows, columns) = (Int(try reader.unsigned(5)), Int(try reader.unsigned(5)))
    for count in [rows, columns] where !(2...25 ~= count) {
      throw .outOfRange(field: "a side of an HDR10+ peak grid", found: Double(count), expected: 2...25, unit: "")
    }
    self.init(columns: columns, peaks: try reader.quantities(rows * columns, bits: 4))
  }

  fileprivate func write(_ writer: inout BitWriter) throws(MetadataError) {
    guard 2...25 ~= columns, peaks.count % columns == 0, 2...25 ~= peaks.count / columns else {
      throw .malformedBytes(
        of: "an HDR10+ peak grid", found: "\(peaks.count) peaks in \(columns) columns",
        expected: "2 to 25 rows of 2 to 25")
    }
    writer.append(low: UInt8(peaks.count / columns), bits: 5)
    writer.append(low: UInt8(columns), bits: 5)
    for peak in peaks { try writer.append(peak.units, bits: 4, field: "a peak of an HDR10+ grid") }
  }
}

extension HDR10PlusMetadata.Window {
  fileprivate mutating func readLight(_ reader: inout BitReader) throws(MetadataError) {
    maximumComponents = try reader.quantities(3, bits: 17)
    averageMaxRGB = try reader.quantity(17)
    for _ in 0..<(try reader.unsigned(4)) {
      distribution.append(.init(percentage: try reader.quantity(7), number: try reader.number(17)))
    }
    fractionOfBrightPixels = try reader.quantity(10)
  }

  fileprivate func writeLight(_ writer: inout BitWriter) throws(MetadataError) {
    guard maximumComponents.count == 3 else {
      throw .malformedBytes(
        of: "an HDR10+ window", found: "\(maximumComponents.count) maximum components", expected: "three")
    }
    for level in maximumComponents + [averageMaxRGB] {
      try writer.append(level.units, bits: 17, field: "an HDR10+ level")
    }
    try writer.append(UInt(distribution.count), bits: 4, field: "the number of HDR10+ percentiles")
    for percentile in distribution {
      try writer.append(percentile.percentage.units, bits: 7, field: "an HDR10+ percentage")
      try writer.append(percentile.number, bits: 17, field: "an HDR10+ percentile")
    }
    try writer.append(fractionOfBrightPixels.units, bits: 10, field: "the fraction of bright pixels")
  }

  fileprivate mutating func readMapping(_ reader: inout BitReader) throws(MetadataError) {
    if try reader.flag() {
      bezierCurve = .init(
        kneeX: try reader.quantity(12), kneeY: try reader.quantity(12),
        anchors: try reader.quantities(Int(try reader.unsigned(4)), bits: 10))
    }
    if try reader.flag() { saturationWeight = try reader.quantity(6) }
  }

  fileprivate func writeMapping(_ writer: inout BitWriter) throws(MetadataError) {
    writer.append(bit: bezierCurve != nil)
    if let bezierCurve {
      try writer.append(bezierCurve.kneeX.units, bits: 12, field: "the knee of an HDR10+ curve")
      try writer.append(bezierCurve.kneeY.units, bits: 12, field: "the knee of an HDR10+ curve")
      try writer.append(UInt(bezierCurve.anchors.count), bits: 4, field: "the number of anchors of an HDR10+ curve")
      for anchor in bezierCurve.anchors {
        try writer.append(anchor.units, bits: 10, field: "an anchor of an HDR10+ curve")
      }
    }
    writer.append(bit: saturationWeight != nil)
    if let saturationWeight {
      try writer.append(saturationWeight.units, bits: 6, field: "an HDR10+ saturation weight")
    }
  }
}
