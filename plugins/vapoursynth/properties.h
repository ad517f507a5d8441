/* properties.h: what frame properties state of color and light, for a plan; and what a plan states of its output, as properties. */
#ifndef PROPERTIES_H
#define PROPERTIES_H

#include "json.h"
#include <VapourSynth4.h>
#include <stdbool.h>

/* The tags of frames, as a plan describes them. Numbers are those of H.273; a negative one is not stated. */
struct frame_tags {
  int primaries, transfer, matrix, is_full_range, chroma_location;
  bool has_mastering_display, has_content_light;
  /* Red, green, blue. */
  double primaries_x[3], primaries_y[3], white_x, white_y, maximum, minimum;
  int max_cll, max_fall;
};

/* Adds the option "color_json": what the properties of a frame state of its color and light. */
void properties_add_color_json(const VSMap *properties, bool is_subsampled, struct text *options, const VSAPI *vsapi);

/* Whether a frame consists of two fields. */
bool properties_have_fields(const VSMap *properties, const VSAPI *vsapi);

/* The tags of "output" in the JSON of a plan. */
struct frame_tags frame_tags_of(json_value output);

/* Replaces all properties about color and light. */
void properties_set_tags(VSMap *properties, const struct frame_tags *tags, bool is_subsampled, const VSAPI *vsapi);

/* The bytes of a property, which live as long as it. They are NULL if there is none. */
struct message {
  const void *bytes;
  size_t size;
};

struct message properties_message(const VSMap *properties, const char *name, const VSAPI *vsapi);

#endif
