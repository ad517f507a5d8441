// FFmpeg's libraries, loaded at run time: a program starts without them, and runs where they are not installed.

#ifndef C_LIBAV_LOADING_H
#define C_LIBAV_LOADING_H

/// Each library comes after its dependencies.
enum libav_library { LIBAV_UTIL, LIBAV_RESAMPLE, LIBAV_CODEC, LIBAV_FORMAT, LIBAV_FILTER, LIBAV_COUNT };

/// Loads a library, whose functions can then be called. Only one thread may load at a time.
///
/// Returns NULL, or the system's reason why it cannot be loaded, valid until the next call.
const char *libav_load(enum libav_library library);

#endif
