import CToneKernels
import Colorimetry
import ColorOperations
import Measuring
import ToneKernels

/// The steps of color programs, each separately on a strip that stays in the nearest cache.
func colorPasses(_ kernels: KernelSet, _ desk: Desk, _ curves: [CompiledCurve]) {
  func step(_ name: String, rows: Int, _ kind: lanes_kind, _ change: (inout lanes_op) -> Void = { _ in }) {
    var op = lanes_op()
    (op.kind, op.from, op.to, op.rows, op.operand) = (kind, 0, 4, Int32(rows), -1)
    op.matrix = (0.6, 0.3, 0.1, 0, 0.1, 0.8, 0.1, 0, 0, 0.1, 0.9, 0)
    change(&op)
    let memory = UnsafeMutablePointer<lanes_op>.allocate(capacity: 1)
    memory.initialize(to: op)
    pass("color \(name)", kernels, .kept(Desk.pixels * 4 * rows)) {
      var program = lanes_program(ops: memory, count: 1, stays: 0)
      desk.eachStrip { _, _, count in kernels.runProgram(&program, desk.strip, count) }
    }
  }
  // The curves' tables live as long as the program.
  let tables = Unmanaged.passRetained(SIMDMemory()).takeUnretainedValue()
  for curve in curves {
    let table = tables.curve(curve)
    step("curve \(curve.shape)", rows: 3, LANES_CURVE) { op in
      op.to = 0
      op.curve = table
    }
  }
  step("matrix", rows: 3, LANES_MATRIX)
  step("matrix of gained rows, clamped", rows: 3, LANES_MATRIX) { op in
    (op.operand, op.clamps, op.low, op.high) = (7, 1, 0, 1)
  }
  step("weighing", rows: 1, LANES_WEIGH)
  step("maximum", rows: 1, LANES_MAXIMUM)
  step("ratio", rows: 1, LANES_RATIO) { op in op.operand = 1 }
  step("minimum", rows: 1, LANES_MINIMUM)
  step("copy", rows: 3, LANES_COPY)
  step("multiply", rows: 3, LANES_MULTIPLY) { op in op.operand = 7 }
  step("add", rows: 3, LANES_ADD) { op in op.operand = 7 }
  step("piecewise scale", rows: 3, LANES_PIECEWISE_SCALE) { op in (op.below, op.above) = (1, 1) }
  if let curve = curves.first {
    let table = tables.curve(curve)
    step("odd curve \(curve.shape)", rows: 2, LANES_ODD_CURVE) { op in
      op.to = 0
      op.curve = table
    }
  }
  let lattice = latticeOfProducts()
  step("lattice of 33", rows: 3, LANES_LATTICE) { op in op.lattice = UnsafePointer(lattice) }
  let cube = latticeOfProducts(trilinear: true)
  step("lattice of 33, trilinear", rows: 3, LANES_LATTICE) { op in op.lattice = UnsafePointer(cube) }
  for (name, isEven) in [("lookup of 1024", true), ("lookup of 1024 at uneven positions", false)] {
    let lookup = lookupOfRoots(isEven: isEven)
    step(name, rows: 3, LANES_LOOKUP) { op in
      op.to = 0
      op.lookup = UnsafePointer(lookup)
    }
  }
  step("desaturation", rows: 3, LANES_DESATURATE) { op in op.to = 0 }
}

/// Curves like those of the default conversion: PQ, a gain, and the display's power.
func lookedUpCurves() throws(UnsupportedOperation) -> [CompiledCurve] {
  let pq = PerceptualQuantizer()
  return [
    try CompiledCurve(upTo: 1, within: .relative(2e-5, floor: 1e-6)) { pq.eotf(SignalLevel($0)).nits },
    try CompiledCurve(upTo: 10_000, within: .relative(1e-5)) { 1 / (1 + Double.sqrt($0 / 203)) },
    try CompiledCurve(upTo: 1, within: .absolute(0.01 / 219)) { Double.pow($0, 1 / 2.4) },
  ]
}

/// A lattice of 33 samples along each component, of an arbitrary function, because its contents do not affect its speed.
private func latticeOfProducts(trilinear: Bool = false) -> UnsafeMutablePointer<lanes_lattice> {
  let size = 33
  let count = size * size * size * 4
  let entries = UnsafeMutableRawPointer.allocate(byteCount: count * 4, alignment: 64).assumingMemoryBound(
    to: Float.self)
  for i in 0..<count { (entries + i).initialize(to: Float(i / 4 % size * (i / 4 / size % size)) / 1024) }
  let lattice = UnsafeMutablePointer<lanes_lattice>.allocate(capacity: 1)
  lattice.initialize(
    to: lanes_lattice(
      entries: entries, size: Int32(size), trilinear: trilinear ? 1 : 0, scale: (32, 32, 32), offset: (0, 0, 0),
      added: (0, 0, 0)))
  return lattice
}

/// A square root given by 1024 values, at even positions or at others.
private func lookupOfRoots(isEven: Bool) -> UnsafeMutablePointer<lanes_lookup> {
  let count = 1024
  let tables = UnsafeMutableRawPointer.allocate(byteCount: 2 * count * 4, alignment: 64).bindMemory(
    to: Float.self, capacity: 2 * count)
  for i in 0..<count {
    let part = Float(i) / Float(count - 1)
    (tables + i).initialize(to: isEven ? part.squareRoot() : part)
    (tables + count + i).initialize(to: part * part)
  }
  let lookup = UnsafeMutablePointer<lanes_lookup>.allocate(capacity: 1)
  lookup.initialize(
    to: lanes_lookup(
      values: tables, positions: isEven ? nil : UnsafePointer(tables + count), size: Int32(count),
      half: Int32(count / 2), scale: Float(count - 1), offset: 0, low: 0, high: 1))
  return lookup
}
