internal import LookupTables

extension Cube {
  /// The values as integers, 1 becoming the greatest.
  ///
  /// - Throws: ``LookupFileError/cannotHold(_:found:mend:)`` for another domain than 0…1, or a value that would have to be limited.
  func codes(_ greatest: UInt16, for format: LookupFileFormat) throws(LookupFileError) -> [SIMD3<UInt16>] {
    guard domain == .unit else {
      throw .cannotHold(
        format, found: "a domain other than 0…1", mend: "use .csp, .clf, or .cube with the dialect adobe")
    }
    var codes: [SIMD3<UInt16>] = []
    codes.reserveCapacity(values.count)
    for value in values {
      let scaled = (SIMD3<Double>(value) * Double(greatest)).rounded(.toNearestOrEven)
      guard scaled.min() >= 0, scaled.max() <= Double(greatest) else {
        let outside = scaled.min() < 0 ? value.min() : value.max()
        throw .cannotHold(format, found: "the value \(outside)", mend: "limit the values to 0…1, or use .cube")
      }
      codes.append(SIMD3(UInt16(scaled.x), UInt16(scaled.y), UInt16(scaled.z)))
    }
    return codes
  }
}

extension TextSink {
  /// A line of three integers.
  mutating func line(_ codes: SIMD3<UInt16>) { line("\(codes.x) \(codes.y) \(codes.z)") }
}
