/* What a plan says of its output, as caps have it. */
#pragma once

#include <gst/video/video.h>
#include <tonemap.h>

typedef struct Output {
  GstVideoFormat format;
  GstVideoColorimetry colorimetry;
  GstVideoChromaSite chroma_site;
  /* The tag that caps cannot state; NULL if they can state all. */
  const char *unstatable;
  gboolean has_display, has_light;
  GstVideoMasteringDisplayInfo display;
  GstVideoContentLightLevel light;
  /* Whether samples are kept as they are, apart from their layout. */
  gboolean keeps_samples;
  /* What was assumed and what is of no effect, and what looks wrong: a sentence a line. */
  GString *remarks, *warnings;
} Output;

/* Returns a tonemap_status. */
int output_of(const tonemap_plan *plan, Output *output, char **message);
void output_clear(Output *output);

/* Sets the fields of caps that say what color and light frames have, or removes them. */
void output_tag(const Output *output, GstCaps *caps);
void output_untag(GstStructure *structure);
