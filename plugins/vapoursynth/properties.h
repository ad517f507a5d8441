/* properties.h: what frame properties say of color and light, as options, and what a plan says of its output, as properties. */
#ifndef PROPERTIES_H
#define PROPERTIES_H

#include "json.h"
#include <VapourSynth4.h>
#include <stdbool.h>
#include <stdint.h>

/* The tags of frames, as a plan describes them. Numbers are those of H.273; a negative one is not stated. */
struct frame_tags {
  int primaries, transfer, matrix, is_full_range, chroma_location;
  bool has_mastering_display, has_content_light;
  /* Red, green, blue. */
  double primaries_x[3], primaries_y[3], white_x, white_y, maximum, minimum;
  int max_cll, max_fall;
};

/* Adds the options that frame properties state, except those that the arguments of the filter state. */
void properties_add_options(const VSMap *properties, const VSMap *arguments, bool is_subsampled, struct text *options,
                            const VSAPI *vsapi);

/* Whether a frame consists of two fields. */
bool properties_have_fields(const VSMap *properties, const VSAPI *vsapi);

/* The tags of "output" in the JSON of a plan. */
struct frame_tags frame_tags_of(json_value output);

/* Replaces all properties about color and light. */
void properties_set_tags(VSMap *properties, const struct frame_tags *tags, bool is_subsampled, const VSAPI *vsapi);

/* A message of metadata, to be freed. */
struct message {
  uint8_t *bytes;
  size_t size;
};

/* The RPU of Dolby Vision as a NAL unit; empty if there is none. */
struct message properties_dolby_vision(const VSMap *properties, const VSAPI *vsapi);
/* HDR10+ as a message of ITU-T T.35; empty if there is none. */
struct message properties_hdr10plus(const VSMap *properties, const VSAPI *vsapi);
/* ST 2094-50 as a message of ITU-T T.35; empty if there is none. */
struct message properties_st2094_50(const VSMap *properties, const VSAPI *vsapi);

#endif
