#include "arguments.h"

#include <math.h>

enum argument_kind { TEXT, NUMBER, NUMBERS, FLAG };

/* Those that are options of `tonemap convert`. */
static const struct argument {
  const char *name;
  enum argument_kind kind;
} arguments[] = {
    {"to", TEXT},
    {"source", TEXT},
    {"transfer", TEXT},
    {"primaries", TEXT},
    {"matrix", TEXT},
    {"range", TEXT},
    {"chroma_location", TEXT},
    {"max_cll", NUMBERS},
    {"master_display", TEXT},
    {"ambient", NUMBERS},
    {"trust_metadata", TEXT},
    {"source_peak", NUMBER},
    {"target_peak", NUMBER},
    {"reference_white", NUMBER},
    {"tone_mapping", TEXT},
    {"tone_mapping_variant", TEXT},
    {"knee_adaptation", NUMBER},
    {"gamut_mapping", TEXT},
    {"preserve_chroma", NUMBER},
    {"expand_highlights", FLAG},
    {"sdr_transfer", TEXT},
    {"viewing", TEXT},
    {"exposure", NUMBER},
    {"contrast", NUMBER},
    {"saturation", NUMBER},
    {"lut", TEXT},
    {"lut_interpolation", TEXT},
    {"lut_range", TEXT},
    {"out_primaries", TEXT},
    {"out_transfer", TEXT},
    {"out_matrix", TEXT},
    {"out_range", TEXT},
    {"out_chroma_location", TEXT},
    {"dither", TEXT},
    {"simd", TEXT},
    {"strict", FLAG},
};

enum { ARGUMENT_COUNT = sizeof arguments / sizeof *arguments };

bool arguments_add_options(const VSMap *in, struct text *options, struct text *error, const VSAPI *vsapi) {
  for (int i = 0; i < ARGUMENT_COUNT; i++) {
    const char *name = arguments[i].name;
    int count = vsapi->mapNumElements(in, name);
    if (count < 0) continue;
    text_add_name(options, name);
    switch (arguments[i].kind) {
    case TEXT: text_add_string(options, vsapi->mapGetData(in, name, 0, NULL)); break;
    case FLAG: text_add(options, "%s", vsapi->mapGetInt(in, name, 0, NULL) ? "true" : "false"); break;
    case NUMBER:
    case NUMBERS:
      if (arguments[i].kind == NUMBERS) text_add(options, "[");
      for (int j = 0; j < count; j++) {
        double value = vsapi->mapGetFloat(in, name, j, NULL);
        if (!isfinite(value)) {
          text_add(error, "%s is not a finite number", name);
          return false;
        }
        if (j > 0) text_add(options, ",");
        text_add_number(options, value);
      }
      if (arguments[i].kind == NUMBERS) text_add(options, "]");
    }
  }
  return true;
}

void arguments_add_signature(struct text *signature) {
  static const char *const types[] = {[TEXT] = "data", [NUMBER] = "float", [NUMBERS] = "float[]", [FLAG] = "int"};
  for (int i = 0; i < ARGUMENT_COUNT; i++) text_add(signature, "%s:%s:opt;", arguments[i].name, types[arguments[i].kind]);
}
