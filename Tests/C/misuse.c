/* What wrong calls of the C library get: an error and a sentence, never the end of the process. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <tonemap.h>
#include <unistd.h>

enum { WIDTH = 64, HEIGHT = 48 };
static int faults = 0, checks = 0;

/* Whether a call ends with a status, and its sentence has some words. */
static void expect(const char *what, int found, int status, char **message, const char *words) {
  char *sentence = message ? *message : NULL;
  checks++;
  if (found != status || (status && !(sentence && strstr(sentence, words)))) {
    printf("✘ %s: status %d, %s\n", what, found, sentence ? sentence : "no message");
    faults++;
  }
  tonemap_free(sentence);
  if (message) *message = NULL;
}

static unsigned short input[WIDTH * HEIGHT * 3];
static unsigned char output[WIDTH * HEIGHT * 3];

static tonemap_view view_of(void *data, int bytes) {
  tonemap_view view = {.struct_size = sizeof view, .width = WIDTH, .height = HEIGHT};
  view.planes[0] = (tonemap_plane){data, WIDTH * 3 * bytes};
  return view;
}

struct job {
  tonemap_converter *converter;
  unsigned char pixels[sizeof output];
  int failed;
};

static void *convert_often(void *context) {
  struct job *job = context;
  tonemap_view in = view_of(input, 2), out = view_of(job->pixels, 1);
  for (int i = 0; i < 50; i++) job->failed |= tonemap_convert(job->converter, &in, &out, 7, NULL, NULL);
  return NULL;
}

static void *plan_often(void *is_over) {
  while (!__atomic_load_n((int *)is_over, __ATOMIC_RELAXED)) {
    tonemap_plan *plan = NULL;
    if (tonemap_plan_new("{\"source\": \"hdr10\"}", &plan, NULL) == TONEMAP_OK) tonemap_plan_free(plan);
  }
  return NULL;
}

/* Converts frames with no descriptor left, then with one more each time, up to those that threads need. */
static int convert_without_descriptors(void) {
  tonemap_plan *plan = NULL;
  tonemap_converter *converter = NULL;
  tonemap_view in = view_of(input, 2), out = view_of(output, 1);
  int last = 0, failed = 0;
  struct rlimit limit = {64, 64};
  setrlimit(RLIMIT_NOFILE, &limit);
  for (int file; (file = dup(0)) >= 0;) last = file;
  failed |= tonemap_plan_new("{\"source\": \"hdr10\", \"pixel_format\": \"rgb48le\", \"out_pixel_format\": \"rgb24\"}", &plan, NULL);
  for (int left = 0; left < 5; left++, close(last--)) {
    failed |= tonemap_converter_new(plan, WIDTH, HEIGHT, 4, &converter, NULL);
    for (int i = 0; i < 9; i++) failed |= tonemap_convert(converter, &in, &out, i, NULL, NULL);
    tonemap_converter_free(converter);
  }
  tonemap_plan_free(plan);
  return failed != 0;
}

static int end(void *context, int64_t frames, int64_t all) { return (void)context, (void)all, frames >= 1; }

/* Keeps the number of frames. */
static int end_at_once(void *context, int64_t frames, int64_t all) { return (void)all, *(int64_t *)context = frames, 1; }

static int refuse(void *context, int64_t offset, int64_t count) { return (void)context, (void)offset, (void)count, ETIMEDOUT; }

int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "descriptors")) return convert_without_descriptors();
  char *message = NULL, *text = NULL;
  tonemap_plan *plan = NULL, *none = NULL;
  const char *options = "{\"source\": \"hdr10\", \"pixel_format\": \"rgb48le\", \"out_pixel_format\": \"rgb24\"}";
  for (int i = 0; i < WIDTH * HEIGHT * 3; i++) input[i] = (unsigned short)(i * 7);
  expect("plan", tonemap_plan_new(options, &plan, &message), 0, &message, "");
#define PLAN(what, json, status, words) expect(what, tonemap_plan_new(json, &none, &message), status, &message, words)
  PLAN("an unknown name", "{\"transfr\": \"pq\"}", 64, "did you mean transfer?");
  PLAN("an unknown value", "{\"transfer\": \"sony\"}", 64, "expected one of pq, hlg");
  PLAN("no JSON", "{transfer: pq}", 64, "not valid JSON at byte 1");
  PLAN("no object", "[1]", 64, "not a JSON object");
  PLAN("a name twice", "{\"max_cll\": \"1,1\", \"max-cll\": \"1,1\"}", 64, "max_cll is given twice");
  PLAN("an option of files", "{\"source\": \"hdr10\", \"crf\": 18}", 64, "it is for files");
  PLAN("an unknown source", "{\"pixel_format\": \"rgb48le\"}", 64, "choose transfer=\"pq\"");
  PLAN("assumptions", "{\"transfer\": \"pq\", \"strict\": true}", 65, "state it with primaries");
  PLAN("not UTF-8", "{\"transfer\": \"\xff\"}", 64, "not UTF-8");
  PLAN("a picture behind", "{\"source\": \"hdr10\", \"pixel_format\": \"rgba64le\", \"background\": \"checkerboard\"}", 64, "choose a color");
  if (none) { puts("✘ a plan that failed is not NULL"); faults++; }
  expect("no place", tonemap_plan_new(options, NULL, &message), 64, &message, "plan is NULL");
  expect("no plan", tonemap_plan_describe(NULL, TONEMAP_TEXT, &text, &message), 64, &message, "the plan is NULL");
  expect("any address", tonemap_plan_describe((tonemap_plan *)input, TONEMAP_TEXT, &text, &message), 64, &message, "is not valid");
  expect("an unknown form", tonemap_plan_describe(plan, 7, &text, &message), 64, &message, "form is 7");

  double color[3] = {0.5, 0.5, 0.5};
  float values[3];
  expect("an unknown unit", tonemap_plan_color(plan, 9, color, color, 1, &message), 64, &message, "unit is 9");
  expect("no colors", tonemap_plan_color(plan, TONEMAP_SIGNAL, NULL, color, 1, &message), 64, &message, "is NULL");
  expect("too many colors", tonemap_plan_color(plan, TONEMAP_SIGNAL, color, color, SIZE_MAX, &message), 64, &message, "count is");
  expect("a cube of 1", tonemap_plan_lut(plan, 1, values, &message), 64, &message, "2 to 256");

  tonemap_converter *converter = NULL, *wrong = NULL;
  expect("no size", tonemap_converter_new(plan, 0, HEIGHT, 1, &wrong, &message), 64, &message, "0×48 pixels");
  expect("too many threads", tonemap_converter_new(plan, WIDTH, HEIGHT, 5000, &wrong, &message), 64, &message, "threads is 5000");
  expect("converter", tonemap_converter_new(plan, WIDTH, HEIGHT, 2, &converter, &message), 0, &message, "");
  expect("a plan as a converter", tonemap_convert((tonemap_converter *)plan, NULL, NULL, 0, NULL, &message), 64, &message, "is not valid");

#define CONVERT(what, index, program, words) \
  expect(what, tonemap_convert(converter, &in, &out, index, program, &message), 64, &message, words)
  tonemap_view in = view_of(input, 2), out = view_of(output, 1);
  expect("frame", tonemap_convert(converter, &in, &out, 7, NULL, &message), 0, &message, "");
  expect("no view", tonemap_convert(converter, NULL, &out, 0, NULL, &message), 64, &message, "the input is NULL");
  in.struct_size = 8, CONVERT("another structure", 0, NULL, "struct_size of the input is 8");
  in = view_of(input, 2), in.format = "yuv420p", CONVERT("another format", 0, NULL, "the input is in yuv420p, but rgb48le");
  in.format = "x", CONVERT("no format", 0, NULL, "is 'x'");
  in = view_of(input, 2), in.width = 32, in.planes[0].stride = 32 * 6, CONVERT("another size", 0, NULL, "the input is 32x48");
  in = view_of(NULL, 2), CONVERT("no address", 0, NULL, "plane 0");
  in = view_of(input, 2), in.planes[0].stride = 100, CONVERT("a short stride", 0, NULL, "384");
  in = view_of(input, 2), in.planes[0].stride = PTRDIFF_MIN, CONVERT("an endless stride", 0, NULL, "stride");
  in = view_of(input, 2), in.x = -3, in.rectangle_width = 8, in.rectangle_height = 8, CONVERT("a rectangle outside", 0, NULL, "-3");
  in.x = 5, in.rectangle_width = in.rectangle_height = 0, CONVERT("an empty rectangle", 0, NULL, "columns 5..<5");
  in.x = 0, in.rectangle_height = 8, in.rectangle_width = INT32_MAX, CONVERT("a wide rectangle", 0, NULL, "columns");
  in = view_of(input, 2), CONVERT("a negative index", -1, NULL, "index is -1");
  CONVERT("a plan as a program", 0, (tonemap_program *)plan, "the program is not valid");
  out = view_of(input, 1), CONVERT("one memory", 0, NULL, "share");
  out = view_of(output, 1);

  tonemap_program *program = NULL;
  tonemap_light light = {.struct_size = sizeof light, .peak = -1};
  expect("a negative peak", tonemap_program_new(plan, &light, &program, &message), 64, &message, "peak is -1");
  light.peak = 800, light.average = 0.0 / 0.0;
  expect("no average", tonemap_program_new(plan, &light, &program, &message), 64, &message, "average is");
  light.average = 20, light.struct_size = 3;
  expect("another light", tonemap_program_new(plan, &light, &program, &message), 64, &message, "struct_size");
  light.struct_size = sizeof light, light.payload_kind = TONEMAP_T35, light.payload = "junk", light.payload_size = 4;
  expect("a broken message", tonemap_program_new(plan, &light, &program, &message), 65, &message, "");
  light.payload_size = SIZE_MAX;
  expect("an endless message", tonemap_program_new(plan, &light, &program, &message), 64, &message, "1 byte to 1 MiB");

  unsigned char unknown[24] = {0};
  expect("an unknown kind", tonemap_metadata_describe(99, unknown, 24, &text, &message), 64, &message, "tonemap_payload, 1 to 5");
  expect("an unknown display", tonemap_metadata_describe(TONEMAP_MASTERING_DISPLAY, unknown, 24, &text, &message), 0, &message, "");
  expect("no option", !text || strstr(text, "master_display"), 0, NULL, "");
  tonemap_free(text), text = NULL;

  tonemap_meter *meter = NULL;
  expect("meter", tonemap_meter_new(options, WIDTH, HEIGHT, 1, &meter, &message), 0, &message, "");
  expect("nothing measured", tonemap_meter_describe(meter, &text, &message), 64, &message, "nothing has been measured");
  expect("frame 3", tonemap_meter_measure(meter, &in, 3, NULL, &message), 0, &message, "");
  expect("a frame before", tonemap_meter_measure(meter, &in, 3, NULL, &message), 64, &message, "4 was expected");
  expect("the last index", tonemap_meter_measure(meter, &in, INT64_MAX, NULL, &message), 64, &message, "index is 9223372036854775807");
  in.rectangle_width = WIDTH, in.rectangle_height = HEIGHT / 2;
  expect("a rectangle to measure", tonemap_meter_measure(meter, &in, 4, NULL, &message), 64, &message, "whole pictures");
  in = view_of(input, 2);
  tonemap_meter_free(meter);
  expect("a meter that was freed", tonemap_meter_measure(meter, &in, 4, NULL, &message), 64, &message, "is not valid");

  expect("no file", tonemap_convert_file("/nowhere/a.mov", "/tmp/b.mp4", NULL, NULL, NULL, NULL, &message), 66, &message, "/nowhere/a.mov");
  expect("no movie to plan", tonemap_chunk_plan("/nowhere/a.mov", "b.mp4", "chunks", NULL, &text, &message), 66, &message, "/nowhere/a.mov");
  expect("no place for a plan", tonemap_chunk_plan("a.mov", "b.mp4", "chunks", NULL, NULL, &message), 64, &message, "json is NULL");
  expect("no plan to measure", tonemap_chunk_measure("/nowhere", 0, NULL, 1, NULL, NULL, &message), 66, &message, "plan.json");
  expect("no plan to convert", tonemap_chunk_convert("/nowhere", -1, NULL, 1, NULL, NULL, &text, &message), 66, &message, "plan.json");
  expect("no folder", tonemap_chunk_convert(NULL, 0, NULL, 1, NULL, NULL, NULL, &message), 64, &message, "folder is NULL");
  expect("no plan to join", tonemap_chunk_join("/nowhere", NULL, NULL, NULL, NULL, NULL, &message), 66, &message, "plan.json");
  expect("a kind of no file", tonemap_file_kind("/nowhere/a.mov", NULL, &text, &message), 66, &message, "/nowhere/a.mov");
  expect("rules", tonemap_folder_rules(NULL, "link", "skip", &text, &message), 0, &message, "");
  tonemap_free(text);
  expect("unknown rules", tonemap_folder_rules(NULL, "move", "skip", &text, &message), 64, &message, "link, copy, skip");
  expect("nothing to fill", tonemap_fill_file("/nowhere/a.mov", refuse, NULL, &message), 66, &message, "cannot be filled");

  tonemap_movie *started = NULL;
  if (argc > 1) {
    char *name = argv[1];
    const char *raw = "{\"source\": \"hdr10\", \"pixel_format\": \"yuv420p10le\", \"size\": \"1024x512\"}";
    expect("an end by the caller", tonemap_convert_file(name, "out.y4m", raw, end, NULL, NULL, &message), 130, &message, "cancelled");
    const char *measured = "{\"source\": \"hdr10\", \"pixel_format\": \"yuv420p10le\", \"size\": \"1024x512\", \"dynamics\": \"scene\"}";
    int64_t frames = -1;
    int ended = tonemap_convert_file(name, "out.y4m", measured, end_at_once, &frames, NULL, &message);
    expect("an end while measuring", ended, 130, &message, "cancelled");
    expect("the frames until then", frames != 0, 0, NULL, "");
    expect("a file to fill", tonemap_fill_file(name, refuse, NULL, &message), 0, &message, "");
    expect("a range that is not there", tonemap_convert_file(name, "out.y4m", raw, NULL, NULL, NULL, &message), 74, &message, strerror(ETIMEDOUT));
    expect("a file as it is", tonemap_fill_file(name, NULL, NULL, &message), 0, &message, "");
    expect("a kind", tonemap_file_kind(name, raw, &text, &message), 0, &message, "");
    expect("another kind than of a movie", !strstr(text, "\"other\""), 0, NULL, "");
    tonemap_free(text);
    tonemap_movie *movie = NULL;
    expect("movie", tonemap_movie_open(name, raw, &movie, &message), 0, &message, "");
    expect("a movie", tonemap_movie_open(name, raw, &started, &message), 0, &message, "");
    expect("a small picture", tonemap_movie_next(movie, &out, NULL, NULL, &message), 64, &message, "plane");
    /* A rectangle starts at a chroma sample. */
    static unsigned char canvas[3][1026 * 514];
    tonemap_view part = {.struct_size = sizeof part, .width = 1026, .height = 514, .x = 1, .rectangle_width = 1024, .rectangle_height = 512};
    for (int i = 0; i < 3; i++) part.planes[i] = (tonemap_plane){canvas[i], 1026};
    expect("a rectangle at an odd column", tonemap_movie_next(movie, &part, NULL, NULL, &message), 64, &message, "column 1 and row 0");
    part.x = 2, part.y = 1;
    expect("a rectangle at an odd row", tonemap_movie_next(movie, &part, NULL, NULL, &message), 64, &message, "column 2 and row 1");
    part.y = 2;
    expect("a rectangle", tonemap_movie_next(movie, &part, NULL, NULL, &message), 0, &message, "");
    tonemap_movie_free(movie);
    /* Movies that were begun and left: the 65th is refused, and none waits for ever. */
    enum { MOVIES = 70 };
    static tonemap_movie *begun[MOVIES];
    static unsigned char luma[1024 * 512], chroma[2][512 * 256];
    tonemap_view picture = {.struct_size = sizeof picture, .width = 1024, .height = 512};
    picture.planes[0] = (tonemap_plane){luma, 1024};
    for (int i = 0; i < 2; i++) picture.planes[1 + i] = (tonemap_plane){chroma[i], 512};
    int refused = 0;
    for (int i = 0; i < MOVIES; i++) {
      expect("one of many movies", tonemap_movie_open(name, raw, &begun[i], &message), 0, &message, "");
      int found = tonemap_movie_next(begun[i], &picture, NULL, NULL, &message);
      if (found == TONEMAP_SYSTEM && strstr(message, "64 movies")) refused++;
      else if (found != TONEMAP_OK) expect("a frame of many movies", found, 0, &message, "");
      tonemap_free(message), message = NULL;
    }
    expect("the movies beyond 64", refused != MOVIES - 64, 0, NULL, "");
    for (int i = 0; i < MOVIES; i++) tonemap_movie_free(begun[i]);
    expect("a movie that was freed", tonemap_movie_next(movie, &out, NULL, NULL, &message), 64, &message, "is not valid");
  }

  /* Two threads on one converter: one waits for the other, and both get the frame. */
  expect("frame 7", tonemap_convert(converter, &in, &out, 7, NULL, &message), 0, &message, "");
  static struct job jobs[2];
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) jobs[i].converter = converter, pthread_create(&threads[i], NULL, convert_often, &jobs[i]);
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
    expect("a frame of two threads", jobs[i].failed || memcmp(jobs[i].pixels, output, sizeof output), 0, NULL, "");
  }

  /* A process without free descriptors, whose library has not begun to use threads, converts on its calling thread alone. */
  char *self[] = {argv[0], "descriptors", NULL};
  pid_t bare = fork();
  if (!bare) {
    execv(argv[0], self);
    _exit(1);
  }
  int status;
  waitpid(bare, &status, 0);
  expect("a process without descriptors", status, 0, NULL, "");

  /* A fork while another thread is in a call: no child waits for ever, and none is ended. */
  static int is_over = 0;
  pthread_t busy;
  pthread_create(&busy, NULL, plan_often, &is_over);
  int trapped = 0, locked = 0;
  for (int i = 0; i < 50; i++) {
    pid_t child = fork();
    if (!child) {
      tonemap_plan *own = plan;
      alarm(20);
      int failed = tonemap_plan_new("{\"source\": \"hdr10\"}", &own, NULL);
      _exit(failed && own ? 1 : failed);
    }
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == TONEMAP_SYSTEM) locked++;
    else if (status) trapped++;
  }
  __atomic_store_n(&is_over, 1, __ATOMIC_RELAXED);
  pthread_join(busy, NULL);
  expect("a fork while a thread is in a call", trapped, 0, NULL, "");
  expect("such a fork", locked == 0, 0, NULL, "");

  /* A fork of a process that used threads works alone, and has the same bits; files are refused. */
  pid_t child = fork();
  if (!child) {
    static unsigned char own[sizeof output];
    tonemap_view mine = view_of(own, 1);
    alarm(20);
    int failed = tonemap_convert(converter, &in, &mine, 7, NULL, NULL) || memcmp(own, output, sizeof output);
    int refused = tonemap_convert_file(argc > 1 ? argv[1] : "x", "out.y4m", NULL, NULL, NULL, NULL, &message);
    failed |= refused != TONEMAP_SYSTEM || !strstr(message, "fork");
    if (started) failed |= tonemap_movie_next(started, &mine, NULL, NULL, &message) != TONEMAP_SYSTEM;
    _exit(failed);
  }
  waitpid(child, &status, 0);
  expect("a fork", status, 0, NULL, "");

  tonemap_converter_free(converter);
  tonemap_converter_free(converter);
  expect("a converter that was freed", tonemap_convert(converter, &in, &out, 0, NULL, &message), 64, &message, "is not valid");
  tonemap_plan_free(plan);
  printf("%d misuses and uses, %d faults\n", checks, faults);
  return faults != 0;
}
