#include "CLaneJobs.h"

_Static_assert(
    4 * LANES_STRIP + LANES_PLACE_ROWS * LANES_LOOKED_UP <= (LANES_BACKGROUND_ROWS - LANES_GAMUT_ROWS) * LANES_STRIP,
    "the gamut map's rows do not fit into a strip");
_Static_assert(LANES_GREATEST_SIGNAL_ROW < LANES_GAMUT_ROWS, "the rows that are counted are the program's");
