// PNG files of red, green and blue through libpng. Its errors are longjmps across its callers' frames, which Swift forbids: they stay in C.

#ifndef C_PNG_FILES_H
#define C_PNG_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The properties of a picture in its header.
typedef struct {
  uint32_t width, height;
  /// The number of bits of a component.
  uint8_t depth;
  /// Whether it has red, green and blue, with or without alpha, and no palette.
  bool isRGB;
  /// Whether alpha follows the color components.
  bool hasAlpha;
} pngfile_header;

/// libpng's reason for a failure; empty if out of memory.
typedef struct {
  char text[128];
} pngfile_reason;

/// Receives one text: its key and its value, in UTF-8 or Latin-1.
typedef void pngfile_keep_text(void *context, const char *key, const char *text, size_t count, bool isUTF8);

/// Receives the next bytes of a file.
typedef void pngfile_keep_bytes(void *context, const uint8_t *bytes, size_t count);

/// Reads the header of a PNG file and, if `samples` is not null, its first picture: rows of R, G and B in file order with the more significant byte
/// first, and, if `keep` is not null, its texts.
///
/// If it is expanded, gray and palettes become R, G and B, fewer than 8 bits become 8, a transparent color becomes alpha, alpha follows the color
/// components, and the header describes these samples. Otherwise the header describes the file, and alpha is left out.
///
/// Of a picture with a side above the maximum, only the header is read.
///
/// - Precondition: `samples` has room for the picture described by the header.
bool pngfile_read(
  const uint8_t *bytes, size_t count, uint32_t maximumSide, bool isExpanded, pngfile_header *header, uint8_t *samples,
  pngfile_keep_text *keep, void *context, pngfile_reason *reason);

/// Whether a file ends before its last chunk, IEND. A file that ends with this chunk only has wrong lengths.
///
/// - Source: W3C, Portable Network Graphics (third edition), clauses 5.3 and 11.2.5.
bool pngfile_is_cut_short(const uint8_t *bytes, size_t count);

/// Writes rows of R, G and B, and of alpha if the header has it, as a PNG file, with the more significant byte first. The rows are preceded by texts,
/// pairs of a key and a value in UTF-8, each terminated by a zero; and by chunks as in a file, but without checksums. With `isQuick`, a photograph
/// takes an eighth of the time and a twelfth more bytes.
bool pngfile_write(
  pngfile_header header, const uint8_t *samples, const char *texts, size_t textBytes, const uint8_t *chunks,
  size_t chunkBytes, bool isQuick, pngfile_keep_bytes *keep, void *context, pngfile_reason *reason);

#endif
