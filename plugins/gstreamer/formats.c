#include "formats.h"

/* In order of preference where downstream has none. */
static const struct {
  GstVideoFormat format;
  const char *name;
} formats[] = {
    {GST_VIDEO_FORMAT_I420, "yuv420p"},
    {GST_VIDEO_FORMAT_YV12, "yuv420p"},
    {GST_VIDEO_FORMAT_NV12, "nv12"},
    {GST_VIDEO_FORMAT_I420_10LE, "yuv420p10le"},
    {GST_VIDEO_FORMAT_P010_10LE, "p010le"},
    {GST_VIDEO_FORMAT_I420_12LE, "yuv420p12le"},
    {GST_VIDEO_FORMAT_P012_LE, "p012le"},
    {GST_VIDEO_FORMAT_P016_LE, "p016le"},
    {GST_VIDEO_FORMAT_A420, "yuva420p"},
    {GST_VIDEO_FORMAT_A420_10LE, "yuva420p10le"},
    {GST_VIDEO_FORMAT_Y42B, "yuv422p"},
    {GST_VIDEO_FORMAT_NV16, "nv16"},
    {GST_VIDEO_FORMAT_I422_10LE, "yuv422p10le"},
    {GST_VIDEO_FORMAT_Y210, "y210le"},
    {GST_VIDEO_FORMAT_I422_12LE, "yuv422p12le"},
    {GST_VIDEO_FORMAT_Y212_LE, "y212le"},
    {GST_VIDEO_FORMAT_A422_10LE, "yuva422p10le"},
    {GST_VIDEO_FORMAT_Y444, "yuv444p"},
    {GST_VIDEO_FORMAT_NV24, "nv24"},
    {GST_VIDEO_FORMAT_Y444_10LE, "yuv444p10le"},
    {GST_VIDEO_FORMAT_Y444_12LE, "yuv444p12le"},
    {GST_VIDEO_FORMAT_Y444_16LE, "yuv444p16le"},
    {GST_VIDEO_FORMAT_A444_10LE, "yuva444p10le"},
    {GST_VIDEO_FORMAT_RGB, "rgb24"},
    {GST_VIDEO_FORMAT_BGR, "bgr24"},
    {GST_VIDEO_FORMAT_RGBA, "rgba"},
    {GST_VIDEO_FORMAT_BGRA, "bgra"},
    {GST_VIDEO_FORMAT_RGBx, "rgba"},
    {GST_VIDEO_FORMAT_BGRx, "bgra"},
    {GST_VIDEO_FORMAT_RGB10A2_LE, "x2bgr10le"},
    {GST_VIDEO_FORMAT_BGR10A2_LE, "x2rgb10le"},
    {GST_VIDEO_FORMAT_RGBA64_LE, "rgba64le"},
    {GST_VIDEO_FORMAT_GBR, "gbrp"},
    {GST_VIDEO_FORMAT_RGBP, "gbrp"},
    {GST_VIDEO_FORMAT_BGRP, "gbrp"},
    {GST_VIDEO_FORMAT_GBR_10LE, "gbrp10le"},
    {GST_VIDEO_FORMAT_GBR_12LE, "gbrp12le"},
    {GST_VIDEO_FORMAT_GBRA, "gbrap"},
    {GST_VIDEO_FORMAT_GBRA_10LE, "gbrap10le"},
    {GST_VIDEO_FORMAT_GBRA_12LE, "gbrap12le"},
    {GST_VIDEO_FORMAT_GRAY8, "gray"},
    {GST_VIDEO_FORMAT_GRAY16_LE, "gray16le"},
};

/* Formats that the library writes by default but GStreamer does not have, and those that hold them. */
static const struct {
  const char *name;
  GstVideoFormat format;
} substitutes[] = {
    {"yuva422p", GST_VIDEO_FORMAT_A422_10LE},
    {"yuva444p", GST_VIDEO_FORMAT_A444_10LE},
    {"gray10le", GST_VIDEO_FORMAT_GRAY16_LE},
};

/* Such formats are written but not read: the library would read as alpha what means nothing. */
static gboolean ignores_fourth_byte(GstVideoFormat format) {
  return format == GST_VIDEO_FORMAT_RGBx || format == GST_VIDEO_FORMAT_BGRx;
}

void formats_list(GstPadDirection direction, GValue *list) {
  g_value_init(list, GST_TYPE_LIST);
  for (gsize i = 0; i < G_N_ELEMENTS(formats); i++) {
    if (direction == GST_PAD_SINK && ignores_fourth_byte(formats[i].format)) continue;
    GValue name = G_VALUE_INIT;
    g_value_init(&name, G_TYPE_STRING);
    g_value_set_static_string(&name, gst_video_format_to_string(formats[i].format));
    gst_value_list_append_and_take_value(list, &name);
  }
}

const char *format_name(GstVideoFormat format) {
  for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
    if (formats[i].format == format) return formats[i].name;
  return NULL;
}

GstVideoFormat format_named(const char *name) {
  for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
    if (!g_strcmp0(formats[i].name, name)) return formats[i].format;
  for (gsize i = 0; i < G_N_ELEMENTS(substitutes); i++)
    if (!g_strcmp0(substitutes[i].name, name)) return substitutes[i].format;
  return GST_VIDEO_FORMAT_UNKNOWN;
}

static const struct {
  GstVideoChromaSite site;
  const char *location;
} chroma_sites[] = {
    {GST_VIDEO_CHROMA_SITE_H_COSITED, "left"},
    {GST_VIDEO_CHROMA_SITE_NONE, "center"},
    {GST_VIDEO_CHROMA_SITE_COSITED, "topleft"},
    {GST_VIDEO_CHROMA_SITE_V_COSITED, "top"},
};

const char *chroma_location(GstVideoChromaSite site) {
  for (gsize i = 0; i < G_N_ELEMENTS(chroma_sites); i++)
    if (chroma_sites[i].site == site) return chroma_sites[i].location;
  return NULL;
}

GstVideoChromaSite chroma_site_at(const char *location) {
  for (gsize i = 0; i < G_N_ELEMENTS(chroma_sites); i++)
    if (!g_strcmp0(chroma_sites[i].location, location)) return chroma_sites[i].site;
  return GST_VIDEO_CHROMA_SITE_UNKNOWN;
}

/* How many positions share a sample of chroma, as a logarithm; 0 in 4:4:4, R'G'B' and gray. */
static guint subsampling(const GstVideoFormatInfo *format) {
  return GST_VIDEO_FORMAT_INFO_N_COMPONENTS(format) < 3
             ? 0
             : GST_VIDEO_FORMAT_INFO_W_SUB(format, 1) + GST_VIDEO_FORMAT_INFO_H_SUB(format, 1);
}

static guint model(const GstVideoFormatInfo *format) {
  return format->flags & (GST_VIDEO_FORMAT_FLAG_YUV | GST_VIDEO_FORMAT_FLAG_RGB | GST_VIDEO_FORMAT_FLAG_GRAY);
}

/* Losses weigh more than waste: color, alpha, bits, chroma, the change between Y'CbCr and R'G'B', then what is too much. */
guint format_distance(const GstVideoFormatInfo *wanted, const GstVideoFormatInfo *other) {
  gint bits = (gint)GST_VIDEO_FORMAT_INFO_DEPTH(wanted, 0) - (gint)GST_VIDEO_FORMAT_INFO_DEPTH(other, 0);
  gint chroma = (gint)subsampling(other) - (gint)subsampling(wanted);
  gboolean loses_color = GST_VIDEO_FORMAT_INFO_IS_GRAY(other) && !GST_VIDEO_FORMAT_INFO_IS_GRAY(wanted);
  gint alpha = GST_VIDEO_FORMAT_INFO_HAS_ALPHA(wanted) - GST_VIDEO_FORMAT_INFO_HAS_ALPHA(other);
  guint distance = loses_color ? 4096 : 0;
  if (alpha) distance += alpha > 0 ? 2048 : 4;
  if (bits) distance += bits > 0 ? 64 * (guint)bits : (guint)-bits;
  if (chroma) distance += chroma > 0 ? 32 * (guint)chroma : 4 * (guint)-chroma;
  if (model(wanted) != model(other)) distance += 16;
  return distance;
}

tonemap_view frame_view(const GstVideoFrame *frame) {
  const GstVideoFormatInfo *format = frame->info.finfo;
  guint planes = GST_VIDEO_FORMAT_INFO_N_PLANES(format);
  gboolean is_planar = planes == GST_VIDEO_FORMAT_INFO_N_COMPONENTS(format);
  /* The library's planar R'G'B' is in the order G', B', R'. */
  static const guint8 gbr[] = {1, 2, 0, 3};
  tonemap_view view = {
      .struct_size = sizeof view,
      .format = format_name(GST_VIDEO_FORMAT_INFO_FORMAT(format)),
      .width = GST_VIDEO_FRAME_WIDTH(frame),
      .height = GST_VIDEO_FRAME_HEIGHT(frame),
  };
  for (guint i = 0; i < planes; i++) {
    guint component = GST_VIDEO_FORMAT_INFO_IS_RGB(format) ? gbr[i] : i;
    guint plane = is_planar ? GST_VIDEO_FORMAT_INFO_PLANE(format, component) : i;
    view.planes[i].data = GST_VIDEO_FRAME_PLANE_DATA(frame, plane);
    view.planes[i].stride = GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane);
  }
  return view;
}
