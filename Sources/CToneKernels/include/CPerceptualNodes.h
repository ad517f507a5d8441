#ifndef CPERCEPTUAL_NODES_H
#define CPERCEPTUAL_NODES_H

#include <stdint.h>

/// The nodes of `GamutMaps.PerceptualLattice` from BT.2020 to BT.709 and to P3-D65 at 203 cd/m², with the default chroma preservation, so that a default
/// converter does not sample them: `[face][p][q][level][component]`, little-endian.
const int16_t *lanes_nodes_to_bt709(void);
const int16_t *lanes_nodes_to_p3(void);

#endif
