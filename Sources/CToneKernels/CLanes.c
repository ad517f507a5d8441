// All of this module is in its headers. A target needs a source.
#include "CLanes.h"
