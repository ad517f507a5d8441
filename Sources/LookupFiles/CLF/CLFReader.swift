internal import Colorimetry

/// Reads files of the Common LUT Format, and of Autodesk's CTF if all their nodes are in CLF.
///
/// Elements and attributes that are not in CLF are skipped with a finding, as OpenColorIO does with a warning; other kinds of nodes are rejected.
///
/// - Source: Academy S-2014-006, *Common LUT Format (CLF)*; SMPTE ST 2136-1:2024; OpenColorIO, `CTFReaderHelper.cpp`, on versions and CTF.
final class CLFReader {
  private let bytes: Int
  private var table = LookupTable(steps: [])
  /// The open elements, from the ProcessList inward.
  private var path: [String] = []
  /// The depth of nesting inside a skipped element, including that element; 0 outside one.
  private var passedOver = 0
  private var node: CLFNode?
  /// The depth that the last node gives; `nil` before the first.
  private var depth: CLFDepth?
  private var version = CLFVersion()
  /// The text of the current element, and its first line.
  private var content: [UInt8] = []
  private var contentLine = 1

  static func table(_ bytes: [UInt8]) throws(LookupFileError) -> LookupTable {
    let reader = CLFReader(bytes: bytes.count)
    try XMLText(readBy: reader).parse(bytes)
    return reader.table
  }

  private init(bytes: Int) { self.bytes = bytes }

  func start(_ element: XMLElement, of text: XMLText) throws(LookupFileError) {
    if passedOver > 0 {
      passedOver += 1
      return
    }
    let isTaken =
      switch path.count {
      case 0: try begin(element, of: text)
      case 1: try begin(in: element, of: text)
      case 2 where node != nil: try begin(inNode: element, of: text)
      case 3 where node?.kind == .decision: CLFNode.counts[path[2]]?[element.name] != nil
      default: path[1] == "Info"
      }
    guard isTaken else {
      passedOver = 1
      return find("line \(text.line) has <\(element.name)> in \(path[path.count - 1]), which is unknown", "ignoring it")
    }
    path.append(element.name)
    content.removeAll(keepingCapacity: true)
  }

  private func begin(_ element: XMLElement, of text: XMLText) throws(LookupFileError) -> Bool {
    guard element.name == "ProcessList" else { throw text.unexpected("<\(element.name)>", "<ProcessList>") }
    table.title = element.attributes["name"]
    version = try CLFVersion(element, of: text)
    if let year = version.laterYear {
      find("line \(text.line) names ST 2136-1 of \(year)", "reading it like that of 2024, the newest known")
    }
    if version.needsID, element.attributes["id"]?.isEmpty ?? true {
      find("line \(text.line) has a ProcessList without an id, which CLF requires", "reading it without one")
    }
    return true
  }

  /// - Returns: Whether the element is known.
  private func begin(in element: XMLElement, of text: XMLText) throws(LookupFileError) -> Bool {
    if ["Id", "Info", "Description", "InputDescriptor", "OutputDescriptor"].contains(element.name) { return true }
    let name = element.name == "Gamma" && !version.isCLF ? "Exponent" : element.name
    guard let kind = CLFNode.Kind(rawValue: name) else {
      // A node states the depths of its numbers.
      guard
        element.attributes["inBitDepth"] != nil || element.attributes["outBitDepth"] != nil
          || CLFVersion.otherNodes.contains(element.name)
      else { return false }
      let known = CLFNode.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw text.unexpected("<\(element.name)>, which is not supported", "\(known); \(LookupFileError.bake)")
    }
    if version.isCLF, version.number < 3, kind == .exponent || kind == .logarithm {
      throw text.unexpected("<\(element.name)> in CLF \(version.number)", "none before version 3")
    }
    let node = try CLFNode(kind, element, isOld: version.isOldCTF, of: text)
    for key in node.unknownAttributes {
      // OpenColorIO applies nodes with the attribute bypass, which Autodesk's programs write.
      find(
        "line \(text.line) has the attribute \(quoted(key.utf8)) in \(element.name), which CLF does not have",
        key == "bypass" ? "applying the node, as OpenColorIO does" : "ignoring it")
    }
    if let depth, depth != node.input {
      throw text.unexpected(
        "inBitDepth \(node.input.rawValue) after outBitDepth \(depth.rawValue)", "the same depth between nodes")
    }
    if let interpolation = node.interpolation {
      if let before = table.interpolation, before != interpolation {
        throw text.unexpected("\(interpolation.rawValue) interpolation after \(before.rawValue)", "one for all LUT3D")
      }
      table.interpolation = interpolation
    }
    (self.node, depth) = (node, node.output)
    return true
  }

  /// - Returns: Whether the element is known.
  private func begin(inNode element: XMLElement, of text: XMLText) throws(LookupFileError) -> Bool {
    guard let kind = node?.kind else { return false }
    switch element.name {
    case "Description": return true
    case "Array" where kind.hasArray:
      guard node?.dimensions.isEmpty == true else { return false }
      try node?.begin(array: element, of: text, bytes: bytes)
    case "IndexMap" where kind == .curves || kind == .cube:
      guard version.hasIndexMap else { throw text.unexpected("<IndexMap>", "none, since CLF 3 has none") }
      guard node?.numbers["IndexMap"] == nil else { throw text.unexpected("a second IndexMap", "one") }
      guard element.attributes["dim"] == "2" else {
        throw text.unexpected(
          "an IndexMap with dim \(quoted((element.attributes["dim"] ?? "").utf8))", "one with dim 2")
      }
    case _ where kind == .range && CLFNode.counts["Range"]?[element.name] != nil: return true
    case "SOPNode" where kind == .decision, "SatNode" where kind == .decision: return true
    case _ where CLFParameters.names(in: kind).element.contains(element.name):
      guard (node?.parameters.count ?? 0) < 4 else {
        throw text.unexpected("more than four <\(element.name)>", "one, or one for each component")
      }
      let known = CLFParameters.names(in: kind).numbers
      for key in element.attributes.keys.sorted() where !known.contains(key) && key != "channel" {
        find(
          "line \(text.line) has the attribute \(quoted(key.utf8)) in \(element.name), which CLF does not have",
          "ignoring it")
      }
      node?.parameters.append(try CLFParameters(element, in: kind, of: text))
    default: return false
    }
    return true
  }

  private func find(_ found: String, _ consequence: String) {
    let most = 32
    guard table.findings.count <= most else { return }
    table.findings.append(
      table.findings.count == most
        ? LookupFinding(code: "lut-unknown", found: "the file has more unknown content", consequence: "ignoring it")
        : LookupFinding(code: "lut-unknown", found: found, consequence: consequence))
  }

  /// Reads a piece of the text between tags; a word may continue in the next piece.
  func characters(_ piece: UnsafeBufferPointer<UInt8>, of text: XMLText) throws(LookupFileError) {
    guard passedOver == 0, let name = path.last else { return }
    if path.count == 1 || path.count == 2 && node != nil || name == "SOPNode" || name == "SatNode" {
      guard unsafe piece.allSatisfy({ $0.isBlank || $0 == .lineFeed || $0 == .carriageReturn }) else {
        throw text.unexpected(unsafe quoted(Array(piece)), "elements")
      }
    } else {
      if content.isEmpty { contentLine = text.line }
      unsafe content.append(contentsOf: piece)
    }
  }

  func end(of text: XMLText) throws(LookupFileError) {
    guard passedOver == 0 else {
      passedOver -= 1
      return
    }
    let name = path.removeLast()
    defer { content.removeAll(keepingCapacity: true) }
    switch path.count {
    case 0:
      guard depth != nil else { throw text.unexpected("a ProcessList without nodes", "at least one") }
      // The file changes nothing; a table needs at least one step.
      if table.steps.isEmpty { table.steps = [.matrix(.identity, adding: .zero)] }
    case 1:
      if let node {
        if node.changesAlpha { find("line \(node.line) has a node that changes alpha", "leaving alpha as it is") }
        try table.append(try node.steps(), atLine: node.line)
        self.node = nil
      } else if name == "Id" {
        checkID(text)
      } else if name != "Info" {
        try keep(name == "Description" ? nil : name, text)
      }
    case 2 where node != nil, 3 where node?.kind == .decision: try end(inNode: name, of: text)
    default: try keep(name, text)
    }
  }

  /// Reports an Id that is not a UUID URN, which ST 2136-1 requires.
  private func checkID(_ text: XMLText) {
    let id = String(decoding: content, as: UTF8.self).trimmed
    let groups = id.dropFirst(CLFVersion.uuid.count).split(separator: "-", omittingEmptySubsequences: false)
    let isUUID =
      id.lowercased().hasPrefix(CLFVersion.uuid) && groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && groups.joined().allSatisfy(\.isHexDigit)
    guard version.isSMPTE, !isUUID else { return }
    find("line \(text.line) has the Id \(quoted(id.utf8)), but ST 2136-1 has urn:uuid and a UUID there", "ignoring it")
  }

  private func end(inNode name: String, of text: XMLText) throws(LookupFileError) {
    switch name {
    case "Array":
      var numbers = LineScanner(content, from: contentLine)
      try node?.fill(from: &numbers)
    case "Description": try keep(nil, text)
    default:
      guard let count = CLFNode.counts[path[path.count - 1]]?[name] else { return }
      if name == "IndexMap" { content = content.map { $0 == UInt8(ascii: "@") ? UInt8(ascii: " ") : $0 } }
      guard node?.numbers[name] == nil else { throw text.unexpected("a second \(name)", "one") }
      node?.numbers[name] = try numbers(count, in: name, of: text)
    }
  }

  private func numbers(_ count: Int, in name: String, of text: XMLText) throws(LookupFileError) -> [Double] {
    let isBreak: Set = [UInt8.lineFeed, .carriageReturn]
    var line = LineScanner(content.map { isBreak.contains($0) ? UInt8(ascii: " ") : $0 })
    guard line.nextLine(), let numbers = line.numbers(), numbers.count == count else {
      throw text.unexpected(
        "\(quoted(content)) in \(name)", count == 1 ? "one finite number" : "\(count) finite numbers")
    }
    return numbers
  }

  /// Keeps the text of an element as comments, one per line, each prefixed with the element's name.
  private func keep(_ name: String?, _ text: XMLText) throws(LookupFileError) {
    let whole = String(decoding: content, as: UTF8.self)
    var lines = whole.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.count > 1 || name != nil { lines = lines.map { $0.trimmed }.filter { !$0.isEmpty } }
    guard table.comments.count + lines.count <= LineScanner.commentLimit else {
      throw text.unexpected("too many descriptions", "at most \(LineScanner.commentLimit) lines")
    }
    let prefix = name.map { "\($0): " } ?? ""
    table.comments += lines.map { prefix + $0 }
  }
}

extension LookupTable {
  /// The maximum number of steps in a file: each adds time for every color.
  private static let mostSteps = 256

  /// Adds the steps of a node. Consecutive matrices are combined, and steps without effect are left out.
  fileprivate mutating func append(_ others: [Step], atLine line: Int) throws(LookupFileError) {
    for step in others {
      switch (steps.last, step) {
      case (_, .matrix(.identity, adding: .zero)): continue
      case (.matrix(let first, let added)?, .matrix(let matrix, let offset)):
        let both = Step.matrix(matrix * first, adding: matrix * added + offset)
        steps.removeLast()
        if both != .matrix(.identity, adding: .zero) { steps.append(both) }
      case (.limit(let first)?, .limit(let range))
      where range.lowerBound <= first.lowerBound && first.upperBound <= range.upperBound:
        continue
      default:
        guard steps.count < Self.mostSteps else { throw .tooManySteps(line: line, allowed: Self.mostSteps) }
        steps.append(step)
      }
    }
  }
}

extension StringProtocol {
  fileprivate var trimmed: SubSequence {
    let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex
    return self[..<end].drop(while: \.isWhitespace)
  }
}
