#define _POSIX_C_SOURCE 200809L
#include "plans.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Most clips need one plan, or one for each part of a splice. Beyond this number, those that are not in use are freed. */
enum { MOST_PLANS = 16 };

struct idle {
  tonemap_converter *converter;
  struct idle *next;
};

struct plan {
  char *options;
  tonemap_plan *plan;
  struct frame_tags tags;
  struct idle *idle;
  int users;
  struct plan *next;
};

struct plans {
  int width, height, threads;
  pthread_mutex_t lock;
  /* The most recently used one first. */
  struct plan *first;
};

static void *allocate(size_t size) {
  void *memory = calloc(1, size);
  if (!memory) abort();
  return memory;
}

struct plans *plans_new(int width, int height, int threads) {
  struct plans *plans = allocate(sizeof *plans);
  plans->width = width;
  plans->height = height;
  plans->threads = threads;
  pthread_mutex_init(&plans->lock, NULL);
  return plans;
}

static void free_plan(struct plan *plan) {
  while (plan->idle) {
    struct idle *idle = plan->idle;
    plan->idle = idle->next;
    tonemap_converter_free(idle->converter);
    free(idle);
  }
  tonemap_plan_free(plan->plan);
  free(plan->options);
  free(plan);
}

void plans_free(struct plans *plans) {
  if (!plans) return;
  while (plans->first) {
    struct plan *plan = plans->first;
    plans->first = plan->next;
    free_plan(plan);
  }
  pthread_mutex_destroy(&plans->lock);
  free(plans);
}

static int make_plan(const char *options, struct plan **result, char **message) {
  struct plan *plan = allocate(sizeof *plan);
  char *json = NULL;
  int status = tonemap_plan_new(options, &plan->plan, message);
  if (status == TONEMAP_OK) status = tonemap_plan_describe(plan->plan, TONEMAP_JSON, &json, message);
  if (status == TONEMAP_OK) {
    plan->options = strdup(options);
    if (!plan->options) abort();
    plan->tags = frame_tags_of(json_member(json, "output"));
    *result = plan;
  } else {
    free_plan(plan);
  }
  tonemap_free(json);
  return status;
}

/* Takes the plan of these options out of the list. */
static struct plan *take(struct plans *plans, const char *options) {
  for (struct plan **link = &plans->first; *link; link = &(*link)->next) {
    struct plan *plan = *link;
    if (strcmp(plan->options, options)) continue;
    *link = plan->next;
    return plan;
  }
  return NULL;
}

/* Frees what is not in use, beyond the plans that were used last. */
static void shorten(struct plans *plans) {
  int count = 0;
  for (struct plan **link = &plans->first; *link;) {
    struct plan *plan = *link;
    if (++count <= MOST_PLANS || plan->users) {
      link = &plan->next;
      continue;
    }
    *link = plan->next;
    free_plan(plan);
  }
}

int plans_begin(struct plans *plans, const char *options, struct work *work, char **message) {
  int status = TONEMAP_OK;
  *work = (struct work){0};
  /* Held while a plan is made: frames that need the same one wait for it. */
  pthread_mutex_lock(&plans->lock);
  struct plan *plan = take(plans, options);
  if (!plan) status = make_plan(options, &plan, message);
  if (status == TONEMAP_OK) {
    plan->users++;
    plan->next = plans->first;
    plans->first = plan;
    shorten(plans);
    *work = (struct work){.entry = plan, .plan = plan->plan, .tags = &plan->tags};
    struct idle *idle = plan->idle;
    if (idle) {
      work->converter = idle->converter;
      plan->idle = idle->next;
      free(idle);
    }
  }
  pthread_mutex_unlock(&plans->lock);
  if (status != TONEMAP_OK || work->converter) return status;
  status = tonemap_converter_new(work->plan, plans->width, plans->height, plans->threads, &work->converter, message);
  if (status != TONEMAP_OK) plans_end(plans, work);
  return status;
}

void plans_end(struct plans *plans, struct work *work) {
  if (!work->entry) return;
  pthread_mutex_lock(&plans->lock);
  work->entry->users--;
  if (work->converter) {
    struct idle *idle = allocate(sizeof *idle);
    *idle = (struct idle){work->converter, work->entry->idle};
    work->entry->idle = idle;
  }
  pthread_mutex_unlock(&plans->lock);
  *work = (struct work){0};
}
