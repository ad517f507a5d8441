// A picture through libplacebo with a LUT, as mpv draws it: for lut_readers.py.
//
// Arguments: LUT, width, height. Pixels of R, G, B and a number that is ignored, 16 bits each, from standard input to standard output.

#include <libplacebo/renderer.h>
#include <libplacebo/shaders/lut.h>
#include <libplacebo/vulkan.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void *all(FILE *file, size_t *size) {
  size_t room = 1 << 20;
  char *bytes = malloc(room);
  *size = 0;
  for (size_t count; (count = fread(bytes + *size, 1, room - *size, file)) > 0;)
    if ((*size += count) == room) bytes = realloc(bytes, room *= 2);
  return bytes;
}

static int fail(const char *what) {
  fprintf(stderr, "libplacebo: %s\n", what);
  return 1;
}

int main(int count, char **words) {
  if (count != 4) return fail("three arguments were expected");
  int width = atoi(words[2]), height = atoi(words[3]);
  FILE *file = fopen(words[1], "rb");
  if (!file) return fail("no such LUT");
  size_t text_size, size;
  char *text = all(file, &text_size);
  uint16_t *pixels = all(stdin, &size);
  if (size != (size_t)width * height * 8) return fail("the picture has another size");

  pl_log log = pl_log_create(PL_API_VER, pl_log_params(.log_cb = pl_log_simple, .log_level = PL_LOG_ERR));
  pl_vulkan vulkan = pl_vulkan_create(log, pl_vulkan_params(.allow_software = true));
  if (!vulkan) return fail("no Vulkan driver");
  struct pl_custom_lut *lut = pl_lut_parse_cube(log, text, text_size);
  if (!lut) return fail("it does not read the LUT");
  pl_gpu gpu = vulkan->gpu;
  pl_fmt format = pl_find_fmt(gpu, PL_FMT_UNORM, 4, 16, 16,
                              PL_FMT_CAP_SAMPLEABLE | PL_FMT_CAP_RENDERABLE | PL_FMT_CAP_HOST_READABLE);
  if (!format) return fail("no textures of 16 bits");
  pl_tex in = pl_tex_create(gpu, pl_tex_params(.w = width, .h = height, .format = format, .sampleable = true,
                                               .initial_data = pixels));
  pl_tex out = pl_tex_create(gpu, pl_tex_params(.w = width, .h = height, .format = format, .renderable = true,
                                                .host_readable = true));
  struct pl_color_repr full = {.sys = PL_COLOR_SYSTEM_RGB, .levels = PL_COLOR_LEVELS_FULL,
                               .bits = {.sample_depth = 16, .color_depth = 16}};
  struct pl_frame source = {.num_planes = 1, .repr = full, .color = pl_color_space_hdr10,
                            .planes = {{.texture = in, .components = 3, .component_mapping = {0, 1, 2}}}};
  struct pl_frame target = {.num_planes = 1, .repr = full, .color = pl_color_space_bt709,
                            .planes = {{.texture = out, .components = 3, .component_mapping = {0, 1, 2}}}};
  // Neither scaling nor dither nor tone mapping: nothing but the LUT.
  struct pl_render_params params = {.lut = lut, .lut_type = PL_LUT_CONVERSION};
  pl_renderer renderer = pl_renderer_create(log, gpu);
  if (!in || !out || !pl_render_image(renderer, &source, &target, &params)) return fail("it does not draw");
  if (!pl_tex_download(gpu, pl_tex_transfer_params(.tex = out, .ptr = pixels))) return fail("no result");
  return fwrite(pixels, 1, size, stdout) == size ? 0 : fail("the result cannot be written");
}
