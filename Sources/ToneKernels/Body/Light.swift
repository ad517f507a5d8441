internal import CToneKernels

/// Measures the light of `count` pixels: see `lanes_light`.
///
/// Everything is rounded to integers before summation, so the counts do not depend on the instruction set or the division of a picture.
///
/// - Shape: The job's `columns` and `cells` have `count` numbers; up to a multiple of 32 they may be written, and the strip's light and signal of
///   luminance are 0.
/// - Parameters:
///   - job: A `lanes_light`, to which the results are added.
///   - strip: The strip; its two rows of signals are changed, if they are counted.
public func countLight(_ job: UnsafeMutableRawPointer, _ strip: UnsafeMutableRawPointer, _ count: Int) {
  let job = job.assumingMemoryBound(to: lanes_light.self)
  let strip = strip.assumingMemoryBound(to: Float.self)
  if job.pointee.cells == nil {
    countLight(job, strip, count, onlyLevels: true)
  } else {
    countLight(job, strip, count, onlyLevels: false)
  }
}

/// The implementation, compiled once for each of the two modes.
@inline(__always) private func countLight(
  _ job: UnsafeMutablePointer<lanes_light>, _ strip: UnsafeMutablePointer<Float>, _ count: Int, onlyLevels: Bool
) {
  let columns = job.pointee.columns!
  let (zero, one, limit, dark) = (splat(0), splat(1), splat(job.pointee.limit), splat(job.pointee.dark))
  let (maximumCode, visible, margin) = (splat(4095), splat(job.pointee.visible), splat(-1.0 / 256))
  let (lights, luminance, maximum) = (
    rowPointer(strip, Int32(LANES_MAXIMUM_ROW)), rowPointer(strip, Int32(LANES_LUMINANCE_SIGNAL_ROW)),
    rowPointer(strip, Int32(LANES_MAXIMUM_SIGNAL_ROW))
  )
  let (minimumBT709, minimumP3) = (
    rowPointer(strip, Int32(LANES_MINIMUM_BT709_ROW)), rowPointer(strip, Int32(LANES_MINIMUM_P3_ROW))
  )
  var (sum, most, r, g, b) = (lanes_integers(zero), zero, zero, zero, zero)
  var outside = (lanes_integers(zero), lanes_integers(zero))
  eachVector(count) { i in
    let given = clamped(lanes_load(lights + i), zero, limit)
    let light = rounded(given)
    sum &+= lanes_integers(light) & ~lanes_ge(dark, light)
    most = lanes_max(light, most)
    lanes_store(columns + i, lanes_max(lanes_load(columns + i), light))
    if onlyLevels { return }
    let components = three(strip + i)
    r = lanes_max(components.0, r)
    g = lanes_max(components.1, g)
    b = lanes_max(components.2, b)
    let isVisible = lanes_ge(given, visible)
    // A mask is −1 where it is set.
    outside.0 &-= isVisible & ~lanes_ge(lanes_load(minimumBT709 + i), margin * given)
    outside.1 &-= isVisible & ~lanes_ge(lanes_load(minimumP3 + i), margin * given)
    let code = lanes_integers(rounded(clamped(lanes_load(luminance + i), zero, one) * maximumCode))
    lanes_add_counts(job.pointee.cells + i, code)
    lanes_store_offsets(luminance + i, code)
    let other = rounded(clamped(lanes_load(maximum + i), zero, one) * maximumCode)
    lanes_store_offsets(maximum + i, lanes_integers(other))
  }
  lanes_add_light(job, sum, most)
  if onlyLevels { return }
  lanes_tally(job.pointee.maximum_codes, maximum, count)
  lanes_tally(job.pointee.luminance_codes, luminance, count)
  lanes_add_components(
    job, outside.0, outside.1, rounded(clamped(r, zero, limit)), rounded(clamped(g, zero, limit)),
    rounded(clamped(b, zero, limit)))
}

/// The nearest integers of numbers from 0 to 2²²; halves are rounded to even.
@inline(__always) func rounded(_ x: Lanes) -> Lanes { (x + splat(wholeNumbers)) - splat(wholeNumbers) }
