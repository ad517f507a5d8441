internal import ToneMapping

extension Choices {
  /// The curve of the HDR10+ metadata, if it was given.
  func sceneCurve(for clip: Clip) throws(CommandError) -> SceneCurve? {
    guard let path = mapping.hdr10PlusJSON else { return nil }
    let rest = clip.frameCount.map { max($0 - frames.start, 1) }
    var told = SceneFrames(start: frames.start, count: [rest, frames.count].compactMap(\.self).min())
    do {
      var scanner = HDR10PlusScanner()
      try System.forEachPart(of: path) { part in try scanner.take(part) { told.take($0.metadata) } }
      try scanner.finish()
    } catch let error as MetadataError {
      throw .data("the HDR10+ JSON \(path) is wrong: \(error)")
    } catch {
      throw .noInput("the HDR10+ JSON \(path) cannot be read (\(error)); check its path")
    }
    do {
      return try SceneCurve(told)
    } catch {
      throw .data("the HDR10+ JSON \(path) does not fit: \(error)")
    }
  }
}
