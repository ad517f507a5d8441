#include "properties.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { UNSPECIFIED = 2 };

static const char *const chroma_locations[] = {"left", "center", "topleft", "top", "bottomleft", "bottom"};

static const char *const light_properties[] = {"MasteringDisplayPrimariesX",
                                               "MasteringDisplayPrimariesY",
                                               "MasteringDisplayWhitePointX",
                                               "MasteringDisplayWhitePointY",
                                               "MasteringDisplayMaxLuminance",
                                               "MasteringDisplayMinLuminance",
                                               "ContentLightLevelMax",
                                               "ContentLightLevelAverage",
                                               "HDR10Plus",
                                               "DolbyVisionRPU",
                                               "ST209450"};

/* -- In ---------------------------------------------------------------------------------------------------------------------------- */

static bool integer(const VSMap *properties, const char *name, int64_t *value, const VSAPI *vsapi) {
  int error;
  *value = vsapi->mapGetInt(properties, name, 0, &error);
  return !error;
}

/* An integer or a float: source filters differ. */
static bool number(const VSMap *properties, const char *name, int index, double *value, const VSAPI *vsapi) {
  int error;
  *value = vsapi->mapGetFloat(properties, name, index, &error);
  if (error == peType) *value = (double)vsapi->mapGetInt(properties, name, index, &error);
  return !error && isfinite(*value);
}

static bool is_stated(const VSMap *arguments, const char *name, const VSAPI *vsapi) {
  return vsapi->mapNumElements(arguments, name) > 0;
}

static void add_tag(const VSMap *properties, const char *property, const VSMap *arguments, const char *option,
                    struct text *options, const VSAPI *vsapi) {
  int64_t value;
  if (is_stated(arguments, option, vsapi) || !integer(properties, property, &value, vsapi) || value == UNSPECIFIED) return;
  text_add_name(options, option);
  text_add(options, "\"%lld\"", (long long)value);
}

/* As integers of 0.00002 and 0.0001 cd/m2. A luminance outside the ranges of Rec. ITU-T H.264, D.2.29, means unknown there. */
static void add_mastering_display(const VSMap *properties, struct text *options, const VSAPI *vsapi) {
  double x[4], y[4], maximum, minimum;
  for (int i = 0; i < 3; i++)
    if (!number(properties, "MasteringDisplayPrimariesX", i, &x[i], vsapi)
        || !number(properties, "MasteringDisplayPrimariesY", i, &y[i], vsapi))
      return;
  if (!number(properties, "MasteringDisplayWhitePointX", 0, &x[3], vsapi)
      || !number(properties, "MasteringDisplayWhitePointY", 0, &y[3], vsapi)
      || !number(properties, "MasteringDisplayMaxLuminance", 0, &maximum, vsapi)
      || !number(properties, "MasteringDisplayMinLuminance", 0, &minimum, vsapi))
    return;
  if (maximum < 5 || maximum > 10000) return;
  if (minimum < 0.0001 || minimum >= 5) minimum = 0;
  static const char *const labels[4] = {"R", "G", "B", "WP"};
  text_add_name(options, "master_display");
  text_add(options, "\"");
  for (int i = 0; i < 4; i++) text_add(options, "%s(%lld,%lld)", labels[i], llround(x[i] * 50000), llround(y[i] * 50000));
  text_add(options, "L(%lld,%lld)\"", llround(maximum * 10000), llround(minimum * 10000));
}

void properties_add_options(const VSMap *properties, const VSMap *arguments, bool is_subsampled, struct text *options,
                            const VSAPI *vsapi) {
  int64_t value;
  if (!is_stated(arguments, "source", vsapi)) {
    add_tag(properties, "_Primaries", arguments, "primaries", options, vsapi);
    add_tag(properties, "_Transfer", arguments, "transfer", options, vsapi);
    add_tag(properties, "_Matrix", arguments, "matrix", options, vsapi);
    /* The name of API 4.0, which later cores link with _Range. */
    if (!is_stated(arguments, "range", vsapi) && integer(properties, "_ColorRange", &value, vsapi)) {
      text_add_name(options, "range");
      text_add_string(options, value == 0 ? "full" : "narrow");
    }
    if (is_subsampled && !is_stated(arguments, "chroma_location", vsapi) && integer(properties, "_ChromaLocation", &value, vsapi)
        && value >= 0 && value < 6) {
      text_add_name(options, "chroma_location");
      text_add_string(options, chroma_locations[value]);
    }
  }
  if (!is_stated(arguments, "master_display", vsapi)) add_mastering_display(properties, options, vsapi);
  double maximum, average;
  if (!is_stated(arguments, "max_cll", vsapi) && number(properties, "ContentLightLevelMax", 0, &maximum, vsapi)
      && number(properties, "ContentLightLevelAverage", 0, &average, vsapi)) {
    text_add_name(options, "max_cll");
    text_add(options, "[%lld,%lld]", llround(maximum), llround(average));
  }
}

bool properties_have_fields(const VSMap *properties, const VSAPI *vsapi) {
  int64_t value;
  return integer(properties, "_FieldBased", &value, vsapi) && value > 0;
}

/* The bytes of a property; FFmpeg leaves the header out, so that source filters do. */
static struct message message_of(const VSMap *properties, const char *name, const uint8_t *header, size_t header_size,
                                 const VSAPI *vsapi) {
  int error;
  const char *data = vsapi->mapGetData(properties, name, 0, &error);
  if (error) return (struct message){0};
  size_t size = (size_t)vsapi->mapGetDataSize(properties, name, 0, &error);
  if (size > 0 && (uint8_t)data[0] == header[0]) header_size = 0;
  struct message message = {malloc(header_size + size + 1), header_size + size};
  if (!message.bytes) abort();
  memcpy(message.bytes, header, header_size);
  memcpy(message.bytes + header_size, data, size);
  return message;
}

struct message properties_dolby_vision(const VSMap *properties, const VSAPI *vsapi) {
  static const uint8_t header[] = {0x7C, 0x01};
  return message_of(properties, "DolbyVisionRPU", header, sizeof header, vsapi);
}

struct message properties_hdr10plus(const VSMap *properties, const VSAPI *vsapi) {
  static const uint8_t header[] = {0xB5, 0x00, 0x3C, 0x00, 0x01, 0x04};
  return message_of(properties, "HDR10Plus", header, sizeof header, vsapi);
}

struct message properties_st2094_50(const VSMap *properties, const VSAPI *vsapi) {
  static const uint8_t header[] = {0xB5};
  return message_of(properties, "ST209450", header, sizeof header, vsapi);
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
