#ifndef CSCALE_JOBS_H
#define CSCALE_JOBS_H

// The jobs of the kernel that makes pictures of another size.

#include <stdint.h>

/// The most rows of a tile that is scaled.
enum { LANES_TILE = 16 };

/// Rows or columns of a scaled picture: each is the sum of some that follow each other in the stored picture, times weights.
typedef struct {
  /// The first stored one that each is made of, never before that of the one before. Behind the last of columns, as many more as make a multiple of 16 repeat it.
  const int32_t *first;
  /// `[count][taps]`.
  const float *weights;
  int32_t count, taps;
} lanes_scale_side;

/// A tile of one component of a scaled picture: code of 16 bits = `floor(scale * sum + bias)`, limited to 16 bits.
///
/// All products and sums are rounded to 24 bits, first down a column, from the top, then along the row, from the left.
typedef struct {
  /// The row 0 and column 0 of the component as it is stored. Samples have 1, 2 or 4 bytes, and lie at any address.
  const void *source;
  /// Bytes from one row to the next; samples from one column to the next, and the bytes of one; the place of a code in a sample.
  int64_t stride;
  int32_t step, bytes, shift;
  uint32_t mask;
  /// At most 16 rows, and any number of columns.
  lanes_scale_side rows, columns;
  float scale, bias;
  /// The target's first sample, and bytes from one row to the next.
  uint16_t *target;
  int64_t target_stride;
  /// `[LANES_TILE + 4][span]` and `[span][LANES_TILE]` floats, at any time finite, where `span`, a multiple of 16, is not less than the
  /// stored columns that the tile is made of.
  float *scratch, *turned;
  int32_t span;
} lanes_scale;

#endif
