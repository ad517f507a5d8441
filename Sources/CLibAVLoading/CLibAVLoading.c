// Every function of FFmpeg that the package calls is listed here once and jumps to the library's own: a linkage table that is filled when the first
// movie is opened, not when the program starts. A function that is missing here fails to link.

#include "CLibAVLoading.h"

// Elsewhere the linker resolves the functions: Package.swift has the same condition.
#if LIBAV_LOADED

#include <dlfcn.h>
#include <stdio.h>

#if !__has_include(<libavcodec/version.h>)
#error "the headers of FFmpeg 5.1 or later are missing: install libavformat-dev, libavcodec-dev, libavfilter-dev, libavutil-dev and libswresample-dev"
#endif

#include <libavcodec/version.h>
#include <libavfilter/version.h>
#include <libavformat/version.h>
#include <libavutil/version.h>
#include <libswresample/version.h>

#define UTIL(F) \
  F(av_audio_fifo_alloc) F(av_audio_fifo_free) F(av_audio_fifo_read) F(av_audio_fifo_size) F(av_audio_fifo_write) \
  F(av_buffer_alloc) F(av_buffer_pool_get) F(av_buffer_pool_init) F(av_buffer_pool_uninit) F(av_buffer_ref) F(av_buffer_unref) \
  F(av_calloc) F(av_channel_layout_compare) F(av_channel_layout_copy) F(av_channel_layout_default) F(av_channel_layout_describe) F(av_channel_layout_uninit) \
  F(av_compare_ts) F(av_content_light_metadata_alloc) F(av_dict_copy) F(av_dict_free) F(av_dict_get) F(av_dict_set) \
  F(av_frame_alloc) F(av_frame_copy_props) F(av_frame_free) F(av_frame_get_buffer) F(av_frame_get_plane_buffer) F(av_frame_get_side_data) \
  F(av_frame_is_writable) F(av_frame_make_writable) F(av_frame_move_ref) F(av_frame_new_side_data_from_buf) F(av_frame_ref) \
  F(av_frame_remove_side_data) F(av_frame_unref) F(av_free) F(av_freep) F(av_gcd) F(av_get_bytes_per_sample) \
  F(av_get_packed_sample_fmt) F(av_get_pix_fmt) F(av_get_pix_fmt_name) F(av_image_fill_arrays) F(av_image_get_buffer_size) F(av_image_get_linesize) \
  F(av_log_set_callback) F(av_malloc) F(av_malloc_array) F(av_mallocz) F(av_mastering_display_metadata_alloc) F(av_memdup) \
  F(av_opt_find) F(av_opt_get_chlayout) F(av_opt_get_int) F(av_opt_set) F(av_pix_fmt_desc_get) F(av_read_image_line2) F(av_reduce) \
  F(av_rescale) F(av_rescale_q) F(av_sample_fmt_is_planar) F(av_samples_set_silence) \
  F(av_spherical_projection_name) F(av_stereo3d_type_name) F(av_strerror) UTIL_7(F)

#define RESAMPLE(F) \
  F(swr_alloc_set_opts2) F(swr_convert) F(swr_free) F(swr_get_delay) F(swr_get_out_samples) F(swr_init)

#define CODEC(F) \
  F(av_bsf_free) F(av_bsf_init) F(av_bsf_list_parse_str) F(av_bsf_receive_packet) F(av_bsf_send_packet) \
  F(av_get_bits_per_sample) F(av_grow_packet) F(av_new_packet) F(av_packet_alloc) F(av_packet_copy_props) \
  F(av_packet_free) F(av_packet_move_ref) F(av_packet_ref) F(av_packet_rescale_ts) F(av_packet_unref) F(av_shrink_packet) F(avcodec_alloc_context3) F(avcodec_decode_subtitle2) F(avcodec_descriptor_get) \
  F(avcodec_encode_subtitle) F(avcodec_find_decoder) F(avcodec_find_decoder_by_name) F(avcodec_find_encoder_by_name) \
  F(avcodec_flush_buffers) F(avcodec_free_context) F(avcodec_get_class) F(avcodec_get_name) F(avcodec_open2) F(avcodec_parameters_copy) \
  F(avcodec_parameters_from_context) F(avcodec_parameters_to_context) F(avcodec_receive_frame) F(avcodec_receive_packet) \
  F(avcodec_send_frame) F(avcodec_send_packet) F(avsubtitle_free) CODEC_6_1(F) CODEC_7_1(F)

#define FORMAT(F) \
  F(av_codec_get_id) F(av_codec_get_tag2) F(av_find_best_stream) F(av_find_input_format) F(av_guess_sample_aspect_ratio) F(av_read_frame) F(av_seek_frame) \
  F(av_write_frame) F(av_write_trailer) F(avformat_alloc_context) F(avformat_alloc_output_context2) F(avformat_close_input) \
  F(avformat_find_stream_info) F(avformat_free_context) F(avformat_new_stream) F(avformat_open_input) F(avformat_seek_file) \
  F(avformat_version) F(avformat_write_header) F(avio_alloc_context) F(avio_close_dyn_buf) F(avio_context_free) \
  F(avio_open_dyn_buf) FORMAT_BEFORE_6_1(F)

#define FILTER(F) \
  F(av_buffersink_get_frame) F(av_buffersink_get_time_base) F(av_buffersrc_add_frame) F(av_buffersrc_parameters_alloc) \
  F(av_buffersrc_parameters_set) F(avfilter_get_by_name) F(avfilter_graph_alloc) F(avfilter_graph_alloc_filter) \
  F(avfilter_graph_config) F(avfilter_graph_free) F(avfilter_graph_set_auto_convert) F(avfilter_init_str) F(avfilter_link)

// Functions that only some versions have, under the conditions of CLibAV's headers.
#if LIBAVCODEC_VERSION_MAJOR >= 61
#define UTIL_7(F) F(av_ambient_viewing_environment_alloc)
#else
#define UTIL_7(F)
#endif
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
#define CODEC_6_1(F) F(av_packet_side_data_add) F(av_packet_side_data_get)
#define FORMAT_BEFORE_6_1(F)
#else
#define CODEC_6_1(F)
#define FORMAT_BEFORE_6_1(F) F(av_stream_add_side_data) F(av_stream_get_side_data)
#endif
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
#define CODEC_7_1(F) F(avcodec_get_supported_config)
#else
#define CODEC_7_1(F)
#endif

#define ALL(F) UTIL(F) RESAMPLE(F) CODEC(F) FORMAT(F) FILTER(F)

// The address of each function, once its library is loaded.
#define ADDRESS(name) __attribute__((visibility("hidden"))) void *libav_address_##name;
ALL(ADDRESS)

// A function of the same name, hidden from the libraries, which jumps to theirs with all its arguments. It needs no parameter list, which differs
// between versions.
#if __x86_64__
#define JUMP(name) "jmpq *libav_address_" #name "(%rip)\n"
#else
#define JUMP(name) \
  "adrp x16, libav_address_" #name "\n ldr x16, [x16, :lo12:libav_address_" #name "]\n br x16\n"
#endif
#define FORWARD(name) \
  __asm__(".text\n .p2align 4\n .globl " #name "\n .hidden " #name "\n .type " #name ", %function\n" #name ":\n" JUMP(name) \
          ".size " #name ", . - " #name "\n");
ALL(FORWARD)

struct function {
  const char *name;
  void **address;
};

#define ENTRY(name) {#name, &libav_address_##name},
static const struct function util[] = {UTIL(ENTRY) {0, 0}}, resample[] = {RESAMPLE(ENTRY) {0, 0}},
                             codec[] = {CODEC(ENTRY) {0, 0}}, format[] = {FORMAT(ENTRY) {0, 0}}, filter[] = {FILTER(ENTRY) {0, 0}};

static const struct library {
  const char *name;
  int interface;
  const struct function *functions;
} libraries[LIBAV_COUNT] = {
  {"libavutil", LIBAVUTIL_VERSION_MAJOR, util},       {"libswresample", LIBSWRESAMPLE_VERSION_MAJOR, resample},
  {"libavcodec", LIBAVCODEC_VERSION_MAJOR, codec},    {"libavformat", LIBAVFORMAT_VERSION_MAJOR, format},
  {"libavfilter", LIBAVFILTER_VERSION_MAJOR, filter},
};

const char *libav_load(enum libav_library library) {
  const struct library *wanted = &libraries[library];
  char file[32];
  snprintf(file, sizeof file, "%s.so.%d", wanted->name, wanted->interface);
  void *handle = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return dlerror();
  for (const struct function *function = wanted->functions; function->name; function++) {
    *function->address = dlsym(handle, function->name);
    if (!*function->address) return dlerror();
  }
  return 0;
}

#else

const char *libav_load(enum libav_library library) { return 0; }

#endif
