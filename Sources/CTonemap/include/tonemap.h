/* tonemap.h: HDR video to SDR and other conversions of light and color, with the same bits on every CPU and any number of threads.
 *
 *   tonemap_plan *plan;
 *   char *message;
 *   if (tonemap_plan_new("{\"source\": \"hdr10\", \"max_cll\": [1000, 400], \"to\": \"sdr709\"}", &plan, &message)) ...
 *
 * Options are a JSON object with the names of the options of `tonemap convert`, with underscores: {"tone_mapping": "bt2390", "exposure": 0.5,
 * "strict": true}. Values are strings, numbers, true, false, or arrays of numbers where the command takes numbers separated by commas. An option
 * that is null is ignored; of duplicate names, the last one applies. An unknown name is an error. "source" is "hdr10", "hlg" or "sdr": for frames it
 * sets all color tags, for files and LUTs the primaries and the transfer. "to" may be "sdr", which means "sdr709".
 *
 * Every function that returns int returns a tonemap_status. Unless that is TONEMAP_OK, *message is set to a UTF-8 sentence that states what was
 * found, what was expected and how to fix it, unless message is NULL; free it with tonemap_free. *message is NULL on success. On failure, the
 * pointer to a new object or text is set to NULL.
 *
 * Threads: all functions may be called from any thread. A plan and a program are immutable and can be shared. A converter, a meter and a movie
 * serve one call at a time; other calls wait. An object that is freed during a call is destroyed when that call returns. Invalid arguments are
 * errors and never end the process. The library stays loaded until the process ends, even after dlclose. In a child of fork whose parent used it,
 * the library runs on the calling thread only, and cannot open or read files; if another thread was in a call during the fork, every call in the
 * child returns TONEMAP_SYSTEM. Calling threads need a stack of at least 256 KiB. Without free file descriptors, frames are converted on the
 * calling thread only.
 *
 * Files: the name - is the standard input or output of the process. A program that writes to pipes should ignore SIGPIPE, as with write().
 */
#ifndef TONEMAP_H
#define TONEMAP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface; do not call a library with another version. It changes whenever a function or a structure changes. */
#define TONEMAP_ABI 1

/* The result of a call. The numbers are the command's exit codes, where it has one. */
enum tonemap_status {
  TONEMAP_OK = 0,
  /* A check requested by the options failed. */
  TONEMAP_CHECK_FAILED = 1,
  /* The movie has no more frames; this is not an error, and there is no message. */
  TONEMAP_END = 2,
  /* Arguments or options are invalid or contradict each other. */
  TONEMAP_USAGE = 64,
  /* Tags, metadata or a file are broken or contradict each other. */
  TONEMAP_DATA = 65,
  /* A file does not exist or is not readable. */
  TONEMAP_NOT_FOUND = 66,
  /* An internal error of the library. */
  TONEMAP_FAULT = 70,
  /* The system lacks memory, threads or a library. */
  TONEMAP_SYSTEM = 71,
  /* A file cannot be created. */
  TONEMAP_CANNOT_CREATE = 73,
  /* Reading or writing failed. */
  TONEMAP_INPUT_OUTPUT = 74,
  /* A movie ends before its stated end; its existing frames are converted. */
  TONEMAP_TRUNCATED = 75,
  /* The caller's function requested cancellation. */
  TONEMAP_CANCELLED = 130
};

typedef struct tonemap_plan tonemap_plan;
typedef struct tonemap_converter tonemap_converter;
typedef struct tonemap_program tonemap_program;
typedef struct tonemap_meter tonemap_meter;
typedef struct tonemap_movie tonemap_movie;

/* The library's TONEMAP_ABI. */
int32_t tonemap_abi(void);

/* The version, such as "0.2.0"; valid as long as the process lives. */
const char *tonemap_version(void);

/* Frees a text returned by another function; NULL is allowed. */
void tonemap_free(char *text);

/* -- Plans ------------------------------------------------------------------------------------------------------------------------- */

/* Makes a plan for converting frames. "pixel_format" is the input format, "yuv420p10le" by default, and "out_pixel_format" the output format, by
 * default the same with the display's bit depth; both are FFmpeg's names. Options about files, such as "video_codec", are errors here.
 *
 * "color_json" has the tags of the frames' container, as an object in the form of the command's OUT.color.json, or as the name of such a file. Like a
 * file's tags, it has lower priority than options, and contradictory metadata in it is ignored. The operators "st2094-40" and "st2094-50" take
 * their curves from programs; frames without a program are mapped by "spline". */
int tonemap_plan_new(const char *options, tonemap_plan **plan, char **message);

/* Frees a plan; NULL is allowed. Converters, programs and meters made from a plan do not need it afterward. */
void tonemap_plan_free(tonemap_plan *plan);

enum tonemap_form { TONEMAP_TEXT = 0, TONEMAP_JSON = 1 };

/* Describes a plan, its stages and their reasons, as lines of text or as JSON. The JSON has "source" and "target" with tags, "pixel_format" and
 * peaks, "stages", "assumptions", "findings", "notes" (other information for users) and "output": the tags that the output must have, in the form of
 * OUT.color.json. */
int tonemap_plan_describe(const tonemap_plan *plan, int32_t form, char **text, char **message);

enum tonemap_unit {
  /* R', G', B' in 0...1, full range. */
  TONEMAP_SIGNAL = 0,
  /* The codes of the plan's formats in the order of their matrix: Y', C'B, C'R, or R', G', B'; the results are not rounded. */
  TONEMAP_CODES = 1
};

/* Converts colors exactly, in double precision: the reference against which frames are tested. Both arrays have 3 numbers per color, and may be the
 * same array. */
int tonemap_plan_color(
    const tonemap_plan *plan, int32_t unit, const double *input, double *output, size_t count, char **message);

/* Fills a cube of size * size * size colors of 3 numbers with the plan's output R'G'B' for input R'G'B' in 0...1; red varies fastest, as in a .cube
 * file. size is 2 to 256. */
int tonemap_plan_lut(const tonemap_plan *plan, int32_t size, float *values, char **message);

/* Writes a LUT file and its certificate. The options are those of `tonemap lut`. */
int tonemap_lut_write(const char *path, const char *options, char **message);

/* -- Frames ------------------------------------------------------------------------------------------------------------------------ */

typedef struct tonemap_plane {
  /* The first sample of the first row, at any alignment. */
  void *data;
  /* The distance from one row to the next in bytes; negative if rows follow each other upward in memory. */
  ptrdiff_t stride;
} tonemap_plane;

/* A picture in the caller's memory; nothing is copied. Inputs are only read. */
typedef struct tonemap_view {
  /* sizeof(tonemap_view). */
  size_t struct_size;
  /* FFmpeg's name of the layout, or NULL for the expected one. Any other layout is an error. */
  const char *format;
  /* The size of the whole picture in pixels, 1 to 65535. */
  int32_t width, height;
  /* The rectangle of the picture to convert; four numbers of 0 mean the whole picture, and any other empty rectangle is an error. A rectangle gets
   * the same bits as in the whole picture. */
  int32_t x, y, rectangle_width, rectangle_height;
  /* The planes in the order of the format; additional ones are ignored. Packed formats have one plane. */
  tonemap_plane planes[4];
} tonemap_view;

typedef struct tonemap_plane_shape {
  /* The number of bytes with samples in a row, and the number of rows. */
  size_t bytes_per_row, rows;
} tonemap_plane_shape;

/* The planes of a format: fills 4 shapes, with zeros for planes that the format does not have. */
int tonemap_format_planes(
    const char *format, int32_t width, int32_t height, tonemap_plane_shape shapes[4], int32_t *count, char **message);

/* Makes a converter for frames of one size. threads is the maximum number of threads per frame, 1 to 1024; 0 means one per processor available to the
 * process. */
int tonemap_converter_new(
    const tonemap_plan *plan, int32_t width, int32_t height, int32_t threads, tonemap_converter **converter,
    char **message);
void tonemap_converter_free(tonemap_converter *converter);

/* Converts a frame. The result depends only on the frame, the plan or the program, and the index, which moves the dither: pass each frame's index in
 * the whole clip. If program is NULL, the converter's plan is used. Input and output must not overlap. */
int tonemap_convert(
    tonemap_converter *converter, const tonemap_view *input, const tonemap_view *output, int64_t index,
    const tonemap_program *program, char **message);

/* -- Light that changes ------------------------------------------------------------------------------------------------------------ */

enum tonemap_payload {
  TONEMAP_NO_PAYLOAD = 0,
  /* An ITU-T T.35 message, from its country code on: HDR10+ or ST 2094-50; or HDR10+ from its version on, as passed by FFmpeg's libraries. */
  TONEMAP_T35 = 1,
  /* A Dolby Vision RPU, whose level 1 light is used: its NAL unit, or the bytes after the NAL unit header. */
  TONEMAP_DOLBY_VISION_RPU = 2,
  /* The payload of `mdcv` or of the SEI message. */
  TONEMAP_MASTERING_DISPLAY = 3,
  /* The payload of `clli` or of the SEI message. */
  TONEMAP_CONTENT_LIGHT = 4,
  /* The payload of `amve` or of the SEI message. */
  TONEMAP_AMBIENT = 5
};

/* The light of a frame or a scene. */
typedef struct tonemap_light {
  /* sizeof(tonemap_light). */
  size_t struct_size;
  /* In cd/m2; an average below 0 is unknown. Ignored if there is a payload. */
  double peak, average;
  /* TONEMAP_NO_PAYLOAD, TONEMAP_T35 or TONEMAP_DOLBY_VISION_RPU: with the operators st2094-40 and st2094-50 the curve, otherwise the light. */
  int32_t payload_kind;
  const void *payload;
  size_t payload_size;
} tonemap_light;

/* Recomputes a plan's tone curve for the light of a frame or a scene, like the command's --dynamics: the same light gives the same bits. */
int tonemap_program_new(
    const tonemap_plan *plan, const tonemap_light *light, tonemap_program **program, char **message);
void tonemap_program_free(tonemap_program *program);

/* The measured light of a frame, in cd/m2 of the source's own light. */
typedef struct tonemap_frame_light {
  /* sizeof(tonemap_frame_light), which the caller sets. */
  size_t struct_size;
  int64_t index;
  /* The maximum max(R, G, B), and its average over the picture without letterbox: MaxCLL and MaxFALL of CTA-861.3 are their maxima over the clip. */
  double maximum, average;
  /* The average used by tone curves: the light of the mean PQ signal of luminance. */
  double curve_average;
  /* The area of the picture without letterbox; zeros if all is black. */
  int32_t x, y, width, height;
} tonemap_frame_light;

/* Makes a meter for frames of one size, of a source described by the options: those plan options that concern the source. */
int tonemap_meter_new(
    const char *options, int32_t width, int32_t height, int32_t threads, tonemap_meter **meter, char **message);
void tonemap_meter_free(tonemap_meter *meter);

/* Measures a whole frame. Pass frames in order, with consecutive indices. light may be NULL. */
int tonemap_meter_measure(
    tonemap_meter *meter, const tonemap_view *input, int64_t index, tonemap_frame_light *light, char **message);

/* Returns the measurements so far as JSON: "max_cll", "max_fall", "frames" with "index", "maximum", "average" and "curve_average" each, and "scenes"
 * with "start", "frames", "peak" and "average": the light from which `--dynamics scene` makes curves. */
int tonemap_meter_describe(tonemap_meter *meter, char **json, char **message);

/* Parses the payload of a metadata message (enum tonemap_payload), and returns it as JSON with the names of the corresponding options, if any. An
 * option is left out if all values of the message mean unknown. */
int tonemap_metadata_describe(int32_t kind, const void *payload, size_t size, char **json, char **message);

/* -- Files ------------------------------------------------------------------------------------------------------------------------- */

/* Called after each frame, on the calling thread, with the number of frames done and the total number of frames, or -1 if that is unknown. While
 * frames are measured before they are converted, 0 frames are done. A nonzero result cancels the work. It may call this library. */
typedef int (*tonemap_progress)(void *context, int64_t frames, int64_t all);

/* Converts a movie, Y4M, raw frames or pictures, like `tonemap convert input output`; movies need FFmpeg's libraries on the system. The options are
 * those of the command. progress may be NULL. The output appears when it is complete. If a movie ends before its stated end, its existing frames are
 * written, and the status is TONEMAP_TRUNCATED. findings, if not NULL, receives a JSON array of assumptions and findings. */
int tonemap_convert_file(
    const char *input, const char *output, const char *options, tonemap_progress progress, void *context,
    char **findings, char **message);

/* Opens the same kinds of input, to take the converted frames one by one. From the first frame until the last, or until it is freed, a movie uses
 * two threads beside its decoder's; at most 64 movies can be read at once. A call that waits for a pipe when the movie is freed returns with the pipe's next bytes. */
int tonemap_movie_open(const char *input, const char *options, tonemap_movie **movie, char **message);
void tonemap_movie_free(tonemap_movie *movie);

/* Describes a movie as JSON: "width", "height", "pixel_format" of its converted frames, "frames" and "frame_rate" if they are known, "plan" and
 * "findings". */
int tonemap_movie_describe(const tonemap_movie *movie, char **json, char **message);

/* Copies the next converted frame into the caller's picture, or into a rectangle that starts at a chroma sample. seconds counts from the start, and
 * is below 0 if the input states no times. index and seconds may be NULL. Returns TONEMAP_END after the last frame. */
int tonemap_movie_next(
    tonemap_movie *movie, const tonemap_view *output, int64_t *index, double *seconds, char **message);

/* -- Chunks ------------------------------------------------------------------------------------------------------------------------ */

/* Plans the conversion of a movie in chunks by several processes or machines, writes the plan into a folder, which is created, and returns it as JSON:
 * "chunks" with "first", "frames" and "time" each, and "light", whether all chunks are to be measured before any is converted. The chunks depend on the
 * movie and the options only. */
int tonemap_chunk_plan(
    const char *input, const char *output, const char *folder, const char *options, char **json, char **message);

/* Measure or convert a chunk, and write the result into the folder, unless it is there already. input is the name of the movie if it differs from the
 * plan's, otherwise NULL; threads is as in tonemap_converter_new. progress, which may be NULL, is called as by tonemap_convert_file, but on any
 * thread. */
int tonemap_chunk_measure(
    const char *folder, int64_t chunk, const char *input, int32_t threads, tonemap_progress progress, void *context,
    char **message);
int tonemap_chunk_convert(
    const char *folder, int64_t chunk, const char *input, int32_t threads, tonemap_progress progress, void *context,
    char **findings, char **message);

/* Joins the chunks with the sound, the subtitles and everything else of the movie. The output has the same bytes as that of tonemap_convert_file with
 * "chunks". output is its name if it differs from the plan's, otherwise NULL. */
int tonemap_chunk_join(
    const char *folder, const char *input, const char *output, tonemap_progress progress, void *context,
    char **findings, char **message);

/* -- Folders, as `tonemap convert-all` converts them -------------------------------------------------------------------------------- */

/* Returns {"kind": "hdr"}, "sdr" or "other": what a file is. Movies are "hdr" or "sdr". */
int tonemap_file_kind(const char *input, const char *options, char **json, char **message);

/* Returns the rules for the files of a folder: "options", the hash of the options in a manifest; "extensions", those of converted movies by those of
 * their inputs; and "extension", that of converted files with any other. sdr is "link", "copy" or "skip", others "copy" or "skip". */
int tonemap_folder_rules(
    const char *options, const char *sdr, const char *others, char **json, char **message);

/* -- Remote files ------------------------------------------------------------------------------------------------------------------- */

/* Makes a range of a file's bytes present. The range may extend beyond the file's end. Another result than 0 is a value of errno, with which the read
 * fails. It is called on any thread, also on several at once, and may call this library. */
typedef int (*tonemap_fill)(void *context, int64_t offset, int64_t count);

/* Calls a function before each read of the file at path in this process, whatever its name then, until it is NULL: for sparse copies of remote files,
 * which have their length from the start and get their bytes when they are needed. */
int tonemap_fill_file(const char *path, tonemap_fill fill, void *context, char **message);

#ifdef __cplusplus
}
#endif

#endif
