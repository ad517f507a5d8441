// The header is the whole of this module: what is declared there is defined in LibTonemap.
#include "tonemap.h"
