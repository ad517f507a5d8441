internal import HDRMetadata
internal import LookupFiles
internal import LookupTables
internal import ToneMapping

/// A conversion that is planned for R′G′B′ numbers, and how a table of it is made.
struct LUTMaking {
  /// A table as its file holds it, and how wrong it is.
  struct Made {
    var table: LookupTable
    /// The table before its numbers were rounded.
    let exact: LookupTable
    /// With each interpolation; empty if nobody asked.
    let measurements: [LookupMeasurement]
    var certificate: Certificate?
    var isFile = false
  }

  let settings: LUTSettings
  let decision: Decision
  private let choices: Choices
  private let clip: Clip
  private var plan: ConversionPlan { decision.plan }

  /// What a user should know, beside what was assumed.
  var notes: [Finding] {
    [decision.note.map { Finding(code: "nothing-to-map", found: $0) }].compactMap(\.self)
  }

  init(_ settings: LUTSettings, _ control: RunControl) throws(TranscodingError) {
    var choices = Choices()
    (choices.source, choices.mapping) = (settings.input, settings.mapping)
    choices.dynamics.frameMetadata = settings.frameMetadata
    (choices.strict, choices.control) = (settings.isStrict, control)
    choices.target.display = settings.display ?? .sdr709
    (choices.target.primaries, choices.target.transfer) = (settings.primaries, settings.transfer)
    try settings.check()
    try choices.check()
    try choices.requireCurve()
    // The source without anything that only its frames have.
    var clip = try choices.clip(of: nil)
    clip.format = .gbrp16
    (clip.source.color.matrix, clip.source.color.range, clip.source.color.chromaLocation) = (nil, nil, nil)
    choices.target.pixelFormat = PixelFormat.Spelling(PixelFormat.gbrp16.name)
    decision = try choices.decide(about: clip)
    (self.settings, self.choices, self.clip) = (settings, choices, clip)
  }

  /// Makes the table without a file.
  func bake() throws -> Made {
    let isAnyFormat = settings.format == nil && settings.host == nil
    let kind = try LUTKind(of: isAnyFormat ? "LUT.cube" : .standardStream, settings)
    let made = try make(kind, named: "LUT.\(kind.ending)")
    try choices.control.check()
    return made
  }

  /// Writes the file, and its certificate.
  func write(
    to output: Path, certifying arguments: [String], naming word: (Finding) -> Finding
  ) throws -> Made {
    let kind = try LUTKind(of: output, settings)
    let name = output == .standardStream ? "LUT.\(kind.ending)" : "\(output.split.name)"
    var made = try make(kind, named: name)
    let bytes = try kind.bytes(of: made.exact, settings.fileOptions, for: plan)
    if isMeasured(kind), settings.isCertified {
      made.certificate = Certificate(
        of: bytes, named: name, holding: made.exact, arguments: arguments,
        plan: plan.outline(reporting: word).split(separator: "\n").map(String.init),
        madeBy: "tonemap \(Release.version)", measurements: made.measurements)
    }
    made.isFile = try LUTFile.place(
      bytes, at: output, reading: choices.files(with: nil), force: settings.replacesProtectedFiles,
      certificate: made.certificate.map { String(decoding: $0.json, as: UTF8.self) }, choices.control)
    return made
  }

  // MARK: The table

  /// The table as the file holds it.
  ///
  /// - Throws: `checkFailed` if no size meets the error that was asked for.
  private func make(_ kind: LUTKind, named name: String) throws -> Made {
    choices.reportUnusedSettings(about: [(clip, decision)])
    choices.control.report(assumed: decision.assumptions)
    choices.control.report(notes)
    let sizes = sizes(kind)
    try MemoryNeed(ofLookupTable: sizes.max() ?? 0).check("the LUT", fix: "give a smaller \(.cubeSize)")
    var made = try make(size: sizes[0], as: kind)
    if let allowed = settings.maximumError {
      for size in sizes.dropFirst() where error(of: made) > allowed {
        try choices.control.check()
        made = try make(size: size, as: kind)
      }
      guard error(of: made) <= allowed else {
        throw TranscodingError.checkFailed(
          "the best cube, of \(sizes[sizes.count - 1]) samples, is off by \(error(of: made).rounded(to: 2)) of an 8-bit code, but"
            + " \(.maximumError) allows \(allowed); allow more, or choose a format or host with a shaper")
      }
    }
    func named(_ table: LookupTable) -> LookupTable {
      var table = table
      table.interpolation = settings.readerInterpolation
      // Other formats, and other readers of this one, have no keyword; a comment says it there.
      if kind.format == .cube, settings.fileOptions.dialect == .resolve {
        (table.inputRange, table.outputRange) = (settings.range, settings.range)
      }
      table.title = settings.title ?? LUTNames(plan).title
      table.comments =
        LUTComments(
          plan: plan, range: settings.range, measurements: made.measurements, host: settings.host, file: name,
          format: kind.format
        ).lines
      return table
    }
    return Made(table: named(made.table), exact: named(made.exact), measurements: made.measurements)
  }

  /// The sizes to try, in order.
  private func sizes(_ kind: LUTKind) -> [Int] {
    // These formats hold but a few sizes.
    let own = kind.format.flatMap { [.vlt, .hald].contains($0) ? $0.usualCubeSize : nil }
    guard settings.maximumError != nil else {
      return [settings.cubeSize ?? own ?? settings.host?.usualCubeSize ?? 33]
    }
    let offered: [Int] =
      switch kind.format {
      case .vlt: [17]
      case .hald: [9, 16, 25, 36, 49, 64]
      default: [9, 17, 25, 33, 49, 64, 65, 97, 129]
      }
    return offered.filter { $0 <= settings.host?.maximumCubeSize ?? 129 }
  }

  /// Large cubes are not fitted.
  private func vertices(_ size: Int) -> TableForm.VertexValues {
    switch settings.vertices {
    case .sampled?: .sampled
    case nil where size > Cube.largestFitted: .sampled
    case nil, .fitted?: .fitted(settings.readerInterpolation)
    }
  }

  /// The curves before the cube.
  private func shaper(_ kind: LUTKind) throws(TranscodingError) -> TableForm.Shaper {
    switch settings.shaper {
    case .none: return .none
    case .entries(let count):
      if let host = settings.host, let format = kind.format, !host.readsShapers(in: format) {
        throw .settings(
          "\(.shaper) asks for curves before the cube, but \(host.name) does not read them in \(format.rawValue); leave \(.shaper) out, or"
            + " choose another host or format")
      }
      return .automatic(entries: count)
    case .automatic:
      let isRead = kind.format.map { settings.host?.readsShapers(in: $0) ?? true } ?? true
      let isHeld = isRead && kind.holdsShapers(in: settings.fileOptions.dialect)
      return isHeld ? .automatic(entries: 4096) : .none
    }
  }

  private func make(size: Int, as kind: LUTKind) throws -> Made {
    let reference = plan.lutFunction(in: settings.range)
    let isInside = plan.isShownAsItIs(in: settings.range)
    let form = TableForm(size: size, shaper: try shaper(kind), vertices: vertices(size))
    let table = try LUTFile.explained {
      guard let nodes = kind.format?.nodes else { return try LookupTable(of: reference, as: form, inside: isInside) }
      let back = try nodes.inverse()
      var table = try LookupTable(of: { reference(back($0)) }, as: form, inside: { isInside(back($0)) })
      table.steps.insert(.curves(nodes), at: 0)
      return table
    }
    let written = try kind.written(table, settings.fileOptions)
    let measurements = isMeasured(kind) ? Self.measurements(of: written, against: plan, in: settings.range) : []
    return Made(table: written, exact: table, measurements: measurements)
  }

  /// Whether the errors are measured: not those of a display profile, which viewers interpolate in another space.
  private func isMeasured(_ kind: LUTKind) -> Bool {
    if case .profile(.display) = kind { return false }
    return settings.isMeasured
  }

  /// The errors of a table against a plan, with each interpolation.
  static func measurements(
    of table: LookupTable, against plan: ConversionPlan, in range: QuantizationRange
  ) -> [LookupMeasurement] {
    LookupMeasurement.measure(
      table, shown: plan.bt2020LightFromTargetNumbers(in: range), against: plan.lutFunction(in: range),
      inside: plan.isShownAsItIs(in: range))
  }

  /// The maximum error with the interpolation of the reader, or with the worse if that is not known, in 8-bit codes.
  private func error(of made: Made) -> Double {
    let interpolation = settings.readerInterpolation
    return made.measurements.filter { interpolation == nil || $0.interpolation == interpolation?.rawValue }
      .map(\.codesOf8Bits.maximum.value).max() ?? .infinity
  }
}
