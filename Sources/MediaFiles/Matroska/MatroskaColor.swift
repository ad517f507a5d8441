internal import Colorimetry
internal import HDRMetadata

extension Element {
  /// Reads the element `Colour` into a track.
  ///
  /// - Source: RFC 9559, clauses 5.1.4.1.28.16 to 5.1.4.1.28.40.
  func readColor(into track: inout TrackDescription) {
    var color = ColorDescription()
    var siting: (horizontal: UInt64, vertical: UInt64) = (0, 0)
    var light: (maximum: UInt64?, average: UInt64?)
    for element in content.elements {
      content.reader.note { () throws(MediaFileError) in
        switch element.id {
        case 0x55B1: color.matrix = MatrixCoefficients(h273: Int(clamping: try element.unsigned()))
        case 0x55B2:
          let depth = Int(clamping: try element.unsigned())
          if depth > 0 { (track.facts.bitDepth, track.facts.chromaBitDepth) = (depth, depth) }
        case 0x55B7: siting.horizontal = try element.unsigned()
        case 0x55B8: siting.vertical = try element.unsigned()
        case 0x55B9: color.range = [1: .narrow, 2: .full][try element.unsigned()]
        case 0x55BA: color.transfer = TransferCharacteristics(h273: Int(clamping: try element.unsigned()))
        case 0x55BB: color.primaries = ColorPrimaries(h273: Int(clamping: try element.unsigned()))
        case 0x55BC: light.maximum = try element.unsigned()
        case 0x55BD: light.average = try element.unsigned()
        case 0x55D0: try element.readMastering(into: &track)
        default: break
        }
      }
    }
    color.chromaLocation =
      switch siting {
      case (1, 1): .topLeft
      case (1, 2): .left
      case (2, 1): .top
      case (2, 2): .center
      default: nil
      }
    track.state(.color(color), in: place, by: .container)
    if light.maximum != nil || light.average != nil { stateLight(light.maximum ?? 0, light.average ?? 0, in: &track) }
  }

  /// States the light levels, which the message has 16 bits for.
  private func stateLight(_ maximum: UInt64, _ average: UInt64, in track: inout TrackDescription) {
    let value: Statement.Value
    if let maxCLL = UInt16(exactly: maximum), let maxFALL = UInt16(exactly: average) {
      value = .contentLight(ContentLightLevel(maxCLL: maxCLL, maxFALL: maxFALL))
    } else {
      let error = MetadataError.outOfRange(
        field: "MaxCLL or MaxFALL", found: Double(max(maximum, average)), expected: 0...65_535, unit: " cd/m²")
      let bytes = [maximum, average].flatMap { number in
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
      }
      value = .unreadable(.matroskaLightLevel, bytes, error)
    }
    track.state(value, in: place, by: .container)
  }

  /// Reads `MasteringMetadata`: each coordinate in CIE xy and each luminance in cd/m², brought to the message's units.
  private func readMastering(into track: inout TrackDescription) throws(MediaFileError) {
    var numbers: [Double] = Array(repeating: 0, count: 10)
    for element in content.elements {
      guard let index = Int(exactly: element.id)?.advanced(by: -0x55D1), numbers.indices ~= index else { continue }
      numbers[index] = try element.float()
    }
    let value: Statement.Value
    do throws(MetadataError) {
      value = .mastering(try MasteringDisplayColorVolume(matroska: numbers))
    } catch {
      var bytes = content
      value = .unreadable(.matroskaMastering, try bytes.rest(limit: 4096), error)
    }
    track.state(value, in: place, by: .container)
  }
}

extension MasteringDisplayColorVolume {
  /// The message of Matroska's ten numbers: red, green, blue and white in x and y, then maximum and minimum in cd/m².
  ///
  /// Each is taken to the nearest unit of the message, whatever it says: what is absurd stays so, to be reported.
  fileprivate init(matroska numbers: [Double]) throws(MetadataError) {
    func point(_ index: Int) throws(MetadataError) -> CodedChromaticity {
      try CodedChromaticity(nearest: Chromaticity(numbers[index], numbers[index + 1]))
    }
    func units(_ nits: Double) throws(MetadataError) -> UInt32 {
      guard nits >= 0, let units = UInt32(exactly: (nits * 10_000).rounded()) else {
        throw .outOfRange(
          field: "a mastering luminance", found: nits, expected: 0...Double(UInt32.max) / 10_000, unit: " cd/m²")
      }
      return units
    }
    self.init(
      red: try point(0), green: try point(2), blue: try point(4), white: try point(6),
      maximumUnits: try units(numbers[8]), minimumUnits: try units(numbers[9]))
  }
}
