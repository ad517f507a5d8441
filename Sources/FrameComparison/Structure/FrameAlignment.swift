/// The frame of the first clip that each frame of the second shows: the offsets with the best structural agreement and the fewest changes.
struct FrameAlignment: Sendable {
  /// The maximum offset that is searched, in frames.
  private static let reach = 4
  private static let states = 2 * reach + 1
  /// The cost of a change of offset, in units of a frame's correlation.
  private static let change: Float = 0.02

  /// The structure of the most recent frames, the newest first.
  private var first: [StructureField] = [], second: [StructureField] = []
  /// For each pair of frames, 1 minus the correlation of the second's frame with the first's at each offset; NaN if there is no such frame.
  private var costs: [Float] = []
  /// The time of each frame of the first, in seconds.
  private var times: [Double?] = []

  mutating func add(_ one: StructureField, _ other: StructureField, seconds: Double?) {
    first = [one] + first.prefix(Self.reach)
    second = [other] + second.prefix(Self.reach)
    let count = times.count
    times.append(seconds)
    costs += [Float](repeating: .nan, count: Self.states)
    for back in first.indices {
      costs[count * Self.states + Self.reach - back] = Float(1 - first[back].correlation(other))
      if back > 0 { costs[(count - back) * Self.states + Self.reach + back] = Float(1 - one.correlation(second[back])) }
    }
  }

  /// Frames in which the second's frame k shows the first's frame k + offset, and a time in the first clip, in seconds: of the first frame that is
  /// missing before the run, or of the run's first pair.
  typealias Run = (offset: Int, seconds: Double?)

  /// The runs, and the mean correlation along them. An offset that does not explain most of the difference is replaced by 0.
  var runs: (runs: [Run], correlation: Double) {
    let path = path
    var all: [(offset: Int, begin: Int)] = []
    var end = path.count
    var sum = 0.0
    while end > 0 {
      var begin = end - 1
      while begin > 0, path[begin - 1] == path[end - 1] { begin -= 1 }
      let offset = path[begin] - Self.reach
      let (with, without) = means(begin..<end, path[begin])
      let isReal = with < 0.6 * without && without - with > 0.01
      sum += (isReal ? with : without) * Double(end - begin)
      all.append((isReal ? offset : 0, begin))
      end = begin
    }
    var runs: [Run] = []
    for (offset, begin) in all.reversed() where offset != runs.last?.offset {
      let first = runs.last.map { $0.offset < offset ? begin + $0.offset : begin } ?? begin
      runs.append((offset, times.indices.contains(first) ? times[first] : nil))
    }
    return (runs, path.isEmpty ? 0 : 1 - sum / Double(path.count))
  }

  /// Returns the mean costs with an offset and without it, over the frames that have that offset; both 0 if there are no such frames.
  private func means(_ frames: Range<Int>, _ state: Int) -> (with: Double, without: Double) {
    let known = frames.map { $0 * Self.states }.filter { !costs[$0 + state].isNaN }
    func mean(_ state: Int) -> Double {
      Double(known.reduce(0) { $0 + costs[$1 + state] }) / Double(max(known.count, 1))
    }
    return (mean(state), mean(Self.reach))
  }

  /// The state of each frame on the path of minimum cost.
  private var path: [Int] {
    var best = [Float](repeating: 0, count: Self.states)
    var origins: [[Int]] = []
    for frame in times.indices {
      let row = costs[frame * Self.states..<(frame + 1) * Self.states]
      // An offset without a frame costs as much as the best one, so it is neither dropped nor adopted there.
      let missing = row.filter { !$0.isNaN }.min() ?? 0
      let cheapest = best.indices.min { best[$0] < best[$1] }!
      var (next, origin) = (best, [Int](0..<Self.states))
      for (state, cost) in row.enumerated() {
        if !cost.isNaN, best[cheapest] + Self.change < best[state] {
          (next[state], origin[state]) = (best[cheapest] + Self.change, cheapest)
        }
        // Identical still frames have offset 0.
        next[state] += (cost.isNaN ? missing : cost) + 1e-4 * Float(abs(state - Self.reach))
      }
      best = next
      origins.append(origin)
    }
    var state = best.indices.min { best[$0] < best[$1] } ?? Self.reach
    var path: [Int] = []
    for origin in origins.reversed() {
      path.append(state)
      state = origin[state]
    }
    return path.reversed()
  }
}
