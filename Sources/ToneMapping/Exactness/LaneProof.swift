internal import Synchronization
internal import SystemCalls
package import ToneKernels
package import VideoFrames

/// Compares the lanes' results for code triples, before rounding, with the truth, `plan(codes)`.
package struct LaneProof: Sendable {
  package let plan: ConversionPlan
  package let triples: CodeTriples
  /// The greatest allowed error, in codes of the output.
  package let limit: Double
  private let kernels: KernelSet

  /// A proof of a plan.
  ///
  /// - Parameters:
  ///   - plan: A plan that reads a planar 4:4:4 format of integers.
  ///   - limit: The allowed error, in codes of the output; `nil` means the plan's own bound.
  /// - Throws: `LaneProofError`.
  package init(
    _ plan: ConversionPlan, over triples: CodeTriples, limit: Double? = nil, on kernels: KernelSet
  ) throws(LaneProofError) {
    let format = plan.inputFormat
    guard format.chroma == .c444, format.layout == .planar, format.model != .gray, !format.isFloat else {
      throw .notTriples(format)
    }
    if case .all = triples, format.bitDepth > 10 { throw .tooMany(format) }
    if case .sample(let count, _) = triples, count > CodeTriples.all.count(bitDepth: format.bitDepth) {
      throw .moreThanAll(format, asked: count)
    }
    if let gap = plan.laneGap { throw .noLanes("\(gap)") }
    self.plan = plan
    self.triples = triples
    self.limit = limit ?? plan.allowedLaneError
    self.kernels = kernels
  }

  /// The number of batches in the proof.
  package var batches: Int { triples.batches(bitDepth: plan.inputFormat.bitDepth) }

  /// The number of colors in a batch.
  ///
  /// - Domain: `0 ..< batches`.
  package func colors(ofBatch batch: Int) -> Int {
    let size = triples.frameSize(bitDepth: plan.inputFormat.bitDepth)
    let most = size.width * size.height
    return min(most, triples.count(bitDepth: plan.inputFormat.bitDepth) - batch * most)
  }

  /// Runs batches on this many threads, and calls `finished` with each batch's errors on the thread that found them.
  ///
  /// - Throws: `LaneProofError.cannotRun` without memory, before the first batch.
  package func run(
    _ batches: [Int], threads: Int, each finished: @escaping @Sendable (_ batch: Int, LaneErrors) -> Void
  ) throws(LaneProofError) {
    let next = Atomic(0)
    let crew = Crew(threads: threads)
    var made: [LaneProofWorker] = []
    for _ in 0..<crew.count { made.append(try LaneProofWorker(self, kernels: kernels)) }
    // Each thread uses its own.
    nonisolated(unsafe) let workers = made
    crew.perform { thread in
      let worker = unsafe workers[thread]
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < batches.count else { return }
        finished(batches[index], worker.errors(ofBatch: batches[index]))
      }
    }
  }

  /// The same proof over a sample, without a bound. It cannot fail: a plan that allows the whole proof allows a sample.
  private init(_ proof: LaneProof, sampling count: Int) {
    (plan, kernels) = (proof.plan, proof.kernels)
    (triples, limit) = (.sample(count, seed: 0), 0)
  }

  /// A hash of the results of 4096 colors by both ways; other kernels or other formulas are very unlikely to give the same.
  ///
  /// - Throws: `LaneProofError.cannotRun` without memory.
  package func fingerprint() throws(LaneProofError) -> String {
    let worker = try LaneProofWorker(LaneProof(self, sampling: 4096), kernels: kernels)
    return String(worker.fingerprint, radix: 16)
  }

  /// The errors of all batches.
  ///
  /// - Throws: `LaneProofError.cannotRun` without memory.
  package func run(threads: Int) throws(LaneProofError) -> LaneErrors {
    let total = Mutex(LaneErrors(limit: limit))
    try run(Array(0..<batches), threads: threads) { _, errors in total.withLock { $0.add(errors) } }
    return total.withLock(\.self)
  }
}

/// Why the lanes and the truth cannot be compared.
package enum LaneProofError: Error, Hashable, Sendable {
  /// The format's pixels are not three integers in three planes.
  case notTriples(PixelFormat)
  /// The format has more triples than can be run.
  case tooMany(PixelFormat)
  /// The sample has more triples than the format.
  case moreThanAll(PixelFormat, asked: Int)
  /// The lanes have no steps for the plan.
  case noLanes(String)
  /// The proof cannot run, because memory is short.
  case cannotRun(String)
}

extension LaneProofError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notTriples(let format):
      "the input format is \(format.name), but it must be planar 4:4:4 with 8 to 16 bits; choose one such as yuv444p10le"
    case .tooMany(let format):
      "\(format.name) has 2^\(3 * format.bitDepth) code triples, but at most 2^30 can be checked; check a sample instead"
    case .moreThanAll(let format, let asked):
      "the sample has \(asked) code triples, but \(format.name) has only \(CodeTriples.all.count(bitDepth: format.bitDepth));"
        + " check them all with --exhaustive"
    case .noLanes(let gap):
      "this plan runs color by color in Double, because \(gap); there is no vectorized result to compare"
    case .cannotRun(let reason): reason
    }
  }
}
