#include "settings.h"

#include <gst/gst.h>

/* The properties; the library checks what texts say. A default is the library's own, and is not given to it. */
static const struct {
  const char *name, *description;
  /* Words between spaces, the default first; NULL for a text, a number or a choice of two. */
  const char *words;
  GType type;
  double least, greatest, initial;
} properties[] = {
    {"source", "All color tags of the source at once, in place of those of its caps", .words = "caps hdr10 hlg sdr"},
    {"transfer", "The source's transfer function, in place of its caps': pq, hlg, bt709, or a camera log such as slog3", .type = G_TYPE_STRING},
    {"primaries", "The source's primaries, in place of its caps': bt2020, bt709, smpte432, or the gamut of a camera", .type = G_TYPE_STRING},
    {"matrix", "The source's matrix, in place of its caps': bt2020nc, bt709, ...", .type = G_TYPE_STRING},
    {"range", "The source's quantization range, in place of its caps'", .words = "caps narrow full"},
    {"chroma-location", "Where the source's chroma samples are, in place of its caps'", .words = "caps left center topleft top"},
    {"trust-metadata", "Which metadata to believe", .words = "auto always never"},
    {"to", "The display to convert for; auto is what downstream's caps demand, otherwise sdr709",
     .words = "auto sdr709 srgb p3-sdr hlg pq sdr hdr10"},
    {"tone-mapping", "The tone curve",
     .words = "spline bt2390 bt2446a bt2446c reference-white reinhard mobius hable pbr-neutral aces2-tonescale clip none"},
    {"tone-mapping-variant", "How the tone curve is applied to color", .words = "brightness luminance maxrgb rgb ictcp"},
    {"gamut-mapping", "How colors outside the display's gamut are brought into it", .words = "perceptual compress desaturate clip"},
    {"target-peak", "The display's peak luminance in cd/m2; 0 is that of the display named by `to`",
     .type = G_TYPE_DOUBLE, .least = 0, .greatest = 10000, .initial = 0},
    {"source-peak", "The source's peak luminance in cd/m2; 0 is what its metadata states",
     .type = G_TYPE_DOUBLE, .least = 0, .greatest = 10000, .initial = 0},
    {"reference-white", "The luminance in cd/m2 that SDR 100 % stands for; 100 is the older practice",
     .type = G_TYPE_DOUBLE, .least = 1, .greatest = 10000, .initial = 203},
    {"viewing", "The light around the display: as-authored (default), dark, office, or a number of lux", .type = G_TYPE_STRING},
    {"exposure", "Stops; 1 doubles the light", .type = G_TYPE_DOUBLE, .least = -6, .greatest = 6, .initial = 0},
    {"contrast", "The exponent of luminance about 18 % gray", .type = G_TYPE_DOUBLE, .least = 0.5, .greatest = 2, .initial = 1},
    {"saturation", "0 is black and white", .type = G_TYPE_DOUBLE, .least = 0, .greatest = 4, .initial = 1},
    {"dither", "The dither that is added before rounding", .words = "blue-noise ordered none"},
    {"strict", "Fail instead of assuming anything", .type = G_TYPE_BOOLEAN},
};

/* The type of a property of words; it lives as long as the process. */
static GType words_type(const char *name, const char *words) {
  char **nicks = g_strsplit(words, " ", 0);
  GEnumValue *values = g_new0(GEnumValue, g_strv_length(nicks) + 1);
  for (int i = 0; nicks[i]; i++) values[i] = (GEnumValue){i, nicks[i], nicks[i]};
  g_autofree char *type = g_strdup_printf("GstTonemap-%s", name);
  return g_enum_register_static(type, values);
}

void settings_install(GObjectClass *class) {
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING;
  guint id = 1;
  for (gsize i = 0; i < G_N_ELEMENTS(properties); i++) {
    const char *name = properties[i].name, *description = properties[i].description;
    g_object_class_install_property(
        class, id++,
        properties[i].words                   ? g_param_spec_enum(name, name, description, words_type(name, properties[i].words), 0, flags)
        : properties[i].type == G_TYPE_STRING ? g_param_spec_string(name, name, description, NULL, flags)
        : properties[i].type == G_TYPE_DOUBLE
            ? g_param_spec_double(
                  name, name, description, properties[i].least, properties[i].greatest, properties[i].initial, flags)
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
    json_object_set_null_member(settings->properties, name);
    return;
  }
  JsonNode *node = json_node_new(JSON_NODE_VALUE);
  if (G_IS_PARAM_SPEC_ENUM(spec))
    json_node_set_string(node, g_enum_get_value(G_PARAM_SPEC_ENUM(spec)->enum_class, g_value_get_enum(value))->value_nick);
  else
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
  if (!node || JSON_NODE_HOLDS_NULL(node)) {
    g_param_value_set_default(spec, value);
    return;
  }
  if (G_IS_PARAM_SPEC_ENUM(spec)) {
    g_value_set_enum(value, g_enum_get_value_by_nick(G_PARAM_SPEC_ENUM(spec)->enum_class, json_node_get_string(node))->value);
    return;
  }
  GValue found = G_VALUE_INIT;
  json_node_get_value(node, &found);
  g_value_copy(&found, value);
  g_value_unset(&found);
}

/* Null, the value of a property that was set to its default, removes the option of that name. */
static void add_member(JsonObject *object, const char *name, JsonNode *node, gpointer plan) {
  if (!JSON_NODE_HOLDS_NULL(node))
    json_object_set_member(plan, name, json_node_copy(node));
  else if (json_object_has_member(plan, name))
    json_object_remove_member(plan, name);
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
  json_object_foreach_member(json_node_get_object(root), add_member, plan);
  if (json_object_has_member(plan, "pixel_format") || json_object_has_member(plan, "out_pixel_format")) {
    *message = g_strdup("options has a pixel format, but formats are negotiated; choose them by caps, such as video/x-raw,format=NV12");
    return FALSE;
  }
  return TRUE;
}

gboolean settings_add(const Settings *settings, JsonObject *plan, char **message) {
  if (settings->options && !add_options(settings->options, plan, message)) return FALSE;
  json_object_foreach_member(settings->properties, add_member, plan);
  return TRUE;
}
