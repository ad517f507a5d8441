/// A node of a ProcessList, with the contents that are read.
struct CLFNode {
  enum Kind: String, CaseIterable {
    case matrix = "Matrix", range = "Range", curves = "LUT1D", cube = "LUT3D"
    case exponent = "Exponent", logarithm = "Log", decision = "ASC_CDL"

    var hasArray: Bool { [.matrix, .curves, .cube].contains(self) }

    /// The attributes that affect the result, with their values; `nil` for a style that is checked with the parameters.
    var attributes: [(name: String, values: [String]?)] {
      switch self {
      case .matrix: []
      case .range: [("style", ["Clamp", "noClamp"])]
      case .exponent, .logarithm, .decision: [("style", nil)]
      case .curves: [("halfDomain", ["true"]), ("rawHalfs", ["true"]), ("interpolation", ["linear"])]
      case .cube: [("interpolation", CubeInterpolation.allCases.map(\.rawValue))]
      }
    }
  }

  /// The elements of numbers inside other elements, with the count of their numbers.
  static let counts: [String: [String: Int]] = [
    "Range": ["minInValue": 1, "maxInValue": 1, "minOutValue": 1, "maxOutValue": 1],
    "LUT1D": ["IndexMap": 4], "LUT3D": ["IndexMap": 4],
    "SOPNode": ["Slope": 3, "Offset": 3, "Power": 3], "SatNode": ["Saturation": 1],
  ]

  let kind: Kind
  let line: Int
  let input, output: CLFDepth
  private let attributes: [String: String]
  private(set) var dimensions: [Int] = []
  private(set) var values: [Float] = []
  private(set) var entries: [Double] = []
  /// The numbers of elements, by name.
  var numbers: [String: [Double]] = [:]
  /// The parameters of an Exponent or a Log, one entry for each element.
  var parameters: [CLFParameters] = []
  /// Whether the file is CTF before version 1.3, whose 4 × 4 matrices hold an offset in place of alpha.
  let isOld: Bool

  init(_ kind: Kind, _ element: XMLElement, isOld: Bool, of text: XMLText) throws(LookupFileError) {
    func depth(_ key: String) throws(LookupFileError) -> CLFDepth {
      guard let value = element.attributes[key], let depth = CLFDepth(rawValue: value) else {
        let found = element.attributes[key].map { "\(key) \(quoted($0.utf8))" } ?? "no \(key)"
        let allowed = CLFDepth.allCases.map(\.rawValue).joined(separator: ", ")
        throw text.unexpected("\(found) in \(element.name)", "\(key) as one of \(allowed)")
      }
      return depth
    }
    (self.kind, line, attributes, self.isOld) = (kind, text.line, element.attributes, isOld)
    (input, output) = (try depth("inBitDepth"), try depth("outBitDepth"))
    // CTF has it, and it changes the result.
    if attributes["hueAdjust"] != nil {
      throw text.unexpected(
        "hueAdjust in \(kind.rawValue)", "none, since CLF does not have it; \(LookupFileError.bake)")
    }
    for (key, values) in kind.attributes {
      guard let value = attributes[key], let values, !values.contains(value) else { continue }
      throw text.unexpected("\(key) \(quoted(value.utf8)) in \(kind.rawValue)", values.joined(separator: " or "))
    }
  }

  /// The attributes that are not part of CLF, in alphabetical order.
  var unknownAttributes: [String] {
    let harmless: Set = ["id", "name", "inBitDepth", "outBitDepth"]
    return attributes.keys.sorted().filter { key in
      !harmless.contains(key) && !kind.attributes.contains { $0.name == key } && !key.hasPrefix("xmlns")
        && !(key == "bypass" && attributes[key] == "false")
    }
  }

  /// The style in lowercase, as OpenColorIO compares it; `nil` if the node has no style.
  var style: String? { attributes["style"]?.lowercased() }

  var isHalfDomain: Bool { attributes["halfDomain"] != nil }
  var isRawHalfs: Bool { attributes["rawHalfs"] != nil }
  var clamps: Bool { attributes["style"] != "noClamp" }
  /// - Source: Autodesk, *CTF*, LUT3D: trilinear unless the attribute states another.
  var interpolation: CubeInterpolation? {
    kind == .cube ? attributes["interpolation"].flatMap(CubeInterpolation.init) ?? .trilinear : nil
  }

  var count: Int { dimensions.isEmpty ? 0 : dimensions.reduce(1, *) }

  mutating func begin(array element: XMLElement, of text: XMLText, bytes: Int) throws(LookupFileError) {
    let dim = element.attributes["dim"] ?? ""
    let numbers = dim.split(whereSeparator: \.isWhitespace).map { Int($0) ?? -1 }
    let sizes = kind == .cube ? Cube.sizes : LookupCurve.sizes
    let (isAllowed, expected): (Bool, String) =
      switch kind {
      case .matrix where isOld:
        ([[3, 3, 3], [4, 4, 3], [3, 3], [3, 4], [3, 4, 3]].contains(numbers), "3 3 3 or 4 4 3")
      case .matrix:
        (
          [[3, 3], [3, 4], [4, 4], [4, 5]].contains(numbers.prefix(2))
            && (numbers.count == 2 || numbers.count == 3 && numbers[2] == numbers[0]), "3 3, 3 4, 4 4 or 4 5"
        )
      case .range, .exponent, .logarithm, .decision: (false, "no Array")
      case .curves:
        (
          numbers.count == 2 && sizes.contains(numbers[0]) && [1, 3].contains(numbers[1]),
          "a size of \(sizes.lowerBound) to \(sizes.upperBound), then 1 or 3"
        )
      case .cube:
        (
          numbers.count == 4 && sizes.contains(numbers[0]) && numbers == [numbers[0], numbers[0], numbers[0], 3],
          "three equal sizes of \(sizes.lowerBound) to \(sizes.upperBound), then 3"
        )
      }
    guard isAllowed else {
      throw text.unexpected("the dim \(quoted(dim.utf8)) in \(kind.rawValue)", expected)
    }
    if isHalfDomain, numbers[0] != 65536 {
      throw text.unexpected("halfDomain with \(numbers[0]) numbers", "65536, one for every half")
    }
    dimensions = kind == .matrix ? Array(numbers.prefix(2)) : numbers
    // A number takes at least two bytes with its separator, so memory is reserved only for numbers that can be present.
    if kind != .matrix { values.reserveCapacity(min(count, bytes / 2 + 1)) }
  }

  mutating func fill(from text: inout LineScanner) throws(LookupFileError) {
    while text.nextLine() {
      while let word = text.nextWord() {
        func unexpected(_ found: String, _ expected: String) -> LookupFileError {
          .unexpected(line: text.line, found: found, expected: expected)
        }
        guard values.count + entries.count < count else {
          throw unexpected("more than \(count) numbers in an Array", "as many as its dim says")
        }
        guard let number = decimalNumber(text.bytes, word) ?? (isHalfDomain ? Self.special(text.bytes[word]) : nil),
          Float(number).isFinite || isHalfDomain
        else { throw unexpected(quoted(text.bytes[word]), "a finite number") }
        if kind == .matrix {
          entries.append(number)
        } else if isRawHalfs {
          guard let bits = UInt16(exactly: number) else {
            throw unexpected(quoted(text.bytes[word]), "the bits of a half, 0 to 65535")
          }
          values.append(half(bits: bits))
        } else {
          values.append(Float(number))
        }
      }
    }
  }

  /// The NaN or infinity that writers use as the value at halves that are NaN or infinite; these values are not used.
  private static func special(_ word: ArraySlice<UInt8>) -> Double? {
    let name = String(decoding: word, as: UTF8.self).lowercased()
    return name.hasSuffix("nan") ? .nan : name.hasSuffix("inf") || name.hasSuffix("infinity") ? .infinity : nil
  }
}
