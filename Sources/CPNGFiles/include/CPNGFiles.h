// PNG files of red, green and blue by libpng. Its errors are jumps over the frames of its callers, which Swift forbids: they stay in C.

#ifndef C_PNG_FILES_H
#define C_PNG_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What the header of a picture says.
typedef struct {
  uint32_t width, height;
  /// The bits of a component.
  uint8_t depth;
  /// Whether it has red, green and blue, with or without alpha, and no palette.
  bool isRGB;
  /// Whether alpha follows them.
  bool hasAlpha;
  /// Whether it comes in seven passes.
  bool isInterlaced;
} pngfile_header;

/// Why something failed, as libpng says it; empty if there was no memory.
typedef struct {
  char text[128];
} pngfile_reason;

/// Takes one text: its key, and what it says, in UTF-8 or in Latin-1.
typedef void pngfile_keep_text(void *context, const char *key, const char *text, size_t count, bool isUTF8);

/// Takes the next bytes of a file.
typedef void pngfile_keep_bytes(void *context, const uint8_t *bytes, size_t count);

/// Takes samples of a row: of every `step`th column from `column` on.
typedef void pngfile_keep_row(
  void *context, size_t row, size_t column, size_t step, const uint8_t *samples, size_t columns);

/// Reads the header of a PNG file, and if `samples` is not null, also its rows of R, G and B, without alpha, as bytes in the order of the
/// file, the more significant byte first, and its texts.
///
/// - Precondition: `samples` has room for the picture that the header says.
bool pngfile_read(
  const uint8_t *bytes, size_t count, pngfile_header *header, uint8_t *samples, pngfile_keep_text *keep, void *context,
  pngfile_reason *reason);

/// Reads the header of a PNG file of any kind, and if `keep` is not null, also its first picture: rows of R, G and B, and of alpha if there
/// is any, as bytes in the order of the file, the more significant byte first. Gray and palettes become R, G and B, fewer bits than 8 become
/// 8, and a transparent color becomes alpha; the header says what the samples are then. Each row is given as soon as it is decoded; of a
/// picture that comes in passes, each row of each pass.
bool pngfile_read_picture(
  const uint8_t *bytes, size_t count, uint32_t maximumSide, pngfile_header *header, pngfile_keep_row *keep,
  void *context, pngfile_reason *reason);

/// Writes rows of R, G and B, and of alpha if the header says so, as a PNG file, the more significant byte first. Before them stand
/// texts, pairs of a key and what it says in UTF-8, each ended by a zero; and chunks as they are in a file, but without checksums.
/// A quick one of a photograph takes an eighth of the time of another, and a twelfth more bytes.
bool pngfile_write(
  pngfile_header header, const uint8_t *samples, const char *texts, size_t textBytes, const uint8_t *chunks,
  size_t chunkBytes, bool isQuick, pngfile_keep_bytes *keep, void *context, pngfile_reason *reason);

#endif
