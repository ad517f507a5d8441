public import CToneKernels

/// A code ready to be truncated to an integer: the bias is added, the sum saturated.
@inline(__always) func biased(_ format: lanes_write, _ code: Lanes, _ bias: Lanes) -> Lanes {
  clamped(code + bias, splat(format.low), splat(format.high))
}

/// Stores a vector as samples `x…` from an address on, or only its first `n` numbers, `step` samples apart.
@inline(__always) func store(
  _ sample: lanes_sample, _ format: lanes_write, _ code: Lanes, _ bias: Lanes, _ p: UnsafeMutableRawPointer!, _ x: Int,
  first n: Int, step: Int = 1
) {
  let whole = n >= Lanes.count && step == 1
  switch sample.rawValue {
  case LANES_U8.rawValue:
    let p = p.assumingMemoryBound(to: UInt8.self) + x * step
    let value = biased(format, code, bias)
    if whole { lanes_store_u8(p, value) } else { lanes_first_u8(p, value, min(n, Lanes.count), step) }
  case LANES_U16.rawValue:
    let p = p.assumingMemoryBound(to: UInt16.self) + x * step
    let value = biased(format, code, bias)
    if whole {
      lanes_store_u16(p, value, format.shift)
    } else {
      lanes_first_u16(p, value, min(n, Lanes.count), step, format.shift)
    }
  case LANES_F16.rawValue:
    let p = p.assumingMemoryBound(to: UInt16.self) + x * step
    if whole { lanes_store_f16(p, code) } else { lanes_first_f16(p, code, min(n, Lanes.count), step) }
  default:
    let p = p.assumingMemoryBound(to: Float.self) + x * step
    if whole { lanes_store_f32(p, code) } else { lanes_first_f32(p, code, min(n, Lanes.count), step) }
  }
}

/// Writes `count` codes as samples: see `lanes_write`.
///
/// - Shape: `codes` has `count` floats and is readable up to a multiple of 32; `bias` has 64 floats.
/// - Parameters:
///   - bias: The bias of the first sample and of the following ones.
///   - target: The address of the first sample.
public func write(
  _ job: UnsafePointer<lanes_write>, _ codes: UnsafePointer<Float>, _ bias: UnsafePointer<Float>, _ count: Int,
  _ target: UnsafeMutableRawPointer
) {
  let job = job.pointee
  @inline(__always) func each(_ sample: lanes_sample) {
    eachVector(count) { i in
      store(sample, job, lanes_load(codes + i), lanes_load(bias + (i & 63)), target, i, first: count - i)
    }
  }
  switch (job.sample.rawValue, job.step) {
  case (LANES_U8.rawValue, _): each(LANES_U8)
  case (LANES_U16.rawValue, 1): each(LANES_U16)
  case (LANES_U16.rawValue, _): writeSpaced(job, codes, bias, count, target)
  case (LANES_F16.rawValue, _): each(LANES_F16)
  case (LANES_F32.rawValue, _): each(LANES_F32)
  default: lanes_trap()
  }
}

/// Writes every second sample of 16 bits, and preserves those between.
@inline(__always) func writeSpaced(
  _ job: lanes_write, _ codes: UnsafePointer<Float>, _ bias: UnsafePointer<Float>, _ count: Int,
  _ target: UnsafeMutableRawPointer
) {
  let p = target.assumingMemoryBound(to: UInt16.self)
  eachVector(count) { i in
    let code = biased(job, lanes_load(codes + i), lanes_load(bias + (i & 63)))
    if count - i >= Lanes.count {
      lanes_store_lower(p + 2 * i, lanes_codes(code, job.shift))
    } else {
      lanes_first_u16(p + 2 * i, code, count - i, 2, job.shift)
    }
  }
}

/// Writes `count` pixels of a strip as packed pixels: see `lanes_write_packed`.
///
/// - Parameters:
///   - strip: The first pixel in a strip's first row; the first rows are codes.
///   - bias: 64 floats: the bias of the first pixel and of the following ones.
///   - target: The address of the first pixel.
public func writePacked(
  _ job: UnsafePointer<lanes_write_packed>, _ strip: UnsafePointer<Float>, _ bias: UnsafePointer<Float>,
  _ count: Int, _ target: UnsafeMutableRawPointer
) {
  let job = job.pointee
  let hasAlpha = job.format.step == 4
  @inline(__always) func each(_ sample: lanes_sample, _ size: Int, from first: Int, hasAlpha: Bool) {
    let red = sample.rawValue == LANES_U8.rawValue && job.shifts.0 == 2 ? 2 : 0
    eachVector(count - first) { offset in
      let i = first + offset
      let dither = lanes_load(bias + (i & 63))
      @inline(__always) func component(_ c: Int, at place: Int, _ bias: Lanes) {
        store(
          sample, job.format, lanes_load(strip + c * Int(LANES_STRIP) + i), bias, target + place * size, i,
          first: count - i, step: hasAlpha ? 4 : 3)
      }
      component(0, at: red, dither)
      component(1, at: 1, dither)
      component(2, at: 2 - red, dither)
      // Alpha is coverage, not picture content: it is rounded, never dithered.
      if hasAlpha { component(Int(LANES_ALPHA_ROW), at: 3, splat(0.5)) }
    }
  }
  @inline(__always) func each(_ sample: lanes_sample, _ size: Int, from first: Int = 0) {
    if hasAlpha {
      each(sample, size, from: first, hasAlpha: true)
    } else {
      each(sample, size, from: first, hasAlpha: false)
    }
  }
  @inline(__always) func eachWord(_ sample: lanes_sample) {
    // First the pixels of whole vectors, then the rest of the row sample by sample.
    let whole = count & ~(Lanes.count - 1)
    if hasAlpha {
      eachVector(whole) { i in storeWords(sample, job.format, strip + i, bias, i, target, hasAlpha: true) }
    } else {
      eachVector(whole) { i in storeWords(sample, job.format, strip + i, bias, i, target, hasAlpha: false) }
    }
    each(sample, 2, from: whole)
  }
  switch job.format.sample.rawValue {
  case LANES_U8.rawValue: each(LANES_U8, 1)
  case LANES_U16.rawValue: eachWord(LANES_U16)
  case LANES_F16.rawValue: eachWord(LANES_F16)
  case LANES_X2RGB10.rawValue: writeX2RGB10(job, strip, bias, count, target)
  case LANES_F32.rawValue: each(LANES_F32, 4)
  default: lanes_trap()
  }
}

/// Stores a vector of packed pixels with 16-bit samples as pixels `x…` from an address on.
@inline(__always) func storeWords(
  _ sample: lanes_sample, _ format: lanes_write, _ strip: UnsafePointer<Float>, _ bias: UnsafePointer<Float>, _ x: Int,
  _ target: UnsafeMutableRawPointer, hasAlpha: Bool
) {
  let dither = lanes_load(bias + (x & 63))
  @inline(__always) func codes(_ row: Int, _ bias: Lanes) -> LaneIntegers {
    let code = lanes_load(strip + row * Int(LANES_STRIP))
    if sample.rawValue == LANES_F16.rawValue { return lanes_half_codes(code) }
    return lanes_codes(biased(format, code, bias), format.shift)
  }
  let p = target.assumingMemoryBound(to: UInt16.self) + x * (hasAlpha ? 4 : 3)
  let (r, g, b) = (codes(0, dither), codes(1, dither), codes(2, dither))
  if hasAlpha { lanes_store_fours(p, r, g, b, codes(3, splat(0.5))) } else { lanes_store_threes(p, r, g, b) }
}

/// Writes pixels of three codes in a word.
@inline(__always) func writeX2RGB10(
  _ job: lanes_write_packed, _ strip: UnsafePointer<Float>, _ bias: UnsafePointer<Float>, _ count: Int,
  _ target: UnsafeMutableRawPointer
) {
  let p = target.assumingMemoryBound(to: UInt16.self)
  eachVector(count) { i in
    let dither = lanes_load(bias + (i & 63))
    @inline(__always) func codes(_ row: Int, _ shift: Int32) -> LaneIntegers {
      lanes_codes(biased(job.format, lanes_load(strip + row * Int(LANES_STRIP) + i), dither), shift)
    }
    let words = lanes_pack10(codes(0, job.shifts.0), codes(1, job.shifts.1), codes(2, job.shifts.2))
    if count - i >= Lanes.count {
      lanes_store_words(p + 2 * i, words)
    } else {
      lanes_first_words(p + 2 * i, words, count - i)
    }
  }
}
