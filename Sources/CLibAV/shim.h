// FFmpeg's libraries for Swift: all differences between FFmpeg 5.1 and current versions, and macros and arrays that Swift does not import.

#ifndef C_LIBAV_H
#define C_LIBAV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if !__has_include(<libavformat/avformat.h>)
#error "the modules Movies and Transcoding need the headers of FFmpeg 5.1 or later: install libavformat-dev, libavcodec-dev, libavfilter-dev, libavutil-dev and libswresample-dev (Debian) or ffmpeg (Homebrew)"
#endif

#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/avutil.h>
#include <libavutil/buffer.h>
#include <libavutil/dict.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/error.h>
#include <libavutil/frame.h>
#include <libavutil/hdr_dynamic_metadata.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/mathematics.h>
#include <libavutil/mem.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/channel_layout.h>
#include <libavutil/samplefmt.h>
#include <libavutil/spherical.h>
#include <libavutil/stereo3d.h>
#include <libswresample/swresample.h>

// The side data of tracks moved from AVStream to AVCodecParameters in FFmpeg 6.1.
#define CLIBAV_CODED_SIDE_DATA (LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100))
// Tracks have an ambient viewing environment since FFmpeg 7.
#define CLIBAV_AMBIENT (LIBAVCODEC_VERSION_MAJOR >= 61)

#if CLIBAV_AMBIENT
#include <libavutil/ambient_viewing_environment.h>
#endif

// MARK: Macros

static const int libav_again = AVERROR(EAGAIN);
static const int libav_end = AVERROR_EOF;
static const int libav_no_memory = AVERROR(ENOMEM);
static const int libav_refused = AVERROR(EPERM);
static const int libav_invalid = AVERROR_INVALIDDATA;
static const int libav_unknown_option = AVERROR_OPTION_NOT_FOUND;
static const int64_t libav_no_time = AV_NOPTS_VALUE;

static inline int libav_error(int code) { return AVERROR(code); }

// MARK: Bytes

/// Makes an AVIOContext with its own buffer; null if out of memory. The writer's bytes are const since FFmpeg 7.
static inline AVIOContext *libav_io(
  int size, bool writes, void *opaque, int (*read)(void *, uint8_t *, int), int (*write)(void *, const uint8_t *, int),
  int64_t (*seek)(void *, int64_t, int)) {
  uint8_t *buffer = (uint8_t *)av_malloc(size);
  if (!buffer) return NULL;
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  AVIOContext *context = avio_alloc_context(buffer, size, writes, opaque, read, write, seek);
#else
  AVIOContext *context =
    avio_alloc_context(buffer, size, writes, opaque, read, (int (*)(void *, uint8_t *, int))write, seek);
#endif
  if (!context) av_free(buffer);
  return context;
}

/// Frees a context made by `libav_io`.
static inline void libav_free_io(AVIOContext *context) {
  av_freep(&context->buffer);
  avio_context_free(&context);
}

// MARK: Frames

static inline uint8_t *libav_plane(const AVFrame *frame, int plane) { return frame->data[plane]; }
static inline int libav_stride(const AVFrame *frame, int plane) { return frame->linesize[plane]; }

/// Gives a frame one buffer for all of its planes, with rows at multiples of `alignment`; the frame then owns the buffer. Padding between and after
/// the rows is zeroed, whatever the buffer held before, since encoders may read some of it.
static inline int libav_set_buffer(AVFrame *frame, AVBufferRef *buffer, int alignment) {
  enum AVPixelFormat format = (enum AVPixelFormat)frame->format;
  uint8_t *row = (uint8_t *)(((uintptr_t)buffer->data + alignment - 1) & ~(uintptr_t)(alignment - 1));
  frame->buf[0] = buffer;
  frame->extended_data = frame->data;
  int status = av_image_fill_arrays(frame->data, frame->linesize, row, format, frame->width, frame->height, alignment);
  int shift = av_pix_fmt_desc_get(format)->log2_chroma_h;
  for (int i = 0; status >= 0 && i < 4 && frame->data[i]; i++) {
    int used = av_image_get_linesize(format, frame->width, i), stride = frame->linesize[i];
    int rows = i == 1 || i == 2 ? AV_CEIL_RSHIFT(frame->height, shift) : frame->height;
    for (int y = 0; y < rows; y++, row += stride) memset(row + used, 0, stride - used);
  }
  if (status >= 0) memset(row, 0, buffer->data + buffer->size - row);
  return status;
}

/// Reads a row of one component as numbers. If a picture has a palette, the components are the palette's: B′, G′, R′, alpha.
static inline void libav_read_row(
  const AVFrame *frame, const AVPixFmtDescriptor *format, int component, bool isPalette, int y, int width,
  uint32_t *row) {
  const AVComponentDescriptor place = format->comp[isPalette ? 0 : component];
  const uint8_t *p = frame->data[place.plane] + (ptrdiff_t)y * frame->linesize[place.plane] + place.offset;
  bool isWhole = !isPalette && !(format->flags & AV_PIX_FMT_FLAG_BITSTREAM) && place.shift == 0;
  if (isWhole && place.depth == 8) {
    for (int x = 0; x < width; x++) row[x] = p[(ptrdiff_t)x * place.step];
  } else if (isWhole && place.depth == 16 && (format->flags & AV_PIX_FMT_FLAG_BE)) {
    for (int x = 0; x < width; x++, p += place.step) row[x] = (uint32_t)p[0] << 8 | p[1];
  } else {
    av_read_image_line2(
      row, (const uint8_t **)frame->data, frame->linesize, format, 0, y, isPalette ? 0 : component, width, 0, 4);
    if (isPalette) for (int x = 0; x < width; x++) row[x] = frame->data[1][4 * (row[x] & 255) + component];
  }
}

/// Replaces a picture by the same one in a planar format: the target's component `i` has the codes of component `sources[i]`, or those of the
/// palette, scaled if the target has more bits.
static inline int libav_unpack(AVFrame *frame, enum AVPixelFormat planar, const int *sources, bool isInverted) {
  const AVPixFmtDescriptor *from = av_pix_fmt_desc_get((enum AVPixelFormat)frame->format);
  const AVPixFmtDescriptor *to = av_pix_fmt_desc_get(planar);
  bool isPalette = from->flags & AV_PIX_FMT_FLAG_PAL;
  AVFrame *made = av_frame_alloc();
  uint32_t *row = (uint32_t *)av_malloc_array((size_t)frame->width, sizeof *row);
  int status = AVERROR(ENOMEM);
  if (!made || !row) goto end;
  made->format = planar;
  made->width = frame->width;
  made->height = frame->height;
  status = av_frame_get_buffer(made, 0);
  if (status < 0) goto end;
  status = av_frame_copy_props(made, frame);
  if (status < 0) goto end;
  for (int i = 0; i < to->nb_components; i++) {
    AVComponentDescriptor place = to->comp[i];
    bool isHalved = (i == 1 || i == 2) && !(to->flags & AV_PIX_FMT_FLAG_RGB);
    int width = isHalved ? AV_CEIL_RSHIFT(frame->width, to->log2_chroma_w) : frame->width;
    int height = isHalved ? AV_CEIL_RSHIFT(frame->height, to->log2_chroma_h) : frame->height;
    int depth = isPalette ? 8 : from->comp[sources[i]].depth;
    uint64_t most = ((uint64_t)1 << depth) - 1, target = ((uint64_t)1 << place.depth) - 1;
    for (int y = 0; y < height; y++) {
      libav_read_row(frame, from, sources[i], isPalette, y, width, row);
      if (isInverted) for (int x = 0; x < width; x++) row[x] ^= (uint32_t)most;
      if (depth < place.depth) for (int x = 0; x < width; x++) row[x] = (uint32_t)((row[x] * target + most / 2) / most);
      uint8_t *p = made->data[place.plane] + (ptrdiff_t)y * made->linesize[place.plane];
      if (place.depth > 16) {
        memcpy(p, row, (size_t)width * 4);
      } else if (place.depth > 8) {
        for (int x = 0; x < width; x++) ((uint16_t *)p)[x] = (uint16_t)row[x];
      } else {
        for (int x = 0; x < width; x++) p[x] = (uint8_t)row[x];
      }
    }
  }
  av_frame_unref(frame);
  av_frame_move_ref(frame, made);
end:
  av_freep(&row);
  av_frame_free(&made);
  return status;
}

/// Whether the palette of a picture has a color that is not opaque.
static inline bool libav_palette_has_alpha(const AVFrame *frame) {
  for (int i = 0; frame->data[1] && i < 256; i++) if (frame->data[1][4 * i + 3] != 255) return true;
  return false;
}

#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
static inline int64_t *libav_duration(AVFrame *frame) { return &frame->duration; }
#else
static inline int64_t *libav_duration(AVFrame *frame) { return &frame->pkt_duration; }
#endif

#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
static inline bool libav_is_interlaced(const AVFrame *frame) { return frame->flags & AV_FRAME_FLAG_INTERLACED; }
static inline bool libav_is_top_first(const AVFrame *frame) { return frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST; }
#else
static inline bool libav_is_interlaced(const AVFrame *frame) { return frame->interlaced_frame; }
static inline bool libav_is_top_first(const AVFrame *frame) { return frame->top_field_first; }
#endif

/// The mark of the packet that the logging decoder is decoding; 0 for other contexts, and without a mark. The threads of a decoder have copies of its
/// context, made when each gets a packet.
static inline intptr_t libav_mark(void *logging) {
  if (*(const AVClass **)logging != avcodec_get_class()) return 0;
  return (intptr_t)((AVCodecContext *)logging)->opaque;
}

// A decoder with the flag `libav_numbers` associates each picture with its packet, by a number passed to `libav_send` and returned by `libav_number`.
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
static const int libav_numbers = AV_CODEC_FLAG_COPY_OPAQUE;
static inline int64_t libav_number(const AVFrame *frame) { return (int64_t)(intptr_t)frame->opaque; }
#else
static const int libav_numbers = 0;
static inline int64_t libav_number(const AVFrame *frame) { return frame->reordered_opaque; }
#endif

static inline int libav_send(AVCodecContext *decoder, AVPacket *packet, int64_t number, intptr_t mark) {
  decoder->opaque = (void *)mark;
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
  packet->opaque = (void *)(intptr_t)number;
#else
  decoder->reordered_opaque = number;
#endif
  return avcodec_send_packet(decoder, packet);
}

/// Adds another picture's luma as alpha, in a format with one more plane; without another picture, the maximum code everywhere. Returns false if out
/// of memory.
static inline bool libav_join(AVFrame *frame, AVFrame *alpha, enum AVPixelFormat format) {
  int depth = av_pix_fmt_desc_get(format)->comp[3].depth, stride = frame->width * (depth > 8 ? 2 : 1), free = 0;
  AVBufferRef *buffer = alpha ? av_frame_get_plane_buffer(alpha, 0) : NULL;
  while (free < AV_NUM_DATA_POINTERS && frame->buf[free]) free++;
  if (alpha) {
    if (buffer) buffer = av_buffer_ref(buffer);
    stride = alpha->linesize[0];
  } else if ((buffer = av_buffer_alloc((size_t)stride * frame->height))) {
    if (depth <= 8) memset(buffer->data, 255, buffer->size);
    else for (size_t i = 0; i < buffer->size / 2; i++) ((uint16_t *)buffer->data)[i] = (uint16_t)((1 << depth) - 1);
  }
  if (!buffer || free == AV_NUM_DATA_POINTERS) {
    av_buffer_unref(&buffer);
    return false;
  }
  frame->buf[free] = buffer;
  frame->data[3] = alpha ? alpha->data[0] : buffer->data;
  frame->linesize[3] = stride;
  frame->format = format;
  return true;
}

/// Whether all chroma is at the middle code, or absent.
static inline bool libav_is_neutral(const AVFrame *frame) {
  const AVPixFmtDescriptor *format = av_pix_fmt_desc_get((enum AVPixelFormat)frame->format);
  int width = AV_CEIL_RSHIFT(frame->width, format->log2_chroma_w), depth = format->comp[0].depth;
  int height = AV_CEIL_RSHIFT(frame->height, format->log2_chroma_h);
  for (int i = 0; i < 2 * height && frame->data[1]; i++) {
    const uint8_t *row = frame->data[1 + i / height] + (ptrdiff_t)(i % height) * frame->linesize[1 + i / height];
    for (int x = 0; x < width; x++) {
      if ((depth > 8 ? ((const uint16_t *)row)[x] : row[x]) != 1 << (depth - 1)) return false;
    }
  }
  return true;
}

/// Replaces bytes that a codec owns, such as `extradata`, by a padded copy of others; returns false if out of memory.
static inline bool libav_set_bytes(uint8_t **owned, int *ownedSize, const uint8_t *bytes, int size) {
  uint8_t *copy = (uint8_t *)av_mallocz((size_t)size + AV_INPUT_BUFFER_PADDING_SIZE);
  if (!copy) return false;
  memcpy(copy, bytes, size);
  av_freep(owned);
  *owned = copy;
  *ownedSize = size;
  return true;
}

/// Fills a packet with bytes, and with the properties of another packet; returns a negative number if out of memory.
static inline int libav_fill(AVPacket *packet, const uint8_t *bytes, int size, const AVPacket *other) {
  int status = av_new_packet(packet, size);
  if (status < 0) return status;
  memcpy(packet->data, bytes, size);
  return av_packet_copy_props(packet, other);
}

/// Attaches bytes to a frame until it gets another picture; returns false if out of memory.
static inline bool libav_keep(AVFrame *frame, const uint8_t *bytes, size_t size) {
  av_buffer_unref(&frame->opaque_ref);
  frame->opaque_ref = av_buffer_alloc(size);
  if (frame->opaque_ref) memcpy(frame->opaque_ref->data, bytes, size);
  return frame->opaque_ref;
}

// MARK: Packets

/// Whether the decoder of a track recognizes disposable pictures. In HEVC, pictures of a higher temporal layer may depend on pictures marked as
/// disposable, and `hvcC` states the number of layers.
///
/// Source: Rec. ITU-T H.264, clause 7.4.1, nal_ref_idc. Rec. ITU-T H.265, clause 3, sub-layer non-reference picture. ISO/IEC 14496-15,
/// clause 8.3.3.1, numTemporalLayers.
static inline bool libav_marks_disposable(const AVStream *track) {
  const AVCodecParameters *parameters = track->codecpar;
  if (parameters->codec_id == AV_CODEC_ID_H264) return true;
  const uint8_t *record = parameters->extradata;
  return parameters->codec_id == AV_CODEC_ID_HEVC && record && parameters->extradata_size > 22 && record[0] == 1
    && (record[21] >> 3 & 7) == 1;
}

// MARK: Fields

/// Makes a graph that outputs one picture per interlaced picture, for pictures like this one; null if the filter does not support them. Nothing
/// converts them to a supported format.
static inline AVFilterGraph *libav_deinterlacer(
  const AVFrame *frame, AVRational timeBase, AVFilterContext **source, AVFilterContext **sink) {
  const AVFilter *buffer = avfilter_get_by_name("buffer");
  const AVFilter *bufferSink = avfilter_get_by_name("buffersink");
  const AVFilter *bwdif = avfilter_get_by_name("bwdif");
  AVFilterGraph *graph = avfilter_graph_alloc();
  AVBufferSrcParameters *parameters = av_buffersrc_parameters_alloc();
  AVFilterContext *filter = NULL;
  bool isMade = false;
  if (graph && parameters && buffer && bufferSink && bwdif) {
    graph->nb_threads = 1;
    avfilter_graph_set_auto_convert(graph, AVFILTER_AUTO_CONVERT_NONE);
    *source = avfilter_graph_alloc_filter(graph, buffer, "in");
    filter = avfilter_graph_alloc_filter(graph, bwdif, "bwdif");
    *sink = avfilter_graph_alloc_filter(graph, bufferSink, "out");
    parameters->format = frame->format;
    parameters->time_base = timeBase;
    parameters->width = frame->width;
    parameters->height = frame->height;
    parameters->sample_aspect_ratio = frame->sample_aspect_ratio;
#if LIBAVFILTER_VERSION_INT >= AV_VERSION_INT(9, 16, 100)
    parameters->color_space = frame->colorspace;
    parameters->color_range = frame->color_range;
#endif
    isMade = *source && filter && *sink && av_buffersrc_parameters_set(*source, parameters) >= 0
      && avfilter_init_str(*source, NULL) >= 0
      && avfilter_init_str(filter, "mode=send_frame:parity=auto:deint=interlaced") >= 0
      && avfilter_init_str(*sink, NULL) >= 0 && avfilter_link(*source, 0, filter, 0) >= 0
      && avfilter_link(filter, 0, *sink, 0) >= 0 && avfilter_graph_config(graph, NULL) >= 0;
  }
  av_free(parameters);
  if (!isMade) avfilter_graph_free(&graph);
  return graph;
}

#include "tracks.h"

#endif
