/* formats.h: VapourSynth's formats by FFmpeg's names. */
#ifndef FORMATS_H
#define FORMATS_H

#include <VapourSynth4.h>
#include <stdbool.h>

typedef char format_name[32];

/* FFmpeg's name of a format; false if it has none. */
bool format_named(const VSVideoFormat *format, format_name name);

/* Finds the format of a name among those of the family and the subsampling of another one. */
bool format_like(const VSVideoFormat *like, const char *name, VSVideoFormat *format, VSCore *core, const VSAPI *vsapi);

/* VapourSynth's plane that is the plane of FFmpeg's format: G, B, R in place of R, G, B. */
int format_plane(const VSVideoFormat *format, int plane);

#endif
