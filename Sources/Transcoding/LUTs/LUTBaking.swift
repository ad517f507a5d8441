public import HDRMetadata
public import LookupTables
public import ToneMapping

/// A LUT file of a conversion, and a certificate of its errors: the conversion is planned.
///
///     var settings = LUTSettings()
///     settings.input.transfer = .init(.pq)
///     let baking = try LUTBaking(settings)
///     let baked = try await baking.write(to: "pq-to-sdr.cube")
///     print(baked.measurements.map(\.codesOf8Bits.maximum))
///
/// The LUT maps R′G′B′ of the source's signal to R′G′B′ of the display's, 0 to 1.
public struct LUTBaking: Sendable {
  public let settings: LUTSettings
  /// What the LUT stands for.
  public let plan: ConversionPlan
  /// What was assumed, and what a user should know.
  public let findings: [Finding]
  private let job: DecidedJob<LUTMaking>

  /// Plans the conversion.
  ///
  /// - Throws: ``TranscodingError`` for a source of unknown color, and settings that contradict each other.
  public init(_ settings: LUTSettings) throws(TranscodingError) { try self.init(settings, for: RunControl()) }

  package init(_ settings: LUTSettings, for asker: RunControl) throws(TranscodingError) {
    let (job, decided) = try DecidedJob.deciding(for: asker) { try LUTMaking(settings, $0) }
    self.job = job
    (self.settings, plan) = (settings, decided.decision.plan)
    findings = decided.decision.assumptions + decided.notes + job.findings
  }

  /// Makes the table, as a file of the settings' format holds it, or of the host's, or else `.cube`.
  ///
  /// - Throws: ``TranscodingError``: ``TranscodingError/checkFailed(_:)`` if no size meets the error that was asked for. A task that is cancelled throws
  ///   `CancellationError` when the table is made.
  public func table() async throws -> Baked { try await job.run { Baked(try $0.bake(), $1, findings) } }

  /// Makes the table on the calling thread.
  public func table() throws -> Baked { try job.run { Baked(try $0.bake(), $1, findings) } }

  /// Makes the table, and writes it and its certificate, `NAME.certificate.json`; both appear when they are whole.
  ///
  /// - Throws: ``TranscodingError``, as `table()` does.
  @discardableResult
  public func write(to output: MediaLocation) async throws -> Baked {
    try await job.run { Baked(try $0.write(to: output, certifying: [], naming: { $0 }), $1, findings) }
  }

  /// Makes the table and writes it on the calling thread.
  @discardableResult
  public func write(to output: MediaLocation) throws -> Baked {
    try write(to: output, certifying: [], naming: { $0 })
  }

  /// - Parameters:
  ///   - arguments: The arguments of a command that make the file again.
  ///   - word: A finding of the plan, as the certificate states it.
  package func write(
    to output: MediaLocation, certifying arguments: [String], naming word: (Finding) -> Finding
  ) throws -> Baked {
    try job.run { Baked(try $0.write(to: output, certifying: arguments, naming: word), $1, findings) }
  }

  /// The errors of any table against this conversion, with each interpolation.
  public func measurements(of table: LookupTable) -> [LookupMeasurement] {
    LUTMaking.measurements(of: table, against: plan, in: settings.range)
  }

  /// A LUT that was made.
  public struct Baked: Sendable {
    /// The table, with the numbers that a file holds.
    public let table: LookupTable
    /// Its errors over all colors of the source, with each interpolation; empty if they were not measured.
    public let measurements: [LookupMeasurement]
    /// What states them beside a file; `nil` if there is none.
    public let certificate: Certificate?
    /// What was found before and while it was made.
    public let findings: [Finding]
    /// Whether it was written to a file, and not to a stream.
    package let isFile: Bool

    fileprivate init(_ made: LUTMaking.Made, _ run: JobRun, _ before: [Finding]) {
      (table, measurements, certificate, isFile) = (made.table, made.measurements, made.certificate, made.isFile)
      findings = run.findings(after: before)
    }
  }
}
