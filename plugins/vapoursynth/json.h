/* json.h: as much JSON as options and plans need. */
#ifndef JSON_H
#define JSON_H

#include <stddef.h>

/* A text that grows; {0} is empty. */
struct text {
  char *bytes;
  size_t length, capacity;
};

void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_free(struct text *text);

/* Begins a member of an object that is written without its braces: a comma if another one precedes it, and the name. */
void text_add_name(struct text *text, const char *name);
void text_add_string(struct text *text, const char *value);
/* A finite number. */
void text_add_number(struct text *text, double value);

/* Where a value starts in valid JSON text; NULL stands for no value, which every function takes. */
typedef const char *json_value;

/* The member of an object; NULL if it is absent or null. */
json_value json_member(json_value object, const char *name);
/* The element of an array; NULL past its end. */
json_value json_element(json_value array, size_t index);
/* A number; `otherwise` for anything else. */
double json_number(json_value value, double otherwise);
/* A string, to be freed; NULL for anything else. */
char *json_string(json_value value);

#endif
