#ifndef CLANE_JOBS_H
#define CLANE_JOBS_H

// The kernels' jobs. A frame is converted in passes over strips of at most `LANES_STRIP` columns:
//
//   read     the samples of one row, its chroma interpolated from the two nearest chroma rows  →  rows 0, 1, 2 of a strip
//   color    a program of short loops over the strip, in place: curves, matrices, gains …  →  codes before rounding
//   write    one row of the strip  →  dithered, rounded, saturated samples of one plane row
//   chroma   one to three whole rows of encoded chroma  →  one row of averaged, dithered samples, both components
//
// Where chroma is halved on both sides, a pass processes a block instead: half as many columns of two rows, one after the other in the strip, each in
// two parts, its even columns before its odd ones. No number must then cross lanes for chroma, and the colors of a strip do not depend on their
// order.
//
// A strip is `LANES_ROWS` rows of `LANES_STRIP` floats, `float[LANES_ROWS][LANES_STRIP]`, aligned to 64 bytes. 20 KiB of it are in use, 33 KiB
// while the gamut map moves colors: they stay in the L1 or L2 cache from pass to pass. Rows 0, 1, 2 are the color, `LANES_ALPHA_ROW` is alpha if
// frames have it, and the rows after it are free for the program; those from `LANES_GAMUT_ROWS` on belong to the gamut map, but `LANES_ODD_CURVE`
// stores signs in the first of them, `LANES_LATTICE` its lookup positions, and the read pass keeps halved chroma in two. Writing a block uses
// all rows between them and `LANES_ALPHA_ROW`. Three rows from `LANES_BACKGROUND_ROWS` on are the background if frames are composited over a
// picture. A pass works on whole vectors, so it may read and write a strip up to its `count` rounded up to 32; it accesses exactly those samples of
// a picture's rows that the job specifies.

#include <stdint.h>

#define LANES_STRIP 512
#define LANES_ROWS 20
#define LANES_ALPHA_ROW 3
#define LANES_FREE_ROWS 4
#define LANES_GAMUT_ROWS 10
#define LANES_BACKGROUND_ROWS 17
/// The nodes along each ratio in the gamut map's lattice, and its levels.
#define LANES_PLACES 17
#define LANES_LEVELS 26
/// The number of colors that the gamut map looks up at once. Its rows hold the converted light, then a row for the list of vectors outside the core,
/// then `LANES_PLACE_ROWS` numbers for each of these colors.
#define LANES_LOOKED_UP 128
#define LANES_PLACE_ROWS 10

// MARK: Read.

/// The sample types. All are little-endian.
///
/// `LANES_F16` are IEEE 754 numbers in 16 bits. `LANES_X2RGB10` are words of 32 bits with three codes of 10 bits, in `LANES_PACKED3`; their top two bits
/// are ignored when read, and written as ones.
typedef enum { LANES_U8 = 0, LANES_U16 = 1, LANES_F32 = 2, LANES_F16 = 3, LANES_X2RGB10 = 4 } lanes_sample;

/// The layout of the three components.
///
/// - `LANES_GRAY`: one plane; it is multiplied by the first number of the matrix's first row, plus that row's offset, and fills only
///   row `target`.
/// - `LANES_PLANAR`: three planes.
/// - `LANES_BIPLANAR`: luma, then pairs of Cb and Cr.
/// - `LANES_PACKED3`, `LANES_PACKED4`: all in one plane, pixel by pixel; a fourth sample, multiplied by `alpha`, goes to `LANES_ALPHA_ROW`.
/// - `LANES_PACKED422`: all in one plane, luma, Cb, luma, Cr of two pixels; 16-bit samples only.
typedef enum {
  LANES_GRAY = 0,
  LANES_PLANAR = 1,
  LANES_BIPLANAR = 2,
  LANES_PACKED3 = 3,
  LANES_PACKED4 = 4,
  LANES_PACKED422 = 5
} lanes_layout;

/// The parameters of reading a format, the same for every row of a frame.
typedef struct {
  lanes_layout layout;
  lanes_sample sample;
  /// 1 if chroma has half the columns, rounded up; otherwise 0.
  int32_t halved;
  /// 1 if a chroma column lies midway between two luma columns, 0 if it lies on the even ones.
  int32_t centered;
  /// The number of columns in the picture.
  int32_t width;
  /// The row of the strip that `LANES_GRAY` fills.
  int32_t target;
  /// The matrix from the three samples, as numbers, to the three rows: by rows, where the fourth number is the offset.
  /// It includes an alignment to the high bits (P010), where a word is 64 times its code.
  float matrix[12];
  /// The factor for the fourth sample of `LANES_PACKED4`.
  float alpha;
  /// The sample of neutral chroma, which is subtracted before the matrix where chroma is halved.
  float neutral;
  /// The left shifts of the codes of `LANES_X2RGB10` in their word; in packed pixels of bytes, 2, 1, 0 if the first three are reversed.
  int32_t shifts[3];
} lanes_read;

/// One row to read: its start in each plane, at any address. Its chroma is `weight[0]` · first row + `weight[1]` · second row.
typedef struct {
  /// Luma, or the component in its place, or the packed pixels.
  const void *luma;
  /// The first component's chroma rows, or the rows of pairs when bi-planar; in packed 4:2:2, the first of its samples. Both always point to a row;
  /// with weight 0, to any row.
  const void *cb[2];
  /// The second component's chroma rows; unused when bi-planar or packed.
  const void *cr[2];
  float weight[2];
  /// Where the odd columns of a block fill the strip: from this float on, a multiple of 32; 0 if columns fill it in their order. Only for halved chroma.
  int32_t odd;
} lanes_read_row;

// MARK: Color.

/// The forms of a curve: pieces of joined cells, plain cells, squares of plain cells, a power function, squares of pieces.
typedef enum {
  LANES_PIECES = 0,
  LANES_CELLS = 1,
  LANES_SQUARES = 2,
  LANES_POWER = 3,
  LANES_PIECES_SQUARED = 4
} lanes_form;

/// A curve compiled by `CompiledCurve`, field by field.
///
/// The argument is limited to `low…high`, NaN to `low`; the variable s is the argument, its square root or its fourth root.
///
/// In a curve of pieces, the lowest four bits above the last 23 − `mantissa_bits` of u = s · scale + offset select one of sixteen cells,
/// `piece_of_cell` gives its piece, and the value is a polynomial of s − center. In a curve of plain cells, the nearest integer to u, 0…7, selects
/// one of eight polynomials of u − that integer. The value is the polynomial, or, for squares, its square − `lift`. A power function is the product
/// of two factors for the argument's exponent, one for its last three bits and one for the three before them, and a polynomial of its mantissa in
/// 1..<2.
typedef struct {
  /// Aligned to 64 bytes. For pieces: `[degree + 2][8]`, their centers, then their coefficients, lowest power first. For cells: `[degree + 1][8]`,
  /// the cells' coefficients, lowest power first, then the same by cell, `[8][8]`, with 0 beyond the degree. For a power function: eight factors for
  /// the exponent's last bits, eight for the bits before them, and `degree + 1` coefficients.
  const float *tables;
  /// `[16]`: the piece of each cell; null if the curve has no pieces.
  const uint8_t *piece_of_cell;
  lanes_form form;
  /// 2…7.
  int32_t degree;
  /// The number of square roots taken: 0…2.
  int32_t roots;
  int32_t mantissa_bits;
  float scale, offset, lift, low, high;
} lanes_curve;

/// The steps of a color program.
///
/// - `LANES_CURVE`: rows `to ..< to + rows` each become curve(row).
/// - `LANES_MATRIX`: three rows at `to` become M · (three rows at `from`), plus M's fourth column; if `operand` ≥ 0,
///   the three rows are first multiplied by row `operand`; if `clamps` is not 0, the results are clamped to `low…high`, NaN to `low`.
/// - `LANES_WEIGH`: row `to` becomes the product of M's first row and the three rows at `from`, plus that row's offset; if `clamps`
///   is not 0, the result is clamped to `low…high`, NaN to `low`.
/// - `LANES_MAXIMUM`: row `to` becomes the maximum of the three rows at `from`; NaN in the first two rows is ignored.
/// - `LANES_MINIMUM`: row `to` becomes the minimum of the three rows at `from`; NaN in the first two rows is ignored.
/// - `LANES_MULTIPLY`: rows `to ..< to + rows` are multiplied by row `operand`.
/// - `LANES_COPY`: rows `to ..< to + rows` become rows `from ..< from + rows` plus `addend`.
/// - `LANES_RATIO`: row `to` becomes min(a / b, b / a) of rows a = `from` and b = `operand`, and 1 where both are 0.
/// - `LANES_ADD`: row `operand` is added to rows `to ..< to + rows`.
/// - `LANES_ODD_CURVE`: rows `to ..< to + rows` each become curve(|row|) with the row's sign.
/// - `LANES_DESATURATE`: three rows at `to`, light in the display's components with its peak as 1, are moved toward the neutral
///   of their luminance, the first row of M, until they lie in `0…1`: `GamutMaps.GamutDesaturation`.
/// - `LANES_PERCEPTUAL`: three rows at `to`, light in the source's components, relative to the display's peak after multiplication by `factor`, and
///   by row `operand` if that is ≥ 0, become light in the display's components, brought into its hull according to `gamut`. If `clamps` is not 0,
///   rows may be below 0 or NaN, which then count as 0.
/// - `LANES_BRIGHTNESS`: row `to` becomes the brightness of the three rows at `from`, BT.2020 light: `ColorOperations.Norm.brightness`, with the
///   weights of luminance in the first row of M, and the weight of green in colorfulness, at most 1, in the middle of its second; those of red and
///   blue are 1.
/// - `LANES_PIECEWISE_SCALE`: rows `to ..< to + rows` are multiplied by `below` where they are 0 or less, otherwise by `above`.
/// - `LANES_INTENSITY`: three rows x at `to`, cone responses of ICtCp in PQ with intensity I by the first row of M, become
///   I' + r (x − I): they get the intensity I' in row `operand`, and color differences are multiplied by r = min(I' / I, I / I'), or 1
///   where both are 0.
/// - `LANES_LATTICE`: three rows at `to` become the value of `lattice` at the three rows at `from`.
/// - `LANES_LOOKUP`: rows `to ..< to + rows` each become the value of `lookup` at the row.
typedef enum {
  LANES_CURVE = 0,
  LANES_MATRIX = 1,
  LANES_WEIGH = 2,
  LANES_MAXIMUM = 3,
  LANES_MULTIPLY = 4,
  LANES_COPY = 5,
  LANES_RATIO = 6,
  LANES_PERCEPTUAL = 7,
  LANES_MINIMUM = 8,
  LANES_ADD = 9,
  LANES_ODD_CURVE = 10,
  LANES_DESATURATE = 11,
  LANES_PIECEWISE_SCALE = 12,
  LANES_LATTICE = 13,
  LANES_INTENSITY = 14,
  LANES_LOOKUP = 15,
  LANES_BRIGHTNESS = 16
} lanes_kind;

/// The numbers of `GamutMaps.PerceptualGamutMap`, whose steps and names are explained there, in light relative to the display's peak.
typedef struct {
  /// The matrix from the source's components to the display's, white to white: each row adds up to 1, and the first number of each is unused.
  float matrix[12];
  /// Whether the matrix is not the identity.
  int32_t converts;
  /// With M the maximum and m the minimum component, a color is in the core if its minimum component, green and blue multiplied by `core_weight`, is
  /// at least `core_floor` · M − `core_dark`, and M is at most the maximum of `core_ceiling` and m / 2 + `core_pale`.
  float core_floor, core_dark, core_weight, core_ceiling, core_pale;
  /// `GamutMaps.PerceptualLattice`: `[face][p][q][level][corner][component][2]`. The corners are the node and the one at the end of both cells. For
  /// red, green, blue and an unused component, the two numbers are the step to the next level and the node, the displacement of a color. Aligned to
  /// 64 bytes, and followed by as many numbers as lie between two nodes along p.
  const int16_t *nodes;
} lanes_gamut;

/// A function of three numbers, sampled on a lattice.
///
/// Arguments are mapped to the lattice by x · scale + offset, clamped to `0…size − 1`, NaN to 0. Within a cell the values at four
/// vertices are interpolated, those of the tetrahedron that contains the point; or, if `trilinear` is not 0, those at all eight. `added` is
/// added to the result.
typedef struct {
  /// `[size][size][size][4]`, the first argument fastest, aligned to 64 bytes; the fourth number is unused.
  const float *entries;
  /// 2…256.
  int32_t size;
  int32_t trilinear;
  float scale[3], offset[3], added[3];
} lanes_lattice;

/// A function of one number, given by values at increasing positions and interpolated linearly.
///
/// The argument is limited to `low…high`, NaN to `low`.
typedef struct {
  /// `[size]`, aligned to 64 bytes.
  const float *values;
  /// `[2 · half]`: the positions, then +∞. Null if the values are at equal steps: x · scale + offset is then the index among them.
  const float *positions;
  /// 2…65536.
  int32_t size;
  /// A power of two such that 2 · `half` is at least `size`.
  int32_t half;
  float scale, offset, low, high;
} lanes_lookup;

/// One step.
typedef struct {
  lanes_kind kind;
  int32_t from, to, rows;
  /// A row of factors, addends or intensities, depending on the step, or −1.
  int32_t operand;
  /// Whether the result is limited to `low…high`.
  int32_t clamps;
  float low, high;
  /// The addend of `LANES_COPY`.
  float addend;
  /// The factor of `LANES_PERCEPTUAL` that makes the rows, or their product with row `operand`, relative to the display's peak.
  float factor;
  /// The factors of `LANES_PIECEWISE_SCALE` for numbers of 0 or less, and for others.
  float below, above;
  float matrix[12];
  lanes_curve curve;
  /// The gamut map of `LANES_PERCEPTUAL`.
  const lanes_gamut *gamut;
  /// The lattice of `LANES_LATTICE`.
  const lanes_lattice *lattice;
  /// The function of `LANES_LOOKUP`.
  const lanes_lookup *lookup;
} lanes_op;

/// A program: the steps in order.
typedef struct {
  const lanes_op *ops;
  int32_t count;
  /// 1 if a last step `LANES_PERCEPTUAL` leaves its result in `LANES_GAMUT_ROWS`.
  int32_t stays;
} lanes_program;

// MARK: Write.

/// The conversion of codes to samples: `floor(code + bias)`, saturated to `low…high`, shifted left.
///
/// A bias row has 64 floats, repeated along the row: 0.5 everywhere rounds half up; 0.5 + d, d in -0.5 ..< 0.5, dithers.
/// Samples may lie at any address. NaN becomes `low`. `LANES_F32` stores the number unchanged, and the same NaN for every NaN.
/// `LANES_F16` stores the nearest number, ties to even; it limits magnitudes, and infinity, to 65504.
typedef struct {
  lanes_sample sample;
  /// The number of samples from one to the next of the same component: 1 in a separate plane.
  ///
  /// - 2: luma of packed 4:2:2, followed by chroma, which is preserved, but may be rewritten; or chroma in pairs.
  /// - 3, 4: packed pixels; 4 also for chroma of packed 4:2:2, whose luma is preserved.
  int32_t step;
  /// The number of bits by which the code is shifted left: 6 for P010.
  int32_t shift;
  float low, high;
} lanes_write;

/// Packed pixels: 3 or 4 samples each, the step of their format, from rows 0, 1, 2 (and `LANES_ALPHA_ROW`) of a strip. The fourth is alpha, which is
/// always rounded half up, regardless of the bias. Or, for `LANES_X2RGB10`, one word each, whose codes are shifted left by `shifts`; for bytes, the
/// first three are reversed if `shifts` is 2, 1, 0.
typedef struct {
  lanes_write format;
  int32_t shifts[3];
} lanes_write_packed;

/// The conversion of encoded chroma rows to one row of chroma: of planes, of pairs in one plane, or of packed 4:2:2, depending on the step of the
/// format.
typedef struct {
  lanes_write format;
  /// 1 if two columns are averaged to one: the even column and the adjacent odd ones, or, if `centered`, both.
  int32_t halved, centered;
  /// The weight of the even column, and of each odd one.
  float weight[2];
} lanes_write_chroma;

/// One chroma row to write: `Σ weight[i] · row[i]` of encoded rows.
typedef struct {
  /// `[component][i]`: rows of `width` floats. All three always point to a row; with weight 0, to any row.
  const float *rows[2][3];
  /// The number of columns in the encoded rows. As many samples are written, or half of them rounded up. The last column repeats
  /// beyond the end.
  int32_t width;
  /// 1 if an odd column lies before the first one; 0 if the first column repeats before it.
  int32_t before;
  float weight[3];
  /// 64 floats for each component.
  const float *bias[2];
  /// The destination rows; with a step, only the first is used.
  void *target[2];
} lanes_chroma_row;

/// The last steps of a program on a block, and its conversion to one or two rows of luma and one row of chroma, of integers in planes or in pairs.
///
/// Each component of the color becomes `curve` of it, and luma the product of the matrix's first row and these, plus that row's offset. Chroma is
/// computed likewise by the other rows, from the averages of the components: see `lanes_write_chroma`.
typedef struct {
  lanes_write luma;
  lanes_write_chroma chroma;
  /// A power function of degree 3, or null if there is no curve.
  const lanes_curve *curve;
  float matrix[12];
  /// The first of the three rows of the color.
  int32_t from;
  /// 1 if the color is at most the curve's `high`, and luma within its limits, so that neither is limited.
  int32_t is_bounded;
} lanes_write_block;

/// The rows of a block to write.
typedef struct {
  /// The number of columns, at most 256, and that of rows, 1 or 2. A chroma row is the mean of both rows, or that of the only one.
  int32_t columns, rows;
  /// The distance in floats from even columns to odd ones, a multiple of 32 up to 128; it is half of that from the first row to the second.
  int32_t part;
  /// The number of columns of luma to write from each row, and of samples of chroma.
  int32_t luma_count, chroma_count;
  /// The destination of each row of luma, null for one that is not written, and the bias of its even and of its odd columns: 32 floats each, repeated.
  void *luma[2];
  const float *luma_bias[2][2];
  /// The destination of chroma, null if it is not written; in pairs, only the first is used. 64 floats of bias for each component.
  void *chroma[2];
  const float *chroma_bias[2];
  /// 1 if the picture starts with the first column, which then repeats before it.
  int32_t begins;
  /// For each component, the sum of the odd column before the first; on return, that before the next block, if the columns are whole vectors.
  float before[3];
  /// If a chroma row lies on the first of its rows, `[3][2][previous_step]` floats: the row before, by component, its even columns, then its odd
  /// ones; null otherwise. The mean then has the weights 1/4, 1/2, 1/4. On return, the last row of the block.
  float *previous;
  int32_t previous_step;
  /// 1 if the picture starts with the first row, which then repeats before it.
  int32_t is_first;
} lanes_block;

// MARK: Light.

/// The rows of a strip whose pixels are counted. A program fills them, besides the light of the components in rows 0, 1, 2:
///
/// - `LANES_MAXIMUM_ROW`: the light of the maximum component. All light is in units for which the maximum is an integer of at most 2²², so that
///   rounding is exact and the sum of a strip fits in 32 bits; NaN counts as 0.
/// - `LANES_LUMINANCE_SIGNAL_ROW`, `LANES_MAXIMUM_SIGNAL_ROW`: the PQ signals of the luminance and of the maximum component, limited to 0…1.
/// - `LANES_MINIMUM_BT709_ROW`, `LANES_MINIMUM_P3_ROW`: the minimum component in the gamuts of BT.709 and of P3, in the same units as light.
enum {
  LANES_MAXIMUM_ROW = LANES_FREE_ROWS,
  LANES_LUMINANCE_SIGNAL_ROW = LANES_FREE_ROWS + 1,
  LANES_MINIMUM_BT709_ROW = LANES_FREE_ROWS + 3,
  LANES_MINIMUM_P3_ROW = LANES_FREE_ROWS + 4,
  LANES_MAXIMUM_SIGNAL_ROW = LANES_FREE_ROWS + 5
};

/// The counts of the light of a picture's pixels, from the rows above.
///
/// Light is rounded to integers and limited to `limit`; light of at most `dark` is not added to the sum. Signals are rounded to codes of 12 bits; all
/// sums are integers. A pixel is outside a gamut if its minimum component there is below −1/256 of its maximum light, and the maximum light is at
/// least `visible`. Without `cells`, only the maximum light is read and counted.
typedef struct {
  float limit, dark, visible;
  /// The maximum light of each column so far.
  float *columns;
  /// The sum of the codes of luminance of each column; or NULL.
  int32_t *cells;
  /// The counts of pixels by the 12-bit code of their maximum component and of their luminance, `[4096][4]` each: adjacent pixels are counted
  /// separately, so that no count depends on the previous one.
  uint32_t *maximum_codes, *luminance_codes;
  /// Separate values for each lane; an instruction set uses as many as it has lanes.
  int32_t sum[16], outside[2][16];
  float maximum[16], components[3][16];
} lanes_light;

#endif
