#ifndef CCOMMIT_H
#define CCOMMIT_H

/// The commit from which the command was built, from the build's `TONEMAP_COMMIT`; `unknown` if that was not set.
const char *tonemap_commit(void);

#endif
