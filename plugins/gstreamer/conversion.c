#include "conversion.h"

#include <stdarg.h>
#include <string.h>

#include "formats.h"
#include "output.h"
#include "source.h"

/* What the library could not know. The text is freed by tonemap_free, as its own. */
static int refuse(char **message, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *text = gst_info_strdup_vprintf(format, arguments);
  va_end(arguments);
  *message = strdup(text);
  return TONEMAP_USAGE;
}

typedef struct Request {
  const Settings *settings;
  GstCaps *input;
  GstVideoInfo info;
  /* What downstream demands; NULL is nothing. */
  const char *colorimetry, *chroma_site;
} Request;

/* Makes a plan and reads what its output is. GST_VIDEO_FORMAT_UNKNOWN leaves the format to the library. */
static int make_plan(const Request *request, GstVideoFormat format, tonemap_plan **plan, Output *output, char **message) {
  g_autoptr(JsonObject) options = json_object_new();
  g_autofree char *refusal = NULL;
  if (!settings_add(request->settings, options, &refusal)) return refuse(message, "%s", refusal);
  source_add(request->input, &request->info, options);
  demand_add(request->colorimetry, request->chroma_site, options);
  if (format != GST_VIDEO_FORMAT_UNKNOWN) json_object_set_string_member(options, "out_pixel_format", format_name(format));

  g_autoptr(JsonNode) root = json_node_init_object(json_node_alloc(), options);
  g_autofree char *text = json_to_string(root, FALSE);
  int status = tonemap_plan_new(text, plan, message);
  if (status) return status;
  status = output_of(*plan, output, message);
  if (status) g_clear_pointer(plan, tonemap_plan_free);
  return status;
}

/* A field's only string, or the first of its list; NULL if there is no such field. */
static const char *first_string(const GstStructure *structure, const char *field) {
  const GValue *value = gst_structure_get_value(structure, field);
  if (value && GST_VALUE_HOLDS_LIST(value)) value = gst_value_list_get_size(value) ? gst_value_list_get_value(value, 0) : NULL;
  return value && G_VALUE_HOLDS_STRING(value) ? g_value_get_string(value) : NULL;
}

/* Keeps the one of the allowed formats that is closest to what is wanted. Of equals, that of two planes, else the input's, else the first. */
static GstCaps *with_best_format(GstCaps *allowed, GstVideoFormat wanted, GstVideoFormat input) {
  const GstVideoFormatInfo *goal = gst_video_format_get_info(wanted);
  gboolean is_bi_planar = GST_VIDEO_FORMAT_INFO_N_PLANES(goal) == 2;
  guint best = G_MAXUINT, best_structure = 0;
  GstVideoFormat found = GST_VIDEO_FORMAT_UNKNOWN;
  for (guint i = 0; i < gst_caps_get_size(allowed); i++) {
    const GValue *formats = gst_structure_get_value(gst_caps_get_structure(allowed, i), "format");
    guint count = GST_VALUE_HOLDS_LIST(formats) ? gst_value_list_get_size(formats) : 1;
    for (guint k = 0; k < count; k++) {
      const GValue *name = GST_VALUE_HOLDS_LIST(formats) ? gst_value_list_get_value(formats, k) : formats;
      GstVideoFormat format = gst_video_format_from_string(g_value_get_string(name));
      guint distance = 4 * format_distance(goal, gst_video_format_get_info(format)) + 2 * (is_bi_planar && format != wanted) + (format != input);
      if (distance >= best) continue;
      best = distance;
      best_structure = i;
      found = format;
    }
  }
  GstCaps *caps = gst_caps_copy_nth(allowed, best_structure);
  gst_caps_set_simple(caps, "format", G_TYPE_STRING, gst_video_format_to_string(found), NULL);
  return caps;
}

/* Takes the values nearest to ordinary ones for what neither side states. */
static GstCaps *fixate(GstCaps *caps) {
  GstStructure *structure = gst_caps_get_structure(caps, 0);
  if (gst_structure_has_field(structure, "pixel-aspect-ratio"))
    gst_structure_fixate_field_nearest_fraction(structure, "pixel-aspect-ratio", 1, 1);
  if (gst_structure_has_field(structure, "interlace-mode"))
    gst_structure_fixate_field_string(structure, "interlace-mode", "progressive");
  return gst_caps_fixate(caps);
}

/* Plans a conversion to the allowed format that is best, tagged as the plan says. */
static int plan_to(const Request *request, GstCaps *allowed, Conversion *conversion, char **message) {
  tonemap_plan *plan = NULL;
  Output output;
  int status = make_plan(request, GST_VIDEO_FORMAT_UNKNOWN, &plan, &output, message);
  if (status) return status;
  tonemap_plan_free(plan);
  GstCaps *caps = with_best_format(allowed, output.format, GST_VIDEO_INFO_FORMAT(&request->info));
  output_clear(&output);

  const char *name = gst_structure_get_string(gst_caps_get_structure(caps, 0), "format");
  status = make_plan(request, gst_video_format_from_string(name), &conversion->plan, &output, message);
  if (status) {
    gst_caps_unref(caps);
    return status;
  }
  if (output.unstatable) {
    int refused = refuse(
        message, "caps have no name for the output's %s; choose another one by `options`, such as {\"out_matrix\": \"bt709\"}",
        output.unstatable);
    g_clear_pointer(&conversion->plan, tonemap_plan_free);
    output_clear(&output);
    gst_caps_unref(caps);
    return refused;
  }
  output_tag(&output, caps);
  conversion->output = fixate(caps);
  conversion->is_identity = output.keeps_samples && gst_caps_is_equal(request->input, conversion->output);
  conversion->remarks = output.remarks;
  conversion->warnings = output.warnings;
  conversion->threads = request->settings->threads;
  return TONEMAP_OK;
}

int conversion_new(const Settings *settings, GstCaps *input, GstCaps *allowed, Conversion *conversion, char **message) {
  memset(conversion, 0, sizeof *conversion);
  Request request = {.settings = settings, .input = input};
  if (!gst_video_info_from_caps(&request.info, input)) return refuse(message, "the caps describe no raw video: %" GST_PTR_FORMAT, input);
  int status = plan_to(&request, allowed, conversion, message);
  if (status) return status;
  if (request.info.interlace_mode != GST_VIDEO_INTERLACE_MODE_PROGRESSIVE && !conversion->is_identity) {
    conversion_clear(conversion);
    return refuse(
        message, "the video is interlaced (interlace-mode=%s), and tonemap converts whole frames; deinterlace it before",
        gst_video_interlace_mode_to_string(request.info.interlace_mode));
  }
  if (gst_caps_is_subset(conversion->output, allowed)) return status;
  /* What comes by default is not accepted: what downstream names first. */
  g_autoptr(GstCaps) refused = gst_caps_ref(conversion->output);
  const GstStructure *structure = gst_caps_get_structure(allowed, 0);
  request.colorimetry = first_string(structure, "colorimetry");
  request.chroma_site = first_string(structure, "chroma-site");
  conversion_clear(conversion);
  status = plan_to(&request, allowed, conversion, message);
  if (status || gst_caps_is_subset(conversion->output, allowed)) return status;
  conversion_clear(conversion);
  return refuse(
      message,
      "the output would be %" GST_PTR_FORMAT ", but downstream accepts only %" GST_PTR_FORMAT "; set what differs by `to` or `options`",
      refused, allowed);
}

void conversion_clear(Conversion *conversion) {
  g_clear_pointer(&conversion->plan, tonemap_plan_free);
  gst_clear_caps(&conversion->output);
  if (conversion->remarks) g_string_free(conversion->remarks, TRUE);
  if (conversion->warnings) g_string_free(conversion->warnings, TRUE);
  conversion->remarks = conversion->warnings = NULL;
}
