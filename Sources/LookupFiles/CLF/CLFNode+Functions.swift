internal import Colorimetry

struct CLFParameters {
  /// The component that they apply to: 0 is red, 3 alpha; `nil` for red, green and blue.
  let channel: Int?
  let numbers: [String: Double]

  /// The names of a node's parameter elements, and of their numeric attributes.
  static func names(in kind: CLFNode.Kind) -> (element: Set<String>, numbers: Set<String>) {
    switch kind {
    case .exponent: (["ExponentParams", "GammaParams"], ["exponent", "gamma", "offset"])
    case .logarithm: (["LogParams"], Set(logarithm + cineon))
    default: ([], [])
    }
  }

  static let logarithm = [
    "base", "logSideSlope", "logSideOffset", "linSideSlope", "linSideOffset", "linSideBreak", "linearSlope",
  ]
  /// The parameters of a Log node in CTF before version 2.
  static let cineon = ["gamma", "refWhite", "refBlack", "highlight", "shadow"]

  init(_ element: XMLElement, in kind: CLFNode.Kind, of text: XMLText) throws(LookupFileError) {
    let known = Self.names(in: kind).numbers
    var numbers: [String: Double] = [:]
    for (key, value) in element.attributes where known.contains(key) {
      let bytes = value.utf8.filter { !$0.isBlank }
      guard let number = decimalNumber(bytes, bytes.indices), Float(number).isFinite else {
        throw text.unexpected("\(key) \(quoted(value.utf8)) in \(element.name)", "a finite number")
      }
      numbers[key] = number
    }
    let letters = kind == .exponent ? "RGBA" : "RGB"
    channel = try element.attributes["channel"].map { name throws(LookupFileError) in
      let names = letters.map(String.init)
      guard let channel = names.firstIndex(of: name) else {
        throw text.unexpected(
          "the channel \(quoted(name.utf8)) in \(element.name)", "one of \(names.joined(separator: ", "))")
      }
      return channel
    }
    self.numbers = numbers
  }
}

extension CLFNode {
  /// One step with the function of each component.
  private func functions(
    _ function: (CLFParameters?) throws(LookupFileError) -> LookupFunction
  ) throws(LookupFileError) -> [LookupTable.Step] {
    let each = (0..<3).map { channel in parameters.last { $0.channel == nil || $0.channel == channel } }
    // Alpha is not changed, but its parameters must be valid too.
    for alpha in parameters where alpha.channel == 3 { _ = try function(alpha) }
    return [.functions(LookupFunctions(try function(each[0]), try function(each[1]), try function(each[2])))]
  }

  // MARK: Exponent

  /// - Source: Academy S-2014-006, *Common LUT Format (CLF)*, on Exponent; the ranges of numbers are OpenColorIO's.
  func exponents() throws(LookupFileError) -> [LookupTable.Step] {
    guard !parameters.isEmpty else { throw unexpected("an Exponent without ExponentParams", "one or three") }
    let isInverse = style?.hasSuffix("rev") == true
    switch style {
    case "basicfwd"?, "basicrev"?: return try powers(below: .zero, isInverse: isInverse)
    case "basicmirrorfwd"?, "basicmirrorrev"?: return try powers(below: .mirrored, isInverse: isInverse)
    case "basicpassthrufwd"?, "basicpassthrurev"?: return try powers(below: .kept, isInverse: isInverse)
    case "moncurvefwd"?, "moncurverev"?: return try straightened(isInverse: isInverse, isMirrored: false)
    case "moncurvemirrorfwd"?, "moncurvemirrorrev"?: return try straightened(isInverse: isInverse, isMirrored: true)
    default:
      throw unknownStyle(
        "basicFwd, basicRev, basicMirrorFwd, basicMirrorRev, basicPassThruFwd, basicPassThruRev, monCurveFwd, monCurveRev, "
          + "monCurveMirrorFwd or monCurveMirrorRev")
    }
  }

  private func powers(
    below: LookupFunction.BelowZero, isInverse: Bool
  ) throws(LookupFileError) -> [LookupTable.Step] {
    try functions { parameters throws(LookupFileError) in
      let exponent = try exponent(parameters, in: 0.01...100)
      if parameters?.numbers["offset"] != nil {
        throw unexpected("an offset in an Exponent of a basic style", "none, or a style of monCurve")
      }
      return .power(isInverse ? 1 / exponent : exponent, below: below)
    }
  }

  private func straightened(isInverse: Bool, isMirrored: Bool) throws(LookupFileError) -> [LookupTable.Step] {
    try functions { parameters throws(LookupFileError) in
      let exponent = try exponent(parameters, in: 1...10)
      let offset = parameters == nil ? 0 : parameters?.numbers["offset"]
      guard let offset, 0...0.9 ~= offset else {
        throw unexpected(
          offset.map { "the offset \($0) in an Exponent of monCurve" } ?? "an Exponent of monCurve without an offset",
          "0 to 0.9")
      }
      return .straightenedPower(
        StraightenedPower(exponent: exponent, offset: offset, isInverse: isInverse, isMirrored: isMirrored))
    }
  }

  /// The exponent of a component; 1 for a component without parameters.
  private func exponent(
    _ parameters: CLFParameters?, in range: ClosedRange<Double>
  ) throws(LookupFileError) -> Double {
    guard let parameters else { return 1 }
    let exponent = parameters.numbers["exponent"] ?? parameters.numbers["gamma"]
    guard let exponent, range ~= exponent else {
      let found = exponent.map { "the exponent \($0)" } ?? "no exponent"
      throw unexpected("\(found) in an Exponent", "\(range.lowerBound) to \(range.upperBound)")
    }
    return exponent
  }

  // MARK: Log

  /// - Source: Academy S-2014-006, *Common LUT Format (CLF)*, on Log.
  func logarithms() throws(LookupFileError) -> [LookupTable.Step] {
    switch style {
    case "log2"?: [.functions(LookupFunctions(.logarithm(LogarithmicCurve(base: 2))))]
    case "log10"?: [.functions(LookupFunctions(.logarithm(LogarithmicCurve(base: 10))))]
    case "antilog2"?: [.functions(LookupFunctions(.antilogarithm(LogarithmicCurve(base: 2))))]
    case "antilog10"?: [.functions(LookupFunctions(.antilogarithm(LogarithmicCurve(base: 10))))]
    case "lintolog"?: try logarithms(isCamera: false) { .logarithm($0) }
    case "logtolin"?: try logarithms(isCamera: false) { .antilogarithm($0) }
    case "cameralintolog"?: try logarithms(isCamera: true) { .logarithm($0) }
    case "cameralogtolin"?: try logarithms(isCamera: true) { .antilogarithm($0) }
    default:
      throw unknownStyle(
        "log10, log2, antiLog10, antiLog2, linToLog, logToLin, cameraLinToLog or cameraLogToLin")
    }
  }

  private func logarithms(
    isCamera: Bool, _ function: (LogarithmicCurve) -> LookupFunction
  ) throws(LookupFileError) -> [LookupTable.Step] {
    let bases = Set(parameters.compactMap { $0.numbers["base"] })
    guard bases.count <= 1 else { throw unexpected("a Log with different bases", "one base for all components") }
    let base = bases.first ?? 2
    guard base > 0, base != 1 else { throw unexpected("a Log with the base \(base)", "a base above 0 other than 1") }
    return try functions { parameters throws(LookupFileError) in
      let numbers = parameters?.numbers ?? [:]
      if numbers.keys.contains(where: CLFParameters.cineon.contains) { return function(try cineon(numbers)) }
      var curve = LogarithmicCurve(
        base: base, logSlope: numbers["logSideSlope"] ?? 1, logOffset: numbers["logSideOffset"] ?? 0,
        linearSlope: numbers["linSideSlope"] ?? 1, linearOffset: numbers["linSideOffset"] ?? 0)
      guard curve.logSlope != 0, curve.linearSlope != 0 else {
        throw unexpected("a Log with a slope of 0", "slopes other than 0")
      }
      guard isCamera else {
        if let key = ["linSideBreak", "linearSlope"].first(where: { numbers[$0] != nil }) {
          throw unexpected("\(key) in a Log of style linToLog or logToLin", "none, or a camera style")
        }
        return function(curve)
      }
      guard let end = numbers["linSideBreak"] else {
        throw unexpected("a Log of a camera style without linSideBreak", "one for each component")
      }
      guard curve.linearSlope * end + curve.linearOffset > 0, numbers["linearSlope"] != 0 else {
        throw unexpected(
          "a Log whose straight part has no slope, or ends where its logarithm has no value",
          "a slope other than 0, and linSideSlope · linSideBreak + linSideOffset above 0")
      }
      (curve.lineEnd, curve.lineSlope) = (end, numbers["linearSlope"])
      return function(curve)
    }
  }

  /// - Source: OpenColorIO, `LogUtils.cpp`, `ConvertFromCTFToOCIO`.
  private func cineon(_ numbers: [String: Double]) throws(LookupFileError) -> LogarithmicCurve {
    guard let gamma = numbers["gamma"], let white = numbers["refWhite"], let black = numbers["refBlack"],
      let highlight = numbers["highlight"], let shadow = numbers["shadow"], numbers.count == 5, gamma > 0.01,
      white > black, highlight > shadow
    else {
      throw unexpected(
        "a Log with some of \(CLFParameters.cineon.joined(separator: ", "))",
        "all five, refWhite above refBlack, highlight above shadow, and no others")
    }
    let tenTo = LookupFunction.antilogarithm(LogarithmicCurve(base: 10))
    let factor = 0.002 * 1023 / gamma
    let gain = (highlight - shadow) / (1 - tenTo(min((black - white) / 1023 * factor, -0.0001)))
    let offset = gain - (highlight - shadow)
    return LogarithmicCurve(
      base: 10, logSlope: 1 / factor, logOffset: white / 1023, linearSlope: 1 / gain,
      linearOffset: (offset - shadow) / gain)
  }

  // MARK: ASC_CDL

  /// - Source: Academy S-2014-006, *Common LUT Format (CLF)*, on ASC_CDL; *ASC Color Decision List* 1.2.
  func colorDecision() throws(LookupFileError) -> [LookupTable.Step] {
    let sop = ["Slope", "Offset", "Power"]
    if let missing = sop.first(where: { numbers[$0] == nil }), sop.contains(where: { numbers[$0] != nil }) {
      throw unexpected("a SOPNode without \(missing)", "Slope, Offset and Power")
    }
    func vector(_ name: String, _ usual: Double) -> SIMD3<Double> {
      numbers[name].map { SIMD3($0) } ?? SIMD3(repeating: usual)
    }
    let (slope, offset, power) = (vector("Slope", 1), vector("Offset", 0), vector("Power", 1))
    let saturation = numbers["Saturation"]?[0] ?? 1
    let (isReverse, clamps): (Bool, Bool) =
      switch style {
      case nil, "fwd"?, "v1.2_fwd"?: (false, true)
      case "rev"?, "v1.2_rev"?: (true, true)
      case "fwdnoclamp"?, "noclampfwd"?: (false, false)
      case "revnoclamp"?, "noclamprev"?: (true, false)
      default: throw unknownStyle("Fwd, Rev, FwdNoClamp or RevNoClamp")
      }
    guard slope.min() >= 0, power.min() > 0, saturation >= 0 else {
      throw unexpected(
        "an ASC_CDL with a slope of \(slope.min()), a power of \(power.min()) and a saturation of \(saturation)",
        "a slope and a saturation of 0 or more, and powers above 0")
    }
    guard !isReverse || slope.min() > 0 && saturation > 0 else {
      throw unexpected("an ASC_CDL of a reverse style with a slope or a saturation of 0", "numbers above 0")
    }
    let limit: [LookupTable.Step] = clamps ? [.limit(0...1)] : []
    let luma = SIMD3(0.2126, 0.7152, 0.0722)
    func saturated(_ saturation: Double) -> [LookupTable.Step] {
      guard saturation != 1 else { return [] }
      let rest = luma * (1 - saturation)
      return [
        .matrix(
          Matrix3x3(
            rest + SIMD3(saturation, 0, 0), rest + SIMD3(0, saturation, 0), rest + SIMD3(0, 0, saturation)),
          adding: .zero)
      ]
    }
    func powered(_ power: SIMD3<Double>) -> [LookupTable.Step] {
      guard power != SIMD3(1, 1, 1) else { return [] }
      return [
        .functions(
          LookupFunctions(.power(power.x, below: .kept), .power(power.y, below: .kept), .power(power.z, below: .kept)))
      ]
    }
    if isReverse {
      return limit + saturated(1 / saturation) + limit + powered(1 / power)
        + [.matrix(Matrix3x3(diagonal: 1 / slope), adding: -offset / slope)] + limit
    }
    return [.matrix(Matrix3x3(diagonal: slope), adding: offset)] + limit + powered(power) + saturated(saturation)
      + limit
  }

  private func unknownStyle(_ expected: String) -> LookupFileError {
    unexpected(
      style.map { "the style \(quoted($0.utf8)) in \(kind.rawValue)" } ?? "no style in \(kind.rawValue)", expected)
  }
}
