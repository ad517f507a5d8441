/* What both GStreamer and the library have names for: formats of raw video, and places of chroma samples. */
#pragma once

#include <gst/video/video.h>

#include <tonemap.h>

/* The formats that the element reads, or those that it writes: a list of strings, as a caps field has it. */
void formats_list(GstPadDirection direction, GValue *list);

/* FFmpeg's name of a format, which is the library's; NULL if the library does not have it. */
const char *format_name(GstVideoFormat format);

/* The first format with a name of the library's, or one that holds it; GST_VIDEO_FORMAT_UNKNOWN if there is no such format. */
GstVideoFormat format_named(const char *name);

/* The library's name of a chroma site, and back: NULL and GST_VIDEO_CHROMA_SITE_UNKNOWN where only one of them has it. */
const char *chroma_location(GstVideoChromaSite site);
GstVideoChromaSite chroma_site_at(const char *location);

/* How much of the wanted format another one loses or wastes: 0 if nothing. */
guint format_distance(const GstVideoFormatInfo *wanted, const GstVideoFormatInfo *other);

/* A mapped frame as the library takes it. Nothing is copied. */
tonemap_view frame_view(const GstVideoFrame *frame);
