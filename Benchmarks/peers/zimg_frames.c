// zimg's matrix and clip on the same frames: PQ BT.2020 10-bit 4:2:0 to BT.709 8-bit 4:2:0 without tone mapping, with zimg's approximate
// gamma and its widest instructions. Threads process whole frames, each with its own memory, which suits zimg best.
//
//   zimg_frames CLIP WIDTH HEIGHT FRAMES THREADS        prints frames, seconds by the clock, seconds of processor time
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <zimg.h>

static int width, height, frames, pictures;
static unsigned char *clip, *target;
static atomic_int next_frame;
static zimg_filter_graph *graph;

static double seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static void fail(const char *what) {
  char text[256] = "";
  zimg_get_last_error(text, sizeof text);
  fprintf(stderr, "zimg_frames: %s %s\n", what, text);
  exit(70);
}

static void *work(void *unused) {
  (void)unused;
  size_t room;
  if (zimg_filter_graph_get_tmp_size(graph, &room)) fail("room");
  void *tmp = aligned_alloc(64, (room + 63) / 64 * 64);
  size_t luma = (size_t)width * height;
  for (int i; (i = atomic_fetch_add(&next_frame, 1)) < frames;) {
    unsigned char *from = clip + (size_t)(i % pictures) * luma * 3, *to = target + (size_t)(i % pictures) * luma * 3 / 2;
    zimg_image_buffer_const src = {ZIMG_API_VERSION};
    zimg_image_buffer dst = {ZIMG_API_VERSION};
    for (int p = 0; p < 3; p++) {
      size_t before = p == 0 ? 0 : p == 1 ? luma : luma * 5 / 4;
      src.plane[p].data = from + 2 * before;
      src.plane[p].stride = p ? width : 2 * width;
      dst.plane[p].data = to + before;
      dst.plane[p].stride = p ? width / 2 : width;
      src.plane[p].mask = dst.plane[p].mask = ZIMG_BUFFER_MAX;
    }
    if (zimg_filter_graph_process(graph, &src, &dst, tmp, 0, 0, 0, 0)) fail("process");
  }
  free(tmp);
  return 0;
}

static double run(int count, int threads) {
  pthread_t others[64];
  frames = count;
  atomic_store(&next_frame, 0);
  double start = seconds(CLOCK_MONOTONIC);
  for (int t = 1; t < threads; t++) pthread_create(&others[t], 0, work, 0);
  work(0);
  for (int t = 1; t < threads; t++) pthread_join(others[t], 0);
  return seconds(CLOCK_MONOTONIC) - start;
}

int main(int count, char **arguments) {
  if (count != 6) return fprintf(stderr, "zimg_frames: expected CLIP WIDTH HEIGHT FRAMES THREADS\n"), 64;
  width = atoi(arguments[2]), height = atoi(arguments[3]);
  int wanted = atoi(arguments[4]), threads = atoi(arguments[5]);
  size_t size = (size_t)width * height * 3;
  clip = aligned_alloc(64, 4 * size), target = aligned_alloc(64, 2 * size);
  FILE *file = fopen(arguments[1], "rb");
  while (file && pictures < 4 && fread(clip + pictures * size, 1, size, file) == size) pictures++;
  if (!pictures) return fprintf(stderr, "zimg_frames: %s has no whole frame; check the path and the size\n", arguments[1]), 66;

  zimg_image_format src, dst;
  zimg_image_format_default(&src, ZIMG_API_VERSION);
  zimg_image_format_default(&dst, ZIMG_API_VERSION);
  src.width = dst.width = width, src.height = dst.height = height;
  src.subsample_w = src.subsample_h = dst.subsample_w = dst.subsample_h = 1;
  src.color_family = dst.color_family = ZIMG_COLOR_YUV;
  src.pixel_range = dst.pixel_range = ZIMG_RANGE_LIMITED;
  src.pixel_type = ZIMG_PIXEL_WORD, src.depth = 10;
  src.matrix_coefficients = ZIMG_MATRIX_BT2020_NCL;
  src.transfer_characteristics = ZIMG_TRANSFER_ST2084;
  src.color_primaries = ZIMG_PRIMARIES_BT2020;
  src.chroma_location = ZIMG_CHROMA_TOP_LEFT;
  dst.pixel_type = ZIMG_PIXEL_BYTE, dst.depth = 8;
  dst.matrix_coefficients = ZIMG_MATRIX_BT709;
  dst.transfer_characteristics = ZIMG_TRANSFER_BT709;
  dst.color_primaries = ZIMG_PRIMARIES_BT709;
  dst.chroma_location = ZIMG_CHROMA_LEFT;
  zimg_graph_builder_params choices;
  zimg_graph_builder_params_default(&choices, ZIMG_API_VERSION);
  choices.cpu_type = ZIMG_CPU_AUTO_64B;
  choices.allow_approximate_gamma = 1;
  choices.nominal_peak_luminance = 203;
  choices.resample_filter = choices.resample_filter_uv = ZIMG_RESIZE_BILINEAR;
  if (!(graph = zimg_filter_graph_build(&src, &dst, &choices))) fail("build");

  run(pictures, threads);  // unmeasured
  double before = seconds(CLOCK_PROCESS_CPUTIME_ID);
  double passed = run(wanted, threads);
  printf("%d %f %f\n", wanted, passed, seconds(CLOCK_PROCESS_CPUTIME_ID) - before);
  return 0;
}
