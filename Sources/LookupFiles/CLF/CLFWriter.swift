internal import Colorimetry

/// Writes files of the Common LUT Format, version 3 or SMPTE ST 2136-1, and of Autodesk's CTF.
///
/// A domain other than 0…1 is written as a Matrix before the LUT, which clamps its input to 0…1.
///
/// - Source: Academy S-2014-006, *Common LUT Format (CLF)*; OpenColorIO 2.6, `CTFTransform.cpp`, on the form of ST 2136-1.
struct CLFWriter {
  private let format: LookupFileFormat
  private let form: CLFForm
  private var text: TextSink

  init(_ format: LookupFileFormat, _ options: LookupFileOptions) {
    (self.format, form) = (format, options.clfForm)
    text = TextSink(decimals: options.decimals)
  }

  consuming func bytes(_ table: LookupTable) throws(LookupFileError) -> [UInt8] {
    guard !table.steps.isEmpty else { throw refusal("a table without steps", "add one") }
    for comment in table.comments { text.line("  <Description>\(try escaped(comment))</Description>") }
    for step in table.steps { try node(step, table.interpolation ?? .tetrahedral) }
    text.line("</ProcessList>")
    let body = text
    let hasFunctions = table.steps.contains { if case .functions = $0 { true } else { false } }
    let identity = Self.identity(body.bytes)
    let (id, version) =
      switch (format, form) {
      case (.clf, .smpte):
        ("urn:uuid:\(Self.uuid(identity))", "compCLFversion=\"3\" xmlns=\"\(CLFVersion.namespace)\(CLFVersion.year)\"")
      case (.clf, .academy): ("lut-\(identity)", "compCLFversion=\"3.0\" xmlns=\"urn:AMPAS:CLF:v3.0\"")
      // CTF has Exponent from version 2 on.
      default: ("lut-\(identity)", "version=\"\(hasFunctions ? "2" : "1.3")\"")
      }
    let name = try table.title.map { title throws(LookupFileError) in " name=\"\(try escaped(title))\"" } ?? ""
    text = TextSink(decimals: 1)
    text.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    text.line("<ProcessList id=\"\(id)\" \(version)\(name)>")
    return text.bytes + body.bytes
  }

  private mutating func node(_ step: LookupTable.Step, _ interpolation: CubeInterpolation) throws(LookupFileError) {
    switch step {
    case .matrix(let matrix, let offset): self.matrix(matrix, offset)
    case .limit(let range):
      var lines: [String] = []
      for (side, bound) in [("min", range.lowerBound), ("max", range.upperBound)] where bound.isFinite {
        lines += ["In", "Out"].map { "    <\(side)\($0)Value>\(bound)</\(side)\($0)Value>" }
      }
      guard !lines.isEmpty else { throw refusal("a limit without a bound", "leave it out") }
      open("Range")
      for line in lines { text.line(line) }
      close("Range")
    case .functions(let functions): try self.functions(functions)
    case .curves(let curves):
      let rows = try curves.rows(for: format)
      unit(rows.domain)
      array("LUT1D", "", "\(rows.values.count) 3", rows.values)
    case .cube(let cube):
      unit(cube.domain)
      array(
        "LUT3D", " interpolation=\"\(interpolation.rawValue)\"", "\(cube.size) \(cube.size) \(cube.size) 3",
        cube.blueFastest)
    }
  }

  /// Maps a domain to 0…1, the only domain of a LUT node.
  private mutating func unit(_ domain: CubeDomain) {
    guard domain != .unit else { return }
    let scale = 1 / (domain.high - domain.low)
    matrix(Matrix3x3(diagonal: scale), -domain.low * scale)
  }

  private mutating func matrix(_ matrix: Matrix3x3, _ offset: SIMD3<Double>) {
    let rows = [matrix.rows.0, matrix.rows.1, matrix.rows.2]
    open("Matrix")
    // CTF before version 2 repeats the number of components.
    text.line("    <Array dim=\"\(format == .clf ? "3 4" : "3 4 3")\">")
    for (index, row) in rows.enumerated() { text.line("\(row.x) \(row.y) \(row.z) \(offset[index])") }
    text.line("    </Array>")
    close("Matrix")
  }

  private mutating func array(_ name: String, _ attributes: String, _ dim: String, _ values: [SIMD3<Float>]) {
    open(name, attributes)
    text.line("    <Array dim=\"\(dim)\">")
    text.lines(values)
    text.line("    </Array>")
    close(name)
  }

  private mutating func open(_ name: String, _ attributes: String = "") {
    text.line("  <\(name) inBitDepth=\"32f\" outBitDepth=\"32f\"\(attributes)>")
  }

  private mutating func close(_ name: String) { text.line("  </\(name)>") }

  // MARK: Exponent and Log

  private mutating func functions(_ functions: LookupFunctions) throws(LookupFileError) {
    let all = functions.all.map(Self.written)
    let (node, style, parameters) = all[0]
    guard all.allSatisfy({ $0.node == node && $0.style == style }) else {
      throw refusal("functions of different kinds for the components", "use one kind, or sample it into one cube")
    }
    open(node, " style=\"\(style)\"")
    let isOne = all.allSatisfy { $0.parameters == parameters }
    for (channel, function) in zip("RGB", all).prefix(isOne ? 1 : 3) where !function.parameters.isEmpty {
      text.line("    <\(node)Params\(isOne ? "" : " channel=\"\(channel)\"")\(function.parameters)/>")
    }
    close(node)
  }

  /// Returns the node, the style and the parameters of a function, as attributes.
  private static func written(_ function: LookupFunction) -> (node: String, style: String, parameters: String) {
    switch function {
    case .power(let exponent, let below):
      let style =
        switch below {
        case .zero: "basicFwd"
        case .mirrored: "basicMirrorFwd"
        case .kept: "basicPassThruFwd"
        }
      return ("Exponent", style, attributes([("exponent", exponent)]))
    case .straightenedPower(let power):
      let style = "monCurve\(power.isMirrored ? "Mirror" : "")\(power.isInverse ? "Rev" : "Fwd")"
      return ("Exponent", style, attributes([("exponent", power.exponent), ("offset", power.offset)]))
    case .logarithm(let curve): return written(curve, isPlain: ("log2", "log10"), "LinToLog")
    case .antilogarithm(let curve): return written(curve, isPlain: ("antiLog2", "antiLog10"), "LogToLin")
    }
  }

  private static func written(
    _ curve: LogarithmicCurve, isPlain plain: (two: String, ten: String), _ name: String
  ) -> (node: String, style: String, parameters: String) {
    if curve == LogarithmicCurve(base: 2) { return ("Log", plain.two, "") }
    if curve == LogarithmicCurve(base: 10) { return ("Log", plain.ten, "") }
    var numbers = [
      ("base", curve.base), ("linSideSlope", curve.linearSlope), ("linSideOffset", curve.linearOffset),
      ("logSideSlope", curve.logSlope), ("logSideOffset", curve.logOffset),
    ]
    guard let end = curve.lineEnd else { return ("Log", "l\(name.dropFirst())", attributes(numbers)) }
    numbers.append(("linSideBreak", end))
    if let slope = curve.lineSlope { numbers.append(("linearSlope", slope)) }
    return ("Log", "camera\(name)", attributes(numbers))
  }

  private static func attributes(_ numbers: [(String, Double)]) -> String {
    numbers.map { " \($0.0)=\"\($0.1)\"" }.joined()
  }

  private func escaped(_ string: String) throws(LookupFileError) -> String {
    var escaped = ""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r", " "..."\u{FFFD}", "\u{10000}"...: escaped.unicodeScalars.append(scalar)
      default: throw refusal("a title or a comment with a control character", "leave the character out")
      }
    }
    return escaped
  }

  /// An identifier of the content, which files require: its FNV-1a hash.
  private static func identity(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Returns sixteen digits as a UUID of version 8, whose digits the writer chooses.
  ///
  /// - Source: IETF RFC 9562, section 5.8.
  private static func uuid(_ digits: String) -> String {
    let all = Array("746f6e656d61") + Array(digits)
    func part(_ range: Range<Int>) -> String { String(all[range]) }
    return "\(part(0..<8))-\(part(8..<12))-8\(part(12..<15))-8\(part(15..<18))-\(part(18..<28))00"
  }

  private func refusal(_ found: String, _ fix: String) -> LookupFileError {
    .cannotHold(format, found: found, fix: fix)
  }
}
