/* convert.c: core.tonemap.Convert of VapourSynth. */
#define _POSIX_C_SOURCE 200809L
#include "arguments.h"
#include "formats.h"
#include "json.h"
#include "plans.h"
#include "properties.h"
#include <VapourSynth4.h>
#include <VSHelper4.h>
#include <tonemap.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- The filter -------------------------------------------------------------------------------------------------------------------- */

/* What the tone curve of a frame comes from: its plan, or what the frame states. */
enum light { PLANNED, STATED_LIGHT, STATED_CURVE, STATED_GAINS };

struct filter {
  VSNode *clip;
  VSVideoInfo input, output;
  format_name input_name, output_name;
  /* What the arguments state, without braces. */
  struct text options;
  enum light light;
  struct plans *plans;
};

static bool is_subsampled(const VSVideoFormat *format) { return format->subSamplingW || format->subSamplingH; }

static void free_filter(struct filter *filter, const VSAPI *vsapi) {
  plans_free(filter->plans);
  text_free(&filter->options);
  vsapi->freeNode(filter->clip);
  free(filter);
}

/* Moves a message of the library to an error. Those of frame 0 come when the filter is made, and are mostly about arguments. */
static bool fail(struct text *error, int index, char *message) {
  if (index > 0) text_add(error, "frame %d: ", index);
  text_add(error, "%s", message ? message : "the library gave no reason");
  tonemap_free(message);
  return false;
}

/* -- One frame --------------------------------------------------------------------------------------------------------------------- */

/* Refuses Dolby Vision profile 5, whose base layer is not Y'CbCr. */
static bool check_dolby_vision(const VSMap *properties, int index, struct text *error, const VSAPI *vsapi) {
  struct message rpu = properties_message(properties, "DolbyVisionRPU", vsapi);
  char *json = NULL;
  if (!rpu.bytes || tonemap_metadata_describe(TONEMAP_DOLBY_VISION_RPU, rpu.bytes, rpu.size, &json, NULL)) return true;
  bool is_profile_5 = json_number(json_member(json, "profile"), 0) == 5;
  tonemap_free(json);
  if (is_profile_5)
    text_add(error,
             "frame %d is Dolby Vision profile 5, whose samples are not Y'CbCr; use a version whose base layer is HDR10, HLG or "
             "SDR",
             index);
  return !is_profile_5;
}

/* Makes the tone curve of a frame, unless that of the plan holds. */
static bool make_program(const struct filter *filter, const VSMap *properties, int index, const tonemap_plan *plan,
                         tonemap_program **program, struct text *error, const VSAPI *vsapi) {
  if (filter->light == PLANNED) return true;
  const char *name = filter->light == STATED_GAINS ? "ST209450" : "HDR10Plus";
  struct message message = {0};
  int kind = TONEMAP_T35;
  if (filter->light == STATED_LIGHT) {
    message = properties_message(properties, "DolbyVisionRPU", vsapi);
    if (message.bytes) kind = TONEMAP_DOLBY_VISION_RPU;
  }
  if (!message.bytes) message = properties_message(properties, name, vsapi);
  if (!message.bytes) {
    if (filter->light == STATED_LIGHT)
      text_add(error, "frame %d states no light: it has neither DolbyVisionRPU nor HDR10Plus; leave dynamics out", index);
    else
      text_add(error, "frame %d has no property %s, which the tone curve comes from; choose another tone_mapping", index, name);
    return false;
  }
  tonemap_light light = {
      .struct_size = sizeof light, .average = -1, .payload_kind = kind, .payload = message.bytes, .payload_size = message.size};
  char *reason = NULL;
  return !tonemap_program_new(plan, &light, program, &reason) || fail(error, index, reason);
}

/* Says in terms of VapourSynth why there is no plan. */
static bool fail_plan(struct text *error, int index, char *message) {
  static const char json[] = "color_json is ", understood[] = "which cannot be understood: ";
  const char *rest = message && !strncmp(message, json, strlen(json)) ? strstr(message, understood) : NULL;
  bool lacks_transfer = message && strstr(message, "states no transfer");
  if (rest) {
    text_add(error, "the properties of frame %d cannot be understood: %s", index, rest + strlen(understood));
    tonemap_free(message);
  } else {
    fail(error, index, message);
  }
  if (lacks_transfer)
    text_add(error, " (_Transfer of the frame is missing or unspecified; std.SetFrameProps(_Transfer=16) sets it to PQ)");
  return false;
}

/* Finds what converts a frame. It depends on the properties of the frame and the arguments alone. */
static bool begin(const struct filter *filter, const VSFrame *frame, int index, struct work *work, tonemap_program **program,
                  struct text *error, const VSAPI *vsapi) {
  *work = (struct work){0};
  *program = NULL;
  const VSMap *properties = vsapi->getFramePropertiesRO(frame);
  if (properties_have_fields(properties, vsapi) && (filter->input.format.subSamplingH || filter->output.format.subSamplingH)) {
    text_add(error,
             "frame %d is interlaced, and the chroma of its fields would be mixed; deinterlace it, or use std.SetFieldBased(0) "
             "if "
             "it is progressive",
             index);
    return false;
  }
  if (!check_dolby_vision(properties, index, error, vsapi)) return false;

  struct text options = {0};
  text_add(&options, "{%s", filter->options.bytes);
  properties_add_color_json(properties, is_subsampled(&filter->input.format), &options, vsapi);
  text_add(&options, "}");
  char *reason = NULL;
  bool begun = !plans_begin(filter->plans, options.bytes, work, &reason) || fail_plan(error, index, reason);
  text_free(&options);
  if (begun && !make_program(filter, properties, index, work->plan, program, error, vsapi)) {
    plans_end(filter->plans, work);
    begun = false;
  }
  return begun;
}

static void end(const struct filter *filter, struct work *work, tonemap_program *program) {
  tonemap_program_free(program);
  plans_end(filter->plans, work);
}

static VSFrame *convert(const struct filter *filter, const VSFrame *source, int index, struct text *error, VSCore *core,
                        const VSAPI *vsapi) {
  struct work work;
  tonemap_program *program;
  if (!begin(filter, source, index, &work, &program, error, vsapi)) return NULL;

  const VSVideoInfo *info = &filter->output;
  VSFrame *result = vsapi->newVideoFrame(&info->format, info->width, info->height, source, core);
  tonemap_view input = {.struct_size = sizeof input, .format = filter->input_name, .width = info->width, .height = info->height};
  tonemap_view output = input;
  output.format = filter->output_name;
  for (int i = 0; i < filter->input.format.numPlanes; i++) {
    int plane = format_plane(&filter->input.format, i);
    input.planes[i].data = (void *)vsapi->getReadPtr(source, plane);
    input.planes[i].stride = vsapi->getStride(source, plane);
  }
  for (int i = 0; i < info->format.numPlanes; i++) {
    int plane = format_plane(&info->format, i);
    output.planes[i].data = vsapi->getWritePtr(result, plane);
    output.planes[i].stride = vsapi->getStride(result, plane);
  }
  char *message = NULL;
  if (tonemap_convert(work.converter, &input, &output, index, program, &message)) {
    fail(error, index, message);
    vsapi->freeFrame(result);
    result = NULL;
  } else {
    properties_set_tags(vsapi->getFramePropertiesRW(result), work.tags, is_subsampled(&info->format), vsapi);
  }
  end(filter, &work, program);
  return result;
}

static const VSFrame *VS_CC get_frame(int n, int reason, void *data, void **frame_data, VSFrameContext *context, VSCore *core,
                                      const VSAPI *vsapi) {
  (void)frame_data;
  const struct filter *filter = data;
  if (reason == arInitial) vsapi->requestFrameFilter(n, filter->clip, context);
  if (reason != arAllFramesReady) return NULL;
  const VSFrame *source = vsapi->getFrameFilter(n, filter->clip, context);
  struct text error = {0};
  VSFrame *result = convert(filter, source, n, &error, core, vsapi);
  vsapi->freeFrame(source);
  if (!result) {
    struct text sentence = {0};
    text_add(&sentence, "Convert: %s", error.bytes);
    vsapi->setFilterError(sentence.bytes, context);
    text_free(&sentence);
  }
  text_free(&error);
  return result;
}

static void VS_CC free_node(void *data, VSCore *core, const VSAPI *vsapi) {
  (void)core;
  free_filter(data, vsapi);
}

/* -- Creation ---------------------------------------------------------------------------------------------------------------------- */

/* Reads the arguments that are not options of a plan. */
static bool read_light(struct filter *filter, const VSMap *in, struct text *error, const VSAPI *vsapi) {
  int absent;
  const char *dynamics = vsapi->mapGetData(in, "dynamics", 0, &absent);
  if (!absent && !strcmp(dynamics, "metadata")) {
    filter->light = STATED_LIGHT;
  } else if (!absent && strcmp(dynamics, "static")) {
    text_add(error,
             "dynamics is \"%s\", but static or metadata was expected: frames are requested in any order, so their light cannot "
             "be "
             "measured; `tonemap convert` measures whole clips",
             dynamics);
    return false;
  }
  const char *operator = vsapi->mapGetData(in, "tone_mapping", 0, &absent);
  if (!absent && !strcmp(operator, "st2094-40")) filter->light = STATED_CURVE;
  if (!absent && !strcmp(operator, "st2094-50")) filter->light = STATED_GAINS;
  return true;
}

/* Finds FFmpeg's name of a format that the library has. */
static bool name_format(const VSVideoFormat *format, const char *role, format_name name, struct text *error, const VSAPI *vsapi) {
  tonemap_plane_shape shapes[4];
  int32_t count;
  if (format_named(format, name) && !tonemap_format_planes(name, 64, 64, shapes, &count, NULL)) return true;
  char their_name[32];
  vsapi->getVideoFormatName(format, their_name);
  text_add(error,
           "%s is not supported as %s; use YUV 4:2:0, 4:2:2 or 4:4:4, RGB or gray of 8, 9, 10, 12, 14 or 16 bits, or RGBH or "
           "RGBS",
           their_name, role);
  return false;
}

static bool read_formats(struct filter *filter, const VSMap *in, struct text *error, VSCore *core, const VSAPI *vsapi) {
  if (!vsh_isConstantVideoFormat(&filter->input)) {
    text_add(error, "the clip's format or size varies; make both constant first, such as with "
                    "resize.Bicubic(format=vs.YUV420P10, "
                    "width=1920, height=1080)");
    return false;
  }
  if (!name_format(&filter->input.format, "input", filter->input_name, error, vsapi)) return false;
  text_add_name(&filter->options, "pixel_format");
  text_add_string(&filter->options, filter->input_name);
  int absent;
  int64_t id = vsapi->mapGetInt(in, "format", 0, &absent);
  if (absent) return true;
  if (id != (uint32_t)id || !vsapi->getVideoFormatByID(&filter->output.format, (uint32_t)id, core))
    filter->output.format = (VSVideoFormat){0};
  return name_format(&filter->output.format, "output", filter->output_name, error, vsapi);
}

/* Takes the format that the library chooses for the first frame. */
static bool choose_format(struct filter *filter, const VSFrame *first, struct text *error, VSCore *core, const VSAPI *vsapi) {
  struct work work;
  tonemap_program *program;
  if (!begin(filter, first, 0, &work, &program, error, vsapi)) return false;
  char *json = NULL, *message = NULL;
  if (tonemap_plan_describe(work.plan, TONEMAP_JSON, &json, &message)) fail(error, 0, message);
  end(filter, &work, program);
  char *name = json_string(json_member(json_member(json, "target"), "pixel_format"));
  bool chosen =
      name && strlen(name) < sizeof(format_name) && format_like(&filter->input.format, name, &filter->output.format, core, vsapi);
  if (chosen)
    strcpy(filter->output_name, name);
  else if (!error->length)
    text_add(error, "the output would be %s, which VapourSynth does not have; give format", name ? name : "unknown");
  free(name);
  tonemap_free(json);
  return chosen;
}

/* Logs what is assumed about the first frame, and what is not used. */
static void log_findings(const struct filter *filter, const VSFrame *first, const tonemap_plan *plan, VSCore *core,
                         const VSAPI *vsapi) {
  static const char *const lists[] = {"assumptions", "notes"};
  static const int types[] = {mtWarning, mtInformation};
  char *json = NULL;
  if (tonemap_plan_describe(plan, TONEMAP_JSON, &json, NULL)) return;
  /* A note that frames without a curve get another one is for programs that let them pass. */
  int count = filter->light == STATED_CURVE || filter->light == STATED_GAINS ? 1 : 2;
  for (int i = 0; i < count; i++) {
    json_value list = json_member(json, lists[i]), item;
    for (size_t j = 0; (item = json_element(list, j)); j++) {
      char *sentence = json_string(json_member(item, "sentence"));
      char *fix = json_string(json_member(item, "fix"));
      struct text line = {0};
      text_add(&line, "Convert: %s%s%s", sentence ? sentence : "", fix ? "; " : "", fix ? fix : "");
      vsapi->logMessage(types[i], line.bytes, core);
      text_free(&line);
      free(sentence);
      free(fix);
    }
  }
  tonemap_free(json);
  const VSMap *properties = vsapi->getFramePropertiesRO(first);
  if (filter->light == PLANNED
      && (vsapi->mapNumElements(properties, "HDR10Plus") > 0 || vsapi->mapNumElements(properties, "DolbyVisionRPU") > 0))
    vsapi->logMessage(mtInformation,
                      "Convert: frames state their light by HDR10+ or Dolby Vision; dynamics=\"metadata\" follows it", core);
}

/* Decides everything for the first frame, so that most errors are raised before frames are requested. */
static bool try_first_frame(struct filter *filter, struct text *error, VSCore *core, const VSAPI *vsapi) {
  char reason[4096] = "";
  const VSFrame *first = vsapi->getFrame(0, filter->clip, reason, sizeof reason);
  if (!first) {
    text_add(error, "frame 0 cannot be read: %s", reason);
    return false;
  }
  struct work work;
  tonemap_program *program;
  bool works = filter->output_name[0] || choose_format(filter, first, error, core, vsapi);
  if (works) {
    text_add_name(&filter->options, "out_pixel_format");
    text_add_string(&filter->options, filter->output_name);
    works = begin(filter, first, 0, &work, &program, error, vsapi);
  }
  if (works) {
    log_findings(filter, first, work.plan, core, vsapi);
    end(filter, &work, program);
  }
  vsapi->freeFrame(first);
  return works;
}

static void VS_CC create(const VSMap *in, VSMap *out, void *user_data, VSCore *core, const VSAPI *vsapi) {
  (void)user_data;
  struct filter *filter = calloc(1, sizeof *filter);
  if (!filter) abort();
  struct text error = {0};
  int absent;
  filter->clip = vsapi->mapGetNode(in, "clip", 0, NULL);
  filter->input = filter->output = *vsapi->getVideoInfo(filter->clip);
  int threads = vsapi->mapGetIntSaturated(in, "threads", 0, &absent);
  filter->plans = plans_new(filter->input.width, filter->input.height, absent ? 1 : threads);

  if (tonemap_abi() != TONEMAP_ABI)
    text_add(&error, "libtonemap %s has interface %d, but this plugin was built for %d", tonemap_version(), (int)tonemap_abi(),
             TONEMAP_ABI);
  if (!error.length && read_formats(filter, in, &error, core, vsapi) && read_light(filter, in, &error, vsapi)
      && arguments_add_options(in, &filter->options, &error, vsapi) && try_first_frame(filter, &error, core, vsapi)) {
    VSFilterDependency dependency = {filter->clip, rpStrictSpatial};
    vsapi->createVideoFilter(out, "Convert", &filter->output, get_frame, free_node, fmParallel, &dependency, 1, filter, core);
  } else {
    struct text sentence = {0};
    text_add(&sentence, "Convert: %s", error.bytes);
    vsapi->mapSetError(out, sentence.bytes);
    text_free(&sentence);
    free_filter(filter, vsapi);
  }
  text_free(&error);
}

VS_EXTERNAL_API(void) VapourSynthPluginInit2(VSPlugin *plugin, const VSPLUGINAPI *vspapi) {
  struct text signature = {0};
  text_add(&signature, "clip:vnode;");
  arguments_add_signature(&signature);
  text_add(&signature, "dynamics:data:opt;format:int:opt;threads:int:opt;");
  int major = 0, minor = 0;
  sscanf(tonemap_version(), "%d.%d", &major, &minor);
  vspapi->configPlugin("swift.tonemap", "tonemap", "HDR to SDR, and other conversions of light and color",
                       VS_MAKE_VERSION(major, minor), VAPOURSYNTH_API_VERSION, 0, plugin);
  vspapi->registerFunction("Convert", signature.bytes, "clip:vnode;", create, NULL, plugin);
  text_free(&signature);
}
