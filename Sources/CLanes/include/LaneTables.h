#ifndef LANE_TABLES_H
#define LANE_TABLES_H

#include "LaneVectors.h"

// Tables of floats, in registers or in memory.

#if LANES_N == 16

/// Number `i mod 32` of the 32 in two registers.
LANES_INLINE lanes lanes_pick32(lanes a, lanes b, lanes_int i) {
  return (lanes)__builtin_ia32_vpermi2varps512(a, i, b);
}
/// Number `i mod 64` of the 64 in four registers.
LANES_INLINE lanes lanes_pick64(lanes a, lanes b, lanes c, lanes d, lanes_int i) {
  return (i & 32) != 0 ? lanes_pick32(c, d, i) : lanes_pick32(a, b, i);
}

#endif

/// Number `i` of a table in memory.
LANES_INLINE lanes lanes_gather(const float *p, lanes_int i) {
#if LANES_N == 16
  return (lanes)__builtin_ia32_gathersiv16sf((lanes)0.0f, p, i, (uint16_t)0xffff, 4);
#elif LANES_N == 8
  return (lanes)__builtin_ia32_gatherd_ps256((lanes)0.0f, p, i, (lanes)(lanes_int)-1, 4);
#else
  return (lanes){p[i[0]], p[i[1]], p[i[2]], p[i[3]]};
#endif
}

// MARK: The bits of a number as a place in a table.

/// The exponent and the leading bits of the mantissa, as an integer.
LANES_INLINE lanes_int lanes_slot(lanes u, int shift) { return (lanes_int)((lanes_int)u >> (lanes_int)shift); }
/// What the slot left of the mantissa, as a number in 1..<2.
LANES_INLINE lanes lanes_rest(lanes u, int shift) {
  lanes_int mask = (lanes_int)((1 << shift) - 1);
  return (lanes)(((lanes_int)u & mask) | 0x3f800000);
}

#endif
