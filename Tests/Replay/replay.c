// Calls kernels as described in a recording and compares their results with it: on Linux on arm64, without any library.
//
//     replay RECORDING        exits with 0 if all results match, else with 1 after reporting the first that do not
//
// The recording is described in Tests/ToneKernels/Recording.swift. The kernels and their names come from `kernels.inc`, lines of
// `KERNEL(name, symbol)` that scripts/arm64 makes from the compiled kernels.

#include <stdint.h>

typedef intptr_t word;
typedef uint8_t byte;

// MARK: Replacements for the C library.

static word system_call(word number, word a, word b, word c, word d, word e, word f) {
  register word x8 __asm__("x8") = number;
  register word x0 __asm__("x0") = a;
  register word x1 __asm__("x1") = b;
  register word x2 __asm__("x2") = c;
  register word x3 __asm__("x3") = d;
  register word x4 __asm__("x4") = e;
  register word x5 __asm__("x5") = f;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
}
enum { OPENAT = 56, LSEEK = 62, WRITE = 64, EXIT_GROUP = 94, MMAP = 222, MUNMAP = 215 };
enum { CURRENT_FOLDER = -100, SEEK_TO_END = 2, READ = 1, READ_AND_WRITE = 3, PRIVATE = 2, ANONYMOUS = 0x20 };

static void tell(const char *text) {
  word count = 0;
  while (text[count]) count++;
  system_call(WRITE, 1, (word)text, count, 0, 0, 0);
}
static void tell_number(word number) {
  char text[24], *p = text + sizeof text - 1;
  *p = 0;
  do *--p = (char)('0' + number % 10);
  while (number /= 10);
  tell(p);
}
static _Noreturn void stop(const char *sentence) {
  tell("replay: ");
  tell(sentence);
  tell("\n");
  system_call(EXIT_GROUP, 2, 0, 0, 0, 0, 0);
  __builtin_unreachable();
}

void *memcpy(void *to, const void *from, uintptr_t count) {
  for (uintptr_t i = 0; i < count; i++) ((byte *)to)[i] = ((const byte *)from)[i];
  return to;
}
void *memset(void *to, int value, uintptr_t count) {
  for (uintptr_t i = 0; i < count; i++) ((byte *)to)[i] = (byte)value;
  return to;
}
float sqrtf(float x) {
  float root;
  __asm__("fsqrt %s0, %s1" : "=w"(root) : "w"(x));
  return root;
}
uintptr_t __stack_chk_guard = 0x5aa5c33c;
_Noreturn void __stack_chk_fail(void) { stop("a kernel wrote over its stack"); }
// No kernel uses the heap: these functions only satisfy the linker for calls of the language's runtime and must never be called.
int posix_memalign(void **p, uintptr_t alignment, uintptr_t size) {
  (void)p, (void)alignment, (void)size;
  stop("a kernel asked for memory");
}
void free(void *p) {
  (void)p;
  stop("a kernel gave memory back");
}

// MARK: Kernels.

// Kernels take only words, and each word is passed in a register.
typedef void kernel(word, word, word, word, word, word, word, word);
#define KERNEL(name, symbol) extern kernel name##_kernel __asm__(symbol);
#include "kernels.inc"
#undef KERNEL
#define KERNEL(name, symbol) {#name, name##_kernel},
static const struct {
  const char *name;
  kernel *call;
} kernels[] = {
#include "kernels.inc"
};
enum { KERNELS = sizeof kernels / sizeof *kernels, WORDS = 8 };

// MARK: The recording.

static const byte *at, *end;

static word number(void) {
  word number;
  if (end - at < 8) stop("the recording ends too soon");
  memcpy(&number, at, 8);
  at += 8;
  return number;
}
static const byte *padded(word count) {
  const byte *bytes = at;
  if (count < 0 || end - at < count) stop("the recording ends too soon");
  at += (count + 7) & ~(word)7;
  return bytes;
}
static word limited(word limit) {
  word found = number();
  if (found < 0 || found >= limit) stop("a number of the recording is out of range");
  return found;
}

enum { CONTENTS = 1 << 16, BLOCKS = 1 << 10 };
static struct {
  const byte *bytes;
  word count;
} contents[CONTENTS];
static struct {
  byte *bytes;
  word count;
} blocks[BLOCKS];
static word content_count, block_count, failures;

static void fill(word block, word content) {
  word count = contents[content].count;
  if (count > blocks[block].count) stop("more is to be held by a block than there is room for");
  memcpy(blocks[block].bytes, contents[content].bytes, (uintptr_t)count);
  memset(blocks[block].bytes + count, 0, (uintptr_t)(blocks[block].count - count));
}

static void new_content(void) {
  if (content_count == CONTENTS) stop("there are too many contents");
  word count = number();
  contents[content_count].count = count;
  contents[content_count++].bytes = padded(count);
}

static void new_scene(void) {
  for (word i = 0; i < block_count; i++) system_call(MUNMAP, (word)blocks[i].bytes, blocks[i].count, 0, 0, 0, 0);
  block_count = limited(BLOCKS);
  const byte *begin = at;
  // All blocks are read first, because pointers may refer to later ones.
  for (word pass = 0; pass < 2; pass++) {
    at = begin;
    for (word i = 0; i < block_count; i++) {
      word count = number(), content = limited(content_count);
      if (pass == 0) {
        word room = system_call(MMAP, 0, count, READ_AND_WRITE, PRIVATE | ANONYMOUS, -1, 0);
        if (room < 0 && room > -4096) stop("there is no memory");
        blocks[i].bytes = (byte *)room;
        blocks[i].count = count;
        fill(i, content);
      }
      for (word left = number(); left > 0; left--) {
        word offset = limited(count - 7), target = limited(block_count), inside = number();
        byte *pointer = blocks[target].bytes + inside;
        if (pass == 1) memcpy(blocks[i].bytes + offset, &pointer, sizeof pointer);
      }
    }
  }
}

/// FNV-1a, 64 bits; in floats, every NaN counts as the same.
static uint64_t hash(const byte *bytes, word count, word are_floats) {
  uint64_t hash = 0xcbf29ce484222325;
  for (word i = 0; i < count; i++) {
    uint32_t bits = bytes[i];
    if (are_floats) {
      memcpy(&bits, bytes + (i & ~(word)3), 4);
      if ((bits & 0x7fffffff) > 0x7f800000) bits = 0x7fc00000;
      bits = bits >> 8 * (i & 3) & 0xff;
    }
    hash = (hash ^ bits) * 0x100000001b3;
  }
  return hash;
}

static void tell_bytes(const byte *bytes, word count) { system_call(WRITE, 1, (word)bytes, count, 0, 0, 0); }

static void new_call(word *calls) {
  word name_count = number();
  const byte *name = padded(name_count);
  word title_count = number();
  const byte *title = padded(title_count);
  for (word left = number(); left > 0; left--) {
    word block = limited(block_count), content = limited(content_count);
    fill(block, content);
  }
  word words[WORDS] = {0};
  word word_count = limited(WORDS + 1);
  for (word i = 0; i < word_count; i++) {
    word is_address = limited(2), value = is_address ? limited(block_count) : number(), offset = number();
    words[i] = is_address ? (word)blocks[value].bytes + offset : value;
  }
  word which = 0;
  for (; which < KERNELS; which++) {
    word i = 0;
    while (i < name_count && kernels[which].name[i] == (char)name[i]) i++;
    if (i == name_count && !kernels[which].name[i]) break;
  }
  if (which == KERNELS) {
    tell_bytes(name, name_count);
    stop(" is recorded, and no kernel has that name");
  }
  kernels[which].call(words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7]);
  calls[which]++;
  word wrong = 0;
  for (word left = number(); left > 0; left--) {
    word block = limited(block_count), offset = number(), count = number(), are_floats = limited(2);
    uint64_t expected = (uint64_t)number();
    if (offset < 0 || count < 0 || offset + count > blocks[block].count) stop("a result lies outside its block");
    wrong += hash(blocks[block].bytes + offset, count, are_floats) != expected;
  }
  if (wrong && failures++ < 10) {
    tell("replay: ");
    tell_bytes(name, name_count);
    tell(" leaves something else, ");
    tell_number(wrong);
    tell(" results: ");
    tell_bytes(title, title_count);
    tell("\n");
  }
}

__attribute__((used)) static void run(word *stack) {
  if (stack[0] != 2) stop("expected the name of a recording");
  word file = system_call(OPENAT, CURRENT_FOLDER, stack[2], 0, 0, 0, 0);
  word count = file < 0 ? 0 : system_call(LSEEK, file, 0, SEEK_TO_END, 0, 0, 0);
  word bytes = count <= 0 ? -1 : system_call(MMAP, 0, count, READ, PRIVATE, file, 0);
  if (bytes < 0 && bytes > -4096) stop("the recording cannot be read");
  at = (const byte *)bytes;
  end = at + count;
  if (number() != 0x4c4c4143454e4f54) stop("the file is no recording");
  word calls[KERNELS] = {0};
  for (word part; (part = number()) != 0;) {
    if (part == 1) new_scene();
    else if (part == 2) new_call(calls);
    else if (part == 3) new_content();
    else stop("a part of the recording is unknown");
  }
  word all = 0;
  for (word i = 0; i < KERNELS; i++) {
    tell(kernels[i].name);
    tell(": ");
    tell_number(calls[i]);
    tell(" calls\n");
    all += calls[i];
    if (calls[i] == 0) stop("a kernel is not in the recording");
  }
  tell_number(failures);
  tell(" of ");
  tell_number(all);
  tell(" calls leave something else than was recorded\n");
  system_call(EXIT_GROUP, failures != 0, 0, 0, 0, 0, 0);
}

__asm__(".globl _start\n_start:\n mov x0, sp\n bl run\n");
