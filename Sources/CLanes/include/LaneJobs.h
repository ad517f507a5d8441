#ifndef LANE_JOBS_H
#define LANE_JOBS_H

// What the kernels are told to do. A frame is converted in four strokes over strips of at most `LANES_STRIP` columns:
//
//   read     the samples of one row, its chroma taken from the two nearest chroma rows  →  rows 0, 1, 2 of a strip
//   color    a program of short loops over the strip, in place: curves, matrices, gains …  →  codes before rounding
//   write    one row of the strip  →  dithered, rounded, saturated samples of one plane row
//   chroma   one to three whole rows of encoded chroma  →  one row of averaged, dithered samples, both components
//
// A strip is `LANES_ROWS` rows of `LANES_STRIP` floats, `float[LANES_ROWS][LANES_STRIP]`, aligned to 64 bytes. Of it 20
// KiB are in use, and 39 while the gamut map moves colors: they stay in the nearest cache or the next from stroke to stroke. Rows 0, 1,
// 2 are the color, row 3 is alpha where frames carry it, rows 4…9 are free for the program; the rest is the gamut map's own, but for row
// 10, where `LANES_ODD_CURVE` keeps signs too. A stroke works on whole vectors, so it may read and write a strip up to its `count`
// rounded up to 32; of a picture's rows it touches exactly the samples that the job names.

#include <stdint.h>

#define LANES_STRIP 512
#define LANES_ROWS 19
#define LANES_GAMUT_ROWS 10
#define LANES_HUES 256
#define LANES_CUSPS 64
#define LANES_LEVELS 24
#define LANES_CLIMBS 24
#define LANES_COLUMNS 49
#define LANES_OUTLIER_ROWS 11
/// How many colors the gamut map moves at once. Their rows lie behind the row that tells which they are.
#define LANES_OUTLIERS 256
_Static_assert(LANES_COLUMNS == LANES_LEVELS + LANES_CLIMBS + 1, "the cusp's column is one of both");
_Static_assert(
    (LANES_GAMUT_ROWS + 1) * LANES_STRIP + (3 + LANES_OUTLIER_ROWS) * (LANES_OUTLIERS + 32) <= LANES_ROWS * LANES_STRIP,
    "the rows of colors to move do not fit into a strip");

// MARK: Read.

/// How samples lie in memory. 16-bit samples are native-endian words.
enum { LANES_U8 = 0, LANES_U16 = 1, LANES_F32 = 2 };

/// Where the three components lie.
///
/// - `LANES_GRAY`: one plane; it goes through the first column of the matrix's first row into row `target`, alone.
/// - `LANES_PLANAR`: three planes.
/// - `LANES_BIPLANAR`: luma, then pairs of Cb and Cr.
/// - `LANES_PACKED3`, `LANES_PACKED4`: all in one plane, pixel by pixel; a fourth sample goes to row 3, times `alpha`.
enum { LANES_GRAY = 0, LANES_PLANAR = 1, LANES_BIPLANAR = 2, LANES_PACKED3 = 3, LANES_PACKED4 = 4 };

/// Reading a format: the same for every row of a frame.
typedef struct {
  int32_t layout, sample;
  /// 1 where chroma has half the columns, rounded up; else 0.
  int32_t halved;
  /// 1 where a chroma column lies midway between two luma columns, 0 where it lies on the even ones.
  int32_t centered;
  /// Columns of the picture.
  int32_t width;
  /// The row of the strip that `LANES_GRAY` fills.
  int32_t target;
  /// From the three samples, as numbers, to the three rows: by rows, the fourth number is added.
  /// An alignment to the high bits (P010) is folded in here: such a word is 64 codes.
  float matrix[12];
  /// What `LANES_PACKED4` multiplies the fourth sample by.
  float alpha;
} lanes_read;

/// One row to read: where it begins in each plane. Its chroma is `weight[0] · first + weight[1] · second` row.
typedef struct {
  /// Luma, or green's place, or the packed pixels.
  const void *luma;
  /// The first component's chroma rows, or the pairs' when bi-planar. Both always point to a row; with weight 0 to any.
  const void *cb[2];
  /// The second component's chroma rows; unused when bi-planar.
  const void *cr[2];
  float weight[2];
} lanes_read_row;

// MARK: Color.

/// A curve compiled by `LookupTables.CompiledCurve`, field by field.
///
/// The argument is limited to `low…high`, NaN to `low`. Of a curve of pieces the variable s is the argument, or its root, or that
/// one's; the bits of u = s · scale + offset above their last 23 − `mantissa_bits` tell sixteen cells apart by their last four,
/// `places` tells their pieces, and the value is a polynomial of s − center. A power function, whose `places` are null, is the product of
/// the factors of the argument's exponent, by its last three bits and by the three before them, and a polynomial of its mantissa in
/// 1..<2.
typedef struct {
  /// `[degree + 2][8]`, aligned to 64 bytes: the pieces' centers, then their coefficients, lowest power first. Of a power function: eight
  /// factors of the exponent's last bits, eight of the bits before them, and `degree + 1` coefficients.
  const float *tables;
  /// `[16]`.
  const uint8_t *places;
  /// 2…7.
  int32_t degree;
  /// How many square roots are taken: 0…2.
  int32_t roots;
  int32_t mantissa_bits;
  float scale, offset, low, high;
} lanes_curve;

/// The steps of a color program.
///
/// - `LANES_CURVE`: rows `to ..< to + rows` each become curve(row).
/// - `LANES_MATRIX`: three rows at `to` become M · (three rows at `from`), plus M's fourth column; when `gain` ≥ 0 the
///   three rows are first multiplied by row `gain`; when `clamps` is not 0 they are last clamped to `low…high`, NaN to `low`.
/// - `LANES_WEIGH`: row `to` becomes the first row of M, offset too, times the three rows at `from`; when `clamps` is not 0 it
///   is last clamped to `low…high`, NaN to `low`.
/// - `LANES_GREATEST`: row `to` becomes the greatest of the three rows at `from`, NaN in the first two left out.
/// - `LANES_LEAST`: row `to` becomes the least of them, likewise.
/// - `LANES_MULTIPLY`: rows `to ..< to + rows` are multiplied by row `gain`.
/// - `LANES_COPY`: rows `to ..< to + rows` become rows `from …`.
/// - `LANES_RATIO`: row `to` becomes min(a / b, b / a) of rows a = `from` and b = `gain`, and 1 where both are 0.
/// - `LANES_ADD`: to rows `to ..< to + rows` row `gain` is added.
/// - `LANES_ODD_CURVE`: rows `to ..< to + rows` each become the curve of their magnitude, with their sign.
/// - `LANES_DESATURATE`: three rows at `to`, light in the display's components with its peak as 1, are moved toward the neutral
///   of their luminance, the first row of M, until they lie in `0…1`: `GamutMaps.GamutDesaturation`.
/// - `LANES_PERCEPTUAL`: three rows at `to`, light in the display's components with its peak as 1, are brought into its hull as
///   `gamut` says.
/// - `LANES_SIDED`: rows `to ..< to + rows` are multiplied by `low` where they are 0 or less, else by `high`.
/// - `LANES_INTENSITY`: three rows x at `to`, cone responses of ICtCp in PQ, whose intensity I is the first row of M, become those of
///   the intensity I' in row `gain`, their differences of color times r = min(I' / I, I / I'), 1 where both are 0: I' + r (x − I).
/// - `LANES_LATTICE`: three rows at `to` become what `lattice` has for the three rows at `from`.
enum {
  LANES_CURVE = 0,
  LANES_MATRIX = 1,
  LANES_WEIGH = 2,
  LANES_GREATEST = 3,
  LANES_MULTIPLY = 4,
  LANES_COPY = 5,
  LANES_RATIO = 6,
  LANES_PERCEPTUAL = 7,
  LANES_LEAST = 8,
  LANES_ADD = 9,
  LANES_ODD_CURVE = 10,
  LANES_DESATURATE = 11,
  LANES_SIDED = 12,
  LANES_LATTICE = 13,
  LANES_INTENSITY = 14
};

/// What `GamutMaps.PerceptualGamutMap` is made of, in light whose unit is the display's peak. Its steps and names are told there.
typedef struct {
  /// Parts of G and B that R of a color exceeds which is surely in the core; of R and B that G does; of R and G that B does.
  float sure_floor[6];
  /// By how much.
  float sure_depth;
  /// Parts of what its smallest component lacks to the peak that R, G and B of such a color lack at least; and how much less for each
  /// that it lacks.
  float sure_ceiling[3], sure_bend[3];
  /// By how much that may be missed by a color that is white but for roundings.
  float white_slack;
  /// The light up to which colors stay as they are; 0 where no room is made.
  float dimmest;
  /// How bright a color is that is nearly so dark, as `dim_slope` times its light and `dim_start`: from 1 on it moves all its way.
  float dim_slope, dim_start;
  /// From the display's components to L, M, S in cd/m², and back.
  float cones[12], components[12];
  /// X and Y, each as parts of F(L) − F(M) and of F(M) − F(S).
  float axes[4];
  /// The intensity of white.
  float white;
  /// Columns above the cusp's as `last_climb` less `eased_climbs` times a root, of a part and `ease_squared`.
  float last_climb, eased_climbs, ease_squared;
  float strength, leveling, onset, climb;
  /// 1 − `protectedPart`, the paleness, the shoulder, and the floor's margin; the first and the last are 0 where no room is made.
  float room, paleness, shoulder, floor_margin;
  /// `[LANES_CUSPS + 1]`: the cusps of every fourth hue, the first again as the last; aligned to 64 bytes.
  const float *cusps;
  /// `[LANES_HUES][LANES_COLUMNS][2]`: the radii of a hue and of the next one.
  const float *radii;
} lanes_gamut;

/// The gamut map's own: `count` colors in three rows, and `LANES_OUTLIER_ROWS` rows of what is known of them; floats from row to row.
typedef struct {
  float *color;
  long color_step;
  float *base;
  long step;
  long count;
} lanes_outliers;

/// A function of three numbers, sampled on a lattice.
///
/// The arguments are carried to the lattice by x · scale + offset, clamped to `0…size − 1`, NaN to 0; within a cell the values
/// at four of its vertices are interpolated: those of the tetrahedron that holds the point. `added` is added to the result.
typedef struct {
  /// `[size][size][size][4]`, the first argument fastest, aligned to 64 bytes; the fourth number is unused.
  const float *entries;
  /// 2…129.
  int32_t size;
  float scale[3], offset[3], added[3];
} lanes_lattice;

/// One step.
typedef struct {
  int32_t kind;
  int32_t from, to, rows;
  /// A row of factors, or -1.
  int32_t gain;
  int32_t clamps;
  float low, high;
  float matrix[12];
  lanes_curve curve;
  /// For `LANES_PERCEPTUAL`.
  const lanes_gamut *gamut;
  /// For `LANES_LATTICE`.
  const lanes_lattice *lattice;
} lanes_op;

/// A program: the steps in order.
typedef struct {
  const lanes_op *ops;
  int32_t count;
} lanes_program;

// MARK: Write.

/// How codes become samples: `floor(code + bias)`, saturated to `low…high`, shifted left.
///
/// A bias row holds 64 floats, repeated along the row: 0.5 everywhere rounds half up; 0.5 + d, d in -0.5 ..< 0.5, dithers.
/// NaN becomes `low`. `LANES_F32` stores the number as it is, and one NaN for all.
typedef struct {
  int32_t sample;
  /// Bits the code is shifted up by: 6 for P010.
  int32_t shift;
  float low, high;
} lanes_write;

/// Packed pixels: 3 or 4 samples each, from rows 0, 1, 2 (and 3) of a strip. The fourth is alpha: rounded half up, whatever the
/// bias.
typedef struct {
  lanes_write format;
  int32_t samples;
} lanes_write_packed;

/// How encoded chroma rows become a chroma plane's row.
typedef struct {
  lanes_write format;
  /// 1 when Cb and Cr go to one plane in pairs.
  int32_t interleaved;
  /// 1 when two columns become one: `[1 2 1] / 4` around the even column, or, when `centered`, `[1 1] / 2`.
  int32_t halved, centered;
  /// Columns of the encoded rows. The plane has as many, or half of them rounded up. Beyond an edge the edge repeats.
  int32_t width;
} lanes_write_chroma;

/// One chroma row to write: `Σ weight[i] · row[i]` of encoded rows.
typedef struct {
  /// `[component][i]`: full rows of `width` floats. All three always point to a row; with weight 0 to any.
  const float *rows[2][3];
  float weight[3];
  /// 64 floats for each component.
  const float *bias[2];
  /// The destination rows; when interleaved only the first is used.
  void *target[2];
} lanes_chroma_row;

#endif
