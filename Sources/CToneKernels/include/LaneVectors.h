#ifndef LANE_VECTORS_H
#define LANE_VECTORS_H

// Operations on vectors of `LANES_N` numbers that Swift cannot express, each one instruction or a handful, always inlined; the including target's
// instruction set determines the width. The code is clang's portable vector code, except where that offers nothing: permutations by a vector and
// chosen lanes use each set's own builtins, and a hint to the compiler is an empty `asm`.

#include <stdint.h>

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define LANES_N 16
#elif defined(__AVX2__)
#define LANES_N 8
#else
#define LANES_N 4
#endif

#define LANES_INLINE static inline __attribute__((always_inline, nodebug, unused))

typedef float lanes __attribute__((ext_vector_type(LANES_N)));
typedef int32_t lanes_int __attribute__((ext_vector_type(LANES_N)));
typedef uint8_t lanes_u8 __attribute__((ext_vector_type(LANES_N)));
typedef uint16_t lanes_u16 __attribute__((ext_vector_type(LANES_N)));

// Products and sums are computed as written, so every set gives the same bits.
#pragma clang fp contract(off)

/// Ends the process, like a failed precondition.
LANES_INLINE _Noreturn void lanes_trap(void) { __builtin_trap(); }

LANES_INLINE lanes lanes_load(const float *p) {
  lanes v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
LANES_INLINE void lanes_store(float *p, lanes v) { __builtin_memcpy(p, &v, sizeof v); }
LANES_INLINE lanes_int lanes_load_integers(const float *p) {
  lanes_int v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
LANES_INLINE void lanes_store_integers(float *p, lanes_int v) { __builtin_memcpy(p, &v, sizeof v); }

/// `a` where it is greater, otherwise `b`; NaN in `a` therefore gives `b`.
LANES_INLINE lanes lanes_max(lanes a, lanes b) { return a > b ? a : b; }
/// `a` where it is less, otherwise `b`; NaN in `a` therefore gives `b`.
LANES_INLINE lanes lanes_min(lanes a, lanes b) { return a < b ? a : b; }
/// Floating-point samples as finite numbers, so that no matrix produces infinity, and NaN from that: 2⁹⁶ for all larger numbers, including +∞; 0 for
/// NaN and for all numbers below −2⁹⁶, including −∞. See `SignalCoding`.
LANES_INLINE lanes lanes_finite(lanes v) {
  const lanes none = {0};
  return v >= none - 0x1p96f ? lanes_min(v, none + 0x1p96f) : none;
}
/// The magnitude.
LANES_INLINE lanes lanes_abs(lanes a) { return (lanes)((lanes_int)a & 0x7fffffff); }
/// `a`, which must not be negative, with the sign of `b`.
LANES_INLINE lanes lanes_signed_as(lanes a, lanes b) {
  return (lanes)((lanes_int)a | ((lanes_int)b & (int32_t)0x80000000));
}
/// The square root.
LANES_INLINE lanes lanes_sqrt(lanes a) { return __builtin_elementwise_sqrt(a); }
/// Sets all bits of a lane where `a ≥ b`; a comparison with NaN is false.
LANES_INLINE lanes_int lanes_ge(lanes a, lanes b) { return a >= b; }
/// `yes` where the mask is set, otherwise `no`.
LANES_INLINE lanes lanes_select(lanes_int mask, lanes yes, lanes no) { return mask != 0 ? yes : no; }
/// `yes` where the mask is set, otherwise `no`.
LANES_INLINE lanes_int lanes_select_integers(lanes_int mask, lanes_int yes, lanes_int no) { return mask != 0 ? yes : no; }
/// The lanes of a mask as bits; the first lane is the lowest bit.
LANES_INLINE unsigned int lanes_bits(lanes_int mask) {
  typedef _Bool lanes_bool __attribute__((ext_vector_type(LANES_N)));
  lanes_bool each = __builtin_convertvector(mask != 0, lanes_bool);
  unsigned int bits = 0;
  __builtin_memcpy(&bits, &each, (LANES_N + 7) / 8);
  return bits & ((1u << LANES_N) - 1);
}
/// Numbers without their fraction, as integers.
LANES_INLINE lanes_int lanes_integers(lanes a) { return __builtin_convertvector(a, lanes_int); }
LANES_INLINE lanes lanes_numbers(lanes_int a) { return __builtin_convertvector(a, lanes); }

#if LANES_N == 16
static const lanes_int lanes_count = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#elif LANES_N == 8
static const lanes_int lanes_count = {0, 1, 2, 3, 4, 5, 6, 7};
#else
static const lanes_int lanes_count = {0, 1, 2, 3};
#endif

// MARK: Samples of pictures.

// Samples may lie at any address. Vectors are copied; single samples are accessed as these types.
typedef uint8_t lanes_any_u8;
typedef uint16_t lanes_any_u16 __attribute__((aligned(1)));
typedef float lanes_any_f32 __attribute__((aligned(1)));

LANES_INLINE lanes lanes_load_u8(const uint8_t *p) {
  lanes_u8 v;
  __builtin_memcpy(&v, p, sizeof v);
  return __builtin_convertvector(v, lanes);
}
LANES_INLINE lanes lanes_load_u16(const uint16_t *p) {
  lanes_u16 v;
  __builtin_memcpy(&v, p, sizeof v);
  return __builtin_convertvector(v, lanes);
}
/// In every lane, lane `i` of `v`; `i` must be in range.
LANES_INLINE lanes lanes_permuted(lanes v, lanes_int i) {
#if LANES_N == 16
  return (lanes)__builtin_ia32_permvarsf512(v, i);
#elif LANES_N == 8
  return (lanes)__builtin_ia32_permvarsf256(v, i);
#else
  return (lanes){v[i[0]], v[i[1]], v[i[2]], v[i[3]]};
#endif
}

// The `edge` forms read sample `step · clamp(i, 0, count − 1)` for every lane's i, and access no sample outside the row.
#define LANES_EDGE(name, type, any, load)                                                   \
  LANES_INLINE lanes name(const type *p, long start, long count, long step) {               \
    if (step == 1 && count >= LANES_N) {                                                    \
      long last = count - LANES_N, base = start < 0 ? 0 : start > last ? last : start;      \
      lanes_int i = lanes_count + (int)(start - base);                                      \
      i = i < 0 ? 0 : i;                                                                    \
      return lanes_permuted(load(p + base), i > LANES_N - 1 ? LANES_N - 1 : i);             \
    }                                                                                       \
    lanes v;                                                                                \
    for (long k = 0; k < LANES_N; k++) {                                                    \
      long i = start + k;                                                                   \
      v[k] = (float)((const any *)p)[step * (i < 0 ? 0 : i >= count ? count - 1 : i)];      \
    }                                                                                       \
    return v;                                                                               \
  }
LANES_EDGE(lanes_edge_u8, uint8_t, lanes_any_u8, lanes_load_u8)
LANES_EDGE(lanes_edge_u16, uint16_t, lanes_any_u16, lanes_load_u16)
LANES_EDGE(lanes_edge_f32, float, lanes_any_f32, lanes_load)

// The `first` forms store only `n` lanes, `step` samples apart.

/// Numbers from 0 to the format's maximum code, without their fraction; 16-bit codes are shifted left.
LANES_INLINE lanes_u8 lanes_codes_u8(lanes v) {
  return __builtin_convertvector(__builtin_convertvector(v, lanes_int), lanes_u8);
}
LANES_INLINE lanes_u16 lanes_codes_u16(lanes v, int shift) {
  return __builtin_convertvector(__builtin_convertvector(v, lanes_int) << (lanes_int)shift, lanes_u16);
}
LANES_INLINE void lanes_store_u8(uint8_t *p, lanes v) {
  lanes_u8 s = lanes_codes_u8(v);
  __builtin_memcpy(p, &s, sizeof s);
}
LANES_INLINE void lanes_store_u16(uint16_t *p, lanes v, int shift) {
  lanes_u16 s = lanes_codes_u16(v, shift);
  __builtin_memcpy(p, &s, sizeof s);
}
LANES_INLINE void lanes_first_u8(uint8_t *p, lanes v, long n, long step) {
  lanes_u8 s = lanes_codes_u8(v);
  for (long k = 0; k < n; k++) p[step * k] = s[k];
}
LANES_INLINE void lanes_first_u16(uint16_t *p, lanes v, long n, long step, int shift) {
  lanes_u16 s = lanes_codes_u16(v, shift);
  for (long k = 0; k < n; k++) ((lanes_any_u16 *)p)[step * k] = s[k];
}
/// The number unchanged. Every NaN becomes the same NaN, because the bits of a computed NaN depend on the instruction set.
LANES_INLINE lanes lanes_codes_f32(lanes v) { return v == v ? v : (lanes)__builtin_nanf(""); }
LANES_INLINE void lanes_store_f32(float *p, lanes v) { lanes_store(p, lanes_codes_f32(v)); }
LANES_INLINE void lanes_first_f32(float *p, lanes v, long n, long step) {
  lanes s = lanes_codes_f32(v);
  for (long k = 0; k < n; k++) ((lanes_any_f32 *)p)[step * k] = s[k];
}

/// A mask of the lanes whose bits are set.
LANES_INLINE lanes_int lanes_mask(unsigned int bits) {
  return ((lanes_int)(int)bits & ((lanes_int)1 << lanes_count)) != 0;
}

// MARK: Neighbors.

#if LANES_N == 16
#define LANES_LOW 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define LANES_HIGH 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#define LANES_EVEN 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define LANES_ODD 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define LANES_DELAYED 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
#define LANES_ADVANCED 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
#elif LANES_N == 8
#define LANES_LOW 0, 8, 1, 9, 2, 10, 3, 11
#define LANES_HIGH 4, 12, 5, 13, 6, 14, 7, 15
#define LANES_EVEN 0, 2, 4, 6, 8, 10, 12, 14
#define LANES_ODD 1, 3, 5, 7, 9, 11, 13, 15
#define LANES_DELAYED 7, 8, 9, 10, 11, 12, 13, 14
#define LANES_ADVANCED 1, 2, 3, 4, 5, 6, 7, 8
#else
#define LANES_LOW 0, 4, 1, 5
#define LANES_HIGH 2, 6, 3, 7
#define LANES_EVEN 0, 2, 4, 6
#define LANES_ODD 1, 3, 5, 7
#define LANES_DELAYED 3, 4, 5, 6
#define LANES_ADVANCED 1, 2, 3, 4
#endif

/// The same vector, hidden from the compiler, which otherwise splits a computation whose result is used in halves, and merges shuffles into worse
/// ones.
LANES_INLINE lanes lanes_undivided(lanes v) {
#if LANES_N == 16
  __asm__("" : "+v"(v));
#elif LANES_N == 8
  __asm__("" : "+x"(v));
#endif
  return v;
}
/// The first half of a₀ b₀ a₁ b₁ ….
LANES_INLINE lanes lanes_zip_low(lanes a, lanes b) { return __builtin_shufflevector(a, b, LANES_LOW); }
/// The second half of a₀ b₀ a₁ b₁ ….
LANES_INLINE lanes lanes_zip_high(lanes a, lanes b) { return __builtin_shufflevector(a, b, LANES_HIGH); }
/// Every second number of `a` then `b`, from the first.
LANES_INLINE lanes lanes_evens(lanes a, lanes b) { return __builtin_shufflevector(a, b, LANES_EVEN); }
/// The last of `before`, then all of `a` but its last.
LANES_INLINE lanes lanes_delayed(lanes before, lanes a) { return __builtin_shufflevector(before, a, LANES_DELAYED); }
/// Every second number of `a` then `b`, from the second.
LANES_INLINE lanes lanes_odds(lanes a, lanes b) { return __builtin_shufflevector(a, b, LANES_ODD); }


LANES_INLINE void lanes_prefetch(const void *p) { __builtin_prefetch(p); }
/// Transposes a square of `LANES_N` rows that are `from` floats apart to columns that are `to` floats apart; both may be the same square.
LANES_INLINE void lanes_turn(const float *rows, long from, float *columns, long to) {
  lanes v[LANES_N], w[LANES_N];
  for (int i = 0; i < LANES_N; i++) v[i] = lanes_load(rows + i * from);
  for (int size = 1; size < LANES_N; size *= 2) {
    for (int i = 0; i < LANES_N / 2; i++) {
      w[2 * i] = lanes_zip_low(v[i], v[i + LANES_N / 2]);
      w[2 * i + 1] = lanes_zip_high(v[i], v[i + LANES_N / 2]);
    }
    for (int i = 0; i < LANES_N; i++) v[i] = w[i];
  }
  for (int i = 0; i < LANES_N; i++) lanes_store(columns + i * to, v[i]);
}

#endif
