#include "source.h"

#include "formats.h"

/* H.273's number for what is unknown. */
enum { UNSPECIFIED = 2 };

/* What was set wins over what caps state. */
static void add(JsonObject *plan, const char *name, const char *text) {
  if (text && !json_object_has_member(plan, name)) json_object_set_string_member(plan, name, text);
}

static void add_code_point(JsonObject *plan, const char *name, guint number) {
  if (number == UNSPECIFIED) return;
  g_autofree char *text = g_strdup_printf("%u", number);
  add(plan, name, text);
}

static void add_range(JsonObject *plan, const char *name, GstVideoColorRange range) {
  static const char *const names[] = {NULL, "full", "narrow"};
  add(plan, name, names[range]);
}

/* The library's name of a chroma site; NULL if it has none, or nothing is stated. */
static const char *chroma_location(const char *chroma_site) {
  if (!chroma_site) return NULL;
  switch (gst_video_chroma_site_from_string(chroma_site)) {
    case GST_VIDEO_CHROMA_SITE_H_COSITED: return "left";
    case GST_VIDEO_CHROMA_SITE_NONE: return "center";
    case GST_VIDEO_CHROMA_SITE_COSITED: return "topleft";
    case GST_VIDEO_CHROMA_SITE_V_COSITED: return "top";
    default: return NULL;
  }
}

/* Streams that do not know their display state zeros, or luminances and colors that no display has. What is outside the ranges of the SEI
 * message (H.264, D.2.29) is as good as unknown, but would be a wrong option. */
static void append_point(GString *text, const char *name, guint x, guint y) {
  gboolean is_known = x >= 5 && x <= 37000 && y >= 5 && y <= 42000;
  g_string_append_printf(text, "%s(%u,%u)", name, is_known ? x : 0, is_known ? y : 0);
}

/* The mastering display in the form and the units of x265, which are the message's. */
static void add_display(const GstVideoMasteringDisplayInfo *display, JsonObject *plan) {
  guint max = display->max_display_mastering_luminance, min = display->min_display_mastering_luminance;
  if (max < 50000 || max > 100000000 || max <= min) return;
  g_autoptr(GString) text = g_string_new(NULL);
  append_point(text, "G", display->display_primaries[1].x, display->display_primaries[1].y);
  append_point(text, "B", display->display_primaries[2].x, display->display_primaries[2].y);
  append_point(text, "R", display->display_primaries[0].x, display->display_primaries[0].y);
  append_point(text, "WP", display->white_point.x, display->white_point.y);
  g_string_append_printf(text, "L(%u,%u)", max, min <= 50000 ? min : 0);
  add(plan, "master_display", text->str);
}

static void add_light(GstCaps *caps, JsonObject *plan) {
  GstVideoMasteringDisplayInfo display;
  if (gst_video_mastering_display_info_from_caps(&display, caps)) add_display(&display, plan);
  GstVideoContentLightLevel light;
  if (gst_video_content_light_level_from_caps(&light, caps) && !json_object_has_member(plan, "max_cll")) {
    JsonArray *levels = json_array_sized_new(2);
    json_array_add_int_element(levels, light.max_content_light_level);
    json_array_add_int_element(levels, light.max_frame_average_light_level);
    json_object_set_array_member(plan, "max_cll", levels);
  }
}

void source_add(GstCaps *caps, const GstVideoInfo *info, JsonObject *plan) {
  const GstStructure *structure = gst_caps_get_structure(caps, 0);
  json_object_set_string_member(plan, "pixel_format", format_name(GST_VIDEO_INFO_FORMAT(info)));
  /* In GStreamer, frames are straight where nothing says otherwise. */
  if (GST_VIDEO_INFO_HAS_ALPHA(info)) add(plan, "alpha", "straight");
  add_light(caps, plan);
  /* Not those of GstVideoInfo, which guesses where caps say nothing. */
  add(plan, "chroma_location", chroma_location(gst_structure_get_string(structure, "chroma-site")));
  const char *text = gst_structure_get_string(structure, "colorimetry");
  GstVideoColorimetry color;
  if (json_object_has_member(plan, "source") || !text || !gst_video_colorimetry_from_string(&color, text)) return;
  add_code_point(plan, "primaries", gst_video_color_primaries_to_iso(color.primaries));
  add_code_point(plan, "transfer", gst_video_transfer_function_to_iso(color.transfer));
  if (GST_VIDEO_INFO_IS_YUV(info)) add_code_point(plan, "matrix", gst_video_color_matrix_to_iso(color.matrix));
  add_range(plan, "range", color.range);
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

void demand_add(const char *colorimetry, const char *chroma_site, JsonObject *plan) {
  add(plan, "out_chroma_location", chroma_location(chroma_site));
  GstVideoColorimetry color;
  if (json_object_has_member(plan, "to") || !colorimetry || !gst_video_colorimetry_from_string(&color, colorimetry)) return;
  add(plan, "to", display_for(color.transfer));
  add_code_point(plan, "out_primaries", gst_video_color_primaries_to_iso(color.primaries));
  add_code_point(plan, "out_transfer", gst_video_transfer_function_to_iso(color.transfer));
  if (color.matrix != GST_VIDEO_COLOR_MATRIX_RGB) add_code_point(plan, "out_matrix", gst_video_color_matrix_to_iso(color.matrix));
  add_range(plan, "out_range", color.range);
}
