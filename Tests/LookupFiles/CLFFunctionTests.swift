import LookupFiles
import Testing

/// Exponent, Log and ASC_CDL: what they make of numbers, as OpenColorIO 2.6 computes it.
@Suite struct CLFFunctionTests {
  static let power = #"<ExponentParams exponent="2.4"/>"#
  static let straight =
    #"<ExponentParams exponent="2.4" offset="0.055"/><ExponentParams channel="G" exponent="1.8" offset="0.2"/>"#
  static let log =
    #"<LogParams base="10" linSideSlope="1.1" linSideOffset="0.35" logSideSlope="0.3" logSideOffset="0.6"/>"#
  static let channels = """
    <LogParams channel="R" base="8" linSideSlope="0.9" linSideOffset="0.3"/><LogParams channel="B" base="8" logSideSlope="0.25"/>
    """
  static let camera = """
    <LogParams base="10" linSideSlope="5.5" linSideOffset="0.05" logSideSlope="0.25" logSideOffset="0.38" linSideBreak="0.01"/>
    """
  static let line =
    #"<LogParams linSideBreak="0.0078125" logSideSlope="0.057" logSideOffset="0.55" linearSlope="10.5"/>"#
  static let decision = """
    <SOPNode><Slope>1.1 1 0.8</Slope><Offset>-0.02 0 0.15</Offset><Power>1.05 1.15 1.4</Power></SOPNode>
    <SatNode><Saturation>0.75</Saturation></SatNode>
    """
  /// Inside and outside 0…1, and where curves are straight.
  static let colors = [SIMD3(0.18, 0.5, 0.9), SIMD3(-0.25, 0, 1.4), SIMD3(0.002, 0.02, 1)]

  /// A node, its style, its parameters, and what it makes of the three colors.
  struct Row: CustomTestStringConvertible, Sendable {
    let node, style, name: String
    let expected: [SIMD3<Double>]

    init(_ line: Substring) {
      let words = line.split(separator: " ").map(String.init)
      (node, style, name) = (words[0], words[1], words[2])
      let numbers = words[3...].compactMap(Double.init)
      expected = stride(from: 0, to: 9, by: 3).map { SIMD3(numbers[$0], numbers[$0 + 1], numbers[$0 + 2]) }
    }

    var parameters: String {
      switch name {
      case "power": CLFFunctionTests.power
      case "straight": CLFFunctionTests.straight
      case "log": CLFFunctionTests.log
      case "channels": CLFFunctionTests.channels
      case "camera": CLFFunctionTests.camera
      case "line": CLFFunctionTests.line
      case "decision": CLFFunctionTests.decision
      default: ""
      }
    }

    var testDescription: String { "\(node) \(style) \(name)" }
  }

  /// - Source: `OpenColorIO` 2.6.0 from PyPI, `FileTransform` without optimization.
  static let rows = """
    Exponent basicFwd power 0.016317513 0.18946455 0.77657247 0 0 2.2423701 3.3302112e-07 8.3651132e-05 1
    Exponent basicRev power 0.4894371 0.74915355 0.95704943 0 0 1.1505002 0.075063564 0.19592769 1
    Exponent basicMirrorFwd power 0.016317513 0.18946455 0.77657247 -0.035896819 0 2.2423701 3.3302112e-07 8.3651132e-05 1
    Exponent basicMirrorRev power 0.4894371 0.74915355 0.95704943 -0.56123102 0 1.1505002 0.075063564 0.19592769 1
    Exponent basicPassThruFwd power 0.016317513 0.18946455 0.77657247 -0.25 0 2.2423701 3.3302112e-07 8.3651132e-05 1
    Exponent basicPassThruRev power 0.4894371 0.74915355 0.95704943 -0.25 0 1.1505002 0.075063564 0.19592769 1
    Exponent monCurveFwd straight 0.027211778 0.3790096 0.78741223 -0.01934504 0 2.1630437 0.00015476032 0.013688196 1
    Exponent monCurveRev straight 0.4613561 0.61647403 0.95468706 -3.2308025 0 1.1587777 0.025846422 0.029222254 0.99999994
    Exponent monCurveMirrorFwd straight 0.027211778 0.3790096 0.78741223 -0.050876077 0 2.1630437 0.00015476032 0.013688196 1
    Exponent monCurveMirrorRev straight 0.4613561 0.61647403 0.95468706 -0.53709871 0 1.1587777 0.025846422 0.029222254 0.99999994
    Log log2 none -2.4739311 -1 -0.15200312 -126 -126 0.48542681 -8.9657841 -5.643856 0
    Log log10 none -0.74472749 -0.30103001 -0.045757502 -37.929783 -37.929783 0.14612804 -2.6989701 -1.6989701 0
    Log antiLog2 none 1.1328839 1.4142135 1.866066 0.84089643 1 2.6390157 1.0013872 1.0139595 2
    Log antiLog10 none 1.5135612 3.1622777 7.9432817 0.56234133 1 25.11886 1.0046158 1.0471286 9.999999
    Log linToLog log 0.52163416 0.58627278 0.6381315 0.26251838 0.46322042 0.68293858 0.46403682 0.47116289 0.64841044
    Log linToLog channels -0.3713451 -0.33333334 -0.012666928 -1.2456551 -42 0.040452234 -0.57611179 -1.8812854 0
    Log logToLin log -0.28199023 0.10378073 8.7727232 -0.31684744 -0.30909091 421.64407 -0.30895028 -0.30758259 19.26758
    Log logToLin channels 1.2821919 2.8284271 1782.8866 0.32733727 1 114104.74 0.78240842 1.0424658 4096
    Log cameraLinToLog camera 0.38425833 0.49178952 0.55474252 -1.343372 0.078425437 0.60232544 0.089799814 0.18102998 0.5660733
    Log cameraLinToLog line 0.40898594 0.493 0.54133582 -2.5560312 0.068968773 0.57766932 0.089968771 0.22830021 0.55000001
    Log cameraLogToLin camera 0.019725338 0.5399912 21.85026 -0.057748284 -0.013789841 2185.925 -0.013438174 -0.010273165 54.899117
    Log cameraLogToLin line 0.011115925 0.54442561 70.539055 -0.030377978 -0.0065684547 30834.975 -0.0063779787 -0.0046636928 237.98663
    ASC_CDL Fwd decision 0.22656521 0.44207188 0.72124934 0.01805 0.01805 0.76805001 0.018787887 0.027129419 0.71681833
    ASC_CDL Rev decision 0.1064261 0.55971307 1 0.018181818 0 1 0.018181818 0 1
    ASC_CDL FwdNoClamp decision 0.22656521 0.44207188 0.72124934 -0.21170592 0.0095440783 1.0576048 0.0044918135 0.026183344 0.71587223
    ASC_CDL RevNoClamp decision 0.1064261 0.55971307 1.1036451 -0.2993727 -0.015976667 1.7527722 -0.0057361308 -0.0023097396 1.3237491
    """.split(separator: "\n").map(Row.init)

  @Test(arguments: rows) func functions(_ row: Row) throws {
    let (node, style, expected) = (row.node, row.style, row.expected)
    try #require(expected.count == Self.colors.count)
    let table = try Self.table(node, style, row.parameters)
    for (color, expected) in zip(Self.colors, expected) {
      // The numbers of the source are `Float`.
      let value = table(LookupColor(SIMD3<Double>(SIMD3<Float>(color)))).components
      for axis in 0..<3 {
        let difference = abs(value[axis] - expected[axis])
        #expect(difference <= 1e-6 * max(1, abs(expected[axis])), "\(node) \(style): \(value), \(expected)")
      }
    }
    // What is written says the same; decimals of many digits are off by a few units in the last place.
    for format in [LookupFileFormat.clf, .ctf] {
      let again = try LookupTable(
        parsing: table.encoded(as: format, options: LookupFileOptions(decimals: 12)), as: format)
      #expect(again.steps.count == table.steps.count)
      for color in Self.colors {
        let (value, read) = (table(LookupColor(color)).components, again(LookupColor(color)).components)
        let allowed = 1e-12 * max(1, value.max(), -value.min())
        #expect((value - read).max() <= allowed && (value - read).min() >= -allowed, "\(format) \(node) \(style)")
      }
    }
  }

  /// A slope, or steps one after the other, beyond `Float`.
  @Test(arguments: [
    #"<Range inBitDepth="32f" outBitDepth="32f"><minInValue>0</minInValue><maxInValue>1e-310</maxInValue>"#
      + "<minOutValue>0</minOutValue><maxOutValue>1</maxOutValue></Range>",
    String(
      repeating:
        #"<Matrix inBitDepth="32f" outBitDepth="32f"><Array dim="3 3">3e38 0 0 0 3e38 0 0 0 3e38</Array></Matrix>"#,
      count: 10),
    #"<ASC_CDL inBitDepth="32f" outBitDepth="32f" style="RevNoClamp"><SOPNode><Slope>1e-310 1e-310 1e-310</Slope>"#
      + "<Offset>0 0 0</Offset><Power>1 1 1</Power></SOPNode></ASC_CDL>",
  ])
  func stepsThatAreNotFinite(nodes: String) {
    let file = CLFFileTests.file(nodes)
    let error = #expect(throws: LookupFileError.self) { try LookupTable(parsing: Array(file.utf8), as: .clf) }
    guard case .steps(.stepsAreNotFinite) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// The inverse leads back where a function keeps numbers apart.
  @Test(arguments: [
    ("Exponent", "basicMirrorFwd", power), ("Exponent", "monCurveRev", straight), ("Log", "cameraLinToLog", camera),
    ("Log", "logToLin", log),
  ]) func inverses(_ node: String, _ style: String, _ parameters: String) throws {
    let table = try Self.table(node, style, parameters)
    let back = try table.inverse()
    for color in Self.colors {
      let difference = back(table(LookupColor(color))).components - color
      #expect(max(difference.max(), -difference.min()) < 1e-12)
    }
  }

  /// The curves with which frames are converted are as exact as `Float`, also far outside 0…1 and where the functions are steep.
  @Test(arguments: [
    LookupFunction.power(2.4, below: .mirrored), .power(1 / 2.4, below: .zero), .power(1.2, below: .kept),
    .straightenedPower(StraightenedPower(exponent: 2.4, offset: 0.055, isMirrored: true)),
    .straightenedPower(StraightenedPower(exponent: 2.4, offset: 0.055, isInverse: true)),
    .logarithm(LogarithmicCurve(base: 2)), .antilogarithm(LogarithmicCurve(base: 10)),
    .logarithm(
      LogarithmicCurve(base: 10, logSlope: 0.25, linearSlope: 5.5, linearOffset: 0.05, lineEnd: 0.01)),
  ]) func sampledFunctions(_ function: LookupFunction) throws {
    for range in [-0.3...1.5, 0...1, -65536...65536] {
      let curve = try #require(function.sampled(over: range))
      for index in 0..<2000 {
        let part = Double(index) / 1999
        let x = Double(Float(range.lowerBound * (1 - part) + range.upperBound * part * part * part))
        let exact = function(x)
        #expect(abs(curve(x) - exact) <= 4e-7 * max(abs(exact), 1e-5), "\(function) at \(x)")
      }
    }
  }

  /// Other names that CTF has: Gamma, the Log of Cineon and the styles of ASC_CDL.
  ///
  /// - Source: OpenColorIO 2.6.0, as above.
  @Test func namesOfCTF() throws {
    func table(_ nodes: String) throws -> LookupTable {
      try LookupTable(
        parsing: Array(CLFFileTests.file(nodes, attributes: "version=\"1.3\"").utf8), as: .ctf)
    }
    let floats = CLFFileTests.floats
    let gamma = try table(
      "<Gamma \(floats) style=\"basicFwd\"><GammaParams gamma=\"2.4\"/><GammaParams channel=\"A\" gamma=\"3\"/></Gamma>"
    )
    #expect(gamma.steps == [.functions(LookupFunctions(.power(2.4, below: .zero)))])
    #expect(gamma.findings.map(\.consequence) == ["leaving alpha as it is"])
    let cineon = try table(
      """
      <Log \(floats) style="logToLin"><LogParams gamma="0.6" highlight="1" refBlack="95" refWhite="685" shadow="0"/></Log>
      """)
    let value = cineon(LookupColor(0.25, 0.5, 0.75)).components
    let expected = SIMD3(0.026571456, 0.25600466, 1.8896441)
    #expect((value - expected).max() < 1e-5 && (value - expected).min() > -1e-5)
    let old = try table("<ASC_CDL \(floats) style=\"v1.2_Rev\">\(Self.decision)</ASC_CDL>")
    #expect(try old.steps == Self.table("ASC_CDL", "Rev", Self.decision).steps)
  }

  @Test(
    arguments: [
      (
        "<Exponent \(CLFFileTests.floats) style=\"basicFwd\"/>",
        "an Exponent without ExponentParams; expected one or three"
      ),
      (
        "<Exponent \(CLFFileTests.floats) style=\"basicFwd\"><ExponentParams exponent=\"2\" offset=\"0.1\"/></Exponent>",
        "an offset in an Exponent of a basic style; expected none, or a style of monCurve"
      ),
      (
        "<Exponent \(CLFFileTests.floats) style=\"monCurveFwd\"><ExponentParams exponent=\"0.99\" offset=\"0\"/></Exponent>",
        "the exponent 0.99 in an Exponent; expected 1.0 to 10.0"
      ),
      (
        "<Exponent \(CLFFileTests.floats) style=\"monCurveFwd\"><ExponentParams exponent=\"2\"/></Exponent>",
        "an Exponent of monCurve without an offset; expected 0 to 0.9"
      ),
      (
        "<Exponent \(CLFFileTests.floats) style=\"monCurveFwd\"><ExponentParams exponent=\"2\" offset=\"0.1\"/>"
          + "<ExponentParams channel=\"A\" exponent=\"2\"/></Exponent>",
        "an Exponent of monCurve without an offset; expected 0 to 0.9"
      ),
      (
        "<Log \(CLFFileTests.floats) style=\"linToLog\"><LogParams linSideBreak=\"0.1\"/></Log>",
        "linSideBreak in a Log of style linToLog or logToLin; expected none, or a camera style"
      ),
      (
        "<Log \(CLFFileTests.floats) style=\"cameraLinToLog\"><LogParams base=\"10\"/></Log>",
        "a Log of a camera style without linSideBreak; expected one for each component"
      ),
      (
        "<Log \(CLFFileTests.floats) style=\"linToLog\"><LogParams base=\"1\"/></Log>",
        "a Log with the base 1.0; expected a base above 0 other than 1"
      ),
      (
        "<ASC_CDL \(CLFFileTests.floats)><SatNode><Saturation>1 1</Saturation></SatNode></ASC_CDL>",
        "\"1 1\" in Saturation; expected one finite number"
      ),
      (
        "<ASC_CDL \(CLFFileTests.floats)><SOPNode><Slope>1 1</Slope></SOPNode></ASC_CDL>",
        "\"1 1\" in Slope; expected 3 finite numbers"
      ),
      (
        "<ASC_CDL \(CLFFileTests.floats)><SOPNode><Slope>1 1 1</Slope></SOPNode></ASC_CDL>",
        "a SOPNode without Offset; expected Slope, Offset and Power"
      ),
      (
        "<ASC_CDL \(CLFFileTests.floats) style=\"other\"/>",
        "the style \"other\" in ASC_CDL; expected Fwd, Rev, FwdNoClamp or RevNoClamp"
      ),
    ] as [(String, String)])
  func malformed(_ node: String, _ sentence: String) {
    #expect(refusal(CLFFileTests.file(node), .clf) == "line 3 has \(sentence)")
  }

  @Test func oldVersionsHaveNoLog() {
    let text = CLFFileTests.file(
      "<Log \(CLFFileTests.floats) style=\"log2\"/>", attributes: "compCLFversion=\"2.0\"")
    #expect(refusal(text, .clf) == "line 3 has <Log> in CLF 2.0; expected none before version 3")
  }

  private static func table(_ node: String, _ style: String, _ parameters: String) throws -> LookupTable {
    let text = CLFFileTests.file("<\(node) \(CLFFileTests.floats) style=\"\(style)\">\(parameters)</\(node)>")
    return try LookupTable(parsing: Array(text.utf8), as: .clf)
  }
}
