// FFmpeg's libraries, loaded while the program runs: a program starts without them, and runs where they are not installed.

#ifndef C_LIBAV_LOADING_H
#define C_LIBAV_LOADING_H

/// Each after those that it needs.
enum libav_library { LIBAV_UTIL, LIBAV_RESAMPLE, LIBAV_CODEC, LIBAV_FORMAT, LIBAV_FILTER, LIBAV_COUNT };

/// Loads a library, whose functions can then be called. One thread may do it at a time.
///
/// Returns NULL, or why it cannot be loaded, in the words of the system, until the next call.
const char *libav_load(enum libav_library library);

#endif
