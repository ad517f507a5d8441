// The module consists of the header only: its declarations are defined in LibTonemap.
#include "tonemap.h"
