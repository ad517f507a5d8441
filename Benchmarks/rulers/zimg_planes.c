// zimg's conversion of R'G'B' or Y'CbCr in 32-bit floats, 4:4:4, without approximations. Needs zimg's header (Debian: libzimg-dev).
//
//   zimg_planes COUNT PEAK  MATRIX TRANSFER PRIMARIES  MATRIX TRANSFER PRIMARIES   <planes >planes
//
// Numbers of H.273 for the source and for the target; PEAK is the light of linear 1 in cd/m².
#include <stdio.h>
#include <stdlib.h>
#include <zimg.h>

static int fail(const char *what) {
  char text[256] = "";
  zimg_get_last_error(text, sizeof text);
  fprintf(stderr, "zimg_planes: %s: %s\n", what, text);
  return 70;
}

static void describe(zimg_image_format *format, unsigned width, char **numbers) {
  zimg_image_format_default(format, ZIMG_API_VERSION);
  format->width = width;
  format->height = 1;
  format->pixel_type = ZIMG_PIXEL_FLOAT;
  format->pixel_range = ZIMG_RANGE_FULL;
  format->matrix_coefficients = atoi(numbers[0]);
  format->transfer_characteristics = atoi(numbers[1]);
  format->color_primaries = atoi(numbers[2]);
  format->color_family = format->matrix_coefficients ? ZIMG_COLOR_YUV : ZIMG_COLOR_RGB;
}

int main(int count, char **arguments) {
  if (count != 9) return fprintf(stderr, "zimg_planes: expected eight numbers\n"), 64;
  unsigned width = atoi(arguments[1]);
  size_t stride = ((size_t)width * 4 + 63) / 64 * 64;
  unsigned char *planes = aligned_alloc(64, 6 * stride);
  for (int p = 0; p < 3; p++)
    if (fread(planes + p * stride, 4, width, stdin) != width) return fprintf(stderr, "zimg_planes: too few samples\n"), 66;
  zimg_image_format src, dst;
  describe(&src, width, arguments + 3);
  describe(&dst, width, arguments + 6);
  zimg_graph_builder_params choices;
  zimg_graph_builder_params_default(&choices, ZIMG_API_VERSION);
  choices.nominal_peak_luminance = atof(arguments[2]);
  choices.allow_approximate_gamma = 0;
  choices.cpu_type = ZIMG_CPU_NONE;
  zimg_filter_graph *graph = zimg_filter_graph_build(&src, &dst, &choices);
  if (!graph) return fail("no conversion");
  size_t room;
  zimg_filter_graph_get_tmp_size(graph, &room);
  zimg_image_buffer_const from = {ZIMG_API_VERSION};
  zimg_image_buffer to = {ZIMG_API_VERSION};
  for (int p = 0; p < 3; p++) {
    from.plane[p].data = planes + p * stride;
    to.plane[p].data = planes + (3 + p) * stride;
    from.plane[p].stride = to.plane[p].stride = stride;
    from.plane[p].mask = to.plane[p].mask = ZIMG_BUFFER_MAX;
  }
  if (zimg_filter_graph_process(graph, &from, &to, aligned_alloc(64, (room + 63) / 64 * 64), 0, 0, 0, 0)) return fail("conversion");
  for (int p = 3; p < 6; p++) fwrite(planes + p * stride, 4, width, stdout);
  return 0;
}
