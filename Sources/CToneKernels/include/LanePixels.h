#ifndef LANE_PIXELS_H
#define LANE_PIXELS_H

#include "LaneVectors.h"

// Separates and joins samples that are interleaved by pixel. There is no arithmetic: the bits are the same as sample by sample.

#if LANES_N == 16
#define LANES_EACH(at) \
  at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8), at(9), at(10), at(11), at(12), at(13), at(14), at(15)
#elif LANES_N == 8
#define LANES_EACH(at) at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)
#else
#define LANES_EACH(at) at(0), at(1), at(2), at(3)
#endif

// MARK: Separate.

/// The first and the second samples of `LANES_N` pairs, as halves of words, so that no permutation is needed.
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "This code needs a little-endian CPU: the first sample of a pair must be the lower half of its word."
#endif
LANES_INLINE lanes lanes_firsts_u8(const uint8_t *p) {
  lanes_u16 v;
  __builtin_memcpy(&v, p, sizeof v);
  return __builtin_convertvector(__builtin_convertvector(v, lanes_int) & 0xff, lanes);
}
LANES_INLINE lanes lanes_seconds_u8(const uint8_t *p) {
  lanes_u16 v;
  __builtin_memcpy(&v, p, sizeof v);
  return __builtin_convertvector(__builtin_convertvector(v, lanes_int) >> 8, lanes);
}
LANES_INLINE lanes lanes_firsts_u16(const uint16_t *p) {
  lanes_int v;
  __builtin_memcpy(&v, p, sizeof v);
  return __builtin_convertvector(v & 0xffff, lanes);
}
LANES_INLINE lanes lanes_seconds_u16(const uint16_t *p) {
  lanes_int v;
  __builtin_memcpy(&v, p, sizeof v);
  return __builtin_convertvector((v >> 16) & 0xffff, lanes);
}

/// Every third number of `a`, then `b`, then `c`, starting at number `first`, a constant: 0, 1 or 2.
LANES_INLINE lanes lanes_thirds(lanes a, lanes b, lanes c, int first) {
#define LANES_AB(i, k) (3 * (i) + (k) < 2 * LANES_N ? 3 * (i) + (k) : 0)
#define LANES_ABC(i, k) (3 * (i) + (k) < 2 * LANES_N ? (i) : 3 * (i) + (k) - LANES_N)
#define LANES_AB0(i) LANES_AB(i, 0)
#define LANES_AB1(i) LANES_AB(i, 1)
#define LANES_AB2(i) LANES_AB(i, 2)
#define LANES_ABC0(i) LANES_ABC(i, 0)
#define LANES_ABC1(i) LANES_ABC(i, 1)
#define LANES_ABC2(i) LANES_ABC(i, 2)
  switch (first) {
  case 0:
    return __builtin_shufflevector(
        __builtin_shufflevector(a, b, LANES_EACH(LANES_AB0)), c, LANES_EACH(LANES_ABC0));
  case 1:
    return __builtin_shufflevector(
        __builtin_shufflevector(a, b, LANES_EACH(LANES_AB1)), c, LANES_EACH(LANES_ABC1));
  default:
    return __builtin_shufflevector(
        __builtin_shufflevector(a, b, LANES_EACH(LANES_AB2)), c, LANES_EACH(LANES_ABC2));
  }
}

/// The 10-bit code from bit `shift` of each word on; the words are passed as the bits of floating-point numbers.
LANES_INLINE lanes lanes_extract10(lanes words, int32_t shift) {
  return __builtin_convertvector(((lanes_int)words >> (lanes_int)shift) & 0x3ff, lanes);
}

// MARK: Join.

/// Three codes of 10 bits, already shifted, in words with ones at the top.
LANES_INLINE lanes_int lanes_pack10(lanes_int a, lanes_int b, lanes_int c) { return a | b | c | (int32_t)0xc0000000; }

/// Codes as integers, shifted left.
LANES_INLINE lanes_int lanes_codes(lanes v, int shift) {
  return __builtin_convertvector(v, lanes_int) << (lanes_int)shift;
}
/// `low` in the lower half of each word, `high` in the upper.
LANES_INLINE lanes_int lanes_joined(lanes_int low, lanes_int high) { return low | (high << 16); }
LANES_INLINE void lanes_store_words(uint16_t *p, lanes_int v) { __builtin_memcpy(p, &v, sizeof v); }
LANES_INLINE void lanes_first_words(uint16_t *p, lanes_int v, long n) {
  for (long k = 0; k < n; k++) {
    int32_t word = v[k];
    __builtin_memcpy(p + 2 * k, &word, sizeof word);
  }
}
/// Stores 16-bit codes in one half of words, and preserves the other.
LANES_INLINE void lanes_store_lower(uint16_t *p, lanes_int v) {
  lanes_int words;
  __builtin_memcpy(&words, p, sizeof words);
  lanes_store_words(p, v | (words & (int32_t)0xffff0000));
}
LANES_INLINE void lanes_store_upper(uint16_t *p, lanes_int v) {
  lanes_int words;
  __builtin_memcpy(&words, p, sizeof words);
  lanes_store_words(p, lanes_joined(words & 0xffff, v));
}

/// Stores codes of even and odd columns in the order of columns, or only the first `n` columns.
LANES_INLINE void lanes_store_pairs_u8(uint8_t *p, lanes even, lanes odd) {
  lanes_u16 s = __builtin_convertvector(lanes_codes(even, 0) | (lanes_codes(odd, 0) << 8), lanes_u16);
  __builtin_memcpy(p, &s, sizeof s);
}
LANES_INLINE void lanes_store_pairs_u16(uint16_t *p, lanes even, lanes odd, int shift) {
  lanes_store_words(p, lanes_joined(lanes_codes(even, shift), lanes_codes(odd, shift)));
}
LANES_INLINE void lanes_first_pairs_u8(uint8_t *p, lanes even, lanes odd, long n) {
  lanes_first_u8(p, even, n < 2 * LANES_N ? (n + 1) / 2 : LANES_N, 2);
  lanes_first_u8(p + 1, odd, n < 2 * LANES_N ? n / 2 : LANES_N, 2);
}
LANES_INLINE void lanes_first_pairs_u16(uint16_t *p, lanes even, lanes odd, long n, int shift) {
  lanes_first_u16(p, even, n < 2 * LANES_N ? (n + 1) / 2 : LANES_N, 2, shift);
  lanes_first_u16(p + 1, odd, n < 2 * LANES_N ? n / 2 : LANES_N, 2, shift);
}

/// Stores pixels of four 16-bit samples.
LANES_INLINE void lanes_store_fours(uint16_t *p, lanes_int r, lanes_int g, lanes_int b, lanes_int a) {
  lanes_int rg = lanes_joined(r, g), ba = lanes_joined(b, a);
  lanes_store_words(p, __builtin_shufflevector(rg, ba, LANES_LOW));
  lanes_store_words(p + 2 * LANES_N, __builtin_shufflevector(rg, ba, LANES_HIGH));
}

/// Stores pixels of three 16-bit samples: word 3i of the picture is r and g of pixel 2i, word 3i + 1 is b of pixel 2i and r of pixel
/// 2i + 1, word 3i + 2 is g and b of pixel 2i + 1. The two stores overlap.
LANES_INLINE void lanes_store_threes(uint16_t *p, lanes_int r, lanes_int g, lanes_int b) {
  lanes_int rg = lanes_joined(r, g), gb = lanes_joined(g, b);
  lanes_int br = lanes_joined(b, __builtin_shufflevector(r, r, LANES_ADVANCED));
  // For word w: the lane of its pixel, and the index of its vector among the three.
#define LANES_PIXEL(w) (2 * ((w) / 3) + ((w) % 3 == 2))
#define LANES_TWO(w) ((w) % 3 == 1 ? LANES_N + LANES_PIXEL(w) : LANES_PIXEL(w))
#define LANES_THREE(i, w) ((w) % 3 == 2 ? LANES_N + LANES_PIXEL(w) : (i))
#define LANES_TWO_LOW(i) LANES_TWO(i)
#define LANES_THREE_LOW(i) LANES_THREE(i, i)
#define LANES_TWO_HIGH(i) LANES_TWO((i) + LANES_N / 2)
#define LANES_THREE_HIGH(i) LANES_THREE(i, (i) + LANES_N / 2)
  lanes_store_words(p, __builtin_shufflevector(
      __builtin_shufflevector(rg, br, LANES_EACH(LANES_TWO_LOW)), gb, LANES_EACH(LANES_THREE_LOW)));
  lanes_store_words(p + LANES_N, __builtin_shufflevector(
      __builtin_shufflevector(rg, br, LANES_EACH(LANES_TWO_HIGH)), gb, LANES_EACH(LANES_THREE_HIGH)));
}

#endif
