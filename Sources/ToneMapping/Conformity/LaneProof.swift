internal import Dispatch
internal import Synchronization
package import ToneKernels

/// Compares what the lanes make of code triples, before rounding, with the truth, which is `plan(codes)`.
package struct LaneProof: Sendable {
  package let plan: ConversionPlan
  package let triples: CodeTriples
  /// The greatest error that is allowed, in codes of the output.
  package let limit: Double
  private let kernels: KernelSet

  /// A proof of a plan.
  ///
  /// - Parameters:
  ///   - plan: A plan that reads a planar 4:4:4 format of integers.
  ///   - limit: What is allowed, in codes of the output; what the plan allows if `nil`.
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
    if case .failure(let gap) = plan.program { throw .noLanes("\(gap)") }
    self.plan = plan
    self.triples = triples
    self.limit = limit ?? plan.allowedLaneError
    self.kernels = kernels
  }

  /// How many batches the proof comes in.
  package var batches: Int { triples.batches(bitDepth: plan.inputFormat.bitDepth) }

  /// How many colors a batch has, one of `0 ..< batches`.
  package func colors(ofBatch batch: Int) -> Int {
    let size = triples.frameSize(bitDepth: plan.inputFormat.bitDepth)
    let most = size.width * size.height
    return min(most, triples.count(bitDepth: plan.inputFormat.bitDepth) - batch * most)
  }

  /// Runs batches on so many threads, and hands on each one's errors from the thread that found them.
  package func run(
    _ batches: [Int], threads: Int, each finished: @escaping @Sendable (_ batch: Int, LaneErrors) -> Void
  ) {
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      let worker = LaneProofWorker(self, kernels: kernels)
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < batches.count else { return }
        finished(batches[index], worker.errors(ofBatch: batches[index]))
      }
    }
  }

  /// The same proof over a sample, without a bound: what can be compared of all colors can be of some.
  private init(_ proof: LaneProof, sampling count: Int) {
    (plan, kernels) = (proof.plan, proof.kernels)
    (triples, limit) = (.sample(count, seed: 0), 0)
  }

  /// What 4096 colors come to by both ways, as one number: other kernels or other formulas hardly give the same.
  package var fingerprint: String {
    let worker = LaneProofWorker(LaneProof(self, sampling: 4096), kernels: kernels)
    return String(worker.fingerprint, radix: 16)
  }

  /// The errors of everything.
  package func run(threads: Int) -> LaneErrors {
    let total = Mutex(LaneErrors(limit: limit))
    run(Array(0..<batches), threads: threads) { _, errors in total.withLock { $0.add(errors) } }
    return total.withLock(\.self)
  }
}

/// Why lanes and truth cannot be compared.
package enum LaneProofError: Error, Hashable, Sendable {
  /// A format whose pixels are not three integers each, in planes of their own.
  case notTriples(PixelFormat)
  /// More triples than can be run.
  case tooMany(PixelFormat)
  /// A sample of more triples than there are.
  case moreThanAll(PixelFormat, asked: Int)
  /// The lanes have no steps for the plan.
  case noLanes(String)
}

extension LaneProofError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notTriples(let format):
      "\(format.name) was found, where planar 4:4:4 samples of 8 to 16 bits were expected; name yuv444p10le"
    case .tooMany(let format):
      "\(format.name) has 2^\(3 * format.bitDepth) code triples, and at most 2^30 can be run through; take a sample"
    case .moreThanAll(let format, let asked):
      "a sample of \(asked) was asked for, and \(format.name) has \(CodeTriples.all.count(bitDepth: format.bitDepth)) code"
        + " triples; --exhaustive runs through them all"
    case .noLanes(let gap): "this plan runs color by color in Double, because \(gap); there are no lanes to compare"
    }
  }
}

extension ConversionPlan {
  /// What frames may be off before rounding, in codes of the output or as its numbers are.
  package var allowedLaneError: Double { LaneTolerance.error(in: outputFormat) }
}
