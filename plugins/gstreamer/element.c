#include "element.h"

#include "conversion.h"
#include "formats.h"
#include "output.h"
#include "settings.h"

GST_DEBUG_CATEGORY_STATIC(tonemap_debug);
#define GST_CAT_DEFAULT tonemap_debug

struct _GstTonemap {
  GstVideoFilter parent;
  /* Guards the settings, which are set from any thread. */
  GMutex lock;
  Settings settings;
  /* The streaming thread's: what was planned when caps were chosen, and what converts. */
  Conversion planned;
  tonemap_converter *converter;
  gint64 frames;
  /* The stream time of the first picture; 0 where the stream was begun within. */
  GstClockTime first;
  gboolean is_sought, has_segment, begins_within;
  char *posted;
};

G_DEFINE_TYPE(GstTonemap, gst_tonemap, GST_TYPE_VIDEO_FILTER)

/* -- Errors ------------------------------------------------------------------------------------------------------------------------ */

/* Posts a sentence of the library as the error of this element, and frees it. Upstream tries again before it is stopped: once is enough. */
static void post_error(GstTonemap *self, int status, char *message) {
  if (!g_strcmp0(message, self->posted)) {
    tonemap_free(message);
    return;
  }
  g_free(self->posted);
  self->posted = g_strdup(message);
  GQuark domain = GST_LIBRARY_ERROR;
  gint code = GST_LIBRARY_ERROR_FAILED;
  if (status == TONEMAP_USAGE) code = GST_LIBRARY_ERROR_SETTINGS;
  if (status == TONEMAP_DATA) {
    domain = GST_STREAM_ERROR;
    code = GST_STREAM_ERROR_FORMAT;
  }
  if (status == TONEMAP_SYSTEM) {
    domain = GST_RESOURCE_ERROR;
    code = GST_RESOURCE_ERROR_FAILED;
  }
  gst_element_message_full(
      GST_ELEMENT(self), GST_MESSAGE_ERROR, domain, code, g_strdup(message), g_strdup_printf("status %d", status), __FILE__,
      GST_FUNCTION, __LINE__);
  tonemap_free(message);
}

/* -- Negotiation ------------------------------------------------------------------------------------------------------------------- */

/* Size and rate stay as they are; all that says how a picture is coded may change. */
static GstCaps *transform_caps(GstBaseTransform *trans, GstPadDirection direction, GstCaps *caps, GstCaps *filter) {
  GValue formats = G_VALUE_INIT;
  formats_list(direction == GST_PAD_SINK ? GST_PAD_SRC : GST_PAD_SINK, &formats);
  GstCaps *result = gst_caps_new_empty();
  for (guint i = 0; i < gst_caps_get_size(caps); i++) {
    GstStructure *structure = gst_structure_copy(gst_caps_get_structure(caps, i));
    output_untag(structure);
    gst_structure_set_value(structure, "format", &formats);
    result = gst_caps_merge_structure_full(result, structure, gst_caps_features_copy(gst_caps_get_features(caps, i)));
  }
  g_value_unset(&formats);
  if (filter) {
    GstCaps *all = result;
    result = gst_caps_intersect_full(filter, all, GST_CAPS_INTERSECT_FIRST);
    gst_caps_unref(all);
  }
  return result;
}

/* Makes the converter of what was planned. */
static gboolean configure(GstTonemap *self, const GstVideoInfo *info) {
  Conversion *planned = &self->planned;
  g_clear_pointer(&self->converter, tonemap_converter_free);
  char *message;
  int status = tonemap_converter_new(
      planned->plan, GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info), (int32_t)planned->threads, &self->converter, &message);
  gst_base_transform_set_passthrough(GST_BASE_TRANSFORM(self), planned->is_identity);
  if (planned->warnings->len) GST_ELEMENT_WARNING(self, STREAM, FORMAT, ("%s", planned->warnings->str), (NULL));
  /* gst-launch prints only the second text of an INFO. */
  if (planned->remarks->len) GST_ELEMENT_INFO(self, STREAM, FORMAT, ("%s", planned->remarks->str), ("%s", planned->remarks->str));
  if (status) post_error(self, status, message);
  return status == TONEMAP_OK;
}

/* Whether the base class negotiates with the result that it has, so that it calls nothing after this: after a change of a property. */
static gboolean is_negotiated(GstBaseTransform *trans, GstCaps *input, GstCaps *output) {
  g_autoptr(GstCaps) current_input = gst_pad_get_current_caps(trans->sinkpad);
  g_autoptr(GstCaps) current_output = gst_pad_get_current_caps(trans->srcpad);
  return current_input && current_output && gst_caps_is_equal(current_input, input) && gst_caps_is_equal(current_output, output);
}

static GstCaps *fixate_caps(GstBaseTransform *trans, GstPadDirection direction, GstCaps *caps, GstCaps *othercaps) {
  /* What comes in follows from nothing: any caps that upstream can have. */
  if (direction == GST_PAD_SRC) return gst_caps_fixate(othercaps);
  GstTonemap *self = GST_TONEMAP(trans);
  if (!gst_pad_is_linked(trans->srcpad)) {
    /* The base class then allows only what comes in; pushing will say that nothing is linked. */
    gst_caps_unref(othercaps);
    othercaps = transform_caps(trans, direction, caps, NULL);
  }
  conversion_clear(&self->planned);
  char *message;
  g_mutex_lock(&self->lock);
  int status = conversion_new(&self->settings, caps, othercaps, &self->planned, &message);
  g_mutex_unlock(&self->lock);
  gst_caps_unref(othercaps);
  if (status) {
    post_error(self, status, message);
    return gst_caps_new_empty();
  }
  GstCaps *output = gst_caps_ref(self->planned.output);
  if (!is_negotiated(trans, caps, output) || configure(self, &GST_VIDEO_FILTER(self)->in_info)) return output;
  gst_caps_unref(output);
  return gst_caps_new_empty();
}

/* The caps are those that were just chosen, and so is the plan, even if settings have changed since. */
static gboolean set_info(GstVideoFilter *filter, GstCaps *incaps, GstVideoInfo *in_info, GstCaps *outcaps, GstVideoInfo *out_info) {
  GstTonemap *self = GST_TONEMAP(filter);
  g_return_val_if_fail(self->planned.plan && gst_caps_is_equal(self->planned.output, outcaps), FALSE);
  return configure(self, in_info);
}

/* -- Frames ------------------------------------------------------------------------------------------------------------------------ */

static GstClockTime stream_time(GstTonemap *self, GstBuffer *buffer) {
  GstSegment *segment = &GST_BASE_TRANSFORM(self)->segment;
  GstClockTime time = GST_BUFFER_PTS(buffer);
  if (segment->format != GST_FORMAT_TIME || !GST_CLOCK_TIME_IS_VALID(time)) return GST_CLOCK_TIME_NONE;
  return gst_segment_to_stream_time(segment, GST_FORMAT_TIME, time);
}

/* Notes when the first picture is shown, also if it passes through. */
static void before_transform(GstBaseTransform *trans, GstBuffer *buffer) {
  GstTonemap *self = GST_TONEMAP(trans);
  GstClockTime time = stream_time(self, buffer);
  if (!GST_CLOCK_TIME_IS_VALID(time) || GST_CLOCK_TIME_IS_VALID(self->first)) return;
  self->first = self->is_sought || self->begins_within ? 0 : time;
}

/* The number of a frame in the whole stream, so that it has the same bytes after a seek; without times or a rate, frames are counted. The first
 * picture is 0, whenever it is shown. */
static gint64 frame_index(GstTonemap *self, const GstVideoFrame *frame) {
  gint64 count = self->frames++;
  GstClockTime time = stream_time(self, frame->buffer);
  if (!GST_CLOCK_TIME_IS_VALID(time) || GST_VIDEO_INFO_FPS_N(&frame->info) == 0) return count;
  return (gint64)gst_util_uint64_scale_round(
      time > self->first ? time - self->first : 0, (guint64)GST_VIDEO_INFO_FPS_N(&frame->info),
      GST_SECOND * (guint64)GST_VIDEO_INFO_FPS_D(&frame->info));
}

static GstFlowReturn transform_frame(GstVideoFilter *filter, GstVideoFrame *inframe, GstVideoFrame *outframe) {
  GstTonemap *self = GST_TONEMAP(filter);
  tonemap_view input = frame_view(inframe), output = frame_view(outframe);
  char *message;
  int status = tonemap_convert(self->converter, &input, &output, frame_index(self, inframe), NULL, &message);
  if (status == TONEMAP_OK) return GST_FLOW_OK;
  post_error(self, status, message);
  return GST_FLOW_ERROR;
}

/* Refuses a buffer that holds no frame; the base class would warn and pass on what was in memory. */
static GstFlowReturn transform(GstBaseTransform *trans, GstBuffer *inbuf, GstBuffer *outbuf) {
  GstVideoInfo *info = &GST_VIDEO_FILTER(trans)->in_info;
  GstVideoFrame frame;
  if (gst_video_frame_map(&frame, info, inbuf, GST_MAP_READ | GST_VIDEO_FRAME_MAP_FLAG_NO_REF)) {
    gst_video_frame_unmap(&frame);
    return GST_BASE_TRANSFORM_CLASS(gst_tonemap_parent_class)->transform(trans, inbuf, outbuf);
  }
  GST_ELEMENT_ERROR(
      trans, STREAM, FORMAT,
      ("a buffer of %" G_GSIZE_FORMAT " bytes is not a frame of %s, %dx%d, which has %" G_GSIZE_FORMAT "; make caps and buffers agree",
       gst_buffer_get_size(inbuf), GST_VIDEO_INFO_NAME(info), GST_VIDEO_INFO_WIDTH(info), GST_VIDEO_INFO_HEIGHT(info),
       GST_VIDEO_INFO_SIZE(info)),
      (NULL));
  return GST_FLOW_ERROR;
}

/* Keeps what is attached to pictures unless it is about their memory or color. */
static gboolean transform_meta(GstBaseTransform *trans, GstBuffer *outbuf, GstMeta *meta, GstBuffer *inbuf) {
  static const char *const kept[] = {
      GST_META_TAG_VIDEO_STR, GST_META_TAG_VIDEO_ORIENTATION_STR, GST_META_TAG_VIDEO_SIZE_STR, NULL};
  const char *const *tags = gst_meta_api_type_get_tags(meta->info->api);
  for (gsize i = 0; tags && tags[i]; i++)
    if (!g_strv_contains(kept, tags[i])) return FALSE;
  return TRUE;
}

/* -- The object -------------------------------------------------------------------------------------------------------------------- */

static gboolean stop(GstBaseTransform *trans) {
  GstTonemap *self = GST_TONEMAP(trans);
  conversion_clear(&self->planned);
  g_clear_pointer(&self->converter, tonemap_converter_free);
  g_clear_pointer(&self->posted, g_free);
  self->frames = 0;
  self->first = GST_CLOCK_TIME_NONE;
  self->is_sought = self->has_segment = FALSE;
  return TRUE;
}

static gboolean sink_event(GstBaseTransform *trans, GstEvent *event) {
  GstTonemap *self = GST_TONEMAP(trans);
  if (GST_EVENT_TYPE(event) == GST_EVENT_FLUSH_STOP) self->is_sought = TRUE;
  if (GST_EVENT_TYPE(event) == GST_EVENT_STREAM_START) {
    self->first = GST_CLOCK_TIME_NONE;
    self->has_segment = FALSE;
  }
  if (GST_EVENT_TYPE(event) == GST_EVENT_SEGMENT && !self->has_segment) {
    /* Demuxers begin with the stream's own time, also where it begins late; another one is of a part. */
    const GstSegment *segment;
    gst_event_parse_segment(event, &segment);
    self->begins_within = segment->time != segment->start;
    self->has_segment = TRUE;
  }
  return GST_BASE_TRANSFORM_CLASS(gst_tonemap_parent_class)->sink_event(trans, event);
}

static gboolean src_event(GstBaseTransform *trans, GstEvent *event) {
  if (GST_EVENT_TYPE(event) == GST_EVENT_SEEK) GST_TONEMAP(trans)->is_sought = TRUE;
  return GST_BASE_TRANSFORM_CLASS(gst_tonemap_parent_class)->src_event(trans, event);
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
  GstTonemap *self = GST_TONEMAP(object);
  g_mutex_lock(&self->lock);
  settings_set(&self->settings, value, spec);
  g_mutex_unlock(&self->lock);
  /* The next frame is negotiated anew. */
  gst_base_transform_reconfigure_src(GST_BASE_TRANSFORM(self));
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
  GstTonemap *self = GST_TONEMAP(object);
  g_mutex_lock(&self->lock);
  settings_get(&self->settings, value, spec);
  g_mutex_unlock(&self->lock);
}

static void finalize(GObject *object) {
  GstTonemap *self = GST_TONEMAP(object);
  settings_clear(&self->settings);
  g_mutex_clear(&self->lock);
  G_OBJECT_CLASS(gst_tonemap_parent_class)->finalize(object);
}

static void add_pad_template(GstElementClass *class, const char *name, GstPadDirection direction) {
  GstCaps *caps = gst_video_make_raw_caps(NULL, 0);
  GValue formats = G_VALUE_INIT;
  formats_list(direction, &formats);
  gst_caps_set_value(caps, "format", &formats);
  g_value_unset(&formats);
  gst_element_class_add_pad_template(class, gst_pad_template_new(name, direction, GST_PAD_ALWAYS, caps));
  gst_caps_unref(caps);
}

static void gst_tonemap_class_init(GstTonemapClass *class) {
  GObjectClass *object = G_OBJECT_CLASS(class);
  object->set_property = set_property;
  object->get_property = get_property;
  object->finalize = finalize;
  settings_install(object);

  GstElementClass *element = GST_ELEMENT_CLASS(class);
  add_pad_template(element, "sink", GST_PAD_SINK);
  add_pad_template(element, "src", GST_PAD_SRC);
  gst_element_class_set_static_metadata(
      element, "HDR tone mapper", "Filter/Converter/Video", "Converts HDR video to SDR, and between PQ, HLG and SDR",
      "The authors of swift-tonemap");

  GstBaseTransformClass *trans = GST_BASE_TRANSFORM_CLASS(class);
  trans->stop = stop;
  trans->sink_event = sink_event;
  trans->src_event = src_event;
  trans->before_transform = before_transform;
  trans->transform_caps = transform_caps;
  trans->fixate_caps = fixate_caps;
  trans->transform = transform;
  trans->transform_meta = transform_meta;
  GST_VIDEO_FILTER_CLASS(class)->set_info = set_info;
  GST_VIDEO_FILTER_CLASS(class)->transform_frame = transform_frame;
}

static void gst_tonemap_init(GstTonemap *self) {
  g_mutex_init(&self->lock);
  self->first = GST_CLOCK_TIME_NONE;
  settings_init(&self->settings);
}

/* -- The plugin -------------------------------------------------------------------------------------------------------------------- */

static gboolean plugin_init(GstPlugin *plugin) {
  GST_DEBUG_CATEGORY_INIT(tonemap_debug, "tonemap", 0, "HDR tone mapping");
  if (tonemap_abi() != TONEMAP_ABI) {
    GST_ERROR("libtonemap has the interface %d, but this plugin was built for %d", tonemap_abi(), TONEMAP_ABI);
    return FALSE;
  }
  return gst_element_register(plugin, "tonemap", GST_RANK_NONE, GST_TYPE_TONEMAP);
}

#define PACKAGE "swift-tonemap"
GST_PLUGIN_DEFINE(
    GST_VERSION_MAJOR, GST_VERSION_MINOR, tonemap, "HDR video to SDR", plugin_init, TONEMAP_VERSION, "Apache 2.0", PACKAGE,
    "https://example.org/swift-tonemap")
