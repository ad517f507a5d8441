/* tonemap.h: HDR video to SDR, and other conversions of light and color, with the same bits on every CPU and any number of threads.
 *
 *   tonemap_plan *plan;
 *   char *message;
 *   if (tonemap_plan_new("{\"source\": \"hdr10\", \"max_cll\": [1000, 400], \"to\": \"sdr709\"}", &plan, &message)) ...
 *
 * Options are a JSON object with the names of the options of `tonemap convert`, with underscores: {"tone_mapping": "bt2390", "exposure": 0.5,
 * "strict": true}. Values are strings, numbers, true and false, or arrays of numbers in place of numbers between commas. null leaves an option
 * out; of a name that is there twice, the last value counts. An unknown name is an error. "source" is "hdr10", "hlg" or "sdr": for frames it
 * stands for all color tags, for files and LUTs for primaries and transfer. "to" may be "sdr", which is "sdr709".
 *
 * Every function that returns int returns a tonemap_status. What is not TONEMAP_OK comes with a sentence in UTF-8 that says what was found,
 * what was expected and how to fix it: it is put in *message, unless message is NULL, and freed by tonemap_free. *message is NULL on success.
 * What a function makes is NULL in *result where it fails.
 *
 * Threads: everything may be called from any thread. A plan and a program never change and can be shared. A converter, a meter and a movie
 * serve one call at a time: others wait. What is freed while it is used goes when that call returns. Bad arguments are errors: none ends the process.
 * The library stays loaded until the process ends, also after dlclose. In a child of fork whose parent used it, it runs on the calling thread
 * alone, and opens or reads no files; if another thread was in a call at the fork, every call in the child is TONEMAP_SYSTEM. A thread that calls
 * has a stack of 256 KiB or more. Without free file descriptors, frames are converted by the calling thread alone.
 *
 * Files: the name - is standard input or standard output of the process. A program that writes to pipes ignores SIGPIPE, as for write().
 */
#ifndef TONEMAP_H
#define TONEMAP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number of this interface: a library with another number is not called. It changes where a function or a structure changes. */
#define TONEMAP_ABI 1

/* How a call ended. The numbers are those that the command exits with, where it has one. */
enum tonemap_status {
  TONEMAP_OK = 0,
  /* A check that the options ask for failed. */
  TONEMAP_CHECK_FAILED = 1,
  /* A movie has no further frame; no error, and no message. */
  TONEMAP_END = 2,
  /* Arguments or options that are impossible or contradict each other. */
  TONEMAP_USAGE = 64,
  /* Tags, metadata or a file that are broken or contradict each other. */
  TONEMAP_DATA = 65,
  /* A file does not exist or may not be read. */
  TONEMAP_NOT_FOUND = 66,
  /* A fault of this library. */
  TONEMAP_FAULT = 70,
  /* The system lacks memory, threads or a library. */
  TONEMAP_SYSTEM = 71,
  /* A file cannot be created. */
  TONEMAP_CANNOT_CREATE = 73,
  /* Reading or writing failed. */
  TONEMAP_INPUT_OUTPUT = 74,
  /* The input ends before it says. */
  TONEMAP_TRUNCATED = 75,
  /* The caller's function asked to end. */
  TONEMAP_CANCELLED = 130
};

typedef struct tonemap_plan tonemap_plan;
typedef struct tonemap_converter tonemap_converter;
typedef struct tonemap_program tonemap_program;
typedef struct tonemap_meter tonemap_meter;
typedef struct tonemap_movie tonemap_movie;

/* TONEMAP_ABI of the library. */
int32_t tonemap_abi(void);

/* The version, such as "0.2.0"; it lives as long as the process. */
const char *tonemap_version(void);

/* Frees a text that another function returned; NULL is allowed. */
void tonemap_free(char *text);

/* -- Plans ------------------------------------------------------------------------------------------------------------------------- */

/* Makes every choice of a conversion of frames. "pixel_format" is the format that it reads, "yuv420p10le" by default, and
 * "out_pixel_format" the one that it writes, by default the same with the display's bits: FFmpeg's names. Options about files, such as
 * "video_codec", are errors here.
 *
 * "color_json" is what the container of the frames states, as an object in the form of the command's OUT.color.json, or the name of such a file. Like what a
 * file states, it counts less than options, and metadata in it that contradicts itself is not believed. The operators "st2094-40" and "st2094-50" take
 * their curves from programs; frames without one are mapped by "spline". */
int tonemap_plan_new(const char *options, tonemap_plan **plan, char **message);

/* NULL is allowed. Converters, programs and meters that were made from a plan do not need it any more. */
void tonemap_plan_free(tonemap_plan *plan);

enum tonemap_form { TONEMAP_TEXT = 0, TONEMAP_JSON = 1 };

/* Describes a plan: its stages and why, as lines of text or as JSON. The JSON has "source" and "target" with tags, "pixel_format" and peaks,
 * "stages", "assumptions", "findings", "notes": what a user should know besides, and "output": what the output must be tagged with, in the form
 * of OUT.color.json. */
int tonemap_plan_describe(const tonemap_plan *plan, int32_t form, char **text, char **message);

enum tonemap_unit {
  /* R', G', B' in 0...1, full range. */
  TONEMAP_SIGNAL = 0,
  /* The codes of the plan's formats in the order of their matrix: Y', C'B, C'R, or R', G', B'; the results are not rounded. */
  TONEMAP_CODES = 1
};

/* Converts colors exactly, in double: the reference that frames are tested against. Both arrays have 3 numbers a color; they may be the same. */
int tonemap_plan_color(
    const tonemap_plan *plan, int32_t unit, const double *input, double *output, size_t count, char **message);

/* Fills a cube of size * size * size colors of 3 numbers with the plan's R'G'B' of R'G'B' in 0...1; red varies fastest, as in a .cube file.
 * 2 to 256. */
int tonemap_plan_lut(const tonemap_plan *plan, int32_t size, float *values, char **message);

/* Writes a LUT file and its certificate. Options are those of `tonemap lut`. */
int tonemap_lut_write(const char *path, const char *options, char **message);

/* -- Frames ------------------------------------------------------------------------------------------------------------------------ */

typedef struct tonemap_plane {
  /* The first sample of the first row, at any alignment. */
  void *data;
  /* From one row to the next in bytes; negative if rows follow each other upward in memory. */
  ptrdiff_t stride;
} tonemap_plane;

/* A picture that the caller lends; nothing is copied. Inputs are only read. */
typedef struct tonemap_view {
  /* sizeof(tonemap_view). */
  size_t struct_size;
  /* FFmpeg's name of the layout, or NULL for the one that is expected. Another one than is expected is an error. */
  const char *format;
  /* The size of the whole picture in pixels, 1 to 65535. */
  int32_t width, height;
  /* The rectangle of the picture to convert; a rectangle_width and rectangle_height of 0 stand for the whole picture. A rectangle has the bits that
   * it has in the whole picture. */
  int32_t x, y, rectangle_width, rectangle_height;
  /* In the order of the format; further ones are ignored. Packed formats have one. */
  tonemap_plane planes[4];
} tonemap_view;

typedef struct tonemap_plane_shape {
  /* The bytes of a row that have samples, and the rows. */
  size_t bytes_per_row, rows;
} tonemap_plane_shape;

/* What the planes of a format hold: fills 4 shapes, with zeros for planes that the format does not have. */
int tonemap_format_planes(
    const char *format, int32_t width, int32_t height, tonemap_plane_shape shapes[4], int32_t *count, char **message);

/* A converter for frames of one size. threads: the most that work on a frame, 1 to 1024; 0 is one for each processor of the process. */
int tonemap_converter_new(
    const tonemap_plan *plan, int32_t width, int32_t height, int32_t threads, tonemap_converter **converter,
    char **message);
void tonemap_converter_free(tonemap_converter *converter);

/* Converts a frame. The result depends on the frame, the plan or the program, and the index alone, which moves the dither: give each frame its
 * index in the whole clip. program may be NULL: the converter's plan. Input and output must not overlap. */
int tonemap_convert(
    tonemap_converter *converter, const tonemap_view *input, const tonemap_view *output, int64_t index,
    const tonemap_program *program, char **message);

/* -- Light that changes ------------------------------------------------------------------------------------------------------------ */

enum tonemap_payload {
  TONEMAP_NO_PAYLOAD = 0,
  /* An ITU-T T.35 message, from its country code on: HDR10+ or ST 2094-50; or HDR10+ from its version on, as FFmpeg's libraries hand it on. */
  TONEMAP_T35 = 1,
  /* A Dolby Vision RPU, whose light of level 1 counts: its NAL unit, or what follows the header of that. */
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
  /* In cd/m2; an average below 0 is unknown. Not used where there is a payload. */
  double peak, average;
  /* TONEMAP_NO_PAYLOAD, TONEMAP_T35 or TONEMAP_DOLBY_VISION_RPU: with the operators st2094-40 and st2094-50 the curve, else the light. */
  int32_t payload_kind;
  const void *payload;
  size_t payload_size;
} tonemap_light;

/* Makes a plan's tone curve anew for the light of a frame or a scene, as the command's --dynamics does: with the same light, the bits are the same. */
int tonemap_program_new(
    const tonemap_plan *plan, const tonemap_light *light, tonemap_program **program, char **message);
void tonemap_program_free(tonemap_program *program);

/* What was measured of a frame, in cd/m2 of the source's own light. */
typedef struct tonemap_frame_light {
  /* sizeof(tonemap_frame_light), which the caller sets. */
  size_t struct_size;
  int64_t index;
  /* The greatest max(R, G, B), and the average over the picture without letterbox: MaxCLL and MaxFALL of CTA-861.3 are their maxima. */
  double maximum, average;
  /* The average that tone curves take: the light of the mean PQ signal of luminance. */
  double curve_average;
  /* Where the picture is without letterbox; zeros if all is black. */
  int32_t x, y, width, height;
} tonemap_frame_light;

/* A meter for frames of one size, of a source that the options state: those of a plan that concern the source. */
int tonemap_meter_new(
    const char *options, int32_t width, int32_t height, int32_t threads, tonemap_meter **meter, char **message);
void tonemap_meter_free(tonemap_meter *meter);

/* Measures a whole frame. Give frames in order, with indices that follow each other. light may be NULL. */
int tonemap_meter_measure(
    tonemap_meter *meter, const tonemap_view *input, int64_t index, tonemap_frame_light *light, char **message);

/* What was measured so far, as JSON: "max_cll", "max_fall", "frames" with "index", "maximum", "average" and "curve_average" each, and "scenes" with
 * "start", "frames", "peak" and "average": the light that `--dynamics scene` makes curves from. */
int tonemap_meter_describe(tonemap_meter *meter, char **json, char **message);

/* Reads the payload of a metadata message (enum tonemap_payload) and gives it as JSON with the names of the options that state it, where there are such. */
int tonemap_metadata_describe(int32_t kind, const void *payload, size_t size, char **json, char **message);

/* -- Files ------------------------------------------------------------------------------------------------------------------------- */

/* Called after each frame, on the thread of the call, with the number of frames done and, if that is known, of all, else -1. Another result than 0 ends
 * the work. It may call this library. */
typedef int (*tonemap_progress)(void *context, int64_t frames, int64_t all);

/* Converts a movie, Y4M, raw frames or pictures, as `tonemap convert input output` does; movies need FFmpeg's libraries on the system. Options are
 * those of the command. progress may be NULL. The output appears when it is whole. Of an input that ends before it says, what there is is written, and
 * the status is TONEMAP_TRUNCATED. findings, if not NULL, gets a JSON array of what was assumed and found. */
int tonemap_convert_file(
    const char *input, const char *output, const char *options, tonemap_progress progress, void *context,
    char **findings, char **message);

/* Opens the same to take its converted frames one by one. From the first frame to the last, or until it is freed, it holds three threads; at most 64 movies
 * can be read at once. A call that waits for a pipe when the movie is freed returns with the next bytes of that pipe. */
int tonemap_movie_open(const char *input, const char *options, tonemap_movie **movie, char **message);
void tonemap_movie_free(tonemap_movie *movie);

/* Describes a movie as JSON: "width", "height", "pixel_format" of its converted frames, "frames" and "frame_rate" if they are known, "plan" and
 * "findings". */
int tonemap_movie_describe(const tonemap_movie *movie, char **json, char **message);

/* Copies the next converted frame into the caller's picture. seconds from the start, below 0 if the input states no times. index and seconds may
 * be NULL. TONEMAP_END after the last frame. */
int tonemap_movie_next(
    tonemap_movie *movie, const tonemap_view *output, int64_t *index, double *seconds, char **message);

#ifdef __cplusplus
}
#endif

#endif
