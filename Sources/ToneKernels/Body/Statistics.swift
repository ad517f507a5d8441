internal import CToneKernels

/// Counts the light of `count` pixels: see `lanes_statistics`.
///
/// Everything is rounded to integers before it is summed, so every set and every division of a picture counts the same.
///
/// - Shape: `columns` and `cells` have `count` numbers; up to a multiple of 32 they may be written, and the strip's light and signal of luminance are 0.
/// - Parameters:
///   - job: A `lanes_statistics`, which is added to.
///   - strip: The strip; its two rows of signals are changed.
///   - columns: The greatest light of each of these columns so far, which is raised.
///   - cells: The sum of the codes of luminance of each of these columns, `Int32`, which is added to.
public func countStatistics(
  _ job: UnsafeMutableRawPointer, _ strip: UnsafeMutableRawPointer, _ columns: UnsafeMutableRawPointer,
  _ cells: UnsafeMutableRawPointer, _ count: Int
) {
  let job = job.assumingMemoryBound(to: lanes_statistics.self)
  let strip = strip.assumingMemoryBound(to: Float.self)
  let columns = columns.assumingMemoryBound(to: Float.self)
  let cells = cells.assumingMemoryBound(to: Int32.self)
  let (zero, one, limit) = (splat(0), splat(1), splat(job.pointee.limit))
  let dark = splat(job.pointee.dark)
  let (greatestCode, visible, margin) = (splat(4095), splat(job.pointee.visible), splat(-1.0 / 256))
  let (lights, luminance, greatest) = (
    rowPointer(strip, Int32(LANES_GREATEST_ROW)), rowPointer(strip, Int32(LANES_LUMINANCE_SIGNAL_ROW)),
    rowPointer(strip, Int32(LANES_GREATEST_SIGNAL_ROW))
  )
  let (leastBT709, leastP3) = (
    rowPointer(strip, Int32(LANES_LEAST_BT709_ROW)), rowPointer(strip, Int32(LANES_LEAST_P3_ROW))
  )
  var (sum, most, r, g, b) = (lanes_integers(zero), zero, zero, zero, zero)
  var outside = (lanes_integers(zero), lanes_integers(zero))
  eachVector(count) { i in
    let given = clamped(lanes_load(lights + i), zero, limit)
    let light = rounded(given)
    sum &+= lanes_integers(light) & ~lanes_at_least(dark, light)
    most = lanes_max(light, most)
    lanes_store(columns + i, lanes_max(lanes_load(columns + i), light))
    let components = three(strip + i)
    r = lanes_max(components.0, r)
    g = lanes_max(components.1, g)
    b = lanes_max(components.2, b)
    let isVisible = lanes_at_least(given, visible)
    // A mask is −1 where it is set.
    outside.0 &-= isVisible & ~lanes_at_least(lanes_load(leastBT709 + i), margin * given)
    outside.1 &-= isVisible & ~lanes_at_least(lanes_load(leastP3 + i), margin * given)
    let code = lanes_integers(rounded(clamped(lanes_load(luminance + i), zero, one) * greatestCode))
    lanes_add_counts(cells + i, code)
    lanes_store_offsets(luminance + i, code)
    let other = rounded(clamped(lanes_load(greatest + i), zero, one) * greatestCode)
    lanes_store_offsets(greatest + i, lanes_integers(other))
  }
  lanes_tally(job.pointee.greatest_codes, greatest, count)
  lanes_tally(job.pointee.luminance_codes, luminance, count)
  lanes_add_statistics(
    job, sum, outside.0, outside.1, most, rounded(clamped(r, zero, limit)), rounded(clamped(g, zero, limit)),
    rounded(clamped(b, zero, limit)))
}
