/* What was set on the element: its properties and the JSON of `options`. */
#pragma once

#include <glib-object.h>
#include <json-glib/json-glib.h>

typedef struct Settings {
  /* The properties that were set, with the names of the library's options; null is a default. */
  JsonObject *properties;
  /* The text of the property `options`, or NULL. */
  char *options;
  guint threads;
} Settings;

void settings_install(GObjectClass *class);
void settings_init(Settings *settings);
void settings_clear(Settings *settings);

/* Sets and gets a property by its specification. */
void settings_set(Settings *settings, const GValue *value, GParamSpec *spec);
void settings_get(const Settings *settings, GValue *value, GParamSpec *spec);

/* Adds what was set to a plan's options; a property wins over the same name in `options`. FALSE with a sentence,
 * freed by g_free, if `options` cannot be used. */
gboolean settings_add(const Settings *settings, JsonObject *plan, char **message);
