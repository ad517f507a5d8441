internal import LookupTables

/// Reads files of the Common LUT Format, and of Autodesk's CTF as far as their nodes are those of CLF.
///
/// - Source: Academy S-2014-006, *Common LUT Format (CLF)*; OpenColorIO, `CTFReaderHelper.cpp`, on versions and CTF.
final class CLFReader: XMLListener {
  private let bytes: Int
  private var table = LookupTable(steps: [])
  /// The elements that are open, from the ProcessList inward.
  private var path: [String] = []
  private var node: CLFNode?
  private var nodes = 0
  private var depth: CLFDepth?
  private var interpolation: CubeInterpolation??
  /// From version 3 on, CLF has no IndexMap.
  private var hasIndexMap = true
  private var words = NumberStream()
  private var pairs: [Double] = []
  /// The text of an element that is nothing else.
  private var remark: [UInt8] = []

  static func table(_ bytes: [UInt8]) throws(LookupFileError) -> LookupTable {
    let reader = CLFReader(bytes: bytes.count)
    try XMLText.read(bytes, reader)
    return reader.table
  }

  private init(bytes: Int) { self.bytes = bytes }

  func start(_ element: XMLElement, of text: XMLText) throws(LookupFileError) {
    defer { path.append(element.name) }
    remark.removeAll(keepingCapacity: true)
    switch path.last {
    case nil: try begin(element, of: text)
    case "ProcessList": try begin(in: element, of: text)
    case _ where path.dropFirst().first == "Info": break
    case _ where path.count == 2 && node != nil: try begin(inNode: element, of: text)
    default: throw text.unexpected("<\(element.name)> in \(path.last ?? "")", "text or numbers")
    }
  }

  private func begin(_ element: XMLElement, of text: XMLText) throws(LookupFileError) {
    guard element.name == "ProcessList" else { throw text.unexpected("<\(element.name)>", "<ProcessList>") }
    table.title = element.attributes["name"]
    if let version = element.attributes["compCLFversion"], !version.hasPrefix("ST2136-1") {
      hasIndexMap = try number(version, 1...3, of: text) < 3
    } else if let version = element.attributes["version"] {
      hasIndexMap = try number(version, 1...2, of: text) < 2
    } else {
      hasIndexMap = element.attributes["compCLFversion"] == nil
    }
  }

  /// A version, such as 1.7 or 1.3.1.
  private func number(
    _ version: String, _ known: ClosedRange<Double>, of text: XMLText
  ) throws(LookupFileError) -> Double {
    let parts = version.split(separator: ".", maxSplits: 2)
    guard let number = Double(parts.prefix(2).joined(separator: ".")), known.contains(number) else {
      throw text.unexpected("the version \(quoted(version.utf8))", "\(known.lowerBound) to \(known.upperBound)")
    }
    return number
  }

  private func begin(in element: XMLElement, of text: XMLText) throws(LookupFileError) {
    if ["Id", "Info", "Description", "InputDescriptor", "OutputDescriptor"].contains(element.name) { return }
    guard let kind = CLFNode.Kind(rawValue: element.name) else {
      let known = CLFNode.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw text.unexpected("<\(element.name)>, which is not supported", "\(known); bake the other nodes into a LUT3D")
    }
    let node = try CLFNode(kind, element, of: text)
    if let depth, depth != node.input {
      throw text.unexpected(
        "inBitDepth \(node.input.rawValue) after outBitDepth \(depth.rawValue)", "the same depth between nodes")
    }
    if kind == .cube {
      if let interpolation, interpolation != node.interpolation {
        throw text.unexpected("another interpolation than in the LUT3D before", "one for all")
      }
      interpolation = .some(node.interpolation)
      table.interpolation = node.interpolation
    }
    (self.node, depth) = (node, node.output)
    nodes += 1
  }

  private func begin(inNode element: XMLElement, of text: XMLText) throws(LookupFileError) {
    guard let kind = node?.kind else { return }
    switch element.name {
    case "Description": return
    case "Array" where kind != .range:
      words = NumberStream()
      try node?.begin(array: element, of: text, bytes: bytes)
    case "IndexMap" where kind == .curves || kind == .cube:
      guard hasIndexMap else { throw text.unexpected("<IndexMap>", "none, since CLF 3 has none") }
      guard node?.indexMap == nil else { throw text.unexpected("a second IndexMap", "one") }
      guard element.attributes["dim"] == "2" else {
        throw text.unexpected(
          "an IndexMap with dim \(quoted((element.attributes["dim"] ?? "").utf8))", "one with dim 2")
      }
      words = NumberStream(separators: "@")
      pairs = []
    case _ where kind == .range && CLFNode.Limit(rawValue: element.name) != nil: return
    default: throw text.unexpected("<\(element.name)> in \(kind.rawValue)", "only what CLF has there")
    }
  }

  func characters(_ piece: UnsafeBufferPointer<UInt8>, of text: XMLText) throws(LookupFileError) {
    switch path.last {
    case "Array" where node != nil:
      try unsafe words.add(piece, of: text) { bytes, word throws(LookupFileError) in
        try node?.add(bytes, word, of: text)
      }
    case "IndexMap" where node != nil:
      try unsafe words.add(piece, of: text) { bytes, word throws(LookupFileError) in
        try pair(bytes, word, of: text)
      }
    case "ProcessList", "Matrix", "Range", "LUT1D", "LUT3D":
      if path.contains("Info") { return unsafe remark.append(contentsOf: piece) }
      guard unsafe piece.allSatisfy({ $0.isBlank || $0 == .lineFeed || $0 == .carriageReturn }) else {
        throw text.unexpected(unsafe quoted(Array(piece)), "elements")
      }
    default: unsafe remark.append(contentsOf: piece)
    }
  }

  private func pair(_ bytes: [UInt8], _ word: Range<Int>, of text: XMLText) throws(LookupFileError) {
    guard let number = decimalNumber(bytes, word), Float(number).isFinite, pairs.count < 4 else {
      throw text.unexpected(quoted(bytes[word]), "two pairs of finite numbers")
    }
    pairs.append(number)
  }

  func end(of text: XMLText) throws(LookupFileError) {
    let name = path.removeLast()
    defer { remark.removeAll(keepingCapacity: true) }
    switch path.count {
    case 0:
      guard nodes > 0 else { throw text.unexpected("a ProcessList without nodes", "at least one") }
    case 1:
      if let node {
        table.steps += try node.steps()
        self.node = nil
      } else if name != "Id", name != "Info" {
        try keep(name == "Description" ? nil : name, text)
      }
    case 2 where node != nil: try end(inNode: name, of: text)
    default: try keep(name, text)
    }
  }

  private func end(inNode name: String, of text: XMLText) throws(LookupFileError) {
    switch name {
    case "Array": try words.finish { bytes, word throws(LookupFileError) in try node?.add(bytes, word, of: text) }
    case "IndexMap":
      try words.finish { bytes, word throws(LookupFileError) in try pair(bytes, word, of: text) }
      node?.indexMap = pairs
    case "Description": try keep(nil, text)
    default:
      guard let limit = CLFNode.Limit(rawValue: name) else { return }
      var scanner = LineScanner(remark.map { $0 == .lineFeed ? UInt8(ascii: " ") : $0 })
      guard scanner.nextLine(), let number = scanner.onlyNumber(), node?.limits[limit] == nil else {
        throw text.unexpected("\(quoted(remark)) in \(name)", "one finite number")
      }
      node?.limits[limit] = number
    }
  }

  /// Keeps the text of an element as comments, a line each, after the name of the element.
  private func keep(_ name: String?, _ text: XMLText) throws(LookupFileError) {
    let whole = String(decoding: remark, as: UTF8.self)
    var lines = whole.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.count > 1 || name != nil { lines = lines.map { $0.trimmed }.filter { !$0.isEmpty } }
    guard table.comments.count + lines.count <= LineScanner.commentLimit else {
      throw text.unexpected("too many descriptions", "at most \(LineScanner.commentLimit) lines")
    }
    let prefix = name.map { "\($0): " } ?? ""
    table.comments += lines.map { prefix + $0 }
  }
}

extension Substring {
  /// Without white space at both ends.
  fileprivate var trimmed: Substring {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return self[first...last]
  }
}
