#define _POSIX_C_SOURCE 200809L
#include "json.h"

#include <ctype.h>
#include <locale.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Writing ----------------------------------------------------------------------------------------------------------------------- */

static void reserve(struct text *text, size_t count) {
  if (text->capacity - text->length > count) return;
  text->capacity = (text->length + count) * 2 + 64;
  text->bytes = realloc(text->bytes, text->capacity);
  if (!text->bytes) abort();
}

void text_add(struct text *text, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int count = vsnprintf(NULL, 0, format, arguments);
  reserve(text, (size_t)count + 1);
  vsnprintf(text->bytes + text->length, (size_t)count + 1, format, again);
  text->length += (size_t)count;
  va_end(again);
  va_end(arguments);
}

void text_free(struct text *text) {
  free(text->bytes);
  *text = (struct text){0};
}

void text_add_name(struct text *text, const char *name) { text_add(text, "%s\"%s\":", text->length ? "," : "", name); }

void text_add_string(struct text *text, const char *value) {
  text_add(text, "\"");
  for (; *value; value++) {
    unsigned char byte = (unsigned char)*value;
    if (byte == '"' || byte == '\\')
      text_add(text, "\\%c", byte);
    else if (byte < 0x20)
      text_add(text, "\\u%04x", byte);
    else
      text_add(text, "%c", byte);
  }
  text_add(text, "\"");
}

void text_add_number(struct text *text, double value) {
  /* The host may have chosen a locale whose decimal point is a comma. */
  locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  locale_t before = uselocale(plain);
  text_add(text, "%.17g", value);
  uselocale(before);
  freelocale(plain);
}

/* -- Reading ----------------------------------------------------------------------------------------------------------------------- */

static json_value skip_space(json_value at) {
  while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') at++;
  return at;
}

static json_value skip_string(json_value at) {
  for (at++; *at && *at != '"'; at++)
    if (*at == '\\' && at[1]) at++;
  return *at ? at + 1 : at;
}

static json_value skip_value(json_value at) {
  int depth = 0;
  do {
    at = skip_space(at);
    switch (*at) {
    case 0: return at;
    case '"': at = skip_string(at); break;
    case '{':
    case '[':
      depth++;
      at++;
      break;
    case '}':
    case ']':
      depth--;
      at++;
      break;
    case ',':
    case ':': at++; break;
    default:
      while (*at && !strchr(" \t\r\n,:]}", *at)) at++;
    }
  } while (depth > 0);
  return skip_space(at);
}

json_value json_member(json_value object, const char *name) {
  if (!object || *object != '{') return NULL;
  size_t length = strlen(name);
  for (json_value at = skip_space(object + 1); *at == '"';) {
    json_value key = at + 1;
    at = skip_space(skip_string(at));
    if (*at != ':') return NULL;
    json_value value = skip_space(at + 1);
    if (!strncmp(key, name, length) && key[length] == '"') return *value == 'n' ? NULL : value;
    at = skip_value(value);
    if (*at == ',') at = skip_space(at + 1);
  }
  return NULL;
}

json_value json_element(json_value array, size_t index) {
  if (!array || *array != '[') return NULL;
  json_value at = skip_space(array + 1);
  for (; *at && *at != ']'; index--) {
    if (index == 0) return at;
    at = skip_value(at);
    if (*at == ',') at = skip_space(at + 1);
  }
  return NULL;
}

double json_number(json_value value, double otherwise) {
  if (!value || (*value != '-' && !isdigit((unsigned char)*value))) return otherwise;
  locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  locale_t before = uselocale(plain);
  double number = strtod(value, NULL);
  uselocale(before);
  freelocale(plain);
  return number;
}

static void add_code_point(struct text *text, unsigned code) {
  if (code < 0x80)
    text_add(text, "%c", code);
  else if (code < 0x800)
    text_add(text, "%c%c", 0xC0 | code >> 6, 0x80 | (code & 0x3F));
  else
    text_add(text, "%c%c%c", 0xE0 | code >> 12, 0x80 | (code >> 6 & 0x3F), 0x80 | (code & 0x3F));
}

char *json_string(json_value value) {
  if (!value || *value != '"') return NULL;
  struct text text = {0};
  reserve(&text, 1);
  for (value++; *value && *value != '"'; value++) {
    if (*value != '\\') {
      text_add(&text, "%c", *value);
      continue;
    }
    static const char escapes[] = "b\bf\fn\nr\rt\t";
    const char *escape = strchr(escapes, *++value);
    unsigned code;
    if (*value == 'u' && sscanf(value + 1, "%4x", &code) == 1) {
      add_code_point(&text, code);
      value += 4;
    } else if (*value) {
      text_add(&text, "%c", escape ? escape[1] : *value);
    }
  }
  text.bytes[text.length] = 0;
  return text.bytes;
}
