#include "CLaneJobs.h"

_Static_assert(LANES_COLUMNS == LANES_LEVELS + LANES_CLIMBS + 1, "the cusp's column is one of both");
_Static_assert(
    (LANES_GAMUT_ROWS + 1) * LANES_STRIP + (3 + LANES_OUTLIER_ROWS) * (LANES_OUTLIERS + 32) <=
        LANES_BACKGROUND_ROWS * LANES_STRIP,
    "the rows of colors to move do not fit into a strip");
_Static_assert(LANES_GREATEST_SIGNAL_ROW < LANES_GAMUT_ROWS, "the rows that are counted are the program's");
