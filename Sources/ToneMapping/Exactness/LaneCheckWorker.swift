internal import ToneKernels
internal import VideoFrames

/// One thread of a check, with its own frame, lanes and reference.
final class LaneCheckWorker {
  private let triples: CodeTriples
  private let bitDepth: Int
  private let ceiling: Double
  private let lanes: LaneCodes
  private let reference: MemoizedReference
  private var frame: Frame
  private let limit: Double

  /// - Throws: `LaneCheckError.cannotRun` if memory is insufficient.
  init(_ check: LaneCheck, kernels: KernelSet) throws(LaneCheckError) {
    triples = check.triples
    limit = check.limit
    let format = check.plan.outputFormat
    bitDepth = check.plan.inputFormat.bitDepth
    ceiling = format.isFloat ? .infinity : Double(format.maximumCode)
    let size = triples.frameSize(bitDepth: bitDepth)
    reference = MemoizedReference(check.plan)
    do {
      frame = try Frame(check.plan.inputFormat, width: size.width, height: size.height)
      lanes = try LaneCodes(check.plan, width: size.width, height: size.height, on: kernels)
    } catch {
      throw .cannotRun("\(error)")
    }
  }

  /// The errors of one batch.
  func errors(ofBatch batch: Int) -> LaneErrors {
    var errors = LaneErrors(limit: limit)
    forEach(ofBatch: batch) { codes, reference, lanes in
      errors.count(codes, reference: reference, lanes: SIMD3(lanes), ceiling: ceiling)
    }
    return errors
  }

  /// Writes a component of the codes to its plane; the check accepts only planar formats of codes.
  private func write(_ component: Int, of rows: [TripleRow]) {
    let place = frame.format.location(ofComponent: component)
    let (stride, size) = (frame.planes[place.plane].stride, frame.format.bytesPerSample)
    unsafe frame.withOwnPlane(place.plane) { bytes in
      for (y, row) in rows.enumerated() {
        for x in 0..<row.count {
          let (sample, at) = (row[x][component] << place.shift, y * stride + x * size)
          if size == 1 {
            unsafe bytes.storeBytes(of: UInt8(sample), toByteOffset: at, as: UInt8.self)
          } else {
            unsafe bytes.storeBytes(of: UInt16(sample).littleEndian, toByteOffset: at, as: UInt16.self)
          }
        }
      }
    }
  }

  private func forEach(
    ofBatch batch: Int, _ body: (_ codes: SIMD3<Int>, _ reference: SIMD3<Double>, _ lanes: SIMD3<Float>) -> Void
  ) {
    let rows = (0..<frame.height).map { triples.row($0, ofBatch: batch, bitDepth: bitDepth) }
    for component in 0..<3 { write(component, of: rows) }
    frame.withView { view in
      let source = view.picture
      for (y, row) in rows.enumerated() {
        for strip in (0..<row.count).strips {
          lanes.forEach(y, of: source, x: strip.lowerBound, count: strip.count) { x, found in
            body(row[x], reference(SIMD3(row[x])), found)
          }
        }
      }
    }
  }
}
