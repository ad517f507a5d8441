internal import HDRMetadata
internal import ToneMapping

extension PlanningContext {
  /// Returns the plans of a clip, for the start and for each part of another color.
  private func plans(of clip: Clip) throws(TranscodingError) -> [ConversionPlan] {
    try ([clip.source] + clip.laterSources).map { source throws(TranscodingError) in
      var part = clip
      part.source = source
      return try decide(about: part).plan
    }
  }

  /// Returns one output for several clips and all their later parts, and the index of the clip that decides it.
  package func sharedOutput(
    for clips: [Clip]
  ) throws(TranscodingError) -> (output: SharedOutput, deciding: Int?) {
    var plans: [(place: Int, plan: ConversionPlan)] = []
    for (place, clip) in clips.enumerated() { plans += try self.plans(of: clip).map { (place, $0) } }
    let output = SharedOutput(for: plans.map(\.plan))
    return (output, output.deciding.map { plans[$0].place })
  }

  /// The plan for a picture of a movie: a separate one if its color differs from the clip's or its light is stated.
  func decision(
    for picture: MoviePicture, of source: MovieSource, or decision: Decision
  ) throws(TranscodingError) -> Decision {
    let part = try source.part(of: picture)
    let clip = part?.applied(to: source.clip) ?? source.clip
    guard part != nil || followsStatedLight(of: clip) else { return decision }
    var context = self
    if followsStatedLight(of: clip) {
      let light = CurveSource.carriedLight(
        StatedLight(decision.plan, of: clip.source, isDefault: true), movie: clip.name)
      context.curve = try light.curve(ofFrame: 0, with: picture.messages)
    }
    let own = try context.decide(about: clip)
    control.report(assumed: own.assumptions.filter { !decision.assumptions.contains($0) })
    return own
  }
}
