#ifndef CCOMMIT_H
#define CCOMMIT_H

/// The commit that the command was built from, as `TONEMAP_COMMIT` named it to the build; `unknown` where nothing did.
const char *tonemap_commit(void);

#endif
