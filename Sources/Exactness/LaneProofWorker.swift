internal import CLanes
internal import ToneKernels
internal import ToneMapping
internal import VideoFrames

/// One thread of a proof, with its own frame, lanes and truth.
final class LaneProofWorker {
  private let triples: CodeTriples
  private let bitDepth: Int
  private let ceiling: Double
  private let lanes: LaneCodes
  private let truth: MemoizedTruth
  private var frame: Frame
  private let limit: Double

  /// - Throws: `LaneProofError.cannotRun` without memory.
  init(_ proof: LaneProof, kernels: KernelSet) throws(LaneProofError) {
    triples = proof.triples
    limit = proof.limit
    let format = proof.plan.outputFormat
    bitDepth = proof.plan.inputFormat.bitDepth
    ceiling = format.isFloat ? .infinity : Double(format.maximumCode)
    let size = triples.frameSize(bitDepth: bitDepth)
    truth = MemoizedTruth(proof.plan)
    do {
      frame = try Frame(proof.plan.inputFormat, width: size.width, height: size.height)
      lanes = try LaneCodes(proof.plan, width: size.width, height: size.height, on: kernels)
    } catch {
      throw .cannotRun("\(error)")
    }
  }

  /// The errors of one batch.
  func errors(ofBatch batch: Int) -> LaneErrors {
    var errors = LaneErrors(limit: limit)
    forEach(ofBatch: batch) { codes, truth, lanes in
      errors.count(codes, truth: truth, lanes: SIMD3(lanes), ceiling: ceiling)
    }
    return errors
  }

  /// A hash of all bits of both results over the first batch.
  ///
  /// - Source: FNV-1a, 64 bits, a word at a time.
  var fingerprint: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    forEach(ofBatch: 0) { _, truth, lanes in
      for i in 0..<3 {
        for word in [truth[i].bitPattern, UInt64(lanes[i].bitPattern)] { hash = (hash ^ word) &* 0x100_0000_01B3 }
      }
    }
    return hash
  }

  private func forEach(
    ofBatch batch: Int, _ body: (_ codes: SIMD3<Int>, _ truth: SIMD3<Double>, _ lanes: SIMD3<Float>) -> Void
  ) {
    let rows = (0..<frame.height).map { triples.row($0, ofBatch: batch, bitDepth: bitDepth) }
    for (y, row) in rows.enumerated() {
      for x in 0..<row.count {
        let codes = row[x]
        for component in 0..<3 { frame.setCode(codes[component], component: component, x: x, y: y) }
      }
    }
    frame.withView { view in
      let source = view.picture
      for (y, row) in rows.enumerated() {
        for x in stride(from: 0, to: row.count, by: Int(LANES_STRIP)) {
          lanes.forEach(y, of: source, x: x, count: min(Int(LANES_STRIP), row.count - x)) { x, found in
            body(row[x], truth(SIMD3(row[x])), found)
          }
        }
      }
    }
  }
}
