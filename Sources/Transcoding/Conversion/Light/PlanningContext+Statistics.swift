extension PlanningContext {
  /// Returns the light of a clip's frames, from statistics files or by measuring the whole clip first.
  func statistics(
    of clip: Clip, in file: MediaInput, _ range: FrameRange, _ running: RunningSettings
  ) throws -> ClipStatistics {
    let statistics = try dynamics.statistics.isEmpty ? measured(file, running) : given(for: clip, range)
    if strict, let finding = statistics.findings.first { throw TranscodingError.strict(finding) }
    control.report(statistics.findings)
    return statistics
  }

  private func given(for clip: Clip, _ range: FrameRange) throws(TranscodingError) -> ClipStatistics {
    let statistics = try ClipStatistics(files: dynamics.statistics, control)
    let (header, size) = (statistics.header, clip.openedSize)
    // Light does not depend on orientation, and measuring does not turn frames.
    guard
      clip.appliedGeometry.scaled != nil
        || [header.width, header.height].sorted() == [size.width, size.height].sorted()
    else {
      let measured = PictureSize(width: header.width, height: header.height)
      throw .light(.otherSize(measured, clip: clip.name, size))
    }
    let pass = try LightPass(over: clip, threads: 1, on: .baseline)
    let tags = pass.plan.sourceTags
    guard header.transfer == tags.transfer, header.primaries == tags.primaries else {
      let measured = ColorDescription(primaries: header.primaries, transfer: header.transfer)
      throw .light(.otherColor(measured, clip: clip.name, tags))
    }
    let measured = statistics.firstFrame..<statistics.firstFrame + statistics.frames.count
    let last = range.isEstimated ? nil : range.expected.map { range.first.adding($0 - 1) }
    let asked = range.first...max(last ?? 0, range.first)
    guard measured.contains(asked.lowerBound), measured.contains(asked.upperBound) else {
      throw .light(.notMeasured(asked, measured: measured))
    }
    return statistics
  }

  /// Measures the whole clip even if only a part is converted, since scenes extend beyond parts.
  private func measured(_ file: MediaInput, _ running: RunningSettings) throws -> ClipStatistics {
    let threads = ThreadShares(asked: running.threads, decodes: true, encodes: false)
    let source = try input.frames(of: file, threads: threads.decoding)
    let clip = source.clip
    let all = FrameSelection()
    let range = try source.range(of: all)
    let pass = try LightPass(over: clip, threads: threads.converting, on: running.chosenInstructions)
    var counter = FrameCounter(.measuring, range, of: clip, control)
    var frames: [FrameSummary] = []
    try pass.run(over: source, range, control) { light in
      frames.append(FrameSummary(light))
      counter.advance()
    }
    guard !frames.isEmpty else { throw TranscodingError.input(.noFrame(clip.name, all, count: nil)) }
    counter.finish()
    return ClipStatistics(header: pass.header, frames: frames)
  }
}

extension ConversionPlan {
  /// The minimum peak of a curve: 203 cd/m², or the display's peak if that is lower.
  ///
  /// A scene that is no brighter than the display needs no compression, whatever its peak.
  var minimumScenePeak: Luminance { min(.referenceWhite, targetLuminance.peak) }
}

extension ClipStatistics {
  /// Reads the statistics of the clip that files describe together, as `measure` wrote them; `-` is standard input.
  ///
  /// - Throws: `data` with the location of the fault, `notFound`, `cancelled`.
  package init(files paths: [Path], _ control: RunControl) throws(TranscodingError) {
    var fold = StatisticsFold()
    for path in paths {
      fold.begin(path == .standardStream ? "standard input" : "\(path)")
      do {
        try System.forEachPart(of: path == .standardStream ? nil : path) { part in
          try control.check()
          try fold.take(Array(part))
        }
        try fold.finish()
      } catch let error as StatisticsError {
        throw .light(.statistics(error))
      } catch {
        throw error as? TranscodingError ?? .light(.unreadableFile("the statistics \(path)", reason: "\(error)"))
      }
    }
    do { self = try fold.clip() } catch { throw .light(.statistics(error)) }
  }
}
