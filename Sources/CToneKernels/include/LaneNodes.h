#ifndef LANE_NODES_H
#define LANE_NODES_H

#include "LaneLattice.h"

// The lattice of the gamut map, looked up in exact integers: sums do not depend on their order, so all instruction sets give the same bits.

// Pairs of nodes of 16 bytes each, and the distances from a pair to the next along q and p, and from a face to the next, in bytes.
#define LANES_PAIR 32
#define LANES_NODE_ROW (LANES_LEVELS * LANES_PAIR)
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

/// For every 16 bits, a · b · 2⁻¹⁵, rounded; neither may be negative.
LANES_INLINE lanes_shorts lanes_rounded_products(lanes_shorts a, lanes_shorts b) {
#if LANES_N == 16
  typedef int16_t shorts __attribute__((vector_size(64)));
  return (lanes_shorts)__builtin_ia32_pmulhrsw512((shorts)a, (shorts)b);
#elif LANES_N == 8
  typedef int16_t shorts __attribute__((vector_size(32)));
  return (lanes_shorts)__builtin_ia32_pmulhrsw256((shorts)a, (shorts)b);
#else
  lanes_int c = (lanes_int)a, d = (lanes_int)b;
  lanes_int low = (lanes_products(c & 0xffff, d) + (1 << 14)) >> 15, high = (lanes_products(c & ~0xffff, d) + (1 << 14)) >> 15;
  return (lanes_shorts)(low | high << 16);
#endif
}

// Groups of four lanes, interleaved from two vectors: the even groups and the odd groups; and for the products of such vectors, the groups already in
// the right position, and the others.
#if LANES_N == 16
#define LANES_EVEN_GROUPS 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27
#define LANES_ODD_GROUPS 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31
#define LANES_OUTER_GROUPS 0, 1, 2, 3, 20, 21, 22, 23, 8, 9, 10, 11, 28, 29, 30, 31
#define LANES_INNER_GROUPS 4, 5, 6, 7, 16, 17, 18, 19, 12, 13, 14, 15, 24, 25, 26, 27
#elif LANES_N == 8
#define LANES_EVEN_GROUPS 0, 1, 2, 3, 8, 9, 10, 11
#define LANES_ODD_GROUPS 4, 5, 6, 7, 12, 13, 14, 15
#define LANES_OUTER_GROUPS 0, 1, 2, 3, 12, 13, 14, 15
#define LANES_INNER_GROUPS 4, 5, 6, 7, 8, 9, 10, 11
#endif

/// The lookup positions of a vector of colors: the output of `lanes_find_places` and the input of `lanes_look_up`.
///
/// First the offsets of the pair with the first and the last corner, and of the pair that starts with the second, in bytes: for the lanes 0, 1, 4, 5,
/// 8 …, then for 2, 3, 6, 7, 10 …. Then the weights, in units of 2⁻¹⁴ in the high halves; in the low halves their products with the fraction of the
/// step to the next level. Last, a mask of the lanes whose corners differ from those of lane 0, which is 0 where pictures are smooth.
typedef struct {
  uint64_t at[LANES_N];
  lanes_int first, second, last;
  uint32_t differing;
} lanes_places;
_Static_assert(__builtin_offsetof(lanes_places, differing) == 5 * LANES_N * sizeof(float), "the rows of Gamut.swift");

/// Steps 2 to 4 of `GamutMaps.PerceptualLattice`, up to the weights.
///
/// - `u`, `v`: 1/16 + 15/16 of the two ratios, at most 1 except for rounding.
/// - `face`: the offset of the face's first node, in bytes.
/// - `level`: the level in units of 2⁻¹⁶.
/// - `place`: the address of the resulting `lanes_places`.
LANES_INLINE void lanes_find_places(lanes u, lanes v, lanes_int face, lanes_int level, float *place) {
  lanes_places *places = (lanes_places *)place;
  // Four cells an octave: the bits of the exponent and the first two of the mantissa. The fractions are rounded to units of 2⁻¹⁴.
  lanes_int i = (lanes_int)u, j = (lanes_int)v, zero = {0};
  lanes_int f = ((i & 0x1fffff) + 64) >> 7, g = ((j & 0x1fffff) + 64) >> 7;
  const int cells = (int)0xffe00000, start = ((127 - 4) << 2) * (LANES_NODE_COLUMN + LANES_NODE_ROW);
  // A cell's number is 32 times as large in the high half.
  lanes_int across = lanes_products(i & cells, zero + (LANES_NODE_COLUMN / 32 << 16)) +
      lanes_products(j & cells, zero + (LANES_NODE_ROW / 32 << 16));
  lanes_int first = face - start + across + lanes_products(level, zero + (LANES_PAIR << 16));
  lanes_int second = first + (g > f ? zero + LANES_NODE_ROW : zero + LANES_NODE_COLUMN);
  lanes low = __builtin_shufflevector((lanes)first, (lanes)second, LANES_PAIRED_LOW);
  lanes high = __builtin_shufflevector((lanes)first, (lanes)second, LANES_PAIRED_HIGH);
  __builtin_memcpy(places->at, &low, sizeof low);
  __builtin_memcpy(places->at + LANES_N / 2, &high, sizeof high);
  // Both halves of a lane are equal. Multiplied by 1 − 2⁻¹⁵, a weight is rounded to itself.
  lanes_shorts both = (lanes_shorts)(f | f << 16), other = (lanes_shorts)(g | g << 16);
  lanes_shorts more = both > other ? both : other, less = both > other ? other : both;
  lanes_shorts along = (lanes_shorts)(((level >> 1) & 0x7fff) | 0x7fff0000);
  places->first = (lanes_int)lanes_rounded_products(16384 - more, along);
  places->second = (lanes_int)lanes_rounded_products(more - less, along);
  places->last = (lanes_int)lanes_rounded_products(less, along);
  places->differing = lanes_bits((first ^ (zero + first[0])) | (second ^ (zero + second[0])));
}
_Static_assert(LANES_NODE_COLUMN % 32 == 0 && LANES_NODE_ROW % 32 == 0 && LANES_NODE_COLUMN / 32 < 32768, "factors of 16 bits");

#define LANES_FIRST(pair) ((uint32_t)(pair))
#define LANES_SECOND(pair) ((pair) >> 32)
typedef int32_t lanes_node_pair __attribute__((ext_vector_type(8)));

LANES_INLINE lanes_node_pair lanes_load_node_pair(const char *p) {
  lanes_node_pair v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

/// The second corners of one lane of every group of four, side by side; `at` has their offsets in every second pair.
LANES_INLINE lanes_int lanes_second_nodes(const char *nodes, const uint64_t *at) {
#if LANES_N == 16
  lanes_node_pair low = __builtin_shufflevector(
      lanes_load_node(nodes + LANES_SECOND(at[0])), lanes_load_node(nodes + LANES_SECOND(at[2])), 0, 1, 2, 3, 4, 5, 6, 7);
  lanes_node_pair high = __builtin_shufflevector(
      lanes_load_node(nodes + LANES_SECOND(at[4])), lanes_load_node(nodes + LANES_SECOND(at[6])), 0, 1, 2, 3, 4, 5, 6, 7);
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#elif LANES_N == 8
  return __builtin_shufflevector(
      lanes_load_node(nodes + LANES_SECOND(at[0])), lanes_load_node(nodes + LANES_SECOND(at[2])), 0, 1, 2, 3, 4, 5, 6, 7);
#else
  return lanes_load_node(nodes + LANES_SECOND(at[0]));
#endif
}

/// The sums of the first and last corners' components for one lane of every group of four.
LANES_INLINE lanes_int lanes_outer_sum(const char *nodes, const uint64_t *at, lanes_int even, lanes_int odd) {
#if LANES_N == 16
  even = lanes_products(even, __builtin_shufflevector(lanes_load_node_pair(nodes + LANES_FIRST(at[0])),
      lanes_load_node_pair(nodes + LANES_FIRST(at[4])), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
  odd = lanes_products(odd, __builtin_shufflevector(lanes_load_node_pair(nodes + LANES_FIRST(at[2])),
      lanes_load_node_pair(nodes + LANES_FIRST(at[6])), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
#elif LANES_N == 8
  even = lanes_products(even, lanes_load_node_pair(nodes + LANES_FIRST(at[0])));
  odd = lanes_products(odd, lanes_load_node_pair(nodes + LANES_FIRST(at[2])));
#else
  even = lanes_products(even, lanes_load_node(nodes + LANES_FIRST(at[0])));
  return even + lanes_products(odd, lanes_load_node(nodes + LANES_PAIR / 2 + LANES_FIRST(at[0])));
#endif
#if LANES_N > 4
  return __builtin_shufflevector(even, odd, LANES_OUTER_GROUPS) + __builtin_shufflevector(even, odd, LANES_INNER_GROUPS);
#endif
}

/// Performs `lanes_look_up` where all lanes have the same corners.
LANES_INLINE void lanes_look_up_together(const char *nodes, const lanes_places *places, float *three) {
  const char *pair = nodes + LANES_FIRST(places->at[0]);
  const lanes_node first = lanes_load_node(pair), last = lanes_load_node(pair + LANES_PAIR / 2);
  const lanes_node second = lanes_load_node(nodes + LANES_SECOND(places->at[0]));
  const lanes_int zero = {0};
  for (int k = 0; k < 3; k++) {
    lanes_int sum = lanes_products(zero + first[k], places->first) + lanes_products(zero + second[k], places->second);
    lanes_store(three + k * LANES_N, lanes_numbers(sum + lanes_products(zero + last[k], places->last)));
  }
}

#undef LANES_FIRST
#undef LANES_SECOND

/// The remainder of step 4, except for the factor M: the displacements of red, green and blue in units of 2⁻²⁸, as three vectors.
LANES_INLINE void lanes_look_up(const int16_t *nodes, const float *place, float *three) {
  const lanes_places *places = (const lanes_places *)place;
  const char *p = (const char *)nodes;
  if (places->differing == 0) return lanes_look_up_together(p, places, three);
#if LANES_N > 4
  lanes_int even = __builtin_shufflevector(places->first, places->last, LANES_EVEN_GROUPS);
  lanes_int odd = __builtin_shufflevector(places->first, places->last, LANES_ODD_GROUPS);
#else
  lanes_int even = places->first, odd = places->last;
#endif
#define LANES_WEIGHTS(row, k) (lanes_int) LANES_REPEATED((lanes)row, k)
#define LANES_SUM(k)                                                                                           \
  lanes_undivided((lanes)(lanes_products(LANES_WEIGHTS(places->second, k), lanes_second_nodes(p, LANES_PLACES_OF(k))) + \
      lanes_outer_sum(p, LANES_PLACES_OF(k), LANES_WEIGHTS(even, k), LANES_WEIGHTS(odd, k))))
#define LANES_PLACES_OF(k) (places->at + ((k) >> 1) * (LANES_N / 2) + ((k) & 1))
  lanes a = LANES_SUM(0), b = LANES_SUM(1), c = LANES_SUM(2), d = LANES_SUM(3);
#undef LANES_PLACES_OF
#undef LANES_SUM
#undef LANES_WEIGHTS
  lanes low_ab = __builtin_shufflevector(a, b, LANES_PAIRED_LOW), low_cd = __builtin_shufflevector(c, d, LANES_PAIRED_LOW);
  lanes high_ab = __builtin_shufflevector(a, b, LANES_PAIRED_HIGH), high_cd = __builtin_shufflevector(c, d, LANES_PAIRED_HIGH);
  lanes_store(three, lanes_numbers((lanes_int)__builtin_shufflevector(low_ab, low_cd, LANES_JOINED_LOW)));
  lanes_store(three + LANES_N, lanes_numbers((lanes_int)__builtin_shufflevector(low_ab, low_cd, LANES_JOINED_HIGH)));
  lanes_store(three + 2 * LANES_N, lanes_numbers((lanes_int)__builtin_shufflevector(high_ab, high_cd, LANES_JOINED_LOW)));
}

#endif
