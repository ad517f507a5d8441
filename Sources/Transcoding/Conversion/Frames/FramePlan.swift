/// The decisions for frames that are not in a file: their plan, and the curves of those whose light is known.
package struct FramePlan: Sendable {
  package let decision: Decision
  package let findings: [Finding]
  private let settings: ConversionSettings
  private let believed: StatedLight
  private let curves: @Sendable (FrameCurve) throws(TranscodingError) -> ConversionPlan

  package var plan: ConversionPlan { decision.plan }
  /// The chosen instruction set; `nil` for the widest.
  package var instructions: InstructionSet? { settings.running.instructions }

  /// - Parameter settings: Settings that concern files are ignored.
  /// - Throws: ``TranscodingError`` for a source of unknown color, and settings that contradict each other.
  package init(_ settings: ConversionSettings, _ control: RunControl = RunControl()) throws(TranscodingError) {
    var context = PlanningContext(settings, control)
    try context.check()
    try settings.running.check()
    try context.requireCurve()
    let clip = try context.input.clip(of: nil)
    curves = try context.plans(for: clip)
    var findings: [Finding] = []
    if settings.mapping.toneMapping.followsMetadata, settings.light.frameMetadata == nil, settings.lookup.file == nil {
      context.mapping.toneMapping = .spline
      findings.note(
        "curve-of-each-frame", "\(settings.mapping.toneMapping) takes its curve from the metadata of each frame",
        consequence: "frames without that metadata are mapped with spline")
    }
    decision = try context.decide(about: clip)
    if decision.plan.needsBackground { throw .input(.pictureBehindFrames) }
    self.settings = settings
    believed = StatedLight(decision.plan, of: clip.source)
    let unused = UnusedSettings(of: context, about: [(clip, decision)]).finding
    self.findings = findings + decision.plan.findings + [unused].compactMap(\.self) + decision.notes
  }

  package static func measuring(
    _ settings: ConversionSettings, _ control: RunControl = RunControl()
  ) throws(TranscodingError) -> ConversionPlan {
    let context = PlanningContext(settings, control)
    try context.check()
    let clip = try context.input.clip(of: nil)
    do { return try .measuring(clip.source, reading: clip.format, strict: settings.isStrict) } catch {
      throw TranscodingError(error)
    }
  }

  /// Returns the program of a frame whose metadata states its light or its curve.
  package func program(of messages: FrameMessages) throws(TranscodingError) -> ColorProgram {
    do {
      switch settings.mapping.toneMapping {
      case .st2094_40:
        if let metadata = messages.hdr10Plus { return try program(for: .hdr10Plus(HDR10PlusCurve(metadata, frame: 0))) }
      case .st2094_50:
        if let metadata = try messages.headroomMetadata() {
          return try program(for: .headroom(HeadroomAdaptiveToneMap(metadata, frame: 0)))
        }
      default:
        let level1 = try believed.levels(ofLevel1: messages, frame: 0)
        if let light = level1 ?? believed.levels(of: messages.hdr10Plus, frame: 0) {
          return try program(for: .light(light))
        }
      }
    } catch {
      throw error as? TranscodingError ?? .input(.frameMetadata(reason: "\(error)"))
    }
    throw .input(.missingFrameMetadata(operator: "\(settings.mapping.toneMapping)"))
  }

  /// Returns the program of a frame or a scene with measured light.
  package func program(peak: Luminance, average: Luminance?) throws(TranscodingError) -> ColorProgram {
    try program(for: .light(.init(stated: peak, average: average, floor: plan.minimumScenePeak)))
  }

  private func program(for curve: FrameCurve) throws(TranscodingError) -> ColorProgram {
    ColorProgram(try curves(curve))
  }
}
