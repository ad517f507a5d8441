// PNG pictures of three components by libpng. Its errors are jumps over the frames of its callers, which Swift forbids: they stay in C.

#ifndef C_HALD_H
#define C_HALD_H

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
} hald_header;

/// Why something failed, as libpng says it; empty if there was no memory.
typedef struct {
  char text[128];
} hald_reason;

/// Takes one text: its key, and what it says, in UTF-8 or in Latin-1.
typedef void hald_keep_text(void *context, const char *key, const char *text, size_t count, bool isUTF8);

/// Takes the next bytes of a file.
typedef void hald_keep_bytes(void *context, const uint8_t *bytes, size_t count);

/// Reads the header of a PNG file, and if `samples` is not null, also its rows of R, G and B, without alpha, as bytes in the order of the
/// file, the more significant byte first, and its texts.
///
/// - Precondition: `samples` has room for the picture that the header says.
bool hald_read(
  const uint8_t *bytes, size_t count, hald_header *header, uint8_t *samples, hald_keep_text *keep, void *context,
  hald_reason *reason);

/// Writes rows of R, G and B as a PNG file, with texts: pairs of a key and what it says in UTF-8, each ended by a zero.
bool hald_write(
  hald_header header, const uint8_t *samples, const char *texts, size_t textBytes, hald_keep_bytes *keep, void *context,
  hald_reason *reason);

#endif
