#include "formats.h"

#include <stdio.h>
#include <string.h>

bool format_named(const VSVideoFormat *format, format_name name) {
  static const char *const chroma[3][3] = {{"444", "440", NULL}, {"422", "420", NULL}, {"411", NULL, "410"}};
  const char *model = NULL;
  char subsampled[8];
  if (format->colorFamily == cfRGB)
    model = "gbrp";
  else if (format->colorFamily == cfGray)
    model = "gray";
  else if (format->colorFamily == cfYUV && format->subSamplingW < 3 && format->subSamplingH < 3
           && chroma[format->subSamplingW][format->subSamplingH]) {
    snprintf(subsampled, sizeof subsampled, "yuv%sp", chroma[format->subSamplingW][format->subSamplingH]);
    model = subsampled;
  }
  if (!model) return false;
  if (format->sampleType == stFloat)
    snprintf(name, sizeof(format_name), "%sf%dle", model, format->bitsPerSample);
  else if (format->bitsPerSample == 8)
    snprintf(name, sizeof(format_name), "%s", model);
  else
    snprintf(name, sizeof(format_name), "%s%dle", model, format->bitsPerSample);
  return true;
}

bool format_like(const VSVideoFormat *like, const char *name, VSVideoFormat *format, VSCore *core, const VSAPI *vsapi) {
  for (int type = stInteger; type <= stFloat; type++)
    for (int bits = 8; bits <= 32; bits++) {
      format_name candidate;
      if (vsapi->queryVideoFormat(format, like->colorFamily, type, bits, like->subSamplingW, like->subSamplingH, core)
          && format_named(format, candidate) && !strcmp(candidate, name))
        return true;
    }
  return false;
}

int format_plane(const VSVideoFormat *format, int plane) { return format->colorFamily == cfRGB ? (plane + 1) % 3 : plane; }
