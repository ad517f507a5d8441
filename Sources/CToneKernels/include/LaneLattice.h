#ifndef LANE_LATTICE_H
#define LANE_LATTICE_H

#include "LaneFused.h"

// Entries of four floats; each takes one load, regardless of the number of lanes.

typedef float lanes_entry __attribute__((ext_vector_type(4)));

LANES_INLINE lanes_entry lanes_load_entry(const char *p) {
  lanes_entry v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

#if LANES_N == 16
typedef float lanes_two_entries __attribute__((ext_vector_type(8)));
/// Lane `k` of every group of four, repeated four times.
#define LANES_REPEATED(w, k) \
  __builtin_shufflevector(w, w, k, k, k, k, 4 + k, 4 + k, 4 + k, 4 + k, 8 + k, 8 + k, 8 + k, 8 + k, 12 + k, 12 + k, 12 + k, 12 + k)
#define LANES_PAIRED_LOW 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29
#define LANES_PAIRED_HIGH 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31
#define LANES_JOINED_LOW 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29
#define LANES_JOINED_HIGH 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31
#elif LANES_N == 8
#define LANES_REPEATED(w, k) __builtin_shufflevector(w, w, k, k, k, k, 4 + k, 4 + k, 4 + k, 4 + k)
#define LANES_PAIRED_LOW 0, 8, 1, 9, 4, 12, 5, 13
#define LANES_PAIRED_HIGH 2, 10, 3, 11, 6, 14, 7, 15
#define LANES_JOINED_LOW 0, 1, 8, 9, 4, 5, 12, 13
#define LANES_JOINED_HIGH 2, 3, 10, 11, 6, 7, 14, 15
#else
#define LANES_REPEATED(w, k) __builtin_shufflevector(w, w, k, k, k, k)
#define LANES_PAIRED_LOW 0, 4, 1, 5
#define LANES_PAIRED_HIGH 2, 6, 3, 7
#define LANES_JOINED_LOW 0, 1, 4, 5
#define LANES_JOINED_HIGH 2, 3, 6, 7
#endif

/// The entries at the offsets in the first lane of every group of four, side by side; `at` is in bytes.
LANES_INLINE lanes lanes_entries(const char *table, const uint32_t *at) {
#if LANES_N == 16
  lanes_two_entries low = __builtin_shufflevector(
      lanes_load_entry(table + at[0]), lanes_load_entry(table + at[4]), 0, 1, 2, 3, 4, 5, 6, 7);
  lanes_two_entries high = __builtin_shufflevector(
      lanes_load_entry(table + at[8]), lanes_load_entry(table + at[12]), 0, 1, 2, 3, 4, 5, 6, 7);
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#elif LANES_N == 8
  return __builtin_shufflevector(
      lanes_load_entry(table + at[0]), lanes_load_entry(table + at[4]), 0, 1, 2, 3, 4, 5, 6, 7);
#else
  return lanes_load_entry(table + at[0]);
#endif
}

/// Stores the first three numbers of every entry in three rows, `stride` floats apart, plus `added`. `a` has the entries of every fourth lane from
/// the first on, `b` those from the second on, and so forth.
LANES_INLINE void lanes_store_entries(lanes a, lanes b, lanes c, lanes d, const float *added, float *to, long stride) {
  lanes low_ab = __builtin_shufflevector(a, b, LANES_PAIRED_LOW), low_cd = __builtin_shufflevector(c, d, LANES_PAIRED_LOW);
  lanes high_ab = __builtin_shufflevector(a, b, LANES_PAIRED_HIGH),
        high_cd = __builtin_shufflevector(c, d, LANES_PAIRED_HIGH);
  lanes_store(to, __builtin_shufflevector(low_ab, low_cd, LANES_JOINED_LOW) + (lanes)added[0]);
  lanes_store(to + stride, __builtin_shufflevector(low_ab, low_cd, LANES_JOINED_HIGH) + (lanes)added[1]);
  lanes_store(to + 2 * stride, __builtin_shufflevector(high_ab, high_cd, LANES_JOINED_LOW) + (lanes)added[2]);
}

// The lookup positions of a vector of colors: four vectors of offsets, in bytes, and four of weights. They are computed for many colors before the
// entries of any are loaded, so that the processor does not wait for the entire latency from a color to its entries.

/// Stores the offsets of entries number `i`.
LANES_INLINE void lanes_store_offsets(float *place, lanes_int i) { lanes_store(place, (lanes)(i << 4)); }
/// Forces stores to memory, so that offsets are loaded from there and not extracted from vectors.
LANES_INLINE void lanes_settle(void) { __asm__ volatile("" ::: "memory"); }

/// The weighted sum of the four entries at `place`, added in their order, plus `added`; see `lanes_store_entries`.
LANES_INLINE void lanes_interpolate(
    const float *entries, const float *place, const float *added, float *to, long stride) {
  const char *table = (const char *)entries;
  const uint32_t *at = (const uint32_t *)place;
  lanes w0 = lanes_load(place + 4 * LANES_N), w1 = lanes_load(place + 5 * LANES_N);
  lanes w2 = lanes_load(place + 6 * LANES_N), w3 = lanes_load(place + 7 * LANES_N);
#define LANES_SUM(k)                                                                                            \
  lanes_fma(lanes_entries(table, at + 3 * LANES_N + k), LANES_REPEATED(w3, k),                                  \
      lanes_fma(lanes_entries(table, at + 2 * LANES_N + k), LANES_REPEATED(w2, k),                              \
          lanes_fma(lanes_entries(table, at + LANES_N + k), LANES_REPEATED(w1, k),                              \
              lanes_entries(table, at + k) * LANES_REPEATED(w0, k))))
  lanes a = LANES_SUM(0), b = LANES_SUM(1), c = LANES_SUM(2), d = LANES_SUM(3);
#undef LANES_SUM
  lanes_store_entries(a, b, c, d, added, to, stride);
}

/// The trilinear interpolation, with the fractions at `place`, in the cell whose lowest entry is the first at `place`, plus `added`; `row` and
/// `layer` are the distances, in entries, to the next one along the second and the third argument. See `lanes_store_entries`.
LANES_INLINE void lanes_interpolate_cell(
    const float *entries, const float *place, long row, long layer, const float *added, float *to, long stride) {
  const char *near = (const char *)entries, *far = near + 16 * layer;
  const uint32_t *at = (const uint32_t *)place;
  lanes x = lanes_load(place + 4 * LANES_N), y = lanes_load(place + 5 * LANES_N), z = lanes_load(place + 6 * LANES_N);
#define LANES_EDGE_OF(table, k) \
  lanes_mixed(lanes_entries(table, at + k), lanes_entries(table + 16, at + k), LANES_REPEATED(x, k))
#define LANES_FACE(table, k) \
  lanes_mixed(LANES_EDGE_OF(table, k), LANES_EDGE_OF(table + 16 * row, k), LANES_REPEATED(y, k))
#define LANES_CELL(k) lanes_mixed(LANES_FACE(near, k), LANES_FACE(far, k), LANES_REPEATED(z, k))
  lanes a = LANES_CELL(0), b = LANES_CELL(1), c = LANES_CELL(2), d = LANES_CELL(3);
#undef LANES_CELL
#undef LANES_FACE
#undef LANES_EDGE_OF
  lanes_store_entries(a, b, c, d, added, to, stride);
}

#endif
