/* Random calls of the C library: fuzz CALLS SEED. Nothing may end the process, and no byte beyond a picture be touched: scripts/fuzz-c builds both with
 * an address sanitizer. Pictures are blocks of exactly the bytes that they need, at any alignment. Files are not opened. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tonemap.h>

static uint64_t state;

static uint32_t any(uint32_t below) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (uint32_t)(state >> 16) % below;
}

static int32_t any_number(void) {
  static const int32_t numbers[] = {0, 1, 2, 3, 7, 16, 17, 33, 64, -1, -2, INT32_MIN, INT32_MAX, 65535, 65536};
  return any(3) ? (int32_t)any(40) : numbers[any(sizeof numbers / sizeof *numbers)];
}

static int64_t any_index(void) {
  static const int64_t numbers[] = {0, -1, INT64_MIN, INT64_MAX, INT64_MAX - 1, (int64_t)1 << 53};
  return any(9) ? (int64_t)any(9) : numbers[any(sizeof numbers / sizeof *numbers)];
}

static double any_double(void) {
  static const double numbers[] = {0, 1, 0.5, -1, 1e300, -1e300, 1e-320, 0.0 / 0.0, 1 / 0.0, -1 / 0.0, 203, 10000, 20000};
  return any(2) ? any(1000) / 1000.0 : numbers[any(sizeof numbers / sizeof *numbers)];
}

static const char *formats[] = {
    "yuv420p10le", "yuv420p", "p010le", "nv12", "yuv422p10le", "yuv444p12le", "rgb24", "rgb48le", "rgba64le", "rgbf32le", "rgbaf16le",
    "gbrpf32le", "yuva420p10le", "gray10le", "y210le", "x2rgb10le", "gbrap16le", "bgra", "none", NULL};
enum { FORMATS = sizeof formats / sizeof *formats };

/* Mostly one of three, so that pictures and plans often fit. */
static const char *any_format(void) { return formats[any(4) ? any(3) * 6 : any(FORMATS)]; }

static char *any_options(void) {
  static const char *parts[] = {
      "\"source\":\"hdr10\"", "\"source\":\"hlg\"", "\"source\":\"sdr\"", "\"to\":\"sdr\"", "\"to\":\"hlg\"", "\"to\":\"pq\"", "\"max_cll\":[1000,400]",
      "\"tone_mapping\":\"bt2390\"", "\"tone_mapping\":\"st2094-40\"", "\"tone_mapping\":\"none\"", "\"gamut_mapping\":\"clip\"",
      "\"exposure\":%d", "\"contrast\":%d", "\"source_peak\":%d", "\"target_peak\":%d", "\"reference_white\":%d", "\"preserve_chroma\":%d",
      "\"dither\":\"none\"", "\"alpha\":\"premultiplied\"", "\"background\":\"white\"", "\"strict\":true", "\"viewing\":\"office\"",
      "\"x\":[{}]", "\"max_cll\":\"a\"", "\"color_json\":{\"color\":{\"cicp\":[9,16,9,0]}}", "\"ambient\":[%d,0.3,0.3]", "\"simd\":\"baseline\""};
  static char text[1024];
  char *end = text + sprintf(text, "{");
  const char *format = any_format(), *target = any_format();
  if (format) end += sprintf(end, "\"pixel_format\":\"%s\"", format);
  if (target && any(2)) end += sprintf(end, "%s\"out_pixel_format\":\"%s\"", format ? "," : "", target);
  for (int count = (int)any(4), i = 0; i < count; i++) {
    if (end[-1] != '{') *end++ = ',';
    end += sprintf(end, parts[i ? any(sizeof parts / sizeof *parts) : any(3)], any_number());
  }
  strcpy(end, "}");
  if (!any(50)) text[any((uint32_t)strlen(text))] = (char)any(256);
  return any(100) ? text : NULL;
}

enum { HELD = 8 };
static void *plans[HELD], *converters[HELD], *programs[HELD], *meters[HELD];

/* One that is held or was, or none, or any address. */
static void *any_handle(void *held[HELD]) {
  switch (any(40)) {
    case 0: return NULL;
    case 1: return &state;
    case 2: return (void *)(uintptr_t)(((uint64_t)any(1u << 20) << 4) | any(16));
    case 3: return plans[any(HELD)];
    default: return held[any(HELD)];
  }
}

/* A picture, mostly one that is possible. Its blocks are freed by free_view. */
struct lent {
  tonemap_view view;
  void *blocks[4];
};

static void lend(struct lent *lent, int32_t width, int32_t height) {
  memset(lent, 0, sizeof *lent);
  const char *format = any_format();
  tonemap_view *view = &lent->view;
  *view = (tonemap_view){.struct_size = sizeof *view, .format = format, .width = width, .height = height};
  tonemap_plane_shape shapes[4];
  int32_t count = 0;
  if (!any(6)) {
    /* Without a name, it is taken for any format; no row has more bytes than these. */
    view->format = NULL, count = 4;
    for (int i = 0; i < count; i++) shapes[i] = (tonemap_plane_shape){16 * (size_t)width + 16, (size_t)height};
  } else if (tonemap_format_planes(format, width, height, shapes, &count, NULL) != TONEMAP_OK) {
    return;
  }
  for (int i = 0; i < count; i++) {
    size_t pad = any(5), lead = any(4), rows = shapes[i].rows, stride = shapes[i].bytes_per_row + pad;
    size_t size = lead + (rows ? stride * (rows - 1) + shapes[i].bytes_per_row : 0);
    char *block = lent->blocks[i] = malloc(size ? size : 1);
    memset(block, (int)any(256), size);
    int upward = rows && !any(4);
    view->planes[i] = (tonemap_plane){upward ? block + lead + stride * (rows - 1) : block + lead, upward ? -(ptrdiff_t)stride : (ptrdiff_t)stride};
  }
  if (!any(4)) {
    view->x = (int32_t)any((uint32_t)width), view->y = (int32_t)any((uint32_t)height);
    view->rectangle_width = (int32_t)any((uint32_t)width) + 1, view->rectangle_height = (int32_t)any((uint32_t)height) + 1;
  }
  if (any(20)) return;
  switch (any(6)) {
    case 0: view->struct_size = any(200); break;
    case 1: view->x = any_number(); break;
    case 2: view->rectangle_width = any_number(); break;
    case 3: view->planes[any(4)].data = NULL; break;
    case 4: view->planes[0].stride = PTRDIFF_MIN; break;
    /* Any other size would be a picture that is larger than its block. */
    default: view->width = -any_number(); break;
  }
  if (view->width > width) view->width = width;
}

static void give_back(struct lent *lent) {
  for (int i = 0; i < 4; i++) free(lent->blocks[i]);
}

int main(int argc, char **argv) {
  long calls = argc > 1 ? atol(argv[1]) : 100000, good = 0;
  state = argc > 2 ? strtoull(argv[2], NULL, 10) * 2654435761u + 1 : 88172645463325252u;
  static const int32_t sides[][2] = {{16, 8}, {17, 5}, {1, 1}, {33, 2}};
  for (long call = 0; call < calls; call++) {
    char *message = NULL, *text = NULL;
    int32_t width = sides[any(4)][0], height = sides[any(4)][1];
    int place = (int)any(HELD), status = -1;
    struct lent in, out;
    /* Plans cost a thousand times as much as the rest. */
    switch (any(1000)) {
      case 0: tonemap_plan_free(plans[place]); status = tonemap_plan_new(any_options(), (tonemap_plan **)&plans[place], &message); break;
      case 1: status = tonemap_meter_new(any_options(), width, height, 1, (tonemap_meter **)&meters[place], &message); break;
      case 2: status = tonemap_plan_describe(any_handle(plans), (int32_t)any(3), &text, &message); break;
      case 3: status = tonemap_meter_describe(any_handle(meters), &text, &message); break;
      case 4: tonemap_meter_free(any_handle(meters)); break;
      case 5: tonemap_plan_free(any_handle(plans)); break;
      case 6: tonemap_converter_free(any_handle(converters)); break;
      case 7: tonemap_program_free(any_handle(programs)); break;
      case 8: case 9: case 10: case 11: case 12: case 13: case 14: {
        int wrong = !any(4);
        status = tonemap_converter_new(
            any_handle(plans), wrong ? any_number() : width, wrong ? any_number() : height, (int32_t)any(3),
            (tonemap_converter **)&converters[place], &message);
        break;
      }
      case 15: {
        float values[3 * 27];
        status = tonemap_plan_lut(any_handle(plans), any(9) ? 3 : -any_number(), values, &message);
        break;
      }
      case 16: case 17: {
        uint8_t bytes[64];
        size_t size = any(sizeof bytes + 1);
        for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)any(256);
        if (any(2)) memcpy(bytes, "\xb5\0\x3c\0\1\4", 6);
        uint8_t *exact = malloc(size ? size : 1);
        memcpy(exact, bytes, size);
        tonemap_light light = {sizeof light, any_double(), any_double(), (int32_t)any(4), exact, size};
        status = any(2) ? tonemap_metadata_describe(any_number(), exact, size, &text, &message)
                        : tonemap_program_new(any_handle(plans), &light, (tonemap_program **)&programs[place], &message);
        free(exact);
        break;
      }
      case 18: case 19: case 20: case 21: {
        lend(&in, width, height);
        tonemap_frame_light light = {.struct_size = any(9) ? sizeof light : any(99)};
        status = tonemap_meter_measure(any_handle(meters), &in.view, any_index(), any(2) ? &light : NULL, &message);
        give_back(&in);
        break;
      }
      default:
        if (any(2)) {
          double colors[6];
          for (int i = 0; i < 6; i++) colors[i] = any_double();
          status = tonemap_plan_color(any_handle(plans), any(9) ? (int32_t)any(2) : any_number(), colors, colors, any(3), &message);
        } else {
          lend(&in, width, height), lend(&out, width, height);
          if (!any(30)) out.view = in.view;
          status = tonemap_convert(
              any_handle(converters), any(99) ? &in.view : NULL, any(99) ? &out.view : NULL, any_index(),
              any(4) ? NULL : any_handle(programs), &message);
          give_back(&in), give_back(&out);
        }
    }
    good += status == TONEMAP_OK;
    if ((status > 0) != (message != NULL) || status == TONEMAP_FAULT) {
      printf("✘ call %ld: status %d, %s\n", call, status, message ? message : "no message");
      return 1;
    }
    tonemap_free(message), tonemap_free(text);
  }
  printf("%ld random calls, %ld of them good\n", calls, good);
  return 0;
}
