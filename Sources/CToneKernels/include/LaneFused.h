#ifndef LANE_FUSED_H
#define LANE_FUSED_H

#include "CLaneJobs.h"
#include "LaneVectors.h"

#if !defined(__x86_64__) || defined(__FMA__)
#define LANES_HAVE_FMA

/// `a · b + c`, rounded once.
LANES_INLINE lanes lanes_fma(lanes a, lanes b, lanes c) { return __builtin_elementwise_fma(a, b, c); }

#else

// Without an instruction for it, it is computed in double precision, in two halves of a vector.
//
// The product of two floats is exact in double. The sum with a third float is rounded to double, then again to float. That differs
// from a single rounding only if the first rounding was inexact and ended midway between two floats. Such a sum ends with a one and
// 28 zeros, or, where floats are subnormal, with at least 28 zeros; few other sums do, and most of those are exact. These sums are
// rounded to odd instead: to the one of the two neighboring doubles whose last bit is set, which lies on the same side of the
// midpoint as the exact sum.

typedef float lanes_two __attribute__((ext_vector_type(2)));
typedef double lanes_half __attribute__((ext_vector_type(2)));
typedef int64_t lanes_half_bits __attribute__((ext_vector_type(2)));

LANES_INLINE lanes_half lanes_first_half(lanes a) {
  return __builtin_convertvector(__builtin_shufflevector(a, a, 0, 1), lanes_half);
}
LANES_INLINE lanes_half lanes_last_half(lanes a) {
  return __builtin_convertvector(__builtin_shufflevector(a, a, 2, 3), lanes_half);
}

/// `a + b` rounded to odd, from `sum`, which is rounded to nearest; NaN and infinity are unchanged.
LANES_INLINE lanes_half lanes_odd_sum(lanes_half a, lanes_half b, lanes_half sum) {
  lanes_half part = sum - a;
  lanes_half error = (a - (sum - part)) + (b - part);
  lanes_half_bits inexact = (lanes_half)((lanes_half_bits)error & 0x7fffffffffffffff) > 0;
  lanes_half_bits toward_zero = ((lanes_half_bits)sum ^ (lanes_half_bits)error) < 0;
  return (lanes_half)(((lanes_half_bits)sum + (inexact & toward_zero)) | (inexact & 1));
}

/// The low words of four doubles.
LANES_INLINE lanes_int lanes_low_words(lanes_half a, lanes_half b) {
  return __builtin_shufflevector((lanes_int)a, (lanes_int)b, 0, 2, 4, 6);
}
/// The high words of four doubles: sign, exponent and leading bits of the mantissa.
LANES_INLINE lanes_int lanes_high_words(lanes_half a, lanes_half b) {
  return __builtin_shufflevector((lanes_int)a, (lanes_int)b, 1, 3, 5, 7);
}
LANES_INLINE int lanes_any(lanes_int mask) { return __builtin_ia32_movmskps((lanes)mask) != 0; }

/// `a · b + c`, rounded once.
LANES_INLINE lanes lanes_fma(lanes a, lanes b, lanes c) {
  lanes_half p = lanes_first_half(a) * lanes_first_half(b), q = lanes_last_half(a) * lanes_last_half(b);
  lanes_half x = p + lanes_first_half(c), y = q + lanes_last_half(c);
  if (__builtin_expect(lanes_any(lanes_low_words(x, y) << 4 == 0), 0)) {
    lanes_int midway = lanes_low_words(x, y) << 3 == (int32_t)0x80000000;
    // The sums below 2⁻¹²⁶ that are not 0.
    lanes_int subnormal = lanes_high_words(x, y) * 2 + 0x7fffffff < (int32_t)0xf01fffff;
    if (__builtin_expect(lanes_any(midway | subnormal), 0)) {
      x = lanes_odd_sum(p, lanes_first_half(c), x);
      y = lanes_odd_sum(q, lanes_last_half(c), y);
    }
  }
  lanes_two first = __builtin_convertvector(x, lanes_two), last = __builtin_convertvector(y, lanes_two);
  return __builtin_shufflevector(first, last, 0, 1, 2, 3);
}
#endif

/// Linear interpolation from `a` to `b`.
LANES_INLINE lanes lanes_mixed(lanes a, lanes b, lanes part) { return lanes_fma(part, b - a, a); }

/// `weight · x + y`, rounded once, for values that come from samples or go to samples; weights are multiples of 1/4.
///
/// Unless samples are floats, the product is exact: for codes, which have few bits, and for all numbers except those too small to
/// matter in an integer.
LANES_INLINE lanes lanes_weighted(lanes_sample sample, lanes weight, lanes x, lanes y) {
#if defined(LANES_HAVE_FMA)
  return lanes_fma(weight, x, y);
#else
  return sample == LANES_F32 ? lanes_fma(weight, x, y) : weight * x + y;
#endif
}

/// Adds integers to the counts of each lane.
LANES_INLINE void lanes_add_counts(int32_t *counts, lanes_int more) {
  lanes_int all;
  __builtin_memcpy(&all, counts, sizeof all);
  all += more;
  __builtin_memcpy(counts, &all, sizeof all);
}
/// Raises the maximum of each lane.
LANES_INLINE void lanes_raise(float *maximum, lanes other) {
  lanes_store(maximum, lanes_max(other, lanes_load(maximum)));
}
/// Adds each lane's light to the sums, and updates the maximum.
LANES_INLINE void lanes_add_light(lanes_light *light, lanes_int sum, lanes maximum) {
  lanes_add_counts(light->sum, sum);
  lanes_raise(light->maximum, maximum);
}
/// Adds each lane's pixels outside two gamuts, and updates the maximum light of each component.
LANES_INLINE void lanes_add_components(lanes_light *all, lanes_int first, lanes_int second, lanes r, lanes g, lanes b) {
  lanes_add_counts(all->outside[0], first);
  lanes_add_counts(all->outside[1], second);
  lanes_raise(all->components[0], r);
  lanes_raise(all->components[1], g);
  lanes_raise(all->components[2], b);
}
/// Counts `n` pixels, each in one of the four counts at its byte offset in `counts`.
LANES_INLINE void lanes_tally(uint32_t *counts, const float *offsets, long n) {
  for (long i = 0; i < n; i++) {
    uint32_t offset;
    __builtin_memcpy(&offset, offsets + i, sizeof offset);
    counts[offset / 4 + (i & 3)] += 1;
  }
}

#endif
