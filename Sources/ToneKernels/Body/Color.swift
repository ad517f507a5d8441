internal import CLanes

/// Runs a color program over `count` columns of a strip, in place: see `lanes_op`.
///
/// - Parameter program: A `lanes_program`.
public func color(_ program: UnsafeRawPointer, _ strip: UnsafeMutableRawPointer, _ count: Int) {
  let program = program.assumingMemoryBound(to: lanes_program.self).pointee
  let strip = strip.assumingMemoryBound(to: Float.self)
  let count = roundedUp(count)
  var index = 0
  while index < program.count {
    run(program.ops + index, strip, count)
    index += 1
  }
}

@inline(__always) func rowPointer(_ strip: Floats, _ index: Int32) -> Floats { strip + Int(index) * Int(LANES_STRIP) }

@inline(__always) func run(_ op: UnsafePointer<lanes_op>, _ strip: Floats, _ count: Int) {
  let to = rowPointer(strip, op.pointee.to)
  let from = rowPointer(strip, op.pointee.from)
  switch op.pointee.kind {
  case Int32(LANES_CURVE):
    if count == Int(LANES_STRIP) {
      applyCurve(op.pointee.curve, to, count * Int(op.pointee.rows))
    } else {
      var row = 0
      while row < op.pointee.rows {
        applyCurve(op.pointee.curve, to + row * Int(LANES_STRIP), count)
        row += 1
      }
    }
  case Int32(LANES_MATRIX): applyMatrix(op.pointee, strip, count)
  case Int32(LANES_WEIGH):
    let m = matrixRows(op.pointee.matrix).0
    eachVector(count) { i in
      let (a, b, c) = three(from + i)
      lanes_store(to + i, product(m, a, b, c))
    }
  case Int32(LANES_GREATEST):
    eachVector(count) { i in
      let (a, b, c) = three(from + i)
      lanes_store(to + i, lanes_max(a, lanes_max(b, c)))
    }
  case Int32(LANES_MULTIPLY):
    let gain = rowPointer(strip, op.pointee.gain)
    eachRow(op.pointee.rows, count) { i, row in
      lanes_store(to + row + i, lanes_load(to + row + i) * lanes_load(gain + i))
    }
  case Int32(LANES_COPY):
    eachRow(op.pointee.rows, count) { i, row in lanes_store(to + row + i, lanes_load(from + row + i)) }
  case Int32(LANES_RATIO):
    let other = rowPointer(strip, op.pointee.gain)
    eachVector(count) { i in
      let (a, b) = (lanes_load(from + i), lanes_load(other + i))
      let ratio = lanes_min(a, b) / lanes_max(a, b)
      lanes_store(to + i, lanes_select(lanes_at_least(splat(0), lanes_max(a, b)), splat(1), ratio))
    }
  case Int32(LANES_PERCEPTUAL): mapGamut(op.pointee.gamut.pointee, from: from, to, strip, count)
  default: break
  }
}

@inline(__always) func eachVector(_ count: Int, _ body: (_ i: Int) -> Void) {
  var i = 0
  while i < count {
    body(i)
    i += Lanes.count
  }
}

@inline(__always) func eachRow(_ rows: Int32, _ count: Int, _ body: (_ i: Int, _ row: Int) -> Void) {
  var row = 0
  while row < Int(rows) * Int(LANES_STRIP) {
    eachVector(count) { i in body(i, row) }
    row += Int(LANES_STRIP)
  }
}

/// The three rows' numbers at one place.
@inline(__always) func three(_ p: Floats) -> (Lanes, Lanes, Lanes) {
  (lanes_load(p), lanes_load(p + Int(LANES_STRIP)), lanes_load(p + 2 * Int(LANES_STRIP)))
}

@inline(__always) func applyMatrix(_ op: lanes_op, _ strip: Floats, _ count: Int) {
  let (from, to) = (rowPointer(strip, op.from), rowPointer(strip, op.to))
  let gain = rowPointer(strip, max(op.gain, 0))
  let m = matrixRows(op.matrix)
  let (low, high) = (splat(op.low), splat(op.high))
  @inline(__always) func each(gains: Bool, clamps: Bool) {
    eachVector(count) { i in
      var (a, b, c) = three(from + i)
      if gains {
        let g = lanes_load(gain + i)
        (a, b, c) = (a * g, b * g, c * g)
      }
      var (p, q, r) = (product(m.0, a, b, c), product(m.1, a, b, c), product(m.2, a, b, c))
      if clamps { (p, q, r) = (clamped(p, low, high), clamped(q, low, high), clamped(r, low, high)) }
      lanes_store(to + i, p)
      lanes_store(to + Int(LANES_STRIP) + i, q)
      lanes_store(to + 2 * Int(LANES_STRIP) + i, r)
    }
  }
  switch (op.gain >= 0, op.clamps != 0) {
  case (false, false): each(gains: false, clamps: false)
  case (false, true): each(gains: false, clamps: true)
  case (true, false): each(gains: true, clamps: false)
  case (true, true): each(gains: true, clamps: true)
  }
}
