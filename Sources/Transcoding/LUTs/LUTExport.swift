/// An export of a planned conversion as a LUT file, and a certificate of its errors.
///
///     var settings = LUTSettings()
///     settings.input.transfer = .init(.pq)
///     let export = try LUTExport(settings)
///     let made = try await export.write(to: "pq-to-sdr.cube")
///     print(made.measurements.map(\.codesOf8Bits.maximum))
///
/// The LUT maps R′G′B′ of the source's signal to R′G′B′ of the display's signal, 0 to 1.
public struct LUTExport: Sendable {
  public let settings: LUTSettings
  /// The assumptions, and the notes for users.
  public let findings: [Finding]
  /// The conversion that the LUT represents.
  public var plan: ConversionPlan { decision.plan }
  private let decision: Decision
  private let context: PlanningContext
  private let clip: Clip
  private let control: RunControl

  /// Plans the conversion.
  ///
  /// - Throws: ``TranscodingError`` for a source of unknown color, and settings that contradict each other.
  public init(_ settings: LUTSettings) throws(TranscodingError) { try self.init(settings, for: RunControl()) }

  package init(_ settings: LUTSettings, for control: RunControl) throws(TranscodingError) {
    let context = PlanningContext(settings.conversion, control)
    try settings.check()
    try context.check()
    try context.requireCurve()
    // The source has no properties that only frames have.
    var clip = try context.input.clip(of: nil)
    clip.format = .gbrp16
    (clip.source.color.matrix, clip.source.color.range, clip.source.color.chromaLocation) = (nil, nil, nil)
    decision = try context.decide(about: clip)
    findings = decision.assumptions + decision.notes + control.findings
    (self.settings, self.context, self.clip, self.control) = (settings, context, clip, control)
  }

  /// Makes the table with the values of a file in the settings' format, or the host's, or else `.cube`.
  ///
  /// - Throws: ``TranscodingError``: ``LUTError/inexact(size:error:allowed:)`` if no size meets the requested error. A cancelled task throws
  ///   `CancellationError` when the table is made.
  public func table() async throws -> Made { try await control.run { try made() } }

  /// Makes the table on the calling thread.
  public func table() throws -> Made { try control.run { try made() } }

  /// Makes the table, and writes it and its certificate, `NAME.certificate.json`; both files appear only when they are complete.
  ///
  /// - Throws: ``TranscodingError``, as `table()` does.
  @discardableResult
  public func write(to output: MediaLocation) async throws -> Made {
    try await control.run { try written(to: output, certifying: [], naming: { $0 }) }
  }

  /// Makes the table and writes it on the calling thread.
  @discardableResult
  public func write(to output: MediaLocation) throws -> Made { try write(to: output, certifying: [], naming: { $0 }) }

  /// - Parameters:
  ///   - arguments: The arguments of a command that reproduce the file.
  ///   - word: Returns a finding of the plan as the certificate states it.
  package func write(
    to output: MediaLocation, certifying arguments: [String], naming word: (Finding) -> Finding
  ) throws -> Made {
    try control.run { try written(to: output, certifying: arguments, naming: word) }
  }

  /// Returns the errors of any table against this conversion, with each interpolation.
  public func measurements(of table: LookupTable) -> [LookupMeasurement] {
    let (light, range) = (plan.bt2020LightFromTargetSignal, settings.range)
    return LookupMeasurement.measure(
      table, shown: { light($0.signal(in: range)) }, against: plan.lutFunction(in: range),
      inside: plan.isShownAsItIs(in: range))
  }

  /// A LUT that was made.
  public struct Made: Sendable {
    /// The table, with the numbers that a file holds.
    public internal(set) var table: LookupTable
    /// Its errors over all colors of the source, with each interpolation; empty if they were not measured.
    public let measurements: [LookupMeasurement]
    /// The certificate that states the errors, beside a file; `nil` if there is no certificate.
    public internal(set) var certificate: Certificate?
    /// The findings from before and during its making.
    public internal(set) var findings: [Finding] = []
    /// Whether it was written to a file, not to a stream.
    package internal(set) var isFile = false
  }
}

extension LUTSettings {
  fileprivate var conversion: ConversionSettings {
    var conversion = ConversionSettings(to: display ?? .sdr709)
    (conversion.input, conversion.mapping, conversion.isStrict) = (input, mapping, isStrict)
    conversion.light.frameMetadata = frameMetadata
    (conversion.output.primaries, conversion.output.transfer) = (primaries, transfer)
    conversion.output.pixelFormat = PixelFormat.Spelling(PixelFormat.gbrp16.name)
    return conversion
  }
}

// MARK: Files

extension LUTExport {
  private func made() throws -> Made {
    let isAnyFormat = settings.format == nil && settings.host == nil && settings.profile == nil
    let kind = try LUTKind(of: isAnyFormat ? "LUT.cube" : .standardStream, settings)
    var made = try make(kind, named: "LUT.\(kind.ending)").made
    try context.control.check()
    made.findings = control.findings(after: findings)
    return made
  }

  private func written(
    to output: Path, certifying arguments: [String], naming word: (Finding) -> Finding
  ) throws -> Made {
    let kind = try LUTKind(of: output, settings)
    let name = output == .standardStream ? "LUT.\(kind.ending)" : "\(output.split.name)"
    var (made, exact) = try make(kind, named: name)
    let bytes = try kind.bytes(of: exact, settings.fileOptions, for: plan)
    if isMeasured(kind), settings.isCertified {
      made.certificate = Certificate(
        of: bytes, named: name, holding: exact, arguments: arguments,
        plan: plan.outline(reporting: word).split(separator: "\n").map(String.init),
        madeBy: "tonemap \(Release.version)", measurements: made.measurements)
    }
    made.isFile = try LUTFile.place(
      bytes, at: output, reading: context.files(with: nil), force: settings.replacesProtectedFiles,
      certificate: made.certificate?.json, context.control)
    made.findings = control.findings(after: findings)
    return made
  }

  // MARK: The table

  /// The table with the file's rounded numbers, and the table before rounding.
  private typealias Tables = (made: Made, exact: LookupTable)

  /// - Throws: `inexact` if no size meets the requested error.
  private func make(_ kind: LUTKind, named name: String) throws -> Tables {
    do throws(LookupFileError) { try kind.format.map(settings.fileOptions.checkDepth) } catch {
      throw TranscodingError.lut(.unwritable(error))
    }
    context.reportUnusedSettings(about: [(clip, decision)])
    context.control.report(assumed: decision.assumptions)
    context.control.report(decision.notes)
    let sizes = sizes(kind)
    try MemoryNeed(ofLookupTable: sizes.max() ?? 0).check("the LUT", fix: "give a smaller \(.cubeSize)")
    var tables = try make(size: sizes[0], as: kind)
    if let allowed = settings.maximumError {
      for size in sizes.dropFirst() where error(of: tables.made) > allowed {
        try context.control.check()
        tables = try make(size: size, as: kind)
      }
      guard error(of: tables.made) <= allowed else {
        throw TranscodingError.lut(
          .inexact(size: sizes[sizes.count - 1], error: error(of: tables.made), allowed: allowed))
      }
    }
    func named(_ table: LookupTable) -> LookupTable {
      var table = table
      table.interpolation = settings.readerInterpolation ?? table.interpolation
      // Other formats, and other readers of this one, have no keyword for the range; a comment states it there.
      if kind.format == .cube, settings.fileOptions.dialect == .resolve {
        (table.inputRange, table.outputRange) = (settings.range, settings.range)
      }
      table.title = settings.title ?? plan.lutNames.title
      table.comments = LUTComments.lines(
        on: plan, range: settings.range, measurements: tables.made.measurements, host: settings.host,
        interpolation: settings.readerInterpolation, file: name, format: kind.format)
      return table
    }
    (tables.made.table, tables.exact) = (named(tables.made.table), named(tables.exact))
    return tables
  }

  private func sizes(_ kind: LUTKind) -> [Int] {
    // These formats allow only a few sizes.
    let own = kind.format.flatMap { [.vlt, .hald].contains($0) ? $0.usualCubeSize : nil }
    guard settings.maximumError != nil else { return [settings.cubeSize ?? own ?? settings.host?.usualCubeSize ?? 33] }
    let offered: [Int] =
      switch kind.format {
      case .vlt: [17]
      case .hald: [9, 16, 25, 36, 49, 64]
      default: [9, 17, 25, 33, 49, 64, 65, 97, 129]
      }
    return offered.filter { $0 <= settings.host?.maximumCubeSize ?? 129 }
  }

  /// Returns how vertices are computed: large cubes are not fitted by default.
  private func vertices(_ size: Int) -> TableForm.VertexValues {
    switch settings.vertices {
    case .sampled?: .sampled
    case nil where size > Cube.largestFitted: .sampled
    case nil, .fitted?: .fitted(settings.readerInterpolation)
    }
  }

  private func shaper(_ kind: LUTKind) throws(TranscodingError) -> TableForm.Shaper {
    switch settings.shaper {
    case .none: return .none
    case .entries(let count):
      if let host = settings.host, let format = kind.format, !host.readsShapers(in: format) {
        throw .lut(.shaper(format, host))
      }
      return .automatic(entries: count)
    case .automatic:
      let isRead = kind.format.map { settings.host?.readsShapers(in: $0) ?? true } ?? true
      let isHeld = isRead && kind.holdsShapers(in: settings.fileOptions.dialect)
      return isHeld ? .automatic(entries: 4096) : .none
    }
  }

  private func make(size: Int, as kind: LUTKind) throws -> Tables {
    let reference = plan.lutFunction(in: settings.range)
    let isInside = plan.isShownAsItIs(in: settings.range)
    let form = TableForm(size: size, shaper: try shaper(kind), vertices: vertices(size))
    let table = try LUTFile.made { () throws(LookupTableError) in
      guard let nodes = kind.format?.nodes else { return try LookupTable(of: reference, as: form, inside: isInside) }
      let back = try nodes.inverse()
      var table = try LookupTable(of: { reference(back($0)) }, as: form, inside: { isInside(back($0)) })
      table.steps.insert(.curves(nodes), at: 0)
      return table
    }
    let written = try kind.written(table, settings.fileOptions)
    let measurements = isMeasured(kind) ? measurements(of: written) : []
    return (Made(table: written, measurements: measurements), table)
  }

  /// Returns whether errors are measured: not those of a display profile, which viewers interpolate in another space.
  private func isMeasured(_ kind: LUTKind) -> Bool {
    if case .profile(.display) = kind { return false }
    return settings.isMeasured
  }

  /// Returns the maximum error with the reader's interpolation, or over all interpolations if that is unknown, in 8-bit codes.
  private func error(of made: Made) -> Double {
    let interpolation = settings.readerInterpolation
    return made.measurements.filter { interpolation == nil || $0.interpolation == interpolation?.rawValue }
      .map(\.codesOf8Bits.maximum.value).max() ?? .infinity
  }
}

extension ConversionPlan {
  /// Returns whether a lookup table's number represents a color at or below the source's peak that is in the display's gamut after tone mapping: a
  /// color that the display shows unchanged.
  ///
  /// The peak is the light at which neutrals stop increasing. For gamut maps that also move colors inside the gamut, only the limits count.
  fileprivate func isShownAsItIs(in range: QuantizationRange) -> @Sendable (LookupColor) -> Bool {
    let operations = signalOperations
    let peak = targetLuminance.peak.nits
    let end = operations.lastIndex { operation in
      operation is any FittedGamutMap || (operation as? Limit)?.range.upperBound == peak
    }
    let (reference, mapped) = (lutFunction(in: range), Array(operations.prefix(end ?? 0)))
    let map = end.map { operations[$0] } as? any FittedGamutMap
    let matrix = map.flatMap { $0.convertsPrimaries ? $0.cube.matrix : nil } ?? .identity
    let white = reference(LookupColor(neutral: 1)).components.max()
    let highest = bisect(0...1) { reference(LookupColor(neutral: $0)).components.max() < white - 1e-6 }
    return { numbers in
      guard numbers.components.max() <= highest else { return false }
      guard end != nil else { return true }
      let light = matrix * mapped(numbers.signal(in: range).components)
      return light.min() >= -1e-6 * peak && light.max() <= peak * (1 + 1e-6)
    }
  }
}
