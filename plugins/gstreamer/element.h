/* The element `tonemap`: HDR video to SDR, and other conversions of light and color. */
#pragma once

#include <gst/video/gstvideofilter.h>

#define GST_TYPE_TONEMAP (gst_tonemap_get_type())
G_DECLARE_FINAL_TYPE(GstTonemap, gst_tonemap, GST, TONEMAP, GstVideoFilter)
