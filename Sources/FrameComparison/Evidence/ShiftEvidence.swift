package import VideoFrames

/// How far the chroma of one picture is shifted from that of another, and their intensity, by the gradients of the first: the least squares of
/// B − A + d · ∇A.
package struct ShiftEvidence: Sendable {
  /// The sums of one kind of component.
  struct Sums: Sendable {
    var xx = 0.0, xy = 0.0, yy = 0.0
    var dx = 0.0, dy = 0.0, dd = 0.0

    static func += (sum: inout Sums, other: Sums) {
      sum.xx += other.xx
      sum.xy += other.xy
      sum.yy += other.yy
      sum.dx += other.dx
      sum.dy += other.dy
      sum.dd += other.dd
    }

    /// The shift of the second picture in pixels, to the right and down; `nil` without gradients in two directions: along a ramp, another brightness looks
    /// like a shift.
    var shift: SIMD2<Double>? {
      let determinant = xx * yy - xy * xy
      guard determinant > 0.1 * xx * yy, xx > 0, yy > 0 else { return nil }
      return -SIMD2(yy * dx - xy * dy, xx * dy - xy * dx) / determinant
    }

    /// The share of the squared difference that the shift explains.
    var explained: Double {
      guard let shift, dd > 0 else { return 0 }
      return -(shift.x * dx + shift.y * dy) / dd
    }
  }

  var intensity = Sums(), chroma = Sums()

  package init() {}

  package static func += (sum: inout ShiftEvidence, other: ShiftEvidence) {
    sum.intensity += other.intensity
    sum.chroma += other.chroma
  }

  /// Adds two pictures in ``PerceptualCodes``.
  package mutating func add(_ first: borrowing FrameView, _ second: borrowing FrameView) {
    let (a, b) = unsafe (PerceptualRows(first), PerceptualRows(second))
    guard unsafe a.width > 2 && a.height > 2 else { return }
    // Large pictures have enough gradients in part of their rows.
    let step = unsafe max(1, a.height / 270)
    for y in unsafe stride(from: 1, to: a.height - 1, by: step) {
      unsafe Self.add(a, b, y, 0, to: &intensity)
      unsafe Self.add(a, b, y, 1, to: &chroma)
      unsafe Self.add(a, b, y, 2, to: &chroma)
    }
  }

  @unsafe private static func add(
    _ a: PerceptualRows, _ b: PerceptualRows, _ y: Int, _ plane: Int, to sums: inout Sums
  ) {
    let (above, here, below, other) = unsafe (
      a.row(y - 1, of: plane), a.row(y, of: plane), a.row(y + 1, of: plane), b.row(y, of: plane)
    )
    // Ct counts half.
    let weight: Float = plane == 1 ? 0.25 / 65536 : 1 / 65536
    var (xx, xy, yy): (Float, Float, Float) = (0, 0, 0)
    var (dx, dy, dd): (Float, Float, Float) = (0, 0, 0)
    for x in unsafe 1..<a.width - 1 {
      let gx = unsafe Float(Int32(here[x + 1]) &- Int32(here[x - 1])) * 0.5
      let gy = unsafe Float(Int32(below[x]) &- Int32(above[x])) * 0.5
      let d = unsafe Float(Int32(other[x]) &- Int32(here[x]))
      xx += gx * gx * weight
      xy += gx * gy * weight
      yy += gy * gy * weight
      dx += gx * d * weight
      dy += gy * d * weight
      dd += d * d * weight
    }
    sums += Sums(xx: Double(xx), xy: Double(xy), yy: Double(yy), dx: Double(dx), dy: Double(dy), dd: Double(dd))
  }
}
