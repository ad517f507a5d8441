#include <lcms2.h>

// Macros that expand to other macros, which Swift does not import.
static const cmsUInt32Number CLittleCMS_RGB_DBL = TYPE_RGB_DBL;
static const cmsUInt32Number CLittleCMS_Lab_DBL = TYPE_Lab_DBL;
static const cmsUInt32Number CLittleCMS_EXACT = cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE;
