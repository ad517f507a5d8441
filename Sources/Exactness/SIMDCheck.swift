internal import Synchronization
internal import SystemCalls
package import ToneKernels
package import ToneMapping
package import VideoFrames

/// Compares the lanes' results for code triples, before rounding, with the reference, `plan(codes)`.
package struct SIMDCheck: Sendable {
  package let plan: ConversionPlan
  package let triples: CodeTriples
  /// The maximum allowed error, in codes of the output.
  package let limit: Double
  let kernels: KernelSet

  /// A check of a plan.
  ///
  /// - Parameters:
  ///   - plan: A plan that reads a planar 4:4:4 format of integers.
  ///   - limit: The allowed error, in codes of the output; `nil` means the plan's own bound.
  /// - Throws: `SIMDCheckError`.
  package init(
    _ plan: ConversionPlan, over triples: CodeTriples, limit: Double? = nil, on kernels: KernelSet
  ) throws(SIMDCheckError) {
    let format = plan.inputFormat
    guard format.chroma == .c444, format.layout == .planar, format.model != .gray, !format.isFloat else {
      throw .notTriples(format)
    }
    if case .all = triples, format.bitDepth > 10 { throw .tooMany(format) }
    if case .sample(let count, _) = triples, count > CodeTriples.all.count(bitDepth: format.bitDepth) {
      throw .moreThanAll(format, asked: count)
    }
    if let gap = plan.unsupportedOperation { throw .notVectorized("\(gap)") }
    (self.plan, self.triples, self.kernels) = (plan, triples, kernels)
    self.limit = limit ?? plan.allowedError
  }

  package var batches: Int { triples.batches(bitDepth: plan.inputFormat.bitDepth) }

  /// The errors of all batches.
  ///
  /// - Parameter finished: A closure called after each batch, one call at a time, with the number of batches done and the errors found in them.
  /// - Throws: `SIMDCheckError.cannotRun` if memory is insufficient, before the first batch.
  package func run(
    threads: Int, each finished: @escaping @Sendable (_ done: Int, SIMDErrors) -> Void = { _, _ in }
  ) throws(SIMDCheckError) -> SIMDErrors {
    let total = Mutex((done: 0, errors: SIMDErrors(limit: limit)))
    let workers = Workers(atMost: threads)
    var checkers: [SIMDCheckWorker] = []
    for _ in 0..<workers.count { checkers.append(try SIMDCheckWorker(self)) }
    workers.perform(iterations: batches) { batch, worker in
      let errors = checkers[worker].errors(ofBatch: batch)
      total.withLock {
        $0.done += 1
        $0.errors.add(errors)
        finished($0.done, $0.errors)
      }
    }
    return total.withLock(\.errors)
  }
}

/// The reason why the lanes and the reference cannot be compared.
package enum SIMDCheckError: Error, Hashable, Sendable {
  case notTriples(PixelFormat)
  case tooMany(PixelFormat)
  case moreThanAll(PixelFormat, asked: Int)
  case notVectorized(String)
  case cannotRun(String)
}

extension SIMDCheckError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notTriples(let format):
      "the input format is \(format.name), but it must be planar 4:4:4 with 8 to 16 bits; choose one such as yuv444p10le"
    case .tooMany(let format):
      "\(format.name) has 2^\(3 * format.bitDepth) code triples, but at most 2^30 can be checked; check a sample instead"
    case .moreThanAll(let format, let asked):
      "the sample has \(asked) code triples, but \(format.name) has only \(CodeTriples.all.count(bitDepth: format.bitDepth));"
        + " check them all with --exhaustive"
    case .notVectorized(let gap):
      "this plan runs color by color in Double, because \(gap); there is no vectorized result to compare"
    case .cannotRun(let reason): reason
    }
  }
}
