#ifndef CLANES_H
#define CLANES_H

#include "CLaneJobs.h"
#include "LaneBlocks.h"
#include "LaneFused.h"
#include "LaneHalves.h"
#include "LaneLattice.h"
#include "LaneNodes.h"
#include "LanePixels.h"
#include "LaneTables.h"
#include "LaneVectors.h"

#endif
