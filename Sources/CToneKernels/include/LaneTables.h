#ifndef LANE_TABLES_H
#define LANE_TABLES_H

#include "LaneFused.h"

// Tables of floats, in registers or in memory.

// MARK: Eight numbers, selected by a byte for each of sixteen cells.
//
// A curve has at most eight pieces. A byte for each of sixteen cells gives its piece. V3 looks up the byte, then the number; V4 keeps sixteen
// numbers, one per cell; the baseline loads the cell's row.

#if LANES_N == 16

typedef lanes lanes_table;
typedef lanes_int lanes_pieces;
/// The eight numbers at `p`, twice.
LANES_INLINE lanes_table lanes_load_table(const float *p) {
  typedef float eight __attribute__((ext_vector_type(8)));
  eight v;
  __builtin_memcpy(&v, p, sizeof v);
  return __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
}
LANES_INLINE lanes_pieces lanes_load_pieces(const uint8_t *p) {
  lanes_u8 v;
  __builtin_memcpy(&v, p, sizeof v);
  return __builtin_convertvector(v, lanes_int);
}
/// The numbers of the sixteen cells.
LANES_INLINE lanes_table lanes_load_cells(const float *p, lanes_pieces pieces) {
  return lanes_permuted(lanes_load_table(p), pieces);
}
LANES_INLINE lanes_int lanes_piece(lanes_pieces pieces, lanes_int cell) { return cell; }
/// Number `i` of a table; only the low bits of `i` are used.
LANES_INLINE lanes lanes_pick(lanes_table table, lanes_int i) { return lanes_permuted(table, i); }

#elif LANES_N == 8

typedef lanes lanes_table;
typedef lanes_int lanes_pieces;
LANES_INLINE lanes_table lanes_load_table(const float *p) { return lanes_load(p); }
LANES_INLINE lanes_pieces lanes_load_pieces(const uint8_t *p) {
  typedef long long two __attribute__((vector_size(16)));
  two v;
  __builtin_memcpy(&v, p, sizeof v);
  return (lanes_pieces)__builtin_shufflevector(v, v, 0, 1, 0, 1);
}
LANES_INLINE lanes_table lanes_load_cells(const float *p, lanes_pieces pieces) { return lanes_load(p); }
/// The byte of a cell, in the low bits of each lane. Only the low bits of the cell's number are used; the highest bit of its lowest byte must be 0.
LANES_INLINE lanes_int lanes_piece(lanes_pieces pieces, lanes_int cell) {
  typedef char bytes __attribute__((vector_size(32)));
  return (lanes_int)__builtin_ia32_pshufb256((bytes)pieces, (bytes)cell);
}
LANES_INLINE lanes lanes_pick(lanes_table table, lanes_int i) { return lanes_permuted(table, i); }

#else

/// Number `i` of a table in memory.
LANES_INLINE lanes lanes_gather(const float *p, lanes_int i) { return (lanes){p[i[0]], p[i[1]], p[i[2]], p[i[3]]}; }

typedef const float *lanes_table;
LANES_INLINE lanes_table lanes_load_table(const float *p) { return p; }
LANES_INLINE lanes lanes_pick(lanes_table table, lanes_int i) { return lanes_gather(table, i & 7); }

#define LANES_BATCH 64
/// A row of twelve numbers for each cell; and the byte offsets of the rows for the cells of some vectors.
typedef struct {
  float rows[16][12];
  uint32_t at[LANES_BATCH];
} lanes_cells;
/// Arranges the tables of a curve by cell.
LANES_INLINE void lanes_spread(lanes_cells *cells, const float *tables, const uint8_t *pieces, int degree) {
  for (int cell = 0; cell < 16; cell++)
    for (int k = 0; k < 12; k++) cells->rows[cell][k] = tables[8 * (k < degree + 2 ? k : 0) + pieces[cell]];
}
LANES_INLINE void lanes_store_cells(lanes_cells *cells, long i, lanes_int at) { __builtin_memcpy(cells->at + i, &at, sizeof at); }
typedef struct {
  lanes c[12];
} lanes_row;
/// Transposes four numbers of each of four rows.
LANES_INLINE void lanes_transpose(const char *p, const uint32_t *at, lanes *c) {
  lanes r0 = lanes_load((const float *)(p + at[0])), r1 = lanes_load((const float *)(p + at[1]));
  lanes r2 = lanes_load((const float *)(p + at[2])), r3 = lanes_load((const float *)(p + at[3]));
  lanes low01 = __builtin_shufflevector(r0, r1, LANES_LOW), low23 = __builtin_shufflevector(r2, r3, LANES_LOW);
  lanes high01 = __builtin_shufflevector(r0, r1, LANES_HIGH), high23 = __builtin_shufflevector(r2, r3, LANES_HIGH);
  c[0] = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
  c[1] = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
  c[2] = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
  c[3] = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
}
/// The rows for the cells of vector `i`, up to the degree.
LANES_INLINE void lanes_pick_rows(const lanes_cells *cells, long i, int degree, lanes_row *row) {
  const char *p = (const char *)cells->rows;
  if (degree > 6) lanes_transpose(p + 32, cells->at + i, row->c + 8);
  if (degree > 2) lanes_transpose(p + 16, cells->at + i, row->c + 4);
  lanes_transpose(p, cells->at + i, row->c);
}

/// The byte offsets of rows of eight numbers; only the last three bits of the rows' numbers are used.
LANES_INLINE void lanes_store_eights(uint32_t *at, lanes_int row) {
  lanes_int bytes = (row & 7) << 5;
  __builtin_memcpy(at, &bytes, sizeof bytes);
}
/// The eight numbers of each of four rows, up to the degree.
LANES_INLINE void lanes_pick_eights(const float *rows, const uint32_t *at, int degree, lanes_row *row) {
  const char *p = (const char *)rows;
  if (degree > 3) lanes_transpose(p + 16, at, row->c + 4);
  lanes_transpose(p, at, row->c);
}

#endif

// MARK: Numbers of a table in memory. They are loaded one after another, because loads take less time than a gather.

/// Number `i` for every lane.
LANES_INLINE lanes lanes_number(const float *table, lanes_int i) {
  uint32_t at[LANES_N];
  lanes_int offsets = i << 2;
  __builtin_memcpy(at, &offsets, sizeof at);
  __asm__("" : "+m"(at));
  lanes v;
  for (int k = 0; k < LANES_N; k++) v[k] = *(const float *)((const char *)table + at[k]);
  return v;
}

typedef float lanes_pair __attribute__((ext_vector_type(2)));
typedef float lanes_two_pairs __attribute__((ext_vector_type(4)));
LANES_INLINE lanes_two_pairs lanes_load_pairs(const char *table, const uint32_t *at) {
  lanes_pair v, w;
  __builtin_memcpy(&v, table + at[0], sizeof v);
  __builtin_memcpy(&w, table + at[1], sizeof w);
  return __builtin_shufflevector(v, w, 0, 1, 2, 3);
}

#if LANES_N == 16
typedef float lanes_four_pairs __attribute__((ext_vector_type(8)));
/// The pairs of the first two lanes of every group of four.
LANES_INLINE lanes lanes_halved_pairs(const char *p, const uint32_t *at) {
  lanes_four_pairs low =
      __builtin_shufflevector(lanes_load_pairs(p, at), lanes_load_pairs(p, at + 4), 0, 1, 2, 3, 4, 5, 6, 7);
  lanes_four_pairs high =
      __builtin_shufflevector(lanes_load_pairs(p, at + 8), lanes_load_pairs(p, at + 12), 0, 1, 2, 3, 4, 5, 6, 7);
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}
#define LANES_FIRSTS 0, 2, 16, 18, 4, 6, 20, 22, 8, 10, 24, 26, 12, 14, 28, 30
#define LANES_SECONDS 1, 3, 17, 19, 5, 7, 21, 23, 9, 11, 25, 27, 13, 15, 29, 31
#elif LANES_N == 8
LANES_INLINE lanes lanes_halved_pairs(const char *p, const uint32_t *at) {
  return __builtin_shufflevector(lanes_load_pairs(p, at), lanes_load_pairs(p, at + 4), 0, 1, 2, 3, 4, 5, 6, 7);
}
#define LANES_FIRSTS 0, 2, 8, 10, 4, 6, 12, 14
#define LANES_SECONDS 1, 3, 9, 11, 5, 7, 13, 15
#else
LANES_INLINE lanes lanes_halved_pairs(const char *p, const uint32_t *at) { return lanes_load_pairs(p, at); }
#define LANES_FIRSTS 0, 2, 4, 6
#define LANES_SECONDS 1, 3, 5, 7
#endif

/// Two vectors.
typedef struct {
  lanes first, second;
} lanes_couple;

/// Numbers `i` and `i + 1` for every lane.
LANES_INLINE lanes_couple lanes_pairs(const float *table, lanes_int i) {
  uint32_t at[LANES_N];
  lanes_int offsets = i << 2;
  __builtin_memcpy(at, &offsets, sizeof at);
  __asm__("" : "+m"(at));
  const char *p = (const char *)table;
  lanes a = lanes_undivided(lanes_halved_pairs(p, at)), b = lanes_undivided(lanes_halved_pairs(p, at + 2));
  lanes_couple two = {
      __builtin_shufflevector(a, b, LANES_FIRSTS), __builtin_shufflevector(a, b, LANES_SECONDS)};
  return two;
}

/// Linear interpolation between number `i` and number `i + 1`.
LANES_INLINE lanes lanes_between(const float *table, lanes_int i, lanes part) {
  lanes_couple two = lanes_pairs(table, i);
  return lanes_mixed(two.first, two.second, part);
}
/// The fraction of the way of `x` from number `i` to number `i + 1`.
LANES_INLINE lanes lanes_part(const float *table, lanes_int i, lanes x) {
  lanes_couple two = lanes_pairs(table, i);
  return (x - two.first) / (two.second - two.first);
}

// MARK: The bits of a number as an index into a table.

/// The exponent and the leading bits of the mantissa, as an integer.
LANES_INLINE lanes_int lanes_slot(lanes u, int shift) { return (lanes_int)((lanes_int)u >> (lanes_int)shift); }
/// The bits of numbers, as integers.
LANES_INLINE lanes_int lanes_bits_of(lanes a) { return (lanes_int)a; }
/// The bits of the mantissa below the slot, as a number in 1..<2.
LANES_INLINE lanes lanes_rest(lanes u, int shift) {
  lanes_int mask = (lanes_int)((1 << shift) - 1);
  return (lanes)(((lanes_int)u & mask) | 0x3f800000);
}
/// The factor of a power function for the octave of its argument, from two tables of it.
LANES_INLINE lanes lanes_octave_factor(lanes_table octaves, lanes_table groups, lanes x) {
  return lanes_pick(octaves, lanes_slot(x, 23)) * lanes_pick(groups, lanes_slot(x, 26));
}

#endif
