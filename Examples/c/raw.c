/* Converts raw frames from standard input to standard output, in C and in C++:
 *
 *   cc raw.c $(pkg-config --cflags --libs tonemap) -o raw
 *   ./raw 1024 512 '{"source": "hdr10", "max_cll": [1000, 400]}' <forest.yuv >sdr.yuv
 *
 * The options are those of `tonemap convert`, with underscores; "pixel_format" says what the frames are, yuv420p10le by default.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tonemap.h>

static void check(int status, char **message) {
  if (status == TONEMAP_OK) return;
  fprintf(stderr, "raw: %s\n", *message);
  tonemap_free(*message);
  exit(status);
}

/* The value of a member of a plan's JSON whose name occurs once after another's, such as "pixel_format" after "target". */
static void read_member(const char *json, const char *object, const char *name, char value[32]) {
  const char *place = strstr(json, object);
  place = place ? strstr(place, name) : NULL;
  place = place ? strchr(place, ':') : NULL;
  if (!place || sscanf(place, ": \"%31[^\"]", value) != 1) {
    fprintf(stderr, "raw: the plan states no %s\n", name);
    exit(TONEMAP_FAULT);
  }
}

/* A picture with its planes one after another, without padding. */
static tonemap_view make_picture(const char *format, int width, int height, size_t *size) {
  tonemap_view view;
  memset(&view, 0, sizeof view);
  view.struct_size = sizeof view;
  view.format = format;
  view.width = width;
  view.height = height;
  tonemap_plane_shape shapes[4];
  int32_t count;
  char *message;
  check(tonemap_format_planes(format, width, height, shapes, &count, &message), &message);
  *size = 0;
  for (int i = 0; i < count; i++) *size += shapes[i].bytes_per_row * shapes[i].rows;
  char *start = (char *)malloc(*size);
  if (!start) exit(TONEMAP_SYSTEM);
  for (int i = 0; i < count; i++) {
    view.planes[i].data = start;
    view.planes[i].stride = (ptrdiff_t)shapes[i].bytes_per_row;
    start += shapes[i].bytes_per_row * shapes[i].rows;
  }
  return view;
}

int main(int argc, char **argv) {
  if (argc != 4 || tonemap_abi() != TONEMAP_ABI) {
    fprintf(stderr, "usage: raw WIDTH HEIGHT OPTIONS <in.yuv >out.yuv, with the library that tonemap.h belongs to\n");
    return TONEMAP_USAGE;
  }
  int width = atoi(argv[1]), height = atoi(argv[2]);
  char *message, *json, source[32], target[32];

  tonemap_plan *plan;
  check(tonemap_plan_new(argv[3], &plan, &message), &message);
  check(tonemap_plan_describe(plan, TONEMAP_JSON, &json, &message), &message);
  read_member(json, "\"source\"", "\"pixel_format\"", source);
  read_member(json, "\"target\"", "\"pixel_format\"", target);
  tonemap_free(json);

  tonemap_converter *converter;
  check(tonemap_converter_new(plan, width, height, 0, &converter, &message), &message);
  size_t read, written;
  tonemap_view input = make_picture(source, width, height, &read);
  tonemap_view output = make_picture(target, width, height, &written);
  for (int64_t index = 0; fread(input.planes[0].data, read, 1, stdin) == 1; index++) {
    check(tonemap_convert(converter, &input, &output, index, NULL, &message), &message);
    if (fwrite(output.planes[0].data, written, 1, stdout) != 1) return TONEMAP_INPUT_OUTPUT;
  }
  free(input.planes[0].data);
  free(output.planes[0].data);
  tonemap_converter_free(converter);
  tonemap_plan_free(plan);
}
