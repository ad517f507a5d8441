#ifndef LANE_BLOCKS_H
#define LANE_BLOCKS_H

#include "LanePixels.h"
#include "LaneTables.h"

// The inner loop of writing a block. In C, because a loop with this many constant choices exceeds the limits of Swift's inliner.

/// The curve from a block's color to the components that are written.
typedef enum { LANES_NO_CURVE, LANES_ANY_POWER, LANES_BOUNDED_POWER } lanes_block_curve;

/// A power function of degree 3: two factors for the argument's octave, and a polynomial of its mantissa.
typedef struct {
  lanes low, high;
  lanes_table octaves, groups;
  lanes c0, c1, c2, c3;
} lanes_power;

LANES_INLINE lanes_power lanes_load_power(const lanes_curve *curve) {
  const float *c = curve->tables + 16;
  lanes_power power = {(lanes)curve->low, (lanes)curve->high, lanes_load_table(curve->tables), lanes_load_table(curve->tables + 8),
      (lanes)c[0], (lanes)c[1], (lanes)c[2], (lanes)c[3]};
  return power;
}

LANES_INLINE lanes lanes_encoded(lanes_block_curve kind, const lanes_power *power, lanes v) {
  if (kind == LANES_NO_CURVE) return v;
  lanes x = lanes_max(v, power->low);
  if (kind == LANES_ANY_POWER) x = lanes_min(x, power->high);
  lanes m = lanes_rest(x, 23);
  return lanes_octave_factor(power->octaves, power->groups, x) * lanes_fma(lanes_fma(lanes_fma(power->c3, m, power->c2), m, power->c1), m, power->c0);
}

/// The rows of a strip with the sums of both rows, and those for the second row by itself, `LANES_SECOND_SUMS` floats after them: by component and
/// parity of columns, from `LANES_SUMS_START` on, after the column before.
#define LANES_SUMS_START 32
#define LANES_SUMS_STEP (LANES_STRIP / 4 + LANES_SUMS_START)
#define LANES_SECOND_SUMS (2 * LANES_STRIP)
_Static_assert(6 * LANES_SUMS_STEP <= LANES_SECOND_SUMS &&
    LANES_FREE_ROWS * LANES_STRIP + LANES_SECOND_SUMS + 6 * LANES_SUMS_STEP <= LANES_GAMUT_ROWS * LANES_STRIP, "rows of a strip");
LANES_INLINE float *lanes_sums(float *strip, int component, int odd) {
  return strip + LANES_FREE_ROWS * LANES_STRIP + (2 * component + odd) * LANES_SUMS_STEP + LANES_SUMS_START;
}

/// The codes of luma of two rows.
typedef struct {
  lanes first, second;
} lanes_two_rows;

/// Encodes the columns of one parity from column `i` of it on: stores the sums, or both rows by themselves, and returns the codes of luma.
LANES_INLINE lanes_two_rows lanes_encode_columns(
    lanes_block_curve kind, const lanes_power *power, const float *m, const float *from, long next, float *strip, int odd, long i,
    int pair, int separate) {
  lanes_two_rows luma = {(lanes)m[3], (lanes)m[3]};
  for (int k = 2; k >= 0; k--) {
    lanes a = lanes_encoded(kind, power, lanes_load(from + k * LANES_STRIP));
    lanes b = pair ? lanes_encoded(kind, power, lanes_load(from + k * LANES_STRIP + next)) : a;
    float *sum = lanes_sums(strip, k, odd) + i;
    lanes_store(sum, separate ? a : a + b);
    if (separate) lanes_store(sum + LANES_SECOND_SUMS, b);
    luma.first = lanes_fma((lanes)m[k], a, luma.first);
    luma.second = lanes_fma((lanes)m[k], b, luma.second);
  }
  return luma;
}

/// Stores the first `n` codes as samples, alternating between the two vectors.
static __attribute__((noinline, unused)) void lanes_write_first(
    const lanes_write *format, lanes_sample sample, lanes even, lanes odd, uint8_t *target, long n) {
  if (sample == LANES_U8) lanes_first_pairs_u8(target, even, odd, n);
  else lanes_first_pairs_u16((uint16_t *)target, even, odd, n, format->shift);
}

/// Stores codes plus bias as samples `x…`, alternating between the two vectors, or only the first `n` of them.
LANES_INLINE void lanes_write_pairs(
    const lanes_write *format, lanes_sample sample, int bounded, lanes even, lanes odd, uint8_t *target, long x, long n) {
  if (!bounded) {
    even = lanes_min(lanes_max(even, (lanes)format->low), (lanes)format->high);
    odd = lanes_min(lanes_max(odd, (lanes)format->low), (lanes)format->high);
  }
  target += sample == LANES_U8 ? x : 2 * x;
  if (n < 2 * LANES_N) lanes_write_first(format, sample, even, odd, target, n);
  else if (sample == LANES_U8) lanes_store_pairs_u8(target, even, odd);
  else lanes_store_pairs_u16((uint16_t *)target, even, odd, format->shift);
}

/// Writes luma of a block, and stores the sums of both rows of the components, or both by themselves; all choices are constants.
///
/// - `pair`: whether there are two rows, or one that counts as both.
/// - `separate`: whether both rows are stored by themselves.
LANES_INLINE void lanes_encode(
    const lanes_write_block *job, const lanes_block *block, float *strip, lanes_block_curve kind, lanes_sample sample, int pair,
    int separate) {
  lanes_power power;
  if (kind != LANES_NO_CURVE) power = lanes_load_power(job->curve);
  const float *from = strip + job->from * LANES_STRIP, *m = job->matrix;
  long part = block->part, next = block->rows == 2 ? 2 * part : 0, count = block->luma_count;
  for (long i = 0; 2 * i < block->columns; i += LANES_N) {
    lanes_two_rows even = lanes_encode_columns(kind, &power, m, from + i, next, strip, 0, i, pair, separate);
    lanes_two_rows odd = lanes_encode_columns(kind, &power, m, from + i + part, next, strip, 1, i, pair, separate);
    if (2 * i >= count) continue;
    int bounded = kind == LANES_BOUNDED_POWER;
    if (block->luma[0])
      lanes_write_pairs(&job->luma, sample, bounded, even.first + lanes_load(block->luma_bias[0][0] + (i & 31)),
          odd.first + lanes_load(block->luma_bias[0][1] + (i & 31)), block->luma[0], 2 * i, count - 2 * i);
    if (pair && block->luma[1])
      lanes_write_pairs(&job->luma, sample, bounded, even.second + lanes_load(block->luma_bias[1][0] + (i & 31)),
          odd.second + lanes_load(block->luma_bias[1][1] + (i & 31)), block->luma[1], 2 * i, count - 2 * i);
  }
}

#endif
