// FFmpeg's tracks, encoders and sound for Swift: the rest of shim.h, which includes this file.

#ifndef C_LIBAV_TRACKS_H
#define C_LIBAV_TRACKS_H

#include "shim.h"

// MARK: Side data of tracks

/// The side data of a track; null if it has no data of this type.
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

/// Adds side data to a track, which then owns the bytes, or which are freed; null means that they could not be allocated.
static inline int libav_give_track_data(AVStream *track, enum AVPacketSideDataType type, void *bytes, size_t size) {
  if (!bytes) return AVERROR(ENOMEM);
#if CLIBAV_CODED_SIDE_DATA
  AVCodecParameters *parameters = track->codecpar;
  int status = av_packet_side_data_add(&parameters->coded_side_data, &parameters->nb_coded_side_data, type, bytes, size, 0)
    ? 0 : AVERROR(ENOMEM);
#else
  int status = av_stream_add_side_data(track, type, (uint8_t *)bytes, size);
#endif
  if (status < 0) av_free(bytes);
  return status;
}

/// Adds a copy of side data to a track.
static inline int libav_add_track_data(AVStream *track, enum AVPacketSideDataType type, const void *bytes, size_t size) {
  return libav_give_track_data(track, type, av_memdup(bytes, size), size);
}

/// Copies a track's side data that `avcodec_parameters_copy` leaves out.
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

// MARK: Stereo and spheres

/// The stereo mode of pictures in the library's words; null for a single view. `isPlain` if the library's MP4 writer states it.
static inline const char *libav_stereo(const void *bytes, bool *isPlain) {
  const AVStereo3D *stereo = (const AVStereo3D *)bytes;
  *isPlain = stereo->flags == 0 && (stereo->type == AV_STEREO3D_SIDEBYSIDE || stereo->type == AV_STEREO3D_TOPBOTTOM);
  return stereo->type == AV_STEREO3D_2D ? NULL : av_stereo3d_type_name(stereo->type);
}

/// The projection of a sphere in the library's words. `isPlain` if the library's MP4 writer states it.
static inline const char *libav_projection(const void *bytes, bool *isPlain) {
  enum AVSphericalProjection projection = ((const AVSphericalMapping *)bytes)->projection;
  *isPlain = projection == AV_SPHERICAL_EQUIRECTANGULAR || projection == AV_SPHERICAL_EQUIRECTANGULAR_TILE
    || projection == AV_SPHERICAL_CUBEMAP;
  return av_spherical_projection_name(projection);
}

// MARK: Static metadata

/// A luminance or illuminance in units of 1/10 000, or a coordinate in units of 1/50 000; returns false if the units are negative or too many.
static inline bool libav_units(AVRational value, bool isLight, uint32_t *units) {
  if (value.den <= 0 || value.num < 0) return false;
  int64_t count = av_rescale(value.num, isLight ? 10000 : 50000, value.den);
  *units = (uint32_t)count;
  return count <= (isLight ? UINT32_MAX : UINT16_MAX);
}

/// The values of an AVMasteringDisplayMetadata: x and y of red, green, blue and white in units of 1/50 000, then the maximum and the minimum
/// luminance in units of 1/10 000 cd/m²; returns false if the metadata is incomplete.
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
  for (int i = 0; i < 10; i++)
    if (!libav_units(values[i], i >= 8, &units[i])) return false;
  return true;
}

/// Adds an AVMasteringDisplayMetadata with these units to a track. Luminances beyond the range of AVRational are rounded.
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
  return libav_give_track_data(track, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, data, sizeof *data);
}

static inline int libav_add_light(AVStream *track, unsigned maxCLL, unsigned maxFALL) {
  size_t size;
  AVContentLightMetadata *data = av_content_light_metadata_alloc(&size);
  if (!data) return AVERROR(ENOMEM);
  data->MaxCLL = maxCLL;
  data->MaxFALL = maxFALL;
  return libav_give_track_data(track, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, data, size);
}

/// Whether the library supports an ambient viewing environment for tracks.
static const bool libav_knows_ambient = CLIBAV_AMBIENT;

/// The ambient viewing environment of a track: lux in units of 1/10 000, x and y in units of 1/50 000; returns false if absent.
static inline bool libav_ambient(const AVStream *track, uint32_t units[3]) {
#if CLIBAV_AMBIENT
  size_t size;
  const AVAmbientViewingEnvironment *data =
    (const AVAmbientViewingEnvironment *)libav_track_data(track, AV_PKT_DATA_AMBIENT_VIEWING_ENVIRONMENT, &size);
  if (!data) return false;
  return libav_units(data->ambient_illuminance, true, &units[0]) && libav_units(data->ambient_light_x, false, &units[1])
    && libav_units(data->ambient_light_y, false, &units[2]);
#else
  return false;
#endif
}

/// Adds an ambient viewing environment to a track, if the library supports it.
static inline int libav_add_ambient(AVStream *track, const uint32_t units[3]) {
#if CLIBAV_AMBIENT
  size_t size;
  AVAmbientViewingEnvironment *data = av_ambient_viewing_environment_alloc(&size);
  if (!data) return AVERROR(ENOMEM);
  av_reduce(&data->ambient_illuminance.num, &data->ambient_illuminance.den, units[0], 10000, INT32_MAX);
  data->ambient_light_x = av_make_q((int)units[1], 50000);
  data->ambient_light_y = av_make_q((int)units[2], 50000);
  return libav_give_track_data(track, AV_PKT_DATA_AMBIENT_VIEWING_ENVIRONMENT, data, size);
#else
  return 0;
#endif
}

// MARK: Encoders

/// The formats or rates that an encoder supports; null if it supports all.
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
static inline const void *libav_supported(const AVCodec *encoder, enum AVCodecConfig config) {
  const void *list = NULL;
  return avcodec_get_supported_config(NULL, encoder, config, 0, &list, NULL) < 0 ? NULL : list;
}
#define LIBAV_SUPPORTED(encoder, config, field) libav_supported(encoder, config)
#else
#define LIBAV_SUPPORTED(encoder, config, field) (encoder)->field
#endif

/// The pixel formats that an encoder supports, terminated by AV_PIX_FMT_NONE; null if it supports all.
static inline const enum AVPixelFormat *libav_formats(const AVCodec *encoder) {
  return (const enum AVPixelFormat *)LIBAV_SUPPORTED(encoder, AV_CODEC_CONFIG_PIX_FORMAT, pix_fmts);
}

// MARK: Text

/// Encodes an ASS line; returns the number of bytes.
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

/// The channel layout of an encoder: the decoder's channels under the names that ALAC and AAC use, the decoder's own layout, the most common layout
/// with as many channels, stereo, or a layout with as many channels of which none is for low frequencies only.
enum libav_layout { LIBAV_LAYOUT_TWIN, LIBAV_LAYOUT_OWN, LIBAV_LAYOUT_DEFAULT, LIBAV_LAYOUT_STEREO, LIBAV_LAYOUT_FULL };

/// Whether a layout has more than two channels and does not name them.
static inline bool libav_is_unnamed(const AVChannelLayout *layout) {
  return layout->order == AV_CHANNEL_ORDER_UNSPEC && layout->nb_channels > 2;
}

/// A layout of unnamed channels that AAC supports and that codes none of them as a low-frequency channel, of which AAC keeps little.
static inline bool libav_full_layout(int count, AVChannelLayout *layout) {
  const AVChannelLayout known[] = {
    AV_CHANNEL_LAYOUT_SURROUND, AV_CHANNEL_LAYOUT_4POINT0, AV_CHANNEL_LAYOUT_5POINT0_BACK, AV_CHANNEL_LAYOUT_HEXAGONAL,
    AV_CHANNEL_LAYOUT_7POINT0, AV_CHANNEL_LAYOUT_OCTAGONAL};
  if ((count < 3 || count > 8) && count != 16) return false;
  *layout = count == 16 ? (AVChannelLayout)AV_CHANNEL_LAYOUT_HEXADECAGONAL : known[count - 3];
  return true;
}

/// The layouts that ALAC supports, by the number of channels, except that of 8. Layouts with side surround channels are treated as the same.
static inline bool libav_twin_layout(const AVChannelLayout *layout, AVChannelLayout *twin) {
  const AVChannelLayout known[] = {
    AV_CHANNEL_LAYOUT_MONO, AV_CHANNEL_LAYOUT_STEREO, AV_CHANNEL_LAYOUT_SURROUND, AV_CHANNEL_LAYOUT_4POINT0,
    AV_CHANNEL_LAYOUT_5POINT0_BACK, AV_CHANNEL_LAYOUT_5POINT1_BACK, AV_CHANNEL_LAYOUT_6POINT1_BACK};
  const AVChannelLayout sides[] = {AV_CHANNEL_LAYOUT_5POINT0, AV_CHANNEL_LAYOUT_5POINT1};
  int count = layout->nb_channels;
  if (count < 1 || count > 7) return false;
  bool isUnnamed = layout->order == AV_CHANNEL_ORDER_UNSPEC;
  bool isSide = count >= 5 && count <= 6 && av_channel_layout_compare(layout, &sides[count - 5]) == 0;
  if (!isUnnamed && !isSide && count > 1 && av_channel_layout_compare(layout, &known[count - 1]) != 0) return false;
  *twin = known[count - 1];
  return true;
}

/// Configures an encoder for the decoder's output, or for the nearest format that it supports.
static inline int libav_prepare_sound(
  AVCodecContext *encoder, const AVCodec *codec, const AVCodecContext *decoder, int exactBits, enum libav_layout layout) {
  const enum AVSampleFormat *formats =
    (const enum AVSampleFormat *)LIBAV_SUPPORTED(codec, AV_CODEC_CONFIG_SAMPLE_FORMAT, sample_fmts);
  const int *rates = (const int *)LIBAV_SUPPORTED(codec, AV_CODEC_CONFIG_SAMPLE_RATE, supported_samplerates);
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
    case LIBAV_LAYOUT_FULL: return libav_full_layout(decoder->ch_layout.nb_channels, &encoder->ch_layout) ? 0 : AVERROR(EINVAL);
  }
  return AVERROR(EINVAL);
}

/// Gives a frame room for samples in the encoder's format.
static inline int libav_make_samples(const AVCodecContext *encoder, AVFrame *frame, int count) {
  frame->format = encoder->sample_fmt;
  frame->sample_rate = encoder->sample_rate;
  frame->nb_samples = count;
  int status = av_channel_layout_copy(&frame->ch_layout, &encoder->ch_layout);
  return status < 0 ? status : av_frame_get_buffer(frame, 0);
}

/// Converts decoded samples to the encoder's format; without a frame, the remaining ones.
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
  status = libav_make_samples(encoder, samples, count);
  if (status < 0) return status;
  status = swr_convert(
    *resampler, samples->extended_data, count, frame ? (const uint8_t **)frame->extended_data : NULL,
    frame ? frame->nb_samples : 0);
  samples->nb_samples = status < 0 ? 0 : status;
  return status;
}

/// Adds a range of a frame's samples to the FIFO.
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

/// Fills a frame with the first samples.
static inline int libav_take_samples(AVAudioFifo *fifo, const AVCodecContext *encoder, AVFrame *frame, int count) {
  int status = libav_make_samples(encoder, frame, count);
  return status < 0 ? status : av_audio_fifo_read(fifo, (void **)frame->extended_data, count);
}

/// Adds silence.
static inline int libav_keep_silence(AVAudioFifo *fifo, const AVCodecContext *encoder, int count) {
  if (count == 0) return 0;
  AVFrame *frame = av_frame_alloc();
  if (!frame) return AVERROR(ENOMEM);
  int status = libav_make_samples(encoder, frame, count);
  if (status >= 0)
    status = av_samples_set_silence(
      frame->extended_data, 0, count, encoder->ch_layout.nb_channels, encoder->sample_fmt);
  if (status >= 0) status = libav_keep_samples(fifo, frame, 0, count);
  av_frame_free(&frame);
  return status;
}

// MARK: Containers

/// Whether Matroska states the rotation of pictures: since FFmpeg 6.1.
static const bool libav_matroska_turns = LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 10, 100);

/// Whether the Matroska writer adds a codec's delay to packet times, which readers subtract: since FFmpeg 6.
static inline bool libav_adds_codec_delay(void) { return avformat_version() >= AV_VERSION_INT(59, 31, 100); }

/// Allocates an array of chapters, all of them null.
static inline int libav_make_chapters(AVFormatContext *movie, unsigned count) {
  movie->chapters = (AVChapter **)av_calloc(count, sizeof *movie->chapters);
  return movie->chapters ? 0 : AVERROR(ENOMEM);
}

/// Adds a copy of a chapter with other times, after `libav_make_chapters`.
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

/// Removes the first chapter.
static inline void libav_remove_first_chapter(AVFormatContext *movie) {
  AVChapter *first = movie->chapters[0];
  memmove(movie->chapters, movie->chapters + 1, --movie->nb_chapters * sizeof *movie->chapters);
  av_dict_free(&first->metadata);
  av_free(first);
}

#endif
