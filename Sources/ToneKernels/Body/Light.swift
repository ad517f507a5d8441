internal import CToneKernels

/// Counts the levels of `count` pixels: see `lanes_light`.
///
/// Levels are whole numbers once rounded, and sums of integers, so every set and every division of a picture counts the same.
///
/// - Shape: `levels` and `columns` have `count` floats; up to a multiple of 32, `levels` are 0 and `columns` may be written.
/// - Parameters:
///   - job: A `lanes_light`, which is added to.
///   - levels: The levels.
///   - columns: The greatest level of each of these columns so far, which is raised.
public func countLight(
  _ job: UnsafeMutableRawPointer, _ levels: UnsafeRawPointer, _ columns: UnsafeMutableRawPointer, _ count: Int
) {
  let job = job.assumingMemoryBound(to: lanes_light.self)
  let levels = levels.assumingMemoryBound(to: Float.self)
  let columns = columns.assumingMemoryBound(to: Float.self)
  let (zero, limit) = (splat(0), splat(job.pointee.limit))
  var (sum, greatest) = (lanes_integers(zero), zero)
  eachVector(count) { i in
    let level = rounded(clamped(lanes_load(levels + i), zero, limit))
    sum &+= lanes_integers(level)
    greatest = lanes_max(greatest, level)
    lanes_store(columns + i, lanes_max(lanes_load(columns + i), level))
  }
  lanes_add_light(job, sum, greatest)
}

/// The nearest integers of numbers from 0 to 2²²; halves are rounded to even.
@inline(__always) func rounded(_ x: Lanes) -> Lanes {
  // 1.5 · 2²³: a number to which it was added, and from which it was taken again, is rounded.
  let rounder = splat(12_582_912)
  return (x + rounder) - rounder
}
