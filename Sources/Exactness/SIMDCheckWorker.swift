internal import ColorOperations
internal import ToneKernels
internal import ToneMapping

/// One thread of a check, with its own frame, reference, and the read and color passes of a converter.
@safe final class SIMDCheckWorker {
  private let check: SIMDCheck
  private let bitDepth: Int
  private let ceiling: Double
  private let reference: MemoizedReference
  private var frame: Frame
  private let reading: FrameReading
  private let program: SIMDProgramMemory
  private let workspace: Workspace

  /// - Throws: `SIMDCheckError`: `.notVectorized` without vector code for the plan; `.cannotRun` if memory is insufficient.
  init(_ check: SIMDCheck) throws(SIMDCheckError) {
    let plan = check.plan
    let program: SIMDProgram
    do { program = try plan.program.get() } catch { throw .notVectorized("\(error)") }
    (self.check, reference) = (check, MemoizedReference(plan))
    bitDepth = plan.inputFormat.bitDepth
    ceiling = plan.outputFormat.isFloat ? .infinity : Double(plan.outputFormat.maximumCode)
    self.program = SIMDProgramMemory(program)
    let size = check.triples.frameSize(bitDepth: bitDepth)
    do {
      frame = try Frame(plan.inputFormat, width: size.width, height: size.height)
      reading = try FrameReading(plan: plan, read: program.read, width: size.width, height: size.height)
      workspace = try Workspace(width: size.width, threads: 1)
    } catch {
      throw .cannotRun("\(error)")
    }
  }

  func errors(ofBatch batch: Int) -> SIMDErrors {
    var errors = SIMDErrors(limit: check.limit)
    let scratch = unsafe workspace.scratch[0]
    for component in 0..<3 { write(component, ofBatch: batch) }
    frame.withView { view in
      for y in 0..<frame.height {
        let row = check.triples.row(y, ofBatch: batch, bitDepth: bitDepth)
        var source = reading.row(y, of: view.picture)
        for strip in (0..<row.count).strips {
          reading.read(&source, x: strip.lowerBound, count: strip.count, into: scratch, with: check.kernels)
          unsafe withUnsafePointer(to: program.program) {
            unsafe check.kernels.runProgram($0, scratch.strip, strip.count)
          }
          let (first, second, third) = unsafe (scratch.row(0), scratch.row(1), scratch.row(2))
          for (i, x) in strip.enumerated() {
            // The lanes' codes before rounding.
            let lanes = unsafe SIMD3(Double(first[i]), Double(second[i]), Double(third[i]))
            errors.count(row[x], reference: reference(SIMD3(row[x])), lanes: lanes, ceiling: ceiling)
          }
        }
      }
    }
    return errors
  }

  /// Writes a component of the codes to its plane; the check accepts only planar formats of codes.
  private func write(_ component: Int, ofBatch batch: Int) {
    let place = frame.format.location(ofComponent: component)
    let (stride, size, height) = (frame.planes[place.plane].stride, frame.format.bytesPerSample, frame.height)
    unsafe frame.withOwnPlane(place.plane) { bytes in
      for y in 0..<height {
        for (x, codes) in check.triples.row(y, ofBatch: batch, bitDepth: bitDepth).enumerated() {
          let (sample, at) = (codes[component] << place.shift, y * stride + x * size)
          if size == 1 {
            unsafe bytes.storeBytes(of: UInt8(sample), toByteOffset: at, as: UInt8.self)
          } else {
            unsafe bytes.storeBytes(of: UInt16(sample).littleEndian, toByteOffset: at, as: UInt16.self)
          }
        }
      }
    }
  }
}
