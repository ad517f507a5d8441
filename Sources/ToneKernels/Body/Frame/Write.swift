internal import CLanes

/// A code ready to be truncated to an integer: the bias is added, the sum saturated.
@inline(__always) func biased(_ format: lanes_write, _ code: Lanes, _ bias: Lanes) -> Lanes {
  clamped(code + bias, splat(format.low), splat(format.high))
}

/// Stores a vector as samples `x…` from an address on, or only its first `n` numbers, `step` samples apart.
@inline(__always) func store(
  _ sample: Int32, _ format: lanes_write, _ code: Lanes, _ bias: Lanes, _ p: UnsafeMutableRawPointer!, _ x: Int,
  first n: Int, step: Int = 1
) {
  let whole = n >= Lanes.count && step == 1
  switch sample {
  case Int32(LANES_U8):
    let p = p.assumingMemoryBound(to: UInt8.self) + x * step
    let value = biased(format, code, bias)
    if whole { lanes_store_u8(p, value) } else { lanes_first_u8(p, value, min(n, Lanes.count), step) }
  case Int32(LANES_U16):
    let p = p.assumingMemoryBound(to: UInt16.self) + x * step
    let value = biased(format, code, bias)
    if whole {
      lanes_store_u16(p, value, format.shift)
    } else {
      lanes_first_u16(p, value, min(n, Lanes.count), step, format.shift)
    }
  default:
    let p = p.assumingMemoryBound(to: Float.self) + x * step
    if whole { lanes_store_f32(p, code) } else { lanes_first_f32(p, code, min(n, Lanes.count), step) }
  }
}

/// Writes `count` codes as samples: see `lanes_write`.
///
/// - Shape: `codes` has `count` floats and is readable up to a multiple of 32; `bias` has 64 floats.
/// - Parameters:
///   - job: A `lanes_write`.
///   - bias: The bias of the first sample, and of those that follow.
///   - target: The address of the first sample.
public func write(
  _ job: UnsafeRawPointer, _ codes: UnsafeRawPointer, _ bias: UnsafeRawPointer, _ count: Int,
  _ target: UnsafeMutableRawPointer
) {
  let job = job.assumingMemoryBound(to: lanes_write.self).pointee
  let codes = codes.assumingMemoryBound(to: Float.self)
  let bias = bias.assumingMemoryBound(to: Float.self)
  @inline(__always) func each(_ sample: Int32) {
    eachVector(count) { i in
      store(sample, job, lanes_load(codes + i), lanes_load(bias + (i & 63)), target, i, first: count - i)
    }
  }
  switch job.sample {
  case Int32(LANES_U8): each(Int32(LANES_U8))
  case Int32(LANES_U16): each(Int32(LANES_U16))
  default: each(Int32(LANES_F32))
  }
}

/// Writes `count` pixels of a strip as packed pixels: see `lanes_write_packed`.
///
/// - Parameters:
///   - job: A `lanes_write_packed`.
///   - strip: The first pixel in a strip's first row; the first rows are codes.
///   - bias: 64 floats: the bias of the first pixel, and of those that follow.
///   - target: The address of the first pixel.
public func writePacked(
  _ job: UnsafeRawPointer, _ strip: UnsafeRawPointer, _ bias: UnsafeRawPointer, _ count: Int,
  _ target: UnsafeMutableRawPointer
) {
  let job = job.assumingMemoryBound(to: lanes_write_packed.self).pointee
  let strip = strip.assumingMemoryBound(to: Float.self)
  let bias = bias.assumingMemoryBound(to: Float.self)
  let samples = Int(job.samples)
  @inline(__always) func each(_ sample: Int32, _ size: Int, from first: Int = 0) {
    eachVector(count - first) { offset in
      let i = first + offset
      let dither = lanes_load(bias + (i & 63))
      var c = 0
      while c < samples {
        // Alpha is coverage, not a picture: it is rounded, never dithered.
        let b = c == 3 ? splat(0.5) : dither
        let code = lanes_load(strip + c * Int(LANES_STRIP) + i)
        store(sample, job.format, code, b, target + c * size, i, first: count - i, step: samples)
        c += 1
      }
    }
  }
  switch job.format.sample {
  case Int32(LANES_U8): each(Int32(LANES_U8), 1)
  case Int32(LANES_U16):
    // First the pixels of whole vectors, then the rest of the row sample by sample.
    let whole = count & ~(Lanes.count - 1)
    if samples == 4 {
      eachVector(whole) { i in storeWords(job.format, strip + i, bias, i, target, hasAlpha: true) }
    } else {
      eachVector(whole) { i in storeWords(job.format, strip + i, bias, i, target, hasAlpha: false) }
    }
    each(Int32(LANES_U16), 2, from: whole)
  default: each(Int32(LANES_F32), 4)
  }
}

/// Stores a vector of packed pixels with 16-bit samples as pixels `x…` from an address on.
@inline(__always) func storeWords(
  _ format: lanes_write, _ strip: UnsafePointer<Float>, _ bias: UnsafePointer<Float>, _ x: Int,
  _ target: UnsafeMutableRawPointer, hasAlpha: Bool
) {
  let dither = lanes_load(bias + (x & 63))
  @inline(__always) func codes(_ row: Int, _ bias: Lanes) -> LaneIntegers {
    lanes_codes(biased(format, lanes_load(strip + row * Int(LANES_STRIP)), bias), format.shift)
  }
  let p = target.assumingMemoryBound(to: UInt16.self) + x * (hasAlpha ? 4 : 3)
  let (r, g, b) = (codes(0, dither), codes(1, dither), codes(2, dither))
  if hasAlpha { lanes_store_fours(p, r, g, b, codes(3, splat(0.5))) } else { lanes_store_threes(p, r, g, b) }
}
