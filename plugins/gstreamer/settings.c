#include "settings.h"

#include <gst/gst.h>

/* The properties with text, numbers or a choice of two; the library checks what they say. A number that equals its default is not set. */
static const struct {
  const char *name;
  GType type;
  double initial;
  const char *description;
} properties[] = {
    {"source", G_TYPE_STRING, 0, "All color tags of the source at once, in place of those of its caps: hdr10, hlg or sdr"},
    {"transfer", G_TYPE_STRING, 0, "The source's transfer function, in place of its caps': pq, hlg, bt709, or a camera log such as slog3"},
    {"primaries", G_TYPE_STRING, 0, "The source's primaries, in place of its caps': bt2020, bt709, smpte432, or the gamut of a camera"},
    {"matrix", G_TYPE_STRING, 0, "The source's matrix, in place of its caps': bt2020nc, bt709, ..."},
    {"range", G_TYPE_STRING, 0, "The source's quantization range, in place of its caps': narrow or full"},
    {"chroma-location", G_TYPE_STRING, 0, "Where the source's chroma samples are, in place of its caps': left, center, topleft or top"},
    {"trust-metadata", G_TYPE_STRING, 0, "Which metadata to believe: auto (default), always or never"},
    {"to", G_TYPE_STRING, 0,
     "The display to convert for: sdr709, srgb, p3-sdr, hlg or pq; by default what downstream's caps demand, otherwise sdr709"},
    {"tone-mapping", G_TYPE_STRING, 0, "The tone curve: spline (default), bt2390, bt2446a, hable, reinhard, mobius, clip, none, ..."},
    {"tone-mapping-variant", G_TYPE_STRING, 0,
     "How the tone curve is applied to color: brightness (default), luminance, maxrgb, rgb or ictcp"},
    {"gamut-mapping", G_TYPE_STRING, 0,
     "How colors outside the display's gamut are brought into it: perceptual (default), compress, desaturate or clip"},
    {"target-peak", G_TYPE_DOUBLE, 0, "The display's peak luminance in cd/m2; 0 is that of the display named by `to`"},
    {"source-peak", G_TYPE_DOUBLE, 0, "The source's peak luminance in cd/m2; 0 is what its metadata states"},
    {"reference-white", G_TYPE_DOUBLE, 203, "The luminance in cd/m2 that SDR 100 % stands for; 100 is the older practice"},
    {"viewing", G_TYPE_STRING, 0, "The light around the display: as-authored (default), dark, office, or a number of lux"},
    {"exposure", G_TYPE_DOUBLE, 0, "Stops, -6 to 6; 1 doubles the light"},
    {"contrast", G_TYPE_DOUBLE, 1, "The exponent of luminance about 18 % gray, 0.5 to 2"},
    {"saturation", G_TYPE_DOUBLE, 1, "0 to 4; 0 is black and white"},
    {"dither", G_TYPE_STRING, 0, "The dither that is added before rounding: blue-noise (default), ordered or none"},
    {"strict", G_TYPE_BOOLEAN, FALSE, "Fail instead of assuming anything"},
};

void settings_install(GObjectClass *class) {
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING;
  guint id = 1;
  for (gsize i = 0; i < G_N_ELEMENTS(properties); i++) {
    const char *name = properties[i].name, *description = properties[i].description;
    g_object_class_install_property(
        class, id++,
        properties[i].type == G_TYPE_STRING ? g_param_spec_string(name, name, description, NULL, flags)
        : properties[i].type == G_TYPE_DOUBLE
            ? g_param_spec_double(name, name, description, -G_MAXDOUBLE, G_MAXDOUBLE, properties[i].initial, flags)
            : g_param_spec_boolean(name, name, description, FALSE, flags));
  }
  g_object_class_install_property(
      class, id++,
      g_param_spec_string(
          "options", "options",
          "Any options of `tonemap convert` that concern frames, as a JSON object with underscores in their names: "
          "{\"knee_adaptation\": 0.2}",
          NULL, flags));
  g_object_class_install_property(
      class, id++,
      g_param_spec_uint(
          "threads", "threads", "The most threads that work on a frame; 0 is one for each processor of the process", 0, 1024, 0, flags));
}

void settings_init(Settings *settings) { settings->properties = json_object_new(); }

void settings_clear(Settings *settings) {
  json_object_unref(settings->properties);
  g_free(settings->options);
}

static char *option_name(const GParamSpec *spec) { return g_strdelimit(g_strdup(spec->name), "-", '_'); }

void settings_set(Settings *settings, const GValue *value, GParamSpec *spec) {
  if (g_str_equal(spec->name, "threads")) {
    settings->threads = g_value_get_uint(value);
    return;
  }
  if (g_str_equal(spec->name, "options")) {
    g_free(settings->options);
    settings->options = g_value_dup_string(value);
    return;
  }
  g_autofree char *name = option_name(spec);
  if (g_param_value_defaults(spec, value)) {
    if (json_object_has_member(settings->properties, name)) json_object_remove_member(settings->properties, name);
    return;
  }
  JsonNode *node = json_node_new(JSON_NODE_VALUE);
  json_node_set_value(node, value);
  json_object_set_member(settings->properties, name, node);
}

void settings_get(const Settings *settings, GValue *value, GParamSpec *spec) {
  if (g_str_equal(spec->name, "threads")) {
    g_value_set_uint(value, settings->threads);
    return;
  }
  if (g_str_equal(spec->name, "options")) {
    g_value_set_string(value, settings->options);
    return;
  }
  g_autofree char *name = option_name(spec);
  JsonNode *node = json_object_get_member(settings->properties, name);
  if (!node) {
    g_param_value_set_default(spec, value);
    return;
  }
  GValue found = G_VALUE_INIT;
  json_node_get_value(node, &found);
  g_value_copy(&found, value);
  g_value_unset(&found);
}

static void add_member(JsonObject *object, const char *name, JsonNode *node, gpointer plan) {
  json_object_set_member(plan, name, json_node_copy(node));
}

static gboolean add_options(const char *text, JsonObject *plan, char **message) {
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) root = json_from_string(text, &error);
  if (!root || !JSON_NODE_HOLDS_OBJECT(root)) {
    *message = g_strdup_printf(
        "options is not a JSON object such as {\"knee_adaptation\": 0.2}, but %s%s%s", text, error ? ": " : "",
        error ? error->message : "");
    return FALSE;
  }
  JsonObject *options = json_node_get_object(root);
  if (json_object_has_member(options, "pixel_format") || json_object_has_member(options, "out_pixel_format")) {
    *message = g_strdup("options has a pixel format, but formats are negotiated; choose them by caps, such as video/x-raw,format=NV12");
    return FALSE;
  }
  json_object_foreach_member(options, add_member, plan);
  return TRUE;
}

gboolean settings_add(const Settings *settings, JsonObject *plan, char **message) {
  if (settings->options && !add_options(settings->options, plan, message)) return FALSE;
  json_object_foreach_member(settings->properties, add_member, plan);
  return TRUE;
}
