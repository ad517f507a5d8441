#ifndef CSCALE_JOBS_H
#define CSCALE_JOBS_H

// The jobs of the kernel that scales pictures.

#include <stdint.h>

/// The maximum number of rows in a tile.
enum { LANES_TILE = 16 };

/// Rows or columns of a scaled picture: each is a weighted sum of consecutive rows or columns of the stored picture.
typedef struct {
  /// The first stored row or column of each sum, nondecreasing. The last column is repeated up to a multiple of 16.
  const int32_t *first;
  /// `[count][taps]`.
  const float *weights;
  int32_t count, taps;
} lanes_scale_side;

/// A tile of one component of a scaled picture: code of 16 bits = `floor(scale * sum + bias)`, limited to 16 bits.
///
/// All products and sums are rounded to 24 bits; sums go first down a column, from the top, then along the row, from the left.
typedef struct {
  /// Row 0, column 0 of the stored component. Samples have 1, 2 or 4 bytes, and may lie at any address.
  const void *source;
  /// Bytes from one row to the next; samples from one column to the next, and the bytes of one; the shift and the mask of a code in a sample.
  int64_t stride;
  int32_t step, bytes, shift;
  uint32_t mask;
  /// At most 16 rows, and any number of columns.
  lanes_scale_side rows, columns;
  float scale, bias;
  /// The target's first sample, and bytes from one row to the next.
  uint16_t *target;
  int64_t target_stride;
  /// `[LANES_TILE + 4][span]` and `[span][LANES_TILE]` floats, which must be finite; `span`, a multiple of 16, is at least the number of stored
  /// columns of the tile.
  float *scratch, *turned;
  int32_t span;
} lanes_scale;

#endif
