#ifndef LANE_TABLES_H
#define LANE_TABLES_H

#include "LaneVectors.h"

// Tables of floats, in registers or in memory.

/// How many places are found before their rows are loaded.
#if LANES_N == 4
#define LANES_PLACES 32
#else
#define LANES_PLACES 64
#endif
typedef struct {
  uint32_t at[LANES_PLACES + 16];  // and room to align them to 64 bytes
} lanes_places;
LANES_INLINE void lanes_store_integers(uint32_t *p, lanes_int i) { __builtin_memcpy(p, &i, sizeof i); }

#if LANES_N == 16

/// Number `i mod 32` of the 32 in two registers.
LANES_INLINE lanes lanes_pick32(lanes a, lanes b, lanes_int i) {
  return (lanes)__builtin_ia32_vpermi2varps512(a, i, b);
}
/// Number `i mod 64` of the 64 in four registers.
LANES_INLINE lanes lanes_pick64(lanes a, lanes b, lanes c, lanes d, lanes_int i) {
  return (i & 32) != 0 ? lanes_pick32(c, d, i) : lanes_pick32(a, b, i);
}

#else

typedef float lanes_four __attribute__((ext_vector_type(4)));
LANES_INLINE lanes_four lanes_load_four(const char *p) {
  lanes_four v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
/// Numbers `first` … `first + 3` of rows that begin at places `at`, one for each lane, one vector after the other: a load for each
/// row and a transposition.
LANES_INLINE void lanes_transpose_rows(const float *rows, int first, const uint32_t *at, float *four) {
  const char *p = (const char *)(rows + first);
#if LANES_N == 8
  lanes r0 = __builtin_shufflevector(lanes_load_four(p + at[0]), lanes_load_four(p + at[4]), 0, 1, 2, 3, 4, 5, 6, 7);
  lanes r1 = __builtin_shufflevector(lanes_load_four(p + at[1]), lanes_load_four(p + at[5]), 0, 1, 2, 3, 4, 5, 6, 7);
  lanes r2 = __builtin_shufflevector(lanes_load_four(p + at[2]), lanes_load_four(p + at[6]), 0, 1, 2, 3, 4, 5, 6, 7);
  lanes r3 = __builtin_shufflevector(lanes_load_four(p + at[3]), lanes_load_four(p + at[7]), 0, 1, 2, 3, 4, 5, 6, 7);
  lanes low01 = __builtin_shufflevector(r0, r1, 0, 8, 1, 9, 4, 12, 5, 13);
  lanes low23 = __builtin_shufflevector(r2, r3, 0, 8, 1, 9, 4, 12, 5, 13);
  lanes high01 = __builtin_shufflevector(r0, r1, 2, 10, 3, 11, 6, 14, 7, 15);
  lanes high23 = __builtin_shufflevector(r2, r3, 2, 10, 3, 11, 6, 14, 7, 15);
  lanes_store(four, __builtin_shufflevector(low01, low23, 0, 1, 8, 9, 4, 5, 12, 13));
  lanes_store(four + 8, __builtin_shufflevector(low01, low23, 2, 3, 10, 11, 6, 7, 14, 15));
  lanes_store(four + 16, __builtin_shufflevector(high01, high23, 0, 1, 8, 9, 4, 5, 12, 13));
  lanes_store(four + 24, __builtin_shufflevector(high01, high23, 2, 3, 10, 11, 6, 7, 14, 15));
#else
  lanes r0 = lanes_load_four(p + at[0]), r1 = lanes_load_four(p + at[1]);
  lanes r2 = lanes_load_four(p + at[2]), r3 = lanes_load_four(p + at[3]);
  lanes low01 = __builtin_shufflevector(r0, r1, LANES_LOW), low23 = __builtin_shufflevector(r2, r3, LANES_LOW);
  lanes high01 = __builtin_shufflevector(r0, r1, LANES_HIGH), high23 = __builtin_shufflevector(r2, r3, LANES_HIGH);
  lanes_store(four, __builtin_shufflevector(low01, low23, 0, 1, 4, 5));
  lanes_store(four + 4, __builtin_shufflevector(low01, low23, 2, 3, 6, 7));
  lanes_store(four + 8, __builtin_shufflevector(high01, high23, 0, 1, 4, 5));
  lanes_store(four + 12, __builtin_shufflevector(high01, high23, 2, 3, 6, 7));
#endif
}

/// The eight numbers of the rows that begin at places `at`, one vector after the other: what is not used is not loaded. Half of the
/// time of gathers on V3.
LANES_INLINE void lanes_pick_rows(const float *rows, const uint32_t *at, float *eight) {
  // The highest powers first: they are needed first.
  lanes_transpose_rows(rows, 4, at, eight + 4 * LANES_N);
  lanes_transpose_rows(rows, 0, at, eight);
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

// Numbers `i` and `i + 1` of a table in memory, side by side, for the first and for the second half of the lanes: a load for two
// numbers, where gathers take two.

#if LANES_N == 16
typedef double lanes_wide __attribute__((ext_vector_type(8)));
LANES_INLINE lanes lanes_gather_first_pairs(const float *p, lanes_int i) {
  return (lanes)__builtin_ia32_gathersiv8df(
      (lanes_wide)0.0, p, __builtin_shufflevector(i, i, 0, 1, 2, 3, 4, 5, 6, 7), (uint8_t)0xff, 4);
}
LANES_INLINE lanes lanes_gather_last_pairs(const float *p, lanes_int i) {
  return (lanes)__builtin_ia32_gathersiv8df(
      (lanes_wide)0.0, p, __builtin_shufflevector(i, i, 8, 9, 10, 11, 12, 13, 14, 15), (uint8_t)0xff, 4);
}
#elif LANES_N == 8
typedef double lanes_wide __attribute__((ext_vector_type(4)));
typedef int64_t lanes_wide_int __attribute__((ext_vector_type(4)));
LANES_INLINE lanes lanes_gather_first_pairs(const float *p, lanes_int i) {
  return (lanes)__builtin_ia32_gatherd_pd256(
      (lanes_wide)0.0, (const double *)p, __builtin_shufflevector(i, i, 0, 1, 2, 3), (lanes_wide)(lanes_wide_int)-1, 4);
}
LANES_INLINE lanes lanes_gather_last_pairs(const float *p, lanes_int i) {
  return (lanes)__builtin_ia32_gatherd_pd256(
      (lanes_wide)0.0, (const double *)p, __builtin_shufflevector(i, i, 4, 5, 6, 7), (lanes_wide)(lanes_wide_int)-1, 4);
}
#else
LANES_INLINE lanes lanes_gather_first_pairs(const float *p, lanes_int i) {
  return (lanes){p[i[0]], p[i[0] + 1], p[i[1]], p[i[1] + 1]};
}
LANES_INLINE lanes lanes_gather_last_pairs(const float *p, lanes_int i) {
  return (lanes){p[i[2]], p[i[2] + 1], p[i[3]], p[i[3] + 1]};
}
#endif

#if LANES_N == 8
typedef float lanes_two __attribute__((ext_vector_type(2)));
LANES_INLINE lanes_four lanes_load_twos(const char *a, const char *b) {
  lanes_two v, w;
  __builtin_memcpy(&v, a, sizeof v);
  __builtin_memcpy(&w, b, sizeof w);
  return __builtin_shufflevector(v, w, 0, 1, 2, 3);
}
/// Numbers `i` and `i + 1` of a table in memory, in every lane, one vector after the other: by loads, of which four take less time
/// than a gather of four.
LANES_INLINE void lanes_twos(const float *table, lanes_int i, float *two) {
  uint32_t at[LANES_N];
  lanes_int places = i << 2;
  __builtin_memcpy(at, &places, sizeof at);
  __asm__("" : "+m"(at));
  const char *p = (const char *)table;
  lanes a = lanes_undivided(__builtin_shufflevector(
      lanes_load_twos(p + at[0], p + at[1]), lanes_load_twos(p + at[4], p + at[5]), 0, 1, 2, 3, 4, 5, 6, 7));
  lanes b = lanes_undivided(__builtin_shufflevector(
      lanes_load_twos(p + at[2], p + at[3]), lanes_load_twos(p + at[6], p + at[7]), 0, 1, 2, 3, 4, 5, 6, 7));
  lanes_store(two, __builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14));
  lanes_store(two + 8, __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15));
}
#endif

// MARK: The bits of a number as a place in a table.

/// The exponent and the leading bits of the mantissa, as an integer.
LANES_INLINE lanes_int lanes_slot(lanes u, int shift) { return (lanes_int)((lanes_int)u >> (lanes_int)shift); }
/// The exponent of a number above 0 that is not denormal, and its mantissa in 1..<2.
LANES_INLINE lanes lanes_exponent(lanes u) {
#if LANES_N == 16
  return (lanes)__builtin_ia32_getexpps512_mask(u, u, (uint16_t)0xffff, 4);
#else
  return __builtin_convertvector(lanes_slot(u, 23) - 127, lanes);
#endif
}
/// What the slot left of the mantissa, as a number in 1..<2.
LANES_INLINE lanes lanes_rest(lanes u, int shift) {
  lanes_int mask = (lanes_int)((1 << shift) - 1);
  return (lanes)(((lanes_int)u & mask) | 0x3f800000);
}
LANES_INLINE lanes lanes_mantissa(lanes u) {
#if LANES_N == 16
  return (lanes)__builtin_ia32_getmantps512_mask(u, 0, u, (uint16_t)0xffff, 4);
#else
  return lanes_rest(u, 23);
#endif
}

#endif
