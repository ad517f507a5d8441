package import VideoFrames

/// The shift of one picture's chroma and intensity from another's, by the gradients of the first: the least-squares solution of B − A + d · ∇A = 0.
package struct ShiftEvidence: Sendable {
  /// The sums for one kind of component: the products of the gradients, their products with the difference, and the square of the difference.
  struct Sums: Sendable {
    fileprivate var all = SIMD8<Double>.zero

    /// The shift of the second picture in pixels, to the right and down; `nil` without gradients in two directions: along a ramp, a change of
    /// brightness looks like a shift.
    var shift: SIMD2<Double>? {
      let (xx, xy, yy, dx, dy) = (all[0], all[1], all[2], all[3], all[4])
      let determinant = xx * yy - xy * xy
      guard determinant > 0.1 * xx * yy, xx > 0, yy > 0 else { return nil }
      return -SIMD2(yy * dx - xy * dy, xx * dy - xy * dx) / determinant
    }

    /// The share of the squared difference that the shift explains.
    var explained: Double {
      let (dx, dy, dd) = (all[3], all[4], all[5])
      guard let shift, dd > 0 else { return 0 }
      return -(shift.x * dx + shift.y * dy) / dd
    }
  }

  var intensity = Sums(), chroma = Sums()

  package init() {}

  package static func += (sum: inout ShiftEvidence, other: ShiftEvidence) {
    sum.intensity.all += other.intensity.all
    sum.chroma.all += other.chroma.all
  }

  /// The shift between two pictures in ``PerceptualCodes``.
  package init(_ first: borrowing FrameView, _ second: borrowing FrameView) {
    let (a, b, width) = (first.perceptualRows, second.perceptualRows, first.width)
    guard width > 2, first.height > 2 else { return }
    // In large pictures, a subset of the rows has enough gradients.
    for y in stride(from: 1, to: first.height - 1, by: max(1, first.height / 270)) {
      intensity.all += Self.sums(a, b, y, 0, width)
      chroma.all += Self.sums(a, b, y, 1, width)
      chroma.all += Self.sums(a, b, y, 2, width)
    }
  }

  private static func sums(_ a: PlaneRows, _ b: PlaneRows, _ y: Int, _ plane: Int, _ width: Int) -> SIMD8<Double> {
    let (above, here, below) = unsafe (a.codes(y - 1, of: plane), a.codes(y, of: plane), a.codes(y + 1, of: plane))
    let other = unsafe b.codes(y, of: plane)
    // Ct has half the weight.
    let weight: Float = plane == 1 ? 0.25 / 65536 : 1 / 65536
    var sums = SIMD8<Float>.zero
    for x in 1..<width - 1 {
      let gx = unsafe Float(Int32(here[x + 1]) &- Int32(here[x - 1])) * 0.5
      let gy = unsafe Float(Int32(below[x]) &- Int32(above[x])) * 0.5
      let d = unsafe Float(Int32(other[x]) &- Int32(here[x]))
      sums += SIMD8(gx * gx, gx * gy, gy * gy, gx * d, gy * d, d * d, 0, 0) * weight
    }
    return SIMD8<Double>(sums)
  }
}
