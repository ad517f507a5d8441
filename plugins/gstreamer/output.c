#include "output.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "formats.h"

static JsonObject *member(JsonObject *object, const char *name) {
  JsonNode *node = object ? json_object_get_member(object, name) : NULL;
  return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

/* The sentences of a list, a line each. */
static void append_sentences(GString *text, JsonObject *description, const char *name) {
  JsonArray *list = json_object_get_array_member(description, name);
  for (guint i = 0; i < json_array_get_length(list); i++) {
    JsonObject *finding = json_array_get_object_element(list, i);
    g_string_append_printf(text, "%s%s", text->len ? "\n" : "", json_object_get_string_member(finding, "sentence"));
  }
}

static gboolean keeps_samples(JsonArray *stages) {
  static const char *const coding[] = {"unpack", "decode", "keep", "encode", "round", NULL};
  gboolean is_kept = FALSE;
  for (guint i = 0; i < json_array_get_length(stages); i++) {
    const char *name = json_object_get_string_member(json_array_get_object_element(stages, i), "name");
    if (!g_strv_contains(coding, name)) return FALSE;
    is_kept |= g_str_equal(name, "keep");
  }
  return is_kept;
}

/* In units of 0.00002. */
static void chromaticity(JsonObject *display, const char *name, guint16 *x, guint16 *y) {
  JsonArray *pair = json_object_get_array_member(display, name);
  *x = (guint16)lround(json_array_get_double_element(pair, 0) * 50000);
  *y = (guint16)lround(json_array_get_double_element(pair, 1) * 50000);
}

static void read_light(JsonObject *metadata, Output *output) {
  JsonObject *display = member(metadata, "mastering_display"), *light = member(metadata, "content_light");
  output->has_display = display != NULL;
  output->has_light = light != NULL;
  if (display) {
    static const char *const names[] = {"red", "green", "blue"};
    for (int i = 0; i < 3; i++)
      chromaticity(display, names[i], &output->display.display_primaries[i].x, &output->display.display_primaries[i].y);
    chromaticity(display, "white", &output->display.white_point.x, &output->display.white_point.y);
    output->display.max_display_mastering_luminance = (guint32)llround(json_object_get_double_member(display, "max_cd_m2") * 10000);
    output->display.min_display_mastering_luminance = (guint32)llround(json_object_get_double_member(display, "min_cd_m2") * 10000);
  }
  if (light) {
    output->light.max_content_light_level = (guint16)json_object_get_int_member(light, "MaxCLL");
    output->light.max_frame_average_light_level = (guint16)json_object_get_int_member(light, "MaxFALL");
  }
}

/* Reads the description; FALSE if it is not what the library describes. */
static gboolean read_description(JsonObject *description, Output *output) {
  JsonObject *tags = member(description, "output"), *color = member(tags, "color");
  if (!color) return FALSE;
  JsonArray *cicp = json_object_get_array_member(color, "cicp");
  output->format = format_named(json_object_get_string_member(tags, "pix_fmt"));
  output->colorimetry = (GstVideoColorimetry){
      .primaries = gst_video_color_primaries_from_iso((guint)json_array_get_int_element(cicp, 0)),
      .transfer = gst_video_transfer_function_from_iso((guint)json_array_get_int_element(cicp, 1)),
      .matrix = gst_video_color_matrix_from_iso((guint)json_array_get_int_element(cicp, 2)),
      .range = json_array_get_int_element(cicp, 3) ? GST_VIDEO_COLOR_RANGE_0_255 : GST_VIDEO_COLOR_RANGE_16_235,
  };
  const char *location = json_object_get_string_member_with_default(color, "chroma_location", NULL);
  output->chroma_site = chroma_site_at(location);
  output->unstatable = !output->colorimetry.primaries     ? "primaries"
                       : !output->colorimetry.transfer    ? "transfer function"
                       : !output->colorimetry.matrix      ? "matrix"
                       : location && !output->chroma_site ? "chroma location"
                                                          : NULL;
  read_light(member(tags, "metadata"), output);
  output->keeps_samples = keeps_samples(json_object_get_array_member(description, "stages"));
  output->remarks = g_string_new(NULL);
  append_sentences(output->remarks, description, "assumptions");
  append_sentences(output->remarks, description, "notes");
  output->warnings = g_string_new(NULL);
  append_sentences(output->warnings, description, "findings");
  return TRUE;
}

int output_of(const tonemap_plan *plan, Output *output, char **message) {
  memset(output, 0, sizeof *output);
  char *text;
  int status = tonemap_plan_describe(plan, TONEMAP_JSON, &text, message);
  if (status) return status;
  g_autoptr(JsonNode) root = json_from_string(text, NULL);
  tonemap_free(text);
  if (root && JSON_NODE_HOLDS_OBJECT(root) && read_description(json_node_get_object(root), output)) return TONEMAP_OK;
  *message = strdup("this version of libtonemap describes a plan in a way that the element does not know; build the element against it");
  return TONEMAP_FAULT;
}

void output_clear(Output *output) {
  if (output->remarks) g_string_free(output->remarks, TRUE);
  if (output->warnings) g_string_free(output->warnings, TRUE);
}

void output_untag(GstStructure *structure) {
  gst_structure_remove_fields(
      structure, "colorimetry", "chroma-site", "mastering-display-info", "content-light-level", NULL);
}

void output_tag(const Output *output, GstCaps *caps) {
  GstStructure *structure = gst_caps_get_structure(caps, 0);
  output_untag(structure);
  g_autofree char *colorimetry = gst_video_colorimetry_to_string(&output->colorimetry);
  gst_structure_set(structure, "colorimetry", G_TYPE_STRING, colorimetry, NULL);
  if (output->chroma_site != GST_VIDEO_CHROMA_SITE_UNKNOWN) {
    g_autofree char *site = gst_video_chroma_site_to_string(output->chroma_site);
    gst_structure_set(structure, "chroma-site", G_TYPE_STRING, site, NULL);
  }
  if (output->has_display) gst_video_mastering_display_info_add_to_caps(&output->display, caps);
  if (output->has_light) gst_video_content_light_level_add_to_caps(&output->light, caps);
}
