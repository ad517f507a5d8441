// The files are recorded by `RECORD_NODES=1 scripts/test --filter PerceptualNodesTests`.
#include "CPerceptualNodes.h"

#pragma clang diagnostic ignored "-Wc23-extensions"  // #embed

_Alignas(int16_t) static const unsigned char to_bt709[] = {
#embed "PerceptualNodes/bt2020-to-bt709.bin"
};
_Alignas(int16_t) static const unsigned char to_p3[] = {
#embed "PerceptualNodes/bt2020-to-p3.bin"
};

const int16_t *lanes_nodes_to_bt709(void) { return (const int16_t *)to_bt709; }
const int16_t *lanes_nodes_to_p3(void) { return (const int16_t *)to_p3; }
