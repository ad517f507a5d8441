#include "CCommit.h"

const char *tonemap_commit(void) { return TONEMAP_COMMIT; }
