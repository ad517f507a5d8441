extension CompiledCurve {
  /// Compiles a function of `0...limit` to the cheapest table that is proven to stay within a tolerance.
  ///
  ///     let eotf = try CompiledCurve(upTo: 1, within: .relative(1e-5, floor: 1e-6)) { pq.eotf($0).nits }
  ///
  /// Candidates are tried from the cheapest on the lanes: 32 entries are one two-register permutation a coefficient, 64 are two
  /// and a blend, more are gathered from the nearest cache.
  ///
  /// - Domain: Arguments `0...limit`; below zero the curve has the value at 0, above `limit` the value there, at NaN the value at 0.
  /// - Parameters:
  ///   - limit: The upper end of the domain, above zero.
  ///   - tolerance: The allowed error at each argument.
  ///   - exactAtZero: Whether the value at 0 is the function's, rounded to `Float`, in every bit.
  ///   - exactAtLimit: The same at `limit`.
  ///   - maximumSegments: The largest table allowed, a power of two.
  ///   - corner: An argument in `0...limit` at which two segments shall meet, so that no polynomial bends around it. The table's own
  ///     `limit`, up to which the function is asked, is then up to a segment above, twice `limit` where `corner` is in the second.
  ///   - function: The truth.
  /// - Throws: `CurveError.notFinite`, `.emptyDomain`, `.toleranceNotMet`.
  package init(
    upTo limit: Double, within tolerance: CurveTolerance, exactAtZero: Bool = true, exactAtLimit: Bool = false,
    maximumSegments: Int = 1024, corner: Double? = nil, _ function: @escaping (Double) -> Double
  ) throws(CurveError) {
    guard limit > 0, limit.isFinite else { throw .emptyDomain(limit: limit) }
    precondition(corner == nil || !exactAtLimit, "with a corner the table ends elsewhere")
    var nearest = (times: Double.infinity, argument: 0.0, segments: 0, degree: 0)
    // Where earlier tables failed, the latest first: the next one will fail there too, if it does.
    var hardest: [Double] = []
    for (layout, degree) in CurveLayout.candidates(maximumSegments: maximumSegments) {
      let limit = corner.map { layout.limit(from: limit, meetingAt: $0) } ?? limit
      let draft = CurveDraft(
        layout: layout, degree: degree, limit: limit, exactAtZero: exactAtZero, exactAtLimit: exactAtLimit,
        tolerance: tolerance, function: function)
      switch try draft.fitted(startingAt: layout.segments(at: hardest, upTo: limit)) {
      case .fitted(let curve):
        self = curve
        return
      case .failed(let times, let argument):
        hardest = [argument] + hardest.prefix(3)
        if times < nearest.times { nearest = (times, argument, layout.segments, degree) }
      }
    }
    throw .toleranceNotMet(
      times: nearest.times, argument: nearest.argument, segments: nearest.segments, degree: nearest.degree)
  }
}

/// How the domain is split: so many octaves below 2, each in so many segments.
struct CurveLayout: Hashable {
  let segments, mantissaBits: Int

  var octaves: Int { segments >> mantissaBits }
  /// Where `u` begins, at argument 0.
  var offset: Double { Double(sign: .plus, exponent: 1 - octaves, significand: 1) }

  /// From an argument to `u`, so that `limit` comes to 2.
  func scale(upTo limit: Double) -> Double { (2 - offset) / limit }

  /// The lower end and the width of segment `index`, in `u`, counted from the lowest.
  func bounds(_ index: Int) -> (start: Double, width: Double) {
    let (octave, part) = (index >> mantissaBits, index & (1 << mantissaBits - 1))
    let base = Double(sign: .plus, exponent: 1 - octaves + octave, significand: 1)
    let width = Double(sign: .plus, exponent: 1 - octaves + octave - mantissaBits, significand: 1)
    return (base + width * Double(part), width)
  }

  /// The least limit, `limit` or above, for which two segments meet at an argument in `0...limit`.
  func limit(from limit: Double, meetingAt corner: Double) -> Double {
    let greatest = corner * scale(upTo: limit) + offset
    let meeting = (0..<segments).reversed().map { bounds($0).start }.first { $0 <= greatest } ?? offset
    return meeting > offset ? corner * (2 - offset) / (meeting - offset) : limit
  }

  /// The segments of arguments, each once, in their order.
  func segments(at arguments: [Double], upTo limit: Double) -> [Int] {
    var found: [Int] = []
    for argument in arguments {
      let u = min(max(scale(upTo: limit) * argument + offset, offset), 2.0.nextDown)
      let octave = Int(u.exponent) - 1 + octaves
      let part = Int((u.significand - 1) * Double(1 << mantissaBits))
      let segment = (octave << mantissaBits) + part
      if !found.contains(segment) { found.append(segment) }
    }
    return found
  }

  /// All layouts and degrees, cheapest on the lanes first.
  static func candidates(maximumSegments: Int) -> [(CurveLayout, degree: Int)] {
    var all: [(cost: Int, layout: CurveLayout, degree: Int)] = []
    var segments = 32
    while segments <= maximumSegments {
      for bits in 0...segments.trailingZeroBitCount where segments >> bits <= 64 {
        for degree in 2...(segments == 32 ? 7 : segments == 64 ? 5 : 6) {
          let lookup = segments == 32 ? 1 : segments == 64 ? 3 : 9
          // Sixteen registers of tables leave too few for the rest: measured, degree 7 takes as long as 64 segments of degree 4.
          let crowd = degree > 6 ? 3 : 0
          let cost = (lookup * (degree + 1) + degree + crowd) * 16 + segments.trailingZeroBitCount
          all.append((cost, CurveLayout(segments: segments, mantissaBits: bits), degree))
        }
      }
      segments *= 2
    }
    return all.sorted { ($0.cost, $1.layout.mantissaBits) < ($1.cost, $0.layout.mantissaBits) }
      .map { ($0.layout, $0.degree) }
  }
}
