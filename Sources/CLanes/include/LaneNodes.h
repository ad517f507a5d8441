#ifndef LANE_NODES_H
#define LANE_NODES_H

#include "LaneLattice.h"

// The lattice of the gamut map, looked up in exact integers: sums do not depend on their order, so no instruction set gives other bits.

// Nodes of 16 bytes, and the distances from a node to the next along q and p, and from a face to the next, in bytes.
#define LANES_NODE 16
#define LANES_NODE_ROW (LANES_LEVELS * LANES_NODE)
#define LANES_NODE_COLUMN (LANES_PLACES * LANES_NODE_ROW)
#define LANES_NODE_FACE (LANES_PLACES * LANES_NODE_COLUMN)

typedef int32_t lanes_node __attribute__((ext_vector_type(4)));
typedef int16_t lanes_shorts __attribute__((ext_vector_type(2 * LANES_N)));

LANES_INLINE lanes_node lanes_load_node(const char *p) {
  lanes_node v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

/// For every 32 bits, the product of the low halves plus the product of the high halves.
LANES_INLINE lanes_int lanes_products(lanes_int a, lanes_int b) {
#if LANES_N == 16
  typedef int16_t shorts __attribute__((vector_size(64)));
  return (lanes_int)__builtin_ia32_pmaddwd512((shorts)a, (shorts)b);
#elif LANES_N == 8
  typedef int16_t shorts __attribute__((vector_size(32)));
  return (lanes_int)__builtin_ia32_pmaddwd256((shorts)a, (shorts)b);
#elif defined(__x86_64__)
  typedef int16_t shorts __attribute__((vector_size(16)));
  return (lanes_int)__builtin_ia32_pmaddwd128((shorts)a, (shorts)b);
#else
  return ((a << 16) >> 16) * ((b << 16) >> 16) + (a >> 16) * (b >> 16);
#endif
}

/// Where a vector of colors is looked up: what `lanes_find_places` leaves for `lanes_look_up`.
///
/// First the offsets of the first two corners, in bytes: pairs for the lanes 0, 1, 4, 5, 8 …, then for 2, 3, 6, 7, 10 …. Then the weights of the three
/// corners, in units of 2⁻¹⁴, in the high halves; in the low halves their parts for the step to the next level.
typedef struct {
  uint64_t at[LANES_N];
  lanes_int weights[3];
} lanes_places;

/// Steps 2 to 4 of `GamutMaps.PerceptualLattice`, as far as the weights.
///
/// - `u`, `v`: 1/16 + 15/16 of the two ratios, at most 1 but for rounding.
/// - `face`: the offset of the face's first node, in bytes.
/// - `level`: the level in units of 2⁻¹⁶.
/// - `place`: where the `lanes_places` go.
LANES_INLINE void lanes_find_places(lanes u, lanes v, lanes_int face, lanes_int level, float *place) {
  lanes_places *places = (lanes_places *)place;
  // Four cells an octave: the bits of the exponent and the first two of the mantissa. The fractions are rounded to units of 2⁻¹⁴.
  lanes_int i = (lanes_int)u, j = (lanes_int)v, zero = {0};
  lanes_int f = ((i & 0x1fffff) + 64) >> 7, g = ((j & 0x1fffff) + 64) >> 7;
  const int cells = (int)0xffe00000, start = ((127 - 4) << 2) * (LANES_NODE_COLUMN + LANES_NODE_ROW);
  // A cell's number is 32 times as large in the high half.
  lanes_int across = lanes_products(i & cells, zero + (LANES_NODE_COLUMN / 32 << 16)) +
      lanes_products(j & cells, zero + (LANES_NODE_ROW / 32 << 16));
  lanes_int first = face - start + across + lanes_products(level, zero + (LANES_NODE << 16));
  lanes_int second = first + (g > f ? zero + LANES_NODE_ROW : zero + LANES_NODE_COLUMN);
  lanes low = __builtin_shufflevector((lanes)first, (lanes)second, LANES_PAIRED_LOW);
  lanes high = __builtin_shufflevector((lanes)first, (lanes)second, LANES_PAIRED_HIGH);
  __builtin_memcpy(places->at, &low, sizeof low);
  __builtin_memcpy(places->at + LANES_N / 2, &high, sizeof high);
  lanes_int more = f > g ? f : g, less = f > g ? g : f;
  lanes_int weights[3] = {16384 - more, more - less, less};
  // A weight times the fraction along the levels, in units of 2⁻¹⁵, and a half; the sum's first bits are the rounded product.
  lanes_int along = ((level >> 1) & 0x7fff) | 0x10000;
  for (int k = 0; k < 3; k++)
    places->weights[k] = (weights[k] << 16) | (lanes_products(weights[k] | 0x40000000, along) >> 15);
}
_Static_assert(LANES_NODE_COLUMN % 32 == 0 && LANES_NODE_ROW % 32 == 0 && LANES_NODE_COLUMN / 32 < 32768, "factors of 16 bits");

/// The nodes at the offsets of one lane of every group of four, side by side; `at` has them in the low or the high halves of every second pair.
#if LANES_N == 16
#define LANES_NODES(nodes, half)                                                                                       \
  __builtin_shufflevector(                                                                                             \
      __builtin_shufflevector(lanes_load_node(nodes + half(at[0])), lanes_load_node(nodes + half(at[2])), 0, 1, 2, 3, 4, 5, 6, 7),  \
      __builtin_shufflevector(lanes_load_node(nodes + half(at[4])), lanes_load_node(nodes + half(at[6])), 0, 1, 2, 3, 4, 5, 6, 7),  \
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#elif LANES_N == 8
#define LANES_NODES(nodes, half) \
  __builtin_shufflevector(lanes_load_node(nodes + half(at[0])), lanes_load_node(nodes + half(at[2])), 0, 1, 2, 3, 4, 5, 6, 7)
#else
#define LANES_NODES(nodes, half) lanes_load_node(nodes + half(at[0]))
#endif
#define LANES_FIRST(pair) ((uint32_t)(pair))
#define LANES_SECOND(pair) ((pair) >> 32)

/// The sums of the three corners' components, for lane `k` of every group of four.
LANES_INLINE lanes lanes_node_sum(const char *nodes, const uint64_t *at, lanes w0, lanes w1, lanes w2) {
  const char *last = nodes + LANES_NODE_COLUMN + LANES_NODE_ROW;
  return lanes_undivided((lanes)(lanes_products((lanes_int)LANES_NODES(nodes, LANES_FIRST), (lanes_int)w0) +
      lanes_products((lanes_int)LANES_NODES(nodes, LANES_SECOND), (lanes_int)w1) +
      lanes_products((lanes_int)LANES_NODES(last, LANES_FIRST), (lanes_int)w2)));
}
#undef LANES_NODES
#undef LANES_FIRST
#undef LANES_SECOND

/// The rest of step 4, but for the factor M: the moves of red, green and blue in units of 2⁻²⁸, as three vectors.
LANES_INLINE void lanes_look_up(const int16_t *nodes, const float *place, float *three) {
  const lanes_places *places = (const lanes_places *)place;
  const char *p = (const char *)nodes;
  lanes w0 = (lanes)places->weights[0], w1 = (lanes)places->weights[1], w2 = (lanes)places->weights[2];
#define LANES_SUM(k)                                                                                     \
  lanes_node_sum(p, places->at + ((k) >> 1) * (LANES_N / 2) + ((k) & 1), LANES_REPEATED(w0, k), LANES_REPEATED(w1, k), \
      LANES_REPEATED(w2, k))
  lanes a = LANES_SUM(0), b = LANES_SUM(1), c = LANES_SUM(2), d = LANES_SUM(3);
#undef LANES_SUM
  lanes low_ab = __builtin_shufflevector(a, b, LANES_PAIRED_LOW), low_cd = __builtin_shufflevector(c, d, LANES_PAIRED_LOW);
  lanes high_ab = __builtin_shufflevector(a, b, LANES_PAIRED_HIGH), high_cd = __builtin_shufflevector(c, d, LANES_PAIRED_HIGH);
  lanes_store(three, lanes_numbers((lanes_int)__builtin_shufflevector(low_ab, low_cd, LANES_JOINED_LOW)));
  lanes_store(three + LANES_N, lanes_numbers((lanes_int)__builtin_shufflevector(low_ab, low_cd, LANES_JOINED_HIGH)));
  lanes_store(three + 2 * LANES_N, lanes_numbers((lanes_int)__builtin_shufflevector(high_ab, high_cd, LANES_JOINED_LOW)));
}

/// The bits of numbers above 0, as integers: 2²³ for each octave.
LANES_INLINE lanes_int lanes_octaves(lanes a) { return (lanes_int)a; }

#endif
