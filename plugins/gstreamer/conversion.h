/* From caps to caps: the plan of a conversion, and what its frames must be tagged with. */
#pragma once

#include <gst/video/video.h>
#include <tonemap.h>

#include "settings.h"

typedef struct Conversion {
  tonemap_plan *plan;
  /* Fixed and complete. */
  GstCaps *output;
  /* Whether frames stay as they are. */
  gboolean is_identity;
  /* What was assumed and what is of no effect, and what looks wrong: a sentence a line. */
  GString *remarks, *warnings;
  /* The most threads that work on a frame. */
  guint threads;
} Conversion;

/* Plans a conversion of fixed caps to the best of those that are allowed. Returns a tonemap_status, and a sentence in *message, which
 * tonemap_free frees, if it is not TONEMAP_OK. */
int conversion_new(const Settings *settings, GstCaps *input, GstCaps *allowed, Conversion *conversion, char **message);
void conversion_clear(Conversion *conversion);
