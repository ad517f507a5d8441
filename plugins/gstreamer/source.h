/* What caps state of frames, as options of a plan. */
#pragma once

#include <gst/video/video.h>
#include <json-glib/json-glib.h>

/* Adds what the source's caps state of layout, color and light, where nothing was set. With the option `source`, their color is not
 * added. */
void source_add(GstCaps *caps, const GstVideoInfo *info, JsonObject *plan);

/* Adds the tags that the output's caps demand, where nothing was set. NULL is no demand. With the option `to`, color is left as it is. */
void demand_add(const char *colorimetry, const char *chroma_site, JsonObject *plan);
