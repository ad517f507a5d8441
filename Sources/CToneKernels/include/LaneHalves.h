#ifndef LANE_HALVES_H
#define LANE_HALVES_H

#include "LaneVectors.h"

// Floating-point numbers of 16 bits. The instructions and the integer arithmetic that replaces them give the same bits, except for NaN, which is
// replaced first: by 0 when read, by one NaN when written.

/// The maximum finite number in 16 bits.
#define LANES_MAXIMUM_HALF 65504.0f

#if defined(__F16C__) || defined(__aarch64__)

typedef _Float16 lanes_f16 __attribute__((ext_vector_type(LANES_N)));

LANES_INLINE lanes lanes_from_halves(lanes_u16 bits) { return __builtin_convertvector((lanes_f16)bits, lanes); }
/// The bits of the nearest numbers; ties go to even.
LANES_INLINE lanes_u16 lanes_to_halves(lanes v) { return (lanes_u16)__builtin_convertvector(v, lanes_f16); }

#else

LANES_INLINE lanes lanes_from_halves(lanes_u16 bits) {
  lanes_int all = __builtin_convertvector(bits, lanes_int), magnitude = all & 0x7fff;
  // The exponent bias is 15, not 127. Where the exponent is 0, the number is a multiple of 2⁻²⁴; where it is 31, infinite or NaN.
  lanes_int normal = (magnitude << 13) + (112 << 23);
  lanes_int tiny = (lanes_int)(__builtin_convertvector(magnitude, lanes) * 0x1p-24f);
  lanes_int whole = magnitude < 0x400 ? tiny : magnitude < 0x7c00 ? normal : normal + (112 << 23);
  return (lanes)(whole | ((all & 0x8000) << 16));
}
/// The bits of the nearest numbers; ties go to even. All must be NaN or at most the maximum.
LANES_INLINE lanes_u16 lanes_to_halves(lanes v) {
  lanes_int all = (lanes_int)v, magnitude = all & 0x7fffffff;
  lanes_int normal = (magnitude - (112 << 23) + 0xfff + ((magnitude >> 13) & 1)) >> 13;
  // Below 2⁻¹⁴, adding 1/2 rounds to a multiple of 2⁻²⁴, which is then the last bit.
  lanes_int tiny = (lanes_int)((lanes)magnitude + 0.5f) - 0x3f000000;
  lanes_int whole = magnitude < 0x38800000 ? tiny : magnitude > 0x7f800000 ? (lanes_int)0x7e00 : normal;
  return __builtin_convertvector(whole | ((all >> 16) & 0x8000), lanes_u16);
}

#endif

LANES_INLINE lanes lanes_load_f16(const uint16_t *p) {
  lanes_u16 v;
  __builtin_memcpy(&v, p, sizeof v);
  return lanes_from_halves(v);
}
/// See `LANES_EDGE`: the bits are collected as if they were codes.
LANES_INLINE lanes lanes_edge_f16(const uint16_t *p, long start, long count, long step) {
  lanes_int bits = __builtin_convertvector(lanes_edge_u16(p, start, count, step), lanes_int);
  return lanes_from_halves(__builtin_convertvector(bits, lanes_u16));
}
/// The bits of the nearest finite numbers; every NaN becomes the same NaN.
LANES_INLINE lanes_u16 lanes_codes_f16(lanes v) {
  const lanes none = {0};
  lanes limited = lanes_max(lanes_min(v, none + LANES_MAXIMUM_HALF), none - LANES_MAXIMUM_HALF);
  return lanes_to_halves(lanes_codes_f32(v == v ? limited : v));
}
/// The bits of the nearest finite numbers, in words.
LANES_INLINE lanes_int lanes_half_codes(lanes v) { return __builtin_convertvector(lanes_codes_f16(v), lanes_int); }
LANES_INLINE void lanes_store_f16(uint16_t *p, lanes v) {
  lanes_u16 s = lanes_codes_f16(v);
  __builtin_memcpy(p, &s, sizeof s);
}
LANES_INLINE void lanes_first_f16(uint16_t *p, lanes v, long n, long step) {
  lanes_u16 s = lanes_codes_f16(v);
  for (long k = 0; k < n; k++) ((lanes_any_u16 *)p)[step * k] = s[k];
}

#endif
