internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser
internal import LookupTables
internal import LookupFiles
internal import ToneMapping

/// One run of `lut make`: makes the plan, the table, the file and its certificate.
struct LUTMaking {
  let output: Path
  let options: LUTOptions
  var choices: Choices
  let force: Bool
  let tellsJSON: Bool

  /// A table as its file holds it, and how wrong it is.
  private struct Made {
    let table: LookupTable
    /// With each interpolation; empty if nobody asked.
    let measurements: [LookupMeasurement]
  }

  /// Makes the file.
  ///
  /// - Throws: `checkFailed` if no size meets the error that was asked for.
  func run() throws {
    let kind = try LUTKind(of: output, options)
    let clip = try clip()
    let decision = try asRGB.decide(about: clip)
    asRGB.reportUnusedSettings(about: [(clip, decision)])
    Console.complain(assumed: decision.assumptions)
    if let note = decision.note { Console.complain(note) }
    let sizes = sizes(kind)
    try MemoryNeed(ofLookupTable: sizes.max() ?? 0).check("the LUT", fix: "give a smaller --cube-size")
    var made = try make(size: sizes[0], of: decision.plan, as: kind)
    if let allowed = options.maxError {
      for size in sizes.dropFirst() where error(of: made) > allowed {
        made = try make(size: size, of: decision.plan, as: kind)
      }
      guard error(of: made) <= allowed else {
        throw TranscodingError.checkFailed(
          "the best cube, of \(sizes[sizes.count - 1]) samples, is off by \(error(of: made).rounded(to: 2)) of an 8-bit code, but"
            + " --max-error allows \(allowed); allow more, or choose a format or host with a shaper")
      }
    }
    try write(made, kind, decision)
  }

  // MARK: What is asked for

  /// The source without anything that only its frames have.
  private func clip() throws(TranscodingError) -> Clip {
    var clip = try choices.clip(at: nil)
    clip.format = .gbrp16
    (clip.source.color.matrix, clip.source.color.range, clip.source.color.chromaLocation) = (nil, nil, nil)
    return clip
  }

  private var asRGB: Choices {
    var choices = choices
    choices.target.pixelFormat = PixelFormat.Spelling(PixelFormat.gbrp16.name)
    return choices
  }

  /// The sizes to try, in order.
  private func sizes(_ kind: LUTKind) -> [Int] {
    // These formats hold but a few sizes.
    let own = kind.format.flatMap { [.vlt, .hald].contains($0) ? $0.usualCubeSize : nil }
    guard options.maxError != nil else { return [options.cubeSize ?? own ?? options.host?.usualCubeSize ?? 33] }
    let offered: [Int] =
      switch kind.format {
      case .vlt: [17]
      case .hald: [9, 16, 25, 36, 49, 64]
      default: [9, 17, 25, 33, 49, 64, 65, 97, 129]
      }
    return offered.filter { $0 <= options.host?.maximumCubeSize ?? 129 }
  }

  /// How the reader interpolates; `nil` if that is not known.
  private var interpolation: CubeInterpolation? { options.lutInterpolation ?? options.host?.interpolation }

  /// Large cubes are not fitted.
  private func vertices(_ size: Int) -> TableForm.VertexValues {
    switch options.vertices {
    case .sampled?: .sampled
    case nil where size > Cube.largestFitted: .sampled
    case nil, .fitted?: .fitted(interpolation)
    }
  }

  /// How the file is written.
  private var fileOptions: LookupFileOptions { options.file.options(in: options.host?.dialect ?? .portable) }

  /// The curves before the cube.
  private func shaper(_ kind: LUTKind) throws(TranscodingError) -> TableForm.Shaper {
    switch options.shaper {
    case .none: return .none
    case .entries(let count):
      if let host = options.host, let format = kind.format, !host.readsShapers(in: format) {
        throw .settings(
          "--shaper asks for curves before the cube, but \(host.name) does not read them in \(format.rawValue); leave --shaper out, or"
            + " choose another host or format")
      }
      return .automatic(entries: count)
    case .auto:
      let isRead = kind.format.map { options.host?.readsShapers(in: $0) ?? true } ?? true
      let isHeld = isRead && kind.holdsShapers(in: fileOptions.dialect)
      return isHeld ? .automatic(entries: 4096) : .none
    }
  }

  // MARK: The table

  /// The table of a plan, as the file holds it.
  private func make(size: Int, of plan: ConversionPlan, as kind: LUTKind) throws -> Made {
    let reference = plan.lutFunction(in: options.lutRange)
    let isInside = plan.isShownAsItIs(in: options.lutRange)
    let form = TableForm(size: size, shaper: try shaper(kind), vertices: vertices(size))
    let table = try LUTFile.explained {
      guard let nodes = kind.format?.nodes else { return try LookupTable(of: reference, as: form, inside: isInside) }
      let back = try nodes.inverse()
      var table = try LookupTable(of: { reference(back($0)) }, as: form, inside: { isInside(back($0)) })
      table.steps.insert(.curves(nodes), at: 0)
      return table
    }
    let written = try kind.written(table, fileOptions)
    return Made(table: table, measurements: isMeasured(kind) ? measure(written, against: plan) : [])
  }

  /// Whether the errors are measured: not those of a display profile, which viewers interpolate in another space.
  private func isMeasured(_ kind: LUTKind) -> Bool {
    if case .profile(.display) = kind { return false }
    return options.isMeasured
  }

  private func measure(_ table: LookupTable, against plan: ConversionPlan) -> [LookupMeasurement] {
    let range = options.lutRange
    return LookupMeasurement.measure(
      table, shown: plan.bt2020LightFromTargetNumbers(in: range), against: plan.lutFunction(in: range),
      inside: plan.isShownAsItIs(in: range))
  }

  /// The errors of a table against the plan that the arguments of `lut make` choose.
  static func measurements(of table: LookupTable, as arguments: [String]) throws -> [LookupMeasurement] {
    let command: MakeLUT
    do {
      command = try MakeLUT.parse(arguments + ["-"])
    } catch {
      throw TranscodingError.data(
        "the certificate's arguments are wrong (\(MakeLUT.message(for: error))), but those of tonemap lut were expected;"
          + " make the LUT again")
    }
    let making = command.making
    return try making.measure(table, against: making.asRGB.decide(about: making.clip()).plan)
  }

  /// The maximum error with the interpolation of the reader, or with the worse if that is not known, in 8-bit codes.
  private func error(of made: Made) -> Double {
    made.measurements.filter { interpolation == nil || $0.interpolation == interpolation?.rawValue }
      .map(\.codesOf8Bits.maximum.value).max() ?? .infinity
  }

  // MARK: The files

  private func write(_ made: Made, _ kind: LUTKind, _ decision: Decision) throws {
    var table = made.table
    table.interpolation = interpolation
    let plan = decision.plan
    let name = output == "-" ? "LUT.\(kind.ending)" : "\(output.split.name)"
    table.title = options.file.title ?? LUTNames(plan).title
    table.comments =
      LUTComments(
        plan: plan, range: options.lutRange, measurements: made.measurements, host: options.host,
        file: name, format: kind.format
      ).lines
    let bytes = try kind.bytes(of: table, fileOptions, for: plan)
    var certificate: Certificate?
    if isMeasured(kind), !options.noCertificate {
      certificate = Certificate(
        of: bytes, named: name, holding: table, arguments: arguments,
        plan: plan.outline(telling: \.inOptions).split(separator: "\n").map(String.init),
        madeBy: "tonemap \(Release.version)",
        measurements: made.measurements)
    }
    let json = certificate.map { String(decoding: $0.json, as: UTF8.self) }
    let isFile = try LUTFile.place(
      bytes, at: output, reading: ["the color JSON": choices.source.colorJSON], force: force, certificate: json,
      .console)
    guard let report = tellsJSON ? json : certificate.map({ LUTReport($0).description }) else { return }
    if isFile { try Console.print(report) } else { Console.say(report) }
  }

  /// The words of the command line that make the same file again under another name.
  private var arguments: [String] {
    var words = Array(Arguments.words.drop { $0 != "lut" }.dropFirst())
    if words.first == "make" { words.removeFirst() }
    return Arguments.leavingOut(output, of: words) { try MakeLUT.parse($0).output }
      .filter { !["--json", "--force", "--"].contains($0) }
  }
}
