internal import LightStatistics

/// Files of statistics, which `measure` wrote; `-` is standard input.
struct StatisticsFiles {
  let paths: [Path]

  /// The statistics of the clip that the files describe together.
  ///
  /// - Throws: `data` with the place of what is wrong, `noInput`, `interrupted`.
  func clip() throws(CommandError) -> ClipStatistics {
    var fold = StatisticsFold()
    for path in paths {
      var reader = StatisticsReader(file: path == "-" ? "standard input" : "\(path)")
      do {
        try System.forEachPart(of: path == "-" ? nil : path) { part in
          try Interruption.check()
          try fold.take(Array(part), from: &reader)
        }
        try fold.finish(&reader)
      } catch let error as StatisticsError {
        throw .data("\(error)")
      } catch let error as CommandError {
        throw error
      } catch {
        throw .noInput("the statistics \(path) cannot be read (\(error)); check their path")
      }
    }
    do { return try fold.clip() } catch { throw .data("\(error)") }
  }
}
