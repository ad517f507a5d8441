// FFmpeg's libraries as Swift needs them: what differs from FFmpeg 5.1 to today's stands here and nowhere else, and so do macros and
// arrays that Swift does not import.

#ifndef C_LIBAV_H
#define C_LIBAV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <libavcodec/avcodec.h>
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
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// The side data of tracks moved from AVStream to AVCodecParameters in FFmpeg 6.1.
#define CLIBAV_CODED_SIDE_DATA (LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100))
// Tracks state an ambient viewing environment since FFmpeg 7.
#define CLIBAV_AMBIENT (LIBAVCODEC_VERSION_MAJOR >= 61)

#if CLIBAV_AMBIENT
#include <libavutil/ambient_viewing_environment.h>
#endif

// MARK: Macros

static const int libav_again = AVERROR(EAGAIN);
static const int libav_end = AVERROR_EOF;
static const int libav_no_memory = AVERROR(ENOMEM);
static const int libav_refused = AVERROR(EPERM);
static const int libav_unknown_option = AVERROR_OPTION_NOT_FOUND;
static const int64_t libav_no_time = AV_NOPTS_VALUE;

static inline int libav_error(int code) { return AVERROR(code); }

// MARK: Bytes

/// An AVIOContext without a buffer of the caller's; null without memory. The writer's bytes are const since FFmpeg 7.
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

/// Frees what `libav_io` made.
static inline void libav_free_io(AVIOContext *context) {
  av_freep(&context->buffer);
  avio_context_free(&context);
}

// MARK: Frames

static inline uint8_t *libav_plane(const AVFrame *frame, int plane) { return frame->data[plane]; }
static inline int libav_stride(const AVFrame *frame, int plane) { return frame->linesize[plane]; }

/// Gives a frame one buffer for all of its planes, with rows at multiples of `alignment`; the buffer is the frame's from now on.
static inline int libav_set_buffer(AVFrame *frame, AVBufferRef *buffer, int alignment) {
  uint8_t *start = (uint8_t *)(((uintptr_t)buffer->data + alignment - 1) & ~(uintptr_t)(alignment - 1));
  frame->buf[0] = buffer;
  frame->extended_data = frame->data;
  return av_image_fill_arrays(
    frame->data, frame->linesize, start, (enum AVPixelFormat)frame->format, frame->width, frame->height, alignment);
}

/// Reads a row of one component as numbers. Of a picture with a palette, the components are the palette's: B′, G′, R′, alpha.
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

static inline int64_t libav_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

static inline void libav_set_duration(AVFrame *frame, int64_t duration) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  frame->duration = duration;
#else
  frame->pkt_duration = duration;
#endif
}

static inline bool libav_is_key(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return frame->flags & AV_FRAME_FLAG_KEY;
#else
  return frame->key_frame;
#endif
}

static inline bool libav_is_interlaced(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return frame->flags & AV_FRAME_FLAG_INTERLACED;
#else
  return frame->interlaced_frame;
#endif
}

/// Whether samples of a decoded frame are missing or patched.
static inline bool libav_is_damaged(const AVFrame *frame) {
  return (frame->flags & AV_FRAME_FLAG_CORRUPT) || frame->decode_error_flags;
}

/// Has a decoder say of which packet each picture is: by a number that `libav_send` gives and `libav_number` finds.
static inline void libav_number_pictures(AVCodecContext *decoder) {
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
  decoder->flags |= AV_CODEC_FLAG_COPY_OPAQUE;
#endif
}

static inline int libav_send(AVCodecContext *decoder, AVPacket *packet, int64_t number) {
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
  packet->opaque = (void *)(intptr_t)number;
#else
  decoder->reordered_opaque = number;
#endif
  return avcodec_send_packet(decoder, packet);
}

static inline int64_t libav_number(const AVFrame *frame) {
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
  return (int64_t)(intptr_t)frame->opaque;
#else
  return frame->reordered_opaque;
#endif
}

/// Keeps bytes with a frame until it gets another picture; false without memory.
static inline bool libav_keep(AVFrame *frame, const uint8_t *bytes, size_t size) {
  av_buffer_unref(&frame->opaque_ref);
  frame->opaque_ref = av_buffer_alloc(size);
  if (frame->opaque_ref) memcpy(frame->opaque_ref->data, bytes, size);
  return frame->opaque_ref;
}

// MARK: Packets

/// Whether the decoder of a track tells apart what no other picture needs. In HEVC, pictures of a higher temporal layer may need what is
/// marked so, and `hvcC` says how many layers there are.
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

// MARK: Sizes

/// Scales a picture to another size in the same format: by areas for a quick look, else by Lanczos's filter. A negative number is an error.
static inline int libav_scale(
  enum AVPixelFormat format, bool isQuick, int width, int height, const uint8_t *const planes[4], const int strides[4],
  int newWidth, int newHeight, uint8_t *const newPlanes[4], const int newStrides[4]) {
  int flags = isQuick ? SWS_AREA : SWS_LANCZOS | SWS_ACCURATE_RND;
  struct SwsContext *scaler =
    sws_getContext(width, height, format, newWidth, newHeight, format, flags, NULL, NULL, NULL);
  if (!scaler) return AVERROR(ENOMEM);
  int rows = sws_scale(scaler, planes, strides, 0, height, newPlanes, newStrides);
  sws_freeContext(scaler);
  return rows == newHeight ? 0 : AVERROR(EINVAL);
}

static inline bool libav_scales(enum AVPixelFormat format) {
  return sws_isSupportedInput(format) && sws_isSupportedOutput(format);
}

// MARK: Fields

/// A graph that makes one whole picture of each interlaced one, for pictures like this one; null if the filter does not take them. Nothing
/// converts them to what it takes.
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

/// Changes the unit of a frame's time and duration.
static inline void libav_rescale_times(AVFrame *frame, AVRational from, AVRational to) {
  if (frame->pts != AV_NOPTS_VALUE) frame->pts = av_rescale_q(frame->pts, from, to);
  frame->best_effort_timestamp = frame->pts;
  // The filter leaves the duration as it was decoded.
}

// MARK: Side data of tracks

/// The side data of a track; null if it has none of this type.
static inline const uint8_t *libav_track_data(
  const AVStream *track, enum AVPacketSideDataType type, size_t *size) {
#if CLIBAV_CODED_SIDE_DATA
  const AVPacketSideData *data =
    av_packet_side_data_get(track->codecpar->coded_side_data, track->codecpar->nb_coded_side_data, type);
  *size = data ? data->size : 0;
  return data ? data->data : NULL;
#else
  return av_stream_get_side_data(track, type, size);
#endif
}

/// Adds a copy of side data to a track.
static inline int libav_add_track_data(
  AVStream *track, enum AVPacketSideDataType type, const void *bytes, size_t size) {
  uint8_t *copy = (uint8_t *)av_memdup(bytes, size);
  if (!copy) return AVERROR(ENOMEM);
#if CLIBAV_CODED_SIDE_DATA
  bool added = av_packet_side_data_add(
    &track->codecpar->coded_side_data, &track->codecpar->nb_coded_side_data, type, copy, size, 0);
  if (added) return 0;
  av_free(copy);
  return AVERROR(ENOMEM);
#else
  int status = av_stream_add_side_data(track, type, copy, size);
  if (status < 0) av_free(copy);
  return status;
#endif
}

/// Copies the side data of a track that `avcodec_parameters_copy` does not.
static inline int libav_copy_track_data(const AVStream *from, AVStream *to) {
#if !CLIBAV_CODED_SIDE_DATA
  for (int i = 0; i < from->nb_side_data; i++) {
    const AVPacketSideData *data = &from->side_data[i];
    int status = libav_add_track_data(to, data->type, data->data, data->size);
    if (status < 0) return status;
  }
#endif
  return 0;
}

// MARK: Static metadata

/// What an AVMasteringDisplayMetadata says: x and y of red, green, blue and white in units of 1/50 000, then the greatest and the least
/// luminance in units of 1/10 000 cd/m²; false if it says only a part.
static inline bool libav_mastering(const void *bytes, uint32_t units[10]) {
  const AVMasteringDisplayMetadata *data = (const AVMasteringDisplayMetadata *)bytes;
  if (!data->has_primaries || !data->has_luminance) return false;
  AVRational values[10];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++) values[2 * i + j] = data->display_primaries[i][j];
  values[6] = data->white_point[0];
  values[7] = data->white_point[1];
  values[8] = data->max_luminance;
  values[9] = data->min_luminance;
  for (int i = 0; i < 10; i++) {
    if (values[i].den <= 0 || values[i].num < 0) return false;
    int64_t value = av_rescale(values[i].num, i < 8 ? 50000 : 10000, values[i].den);
    if (value > (i < 8 ? UINT16_MAX : UINT32_MAX)) return false;
    units[i] = (uint32_t)value;
  }
  return true;
}

/// Adds an AVMasteringDisplayMetadata of these units to a track. Luminances beyond what AVRational holds are rounded.
static inline int libav_add_mastering(AVStream *track, const uint32_t units[10]) {
  AVMasteringDisplayMetadata *data = av_mastering_display_metadata_alloc();
  if (!data) return AVERROR(ENOMEM);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++) data->display_primaries[i][j] = av_make_q((int)units[2 * i + j], 50000);
  data->white_point[0] = av_make_q((int)units[6], 50000);
  data->white_point[1] = av_make_q((int)units[7], 50000);
  av_reduce(&data->max_luminance.num, &data->max_luminance.den, units[8], 10000, INT32_MAX);
  av_reduce(&data->min_luminance.num, &data->min_luminance.den, units[9], 10000, INT32_MAX);
  data->has_primaries = data->has_luminance = 1;
  int status = libav_add_track_data(track, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, data, sizeof *data);
  av_free(data);
  return status;
}

static inline int libav_add_light(AVStream *track, unsigned maxCLL, unsigned maxFALL) {
  size_t size;
  AVContentLightMetadata *data = av_content_light_metadata_alloc(&size);
  if (!data) return AVERROR(ENOMEM);
  data->MaxCLL = maxCLL;
  data->MaxFALL = maxFALL;
  int status = libav_add_track_data(track, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, data, size);
  av_free(data);
  return status;
}

/// Whether the side data of tracks has an ambient viewing environment.
static const bool libav_knows_ambient = CLIBAV_AMBIENT;

/// The ambient viewing environment of a track: lux in units of 1/10 000, x and y in units of 1/50 000; false without.
static inline bool libav_ambient(const AVStream *track, uint32_t units[3]) {
#if CLIBAV_AMBIENT
  size_t size;
  const AVAmbientViewingEnvironment *data =
    (const AVAmbientViewingEnvironment *)libav_track_data(track, AV_PKT_DATA_AMBIENT_VIEWING_ENVIRONMENT, &size);
  if (!data) return false;
  const AVRational values[3] = {data->ambient_illuminance, data->ambient_light_x, data->ambient_light_y};
  for (int i = 0; i < 3; i++) {
    if (values[i].den <= 0 || values[i].num < 0) return false;
    int64_t value = av_rescale(values[i].num, i == 0 ? 10000 : 50000, values[i].den);
    if (value > (i == 0 ? UINT32_MAX : UINT16_MAX)) return false;
    units[i] = (uint32_t)value;
  }
  return true;
#else
  return false;
#endif
}

/// Adds an ambient viewing environment to a track, if the library knows any.
static inline int libav_add_ambient(AVStream *track, const uint32_t units[3]) {
#if CLIBAV_AMBIENT
  size_t size;
  AVAmbientViewingEnvironment *data = av_ambient_viewing_environment_alloc(&size);
  if (!data) return AVERROR(ENOMEM);
  av_reduce(&data->ambient_illuminance.num, &data->ambient_illuminance.den, units[0], 10000, INT32_MAX);
  data->ambient_light_x = av_make_q((int)units[1], 50000);
  data->ambient_light_y = av_make_q((int)units[2], 50000);
  int status = libav_add_track_data(track, AV_PKT_DATA_AMBIENT_VIEWING_ENVIRONMENT, data, size);
  av_free(data);
  return status;
#else
  return 0;
#endif
}

// MARK: Encoders

/// The pixel formats that an encoder takes, ended by AV_PIX_FMT_NONE; null if it takes all.
static inline const enum AVPixelFormat *libav_formats(const AVCodec *encoder) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *formats = NULL;
  if (avcodec_get_supported_config(NULL, encoder, AV_CODEC_CONFIG_PIX_FORMAT, 0, &formats, NULL) < 0) return NULL;
  return (const enum AVPixelFormat *)formats;
#else
  return encoder->pix_fmts;
#endif
}

// MARK: Text

/// Encodes a line of ASS; returns the number of bytes.
static inline int libav_encode_text(AVCodecContext *encoder, const char *line, uint8_t *bytes, int size) {
  AVSubtitleRect rect, *rects[1] = {&rect};
  AVSubtitle text;
  memset(&rect, 0, sizeof rect);
  memset(&text, 0, sizeof text);
  rect.type = SUBTITLE_ASS;
  rect.ass = (char *)line;
  text.num_rects = 1;
  text.rects = rects;
  return avcodec_encode_subtitle(encoder, bytes, size, &text);
}

// MARK: Sound

#ifdef AV_PROFILE_DTS_HD_MA
static const int libav_dts_master = AV_PROFILE_DTS_HD_MA;
#else
static const int libav_dts_master = FF_PROFILE_DTS_HD_MA;
#endif

/// Which channels an encoder gets: those of the decoder under the names that ALAC and AAC have for them, the decoder's own, those that most
/// files with as many have, or two.
enum libav_layout { LIBAV_LAYOUT_TWIN, LIBAV_LAYOUT_OWN, LIBAV_LAYOUT_DEFAULT, LIBAV_LAYOUT_STEREO };

/// The layouts that ALAC knows, by the number of channels, apart from that of 8. Those with surround channels at the sides are the same.
static inline bool libav_twin_layout(const AVChannelLayout *layout, AVChannelLayout *twin) {
  const AVChannelLayout known[] = {
    AV_CHANNEL_LAYOUT_MONO, AV_CHANNEL_LAYOUT_STEREO, AV_CHANNEL_LAYOUT_SURROUND, AV_CHANNEL_LAYOUT_4POINT0,
    AV_CHANNEL_LAYOUT_5POINT0_BACK, AV_CHANNEL_LAYOUT_5POINT1_BACK, AV_CHANNEL_LAYOUT_6POINT1_BACK};
  const AVChannelLayout sides[] = {AV_CHANNEL_LAYOUT_5POINT0, AV_CHANNEL_LAYOUT_5POINT1};
  int count = layout->nb_channels;
  if (count < 1 || count > 7) return false;
  bool isUnnamed = layout->order == AV_CHANNEL_ORDER_UNSPEC && (count <= 2 || count == 6);
  bool isSide = count >= 5 && count <= 6 && av_channel_layout_compare(layout, &sides[count - 5]) == 0;
  if (!isUnnamed && !isSide && count > 1 && av_channel_layout_compare(layout, &known[count - 1]) != 0) return false;
  *twin = known[count - 1];
  return true;
}

static inline bool libav_has_plain_layout(const AVChannelLayout *layout) {
  AVChannelLayout twin;
  return libav_twin_layout(layout, &twin);
}

/// Says what an encoder is to encode: what comes from a decoder, or the nearest that it takes.
static inline int libav_prepare_sound(
  AVCodecContext *encoder, const AVCodec *codec, const AVCodecContext *decoder, int exactBits, enum libav_layout layout) {
  const enum AVSampleFormat *formats;
  const int *rates;
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *list = NULL;
  avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_FORMAT, 0, &list, NULL);
  formats = (const enum AVSampleFormat *)list;
  list = NULL;
  avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_RATE, 0, &list, NULL);
  rates = (const int *)list;
#else
  formats = codec->sample_fmts;
  rates = codec->supported_samplerates;
#endif
  enum AVSampleFormat wanted =
    exactBits == 16 ? AV_SAMPLE_FMT_S16 : exactBits == 24 ? AV_SAMPLE_FMT_S32 : AV_SAMPLE_FMT_FLT;
  encoder->sample_fmt = formats ? formats[0] : wanted;
  for (int i = 0; formats && formats[i] != AV_SAMPLE_FMT_NONE; i++)
    if (av_get_packed_sample_fmt(formats[i]) == wanted) encoder->sample_fmt = formats[i];
  if (exactBits == 24) encoder->bits_per_raw_sample = 24;
  encoder->sample_rate = decoder->sample_rate;
  if (rates) {
    // The next higher rate, or the highest.
    int best = 0;
    for (int i = 0; rates[i]; i++) {
      bool isEnough = rates[i] >= decoder->sample_rate;
      if (!best || (isEnough ? best < decoder->sample_rate || rates[i] < best : best < decoder->sample_rate && rates[i] > best))
        best = rates[i];
    }
    if (best) encoder->sample_rate = best;
  }
  encoder->time_base = av_make_q(1, encoder->sample_rate);
  switch (layout) {
    case LIBAV_LAYOUT_TWIN: return libav_twin_layout(&decoder->ch_layout, &encoder->ch_layout) ? 0 : AVERROR(EINVAL);
    case LIBAV_LAYOUT_OWN: return av_channel_layout_copy(&encoder->ch_layout, &decoder->ch_layout);
    case LIBAV_LAYOUT_DEFAULT: av_channel_layout_default(&encoder->ch_layout, decoder->ch_layout.nb_channels); return 0;
    case LIBAV_LAYOUT_STEREO: av_channel_layout_default(&encoder->ch_layout, 2); return 0;
  }
  return AVERROR(EINVAL);
}

/// Converts decoded samples to those that an encoder takes; without a frame, those that are left.
static inline int libav_convert_sound(
  struct SwrContext **resampler, const AVCodecContext *encoder, bool renames, const AVFrame *frame, AVFrame *samples,
  int64_t *delay) {
  av_frame_unref(samples);
  *delay = 0;
  if (!frame && !*resampler) return 0;
  int status;
  if (frame) {
    AVChannelLayout layout = {0};
    if (renames && frame->ch_layout.nb_channels == encoder->ch_layout.nb_channels)
      status = av_channel_layout_copy(&layout, &encoder->ch_layout);
    else if (frame->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC)
      av_channel_layout_default(&layout, frame->ch_layout.nb_channels), status = 0;
    else
      status = av_channel_layout_copy(&layout, &frame->ch_layout);
    if (status < 0) return status;
    int64_t format = -1, rate = -1;
    AVChannelLayout before = {0};
    if (*resampler) {
      av_opt_get_int(*resampler, "in_sample_fmt", 0, &format);
      av_opt_get_int(*resampler, "in_sample_rate", 0, &rate);
      av_opt_get_chlayout(*resampler, "in_chlayout", 0, &before);
    }
    if (!*resampler || format != frame->format || rate != frame->sample_rate || av_channel_layout_compare(&before, &layout) != 0) {
      swr_free(resampler);
      status = swr_alloc_set_opts2(
        resampler, (AVChannelLayout *)&encoder->ch_layout, encoder->sample_fmt, encoder->sample_rate, &layout,
        (enum AVSampleFormat)frame->format, frame->sample_rate, 0, NULL);
      if (status >= 0) status = swr_init(*resampler);
    }
    av_channel_layout_uninit(&before);
    av_channel_layout_uninit(&layout);
    if (status < 0) return status;
  }
  *delay = swr_get_delay(*resampler, encoder->sample_rate);
  int count = swr_get_out_samples(*resampler, frame ? frame->nb_samples : 0);
  if (count <= 0) return count;
  samples->format = encoder->sample_fmt;
  samples->sample_rate = encoder->sample_rate;
  samples->nb_samples = count;
  status = av_channel_layout_copy(&samples->ch_layout, &encoder->ch_layout);
  if (status >= 0) status = av_frame_get_buffer(samples, 0);
  if (status < 0) return status;
  status = swr_convert(
    *resampler, samples->extended_data, count, frame ? (const uint8_t **)frame->extended_data : NULL,
    frame ? frame->nb_samples : 0);
  samples->nb_samples = status < 0 ? 0 : status;
  return status;
}

/// Adds some of the samples of a frame.
static inline int libav_keep_samples(AVAudioFifo *fifo, const AVFrame *samples, int first, int count) {
  enum AVSampleFormat format = (enum AVSampleFormat)samples->format;
  int channels = samples->ch_layout.nb_channels;
  bool isPlanar = av_sample_fmt_is_planar(format);
  int offset = first * av_get_bytes_per_sample(format) * (isPlanar ? 1 : channels);
  uint8_t *planes[64];
  int count_planes = isPlanar ? channels : 1;
  if (count_planes > 64) return AVERROR(EINVAL);
  for (int i = 0; i < count_planes; i++) planes[i] = samples->extended_data[i] + offset;
  return av_audio_fifo_write(fifo, (void **)planes, count);
}

/// A frame with the first samples.
static inline int libav_take_samples(AVAudioFifo *fifo, const AVCodecContext *encoder, AVFrame *frame, int count) {
  frame->format = encoder->sample_fmt;
  frame->sample_rate = encoder->sample_rate;
  frame->nb_samples = count;
  int status = av_channel_layout_copy(&frame->ch_layout, &encoder->ch_layout);
  if (status >= 0) status = av_frame_get_buffer(frame, 0);
  if (status < 0) return status;
  return av_audio_fifo_read(fifo, (void **)frame->extended_data, count);
}

/// Adds silence.
static inline int libav_keep_silence(AVAudioFifo *fifo, const AVCodecContext *encoder, int count) {
  if (count == 0) return 0;
  AVFrame *frame = av_frame_alloc();
  if (!frame) return AVERROR(ENOMEM);
  frame->format = encoder->sample_fmt;
  frame->nb_samples = count;
  int status = av_channel_layout_copy(&frame->ch_layout, &encoder->ch_layout);
  if (status >= 0) status = av_frame_get_buffer(frame, 0);
  if (status >= 0)
    status = av_samples_set_silence(
      frame->extended_data, 0, count, encoder->ch_layout.nb_channels, encoder->sample_fmt);
  if (status >= 0) status = libav_keep_samples(fifo, frame, 0, count);
  av_frame_free(&frame);
  return status;
}

// MARK: Containers

/// Whether Matroska states how pictures are turned: since FFmpeg 6.1.
static const bool libav_matroska_turns = LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 10, 100);

/// Whether the writer of Matroska adds a codec's delay to the times of its packets, from which readers take it off: since FFmpeg 6.
static inline bool libav_adds_codec_delay(void) { return avformat_version() >= AV_VERSION_INT(59, 31, 100); }

/// Makes room for chapters, all of them null.
static inline int libav_make_chapters(AVFormatContext *movie, unsigned count) {
  movie->chapters = (AVChapter **)av_calloc(count, sizeof *movie->chapters);
  return movie->chapters ? 0 : AVERROR(ENOMEM);
}

/// Adds a chapter with other times, after `libav_make_chapters`.
static inline int libav_add_chapter(AVFormatContext *movie, const AVChapter *from, int64_t start, int64_t end) {
  AVChapter *chapter = (AVChapter *)av_mallocz(sizeof *chapter);
  if (!chapter) return AVERROR(ENOMEM);
  chapter->id = from->id;
  chapter->time_base = from->time_base;
  chapter->start = start;
  chapter->end = end;
  movie->chapters[movie->nb_chapters++] = chapter;
  return av_dict_copy(&chapter->metadata, from->metadata, 0);
}

#endif
