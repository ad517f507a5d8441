#include "properties.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { UNSPECIFIED = 2 };

static const char *const chroma_locations[] = {"left", "center", "topleft", "top", "bottomleft", "bottom"};

static const char *const light_properties[] = {
    "MasteringDisplayPrimariesX",
    "MasteringDisplayPrimariesY",
    "MasteringDisplayWhitePointX",
    "MasteringDisplayWhitePointY",
    "MasteringDisplayMaxLuminance",
    "MasteringDisplayMinLuminance",
    "ContentLightLevelMax",
    "ContentLightLevelAverage",
    "HDR10Plus",
    "DolbyVisionRPU",
    "ST209450",
};

/* -- In ---------------------------------------------------------------------------------------------------------------------------- */

/* An integer or a float: source filters differ. */
static bool number(const VSMap *properties, const char *name, int index, double *value, const VSAPI *vsapi) {
  int error;
  *value = vsapi->mapGetFloat(properties, name, index, &error);
  if (error == peType) *value = (double)vsapi->mapGetInt(properties, name, index, &error);
  return !error && isfinite(*value);
}

static int64_t integer(const VSMap *properties, const char *name, int64_t otherwise, const VSAPI *vsapi) {
  int error;
  int64_t value = vsapi->mapGetInt(properties, name, 0, &error);
  return error ? otherwise : value;
}

static void add_number(const VSMap *properties, const char *name, int index, struct text *text, const VSAPI *vsapi) {
  double value;
  text_add_number(text, number(properties, name, index, &value, vsapi) ? value : 0);
}

static void add_point(const char *name, const VSMap *properties, const char *x, const char *y, int index, struct text *text,
                      const VSAPI *vsapi) {
  text_add(text, "\"%s\":[", name);
  add_number(properties, x, index, text, vsapi);
  text_add(text, ",");
  add_number(properties, y, index, text, vsapi);
  text_add(text, "],");
}

/* What is missing is 0, which means unknown, as in a stream. */
static void add_mastering_display(const VSMap *properties, struct text *text, const VSAPI *vsapi) {
  static const char *const primaries[] = {"red", "green", "blue"};
  text_add(text, "{");
  for (int i = 0; i < 3; i++)
    add_point(primaries[i], properties, "MasteringDisplayPrimariesX", "MasteringDisplayPrimariesY", i, text, vsapi);
  add_point("white", properties, "MasteringDisplayWhitePointX", "MasteringDisplayWhitePointY", 0, text, vsapi);
  text_add(text, "\"max_cd_m2\":");
  add_number(properties, "MasteringDisplayMaxLuminance", 0, text, vsapi);
  text_add(text, ",\"min_cd_m2\":");
  add_number(properties, "MasteringDisplayMinLuminance", 0, text, vsapi);
  text_add(text, "}");
}

static void add_content_light(const VSMap *properties, struct text *text, const VSAPI *vsapi) {
  text_add(text, "{\"MaxCLL\":");
  add_number(properties, "ContentLightLevelMax", 0, text, vsapi);
  text_add(text, ",\"MaxFALL\":");
  add_number(properties, "ContentLightLevelAverage", 0, text, vsapi);
  text_add(text, "}");
}

void properties_add_color_json(const VSMap *properties, bool is_subsampled, struct text *options, const VSAPI *vsapi) {
  static const char *const full[] = {"0", "1"};
  double light;
  /* The name of API 4.0, which later cores link with _Range. */
  int64_t range = integer(properties, "_ColorRange", -1, vsapi);
  int64_t location = is_subsampled ? integer(properties, "_ChromaLocation", -1, vsapi) : -1;
  text_add_name(options, "color_json");
  text_add(options, "{\"color\":{\"cicp\":[%lld,%lld,%lld,%s]", (long long)integer(properties, "_Primaries", UNSPECIFIED, vsapi),
           (long long)integer(properties, "_Transfer", UNSPECIFIED, vsapi),
           (long long)integer(properties, "_Matrix", UNSPECIFIED, vsapi), range < 0 ? "null" : full[range == 0]);
  if (location >= 0 && location < 6) text_add(options, ",\"chroma_location\":\"%s\"", chroma_locations[location]);
  text_add(options, "},\"metadata\":{\"mastering_display\":");
  if (number(properties, "MasteringDisplayMaxLuminance", 0, &light, vsapi))
    add_mastering_display(properties, options, vsapi);
  else
    text_add(options, "null");
  text_add(options, ",\"content_light\":");
  if (number(properties, "ContentLightLevelMax", 0, &light, vsapi))
    add_content_light(properties, options, vsapi);
  else
    text_add(options, "null");
  text_add(options, "}}");
}

bool properties_have_fields(const VSMap *properties, const VSAPI *vsapi) {
  return integer(properties, "_FieldBased", 0, vsapi) > 0;
}

struct message properties_message(const VSMap *properties, const char *name, const VSAPI *vsapi) {
  int error;
  const char *bytes = vsapi->mapGetData(properties, name, 0, &error);
  if (error) return (struct message){0};
  return (struct message){bytes, (size_t)vsapi->mapGetDataSize(properties, name, 0, NULL)};
}

/* -- Out --------------------------------------------------------------------------------------------------------------------------- */

static int element(json_value array, size_t index) { return (int)json_number(json_element(array, index), -1); }

struct frame_tags frame_tags_of(json_value output) {
  json_value color = json_member(output, "color"), numbers = json_member(color, "cicp");
  struct frame_tags tags = {.primaries = element(numbers, 0),
                            .transfer = element(numbers, 1),
                            .matrix = element(numbers, 2),
                            .is_full_range = element(numbers, 3),
                            .chroma_location = -1};
  char *location = json_string(json_member(color, "chroma_location"));
  for (int i = 0; location && i < 6; i++)
    if (!strcmp(location, chroma_locations[i])) tags.chroma_location = i;
  free(location);

  json_value metadata = json_member(output, "metadata");
  json_value display = json_member(metadata, "mastering_display"), light = json_member(metadata, "content_light");
  static const char *const names[3] = {"red", "green", "blue"};
  tags.has_mastering_display = display;
  for (int i = 0; i < 3; i++) {
    tags.primaries_x[i] = json_number(json_element(json_member(display, names[i]), 0), 0);
    tags.primaries_y[i] = json_number(json_element(json_member(display, names[i]), 1), 0);
  }
  tags.white_x = json_number(json_element(json_member(display, "white"), 0), 0);
  tags.white_y = json_number(json_element(json_member(display, "white"), 1), 0);
  tags.maximum = json_number(json_member(display, "max_cd_m2"), 0);
  tags.minimum = json_number(json_member(display, "min_cd_m2"), 0);
  tags.has_content_light = light;
  tags.max_cll = (int)lround(json_number(json_member(light, "MaxCLL"), 0));
  tags.max_fall = (int)lround(json_number(json_member(light, "MaxFALL"), 0));
  return tags;
}

static void set_tag(VSMap *properties, const char *name, int value, const VSAPI *vsapi) {
  if (value < 0)
    vsapi->mapDeleteKey(properties, name);
  else
    vsapi->mapSetInt(properties, name, value, maReplace);
}

void properties_set_tags(VSMap *properties, const struct frame_tags *tags, bool is_subsampled, const VSAPI *vsapi) {
  set_tag(properties, "_Primaries", tags->primaries, vsapi);
  set_tag(properties, "_Transfer", tags->transfer, vsapi);
  set_tag(properties, "_Matrix", tags->matrix, vsapi);
  set_tag(properties, "_ColorRange", tags->is_full_range < 0 ? -1 : !tags->is_full_range, vsapi);
  set_tag(properties, "_ChromaLocation", is_subsampled ? tags->chroma_location : -1, vsapi);
  for (size_t i = 0; i < sizeof light_properties / sizeof *light_properties; i++)
    vsapi->mapDeleteKey(properties, light_properties[i]);
  if (tags->has_mastering_display) {
    vsapi->mapSetFloatArray(properties, "MasteringDisplayPrimariesX", tags->primaries_x, 3);
    vsapi->mapSetFloatArray(properties, "MasteringDisplayPrimariesY", tags->primaries_y, 3);
    vsapi->mapSetFloat(properties, "MasteringDisplayWhitePointX", tags->white_x, maReplace);
    vsapi->mapSetFloat(properties, "MasteringDisplayWhitePointY", tags->white_y, maReplace);
    vsapi->mapSetFloat(properties, "MasteringDisplayMaxLuminance", tags->maximum, maReplace);
    vsapi->mapSetFloat(properties, "MasteringDisplayMinLuminance", tags->minimum, maReplace);
  }
  if (tags->has_content_light) {
    vsapi->mapSetInt(properties, "ContentLightLevelMax", tags->max_cll, maReplace);
    vsapi->mapSetInt(properties, "ContentLightLevelAverage", tags->max_fall, maReplace);
  }
}
