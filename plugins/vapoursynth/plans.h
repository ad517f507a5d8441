/* plans.h: the plans of a clip, one for each set of options, and their converters.
 *
 * A plan depends on its options alone, so a frame gets the same plan whatever was requested before.
 */
#ifndef PLANS_H
#define PLANS_H

#include "properties.h"
#include <tonemap.h>

struct plans;

/* A plan, and a converter that nobody else uses. */
struct work {
  struct plan *entry;
  const tonemap_plan *plan;
  const struct frame_tags *tags;
  tonemap_converter *converter;
};

struct plans *plans_new(int width, int height, int threads);
void plans_free(struct plans *plans);

/* Finds or makes the plan of these options. Returns a tonemap_status; the message is freed by tonemap_free. */
int plans_begin(struct plans *plans, const char *options, struct work *work, char **message);
/* Gives plan and converter back. */
void plans_end(struct plans *plans, struct work *work);

#endif
