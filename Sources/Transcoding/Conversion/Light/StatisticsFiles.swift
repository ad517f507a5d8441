package import LightStatistics

/// Files of statistics that `measure` wrote; `-` is standard input.
package struct StatisticsFiles {
  let paths: [Path]
  let control: RunControl

  package init(paths: [Path], control: RunControl) { (self.paths, self.control) = (paths, control) }

  /// Reads the statistics of the clip that the files describe together.
  ///
  /// - Throws: `data` with the location of the fault, `notFound`, `cancelled`.
  package func clip() throws(TranscodingError) -> ClipStatistics {
    var fold = StatisticsFold()
    for path in paths {
      var reader = StatisticsReader(file: path == .standardStream ? "standard input" : "\(path)")
      do {
        try System.forEachPart(of: path == .standardStream ? nil : path) { part in
          try control.check()
          try fold.take(Array(part), from: &reader)
        }
        try fold.finish(&reader)
      } catch let error as StatisticsError {
        throw .light(.statistics(error))
      } catch {
        throw error as? TranscodingError ?? .light(.unreadableFile("the statistics \(path)", reason: "\(error)"))
      }
    }
    do { return try fold.clip() } catch { throw .light(.statistics(error)) }
  }
}
