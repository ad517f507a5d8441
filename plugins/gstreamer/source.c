#include "source.h"

#include "formats.h"

/* H.273's number for what is unknown. */
enum { UNSPECIFIED = 2 };

/* What was set wins, so that what caps state instead is not even a contradiction. */
static gboolean is_set(JsonObject *plan, const char *name) { return json_object_has_member(plan, name); }

static const char *location_of(const char *chroma_site) {
  return chroma_site ? chroma_location(gst_video_chroma_site_from_string(chroma_site)) : NULL;
}

static const char *range_name(GstVideoColorRange range) {
  static const char *const names[] = {NULL, "full", "narrow"};
  return names[range];
}

static JsonObject *color_of(const GstStructure *structure, gboolean has_matrix, JsonObject *plan) {
  JsonObject *result = json_object_new();
  if (is_set(plan, "source")) return result;
  const char *location = location_of(gst_structure_get_string(structure, "chroma-site"));
  if (location && !is_set(plan, "chroma_location")) json_object_set_string_member(result, "chroma_location", location);
  /* Not the colorimetry of GstVideoInfo, which guesses where caps say nothing. */
  const char *text = gst_structure_get_string(structure, "colorimetry");
  GstVideoColorimetry color;
  if (!text || !gst_video_colorimetry_from_string(&color, text)) return result;
  if (!is_set(plan, "primaries"))
    json_object_set_int_member(result, "primaries", gst_video_color_primaries_to_iso(color.primaries));
  if (!is_set(plan, "transfer"))
    json_object_set_int_member(result, "transfer", gst_video_transfer_function_to_iso(color.transfer));
  if (has_matrix && !is_set(plan, "matrix"))
    json_object_set_int_member(result, "matrix", gst_video_color_matrix_to_iso(color.matrix));
  if (color.range && !is_set(plan, "range")) json_object_set_string_member(result, "range", range_name(color.range));
  return result;
}

static void set_point(JsonObject *display, const char *name, guint x, guint y) {
  JsonArray *point = json_array_sized_new(2);
  json_array_add_double_element(point, x / 50000.0);
  json_array_add_double_element(point, y / 50000.0);
  json_object_set_array_member(display, name, point);
}

static JsonObject *light_of(GstCaps *caps, JsonObject *plan) {
  JsonObject *result = json_object_new();
  GstVideoMasteringDisplayInfo display;
  if (!is_set(plan, "master_display") && gst_video_mastering_display_info_from_caps(&display, caps)) {
    JsonObject *member = json_object_new();
    set_point(member, "red", display.display_primaries[0].x, display.display_primaries[0].y);
    set_point(member, "green", display.display_primaries[1].x, display.display_primaries[1].y);
    set_point(member, "blue", display.display_primaries[2].x, display.display_primaries[2].y);
    set_point(member, "white", display.white_point.x, display.white_point.y);
    json_object_set_double_member(member, "max_cd_m2", display.max_display_mastering_luminance / 10000.0);
    json_object_set_double_member(member, "min_cd_m2", display.min_display_mastering_luminance / 10000.0);
    json_object_set_object_member(result, "mastering_display", member);
  }
  GstVideoContentLightLevel light;
  if (!is_set(plan, "max_cll") && gst_video_content_light_level_from_caps(&light, caps)) {
    JsonObject *member = json_object_new();
    json_object_set_int_member(member, "MaxCLL", light.max_content_light_level);
    json_object_set_int_member(member, "MaxFALL", light.max_frame_average_light_level);
    json_object_set_object_member(result, "content_light", member);
  }
  return result;
}

void source_add(GstCaps *caps, const GstVideoInfo *info, JsonObject *plan) {
  json_object_set_string_member(plan, "pixel_format", format_name(GST_VIDEO_INFO_FORMAT(info)));
  /* In GStreamer, frames are straight where nothing says otherwise. */
  if (GST_VIDEO_INFO_HAS_ALPHA(info) && !is_set(plan, "alpha")) json_object_set_string_member(plan, "alpha", "straight");
  if (is_set(plan, "color_json")) return;
  JsonObject *stated = json_object_new();
  json_object_set_object_member(stated, "color", color_of(gst_caps_get_structure(caps, 0), GST_VIDEO_INFO_IS_YUV(info), plan));
  json_object_set_object_member(stated, "metadata", light_of(caps, plan));
  json_object_set_object_member(plan, "color_json", stated);
}

/* The display that is meant by a transfer function. */
static const char *display_for(GstVideoTransferFunction transfer) {
  switch (transfer) {
    case GST_VIDEO_TRANSFER_SMPTE2084: return "pq";
    case GST_VIDEO_TRANSFER_ARIB_STD_B67: return "hlg";
    case GST_VIDEO_TRANSFER_SRGB: return "srgb";
    default: return "sdr709";
  }
}

static void demand_text(JsonObject *plan, const char *name, const char *text) {
  if (text && !is_set(plan, name)) json_object_set_string_member(plan, name, text);
}

static void demand_code_point(JsonObject *plan, const char *name, guint number) {
  g_autofree char *text = number == UNSPECIFIED ? NULL : g_strdup_printf("%u", number);
  demand_text(plan, name, text);
}

void demand_add(const char *colorimetry, const char *chroma_site, JsonObject *plan) {
  demand_text(plan, "out_chroma_location", location_of(chroma_site));
  GstVideoColorimetry color;
  if (is_set(plan, "to") || !colorimetry || !gst_video_colorimetry_from_string(&color, colorimetry)) return;
  demand_text(plan, "to", display_for(color.transfer));
  demand_code_point(plan, "out_primaries", gst_video_color_primaries_to_iso(color.primaries));
  demand_code_point(plan, "out_transfer", gst_video_transfer_function_to_iso(color.transfer));
  if (color.matrix != GST_VIDEO_COLOR_MATRIX_RGB)
    demand_code_point(plan, "out_matrix", gst_video_color_matrix_to_iso(color.matrix));
  demand_text(plan, "out_range", range_name(color.range));
}
