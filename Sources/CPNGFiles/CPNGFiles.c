#include "CPNGFiles.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const uint8_t *bytes;
  size_t count;
} source;

typedef struct {
  pngfile_keep_bytes *keep;
  void *context;
} sink;

static void fail(png_structp png, png_const_charp message) {
  pngfile_reason *reason = png_get_error_ptr(png);
  strncpy(reason->text, message, sizeof reason->text - 1);
  png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void take(png_structp png, png_bytep bytes, size_t count) {
  source *from = png_get_io_ptr(png);
  if (count > from->count) png_error(png, "the file ends too early");
  memcpy(bytes, from->bytes, count);
  from->bytes += count;
  from->count -= count;
}

typedef struct {
  // Whether no chunk claims more bytes than follow: libpng allocates a chunk's claimed length before it reads the chunk.
  bool isWhole;
  bool hasEnd;
  // The number of bytes of compressed rows.
  uint64_t coded;
} chunks;

// Walks over the chunks of a file, up to its end or the first chunk that is too long.
static chunks walk(source file) {
  chunks found = {true, false, 0};
  // A chunk is its length, its type, its data and a checksum; libpng also reads the length of a truncated chunk.
  for (size_t place = 8; !found.hasEnd && place <= file.count && file.count - place >= 8;) {
    const uint8_t *at = file.bytes + place;
    const uint32_t length = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    found.isWhole = file.count - place >= 12 && length <= file.count - place - 12;
    if (!found.isWhole) return found;
    if (memcmp(at + 4, "IDAT", 4) == 0) found.coded += length;
    found.hasEnd = memcmp(at + 4, "IEND", 4) == 0;
    place += (size_t)length + 12;
  }
  return found;
}

bool pngfile_is_cut_short(const uint8_t *bytes, size_t count) {
  static const uint8_t end[] = {0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xAE, 0x42, 0x60, 0x82};
  if (count >= sizeof end && memcmp(bytes + count - sizeof end, end, sizeof end) == 0) return false;
  return !walk((source){bytes, count}).hasEnd;
}

static void give(png_structp png, png_bytep bytes, size_t count) {
  const sink *to = png_get_io_ptr(png);
  to->keep(to->context, bytes, count);
}

static void flush(png_structp png) { (void)png; }

static void tell(png_structp png, png_infop info, pngfile_keep_text *keep, void *context) {
  png_textp texts;
  int count = 0;
  png_get_text(png, info, &texts, &count);
  for (int i = 0; i < count; i++) {
    const bool isUTF8 = texts[i].compression > PNG_TEXT_COMPRESSION_zTXt;
    const size_t length = isUTF8 ? texts[i].itxt_length : texts[i].text_length;
    if (texts[i].text) keep(context, texts[i].key, texts[i].text, length, isUTF8);
  }
}

// Copies the header's properties of the samples as delivered.
static void describe(png_structp png, png_infop info, pngfile_header *header) {
  header->width = png_get_image_width(png, info);
  header->height = png_get_image_height(png, info);
  header->depth = png_get_bit_depth(png, info);
  const int kind = png_get_color_type(png, info);
  header->isRGB = kind == PNG_COLOR_TYPE_RGB || kind == PNG_COLOR_TYPE_RGB_ALPHA;
  header->hasAlpha = kind & PNG_COLOR_MASK_ALPHA;
}

// Starts reading a file, up to the first row.
static void begin(png_structp png, png_infop info, source *from) {
  const chunks found = walk(*from);
  if (!found.isWhole) png_error(png, "a chunk is longer than the file");
  png_set_read_fn(png, from, take);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  // All texts and other ancillary chunks together are limited to 64 MiB.
  png_set_chunk_malloc_max(png, 1 << 20);
  png_set_chunk_cache_max(png, 64);
  png_read_info(png, info);
  // Deflate expands a byte to at most 1032 bytes, and the data must contain all bits of all pixels.
  const uint64_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
  const double bits = (double)width * height * png_get_bit_depth(png, info) * png_get_channels(png, info);
  if ((double)found.coded + 1 > bits / 8 / 1032) return;
  char message[sizeof((pngfile_reason *)0)->text];
  snprintf(
    message, sizeof message, "%llu bytes of image data are too few for %llux%llu pixels", (unsigned long long)found.coded,
    (unsigned long long)width, (unsigned long long)height);
  png_error(png, message);
}

bool pngfile_read(
  const uint8_t *bytes, size_t count, uint32_t maximumSide, bool isExpanded, pngfile_header *header, uint8_t *samples,
  pngfile_keep_text *keep, void *context, pngfile_reason *reason) {
  memset(reason, 0, sizeof *reason);
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reason, fail, ignore);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  png_infop end = info ? png_create_info_struct(png) : NULL;
  if (!end || setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, &end);
    return false;
  }
  // Texts and profiles are skipped if they are not asked for: only chunks needed for the samples are kept.
  if (!keep) png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  source from = {bytes, count};
  begin(png, info, &from);
  describe(png, info, header);
  if (header->width > maximumSide || header->height > maximumSide) {
    png_destroy_read_struct(&png, &info, &end);
    return true;
  }
  if (isExpanded) {
    png_set_expand(png);
    png_set_gray_to_rgb(png);
  } else {
    png_set_strip_alpha(png);
  }
  const int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (isExpanded) describe(png, info, header);
  if (samples) {
    const size_t stride = png_get_rowbytes(png, info);
    for (int pass = 0; pass < passes; pass++)
      for (size_t y = 0; y < header->height; y++) png_read_row(png, samples + y * stride, NULL);
    png_read_end(png, end);
    if (keep) {
      tell(png, info, keep, context);
      tell(png, end, keep, context);
    }
  }
  png_destroy_read_struct(&png, &info, &end);
  return true;
}

bool pngfile_write(
  pngfile_header header, const uint8_t *samples, const char *texts, size_t textBytes, const uint8_t *chunks,
  size_t chunkBytes, bool isQuick, pngfile_keep_bytes *keep, void *context, pngfile_reason *reason) {
  memset(reason, 0, sizeof *reason);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, reason, fail, ignore);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info || setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    return false;
  }
  sink to = {keep, context};
  png_set_write_fn(png, &to, give, flush);
  png_set_IHDR(
    png, info, header.width, header.height, header.depth,
    header.hasAlpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
    PNG_FILTER_TYPE_DEFAULT);
  if (isQuick) {
    png_set_compression_level(png, 2);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
  }
  for (const char *key = texts; key < texts + textBytes;) {
    char *text = (char *)key + strlen(key) + 1;
    bool isASCII = true;
    for (const char *c = text; *c; c++) isASCII = isASCII && !(*c & 0x80);
    png_text entry = {
      .compression = isASCII ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE, .key = (char *)key, .text = text};
    png_set_text(png, info, &entry, 1);
    key = text + strlen(text) + 1;
  }
  png_write_info(png, info);
  for (const uint8_t *chunk = chunks; chunk < chunks + chunkBytes;) {
    const size_t length = png_get_uint_32(chunk);
    png_write_chunk(png, chunk + 4, chunk + 8, length);
    chunk += 8 + length;
  }
  const size_t stride = (size_t)header.width * (header.hasAlpha ? 4 : 3) * header.depth / 8;
  for (size_t y = 0; y < header.height; y++) png_write_row(png, samples + y * stride);
  png_write_end(png, NULL);
  png_destroy_write_struct(&png, &info);
  return true;
}
