// The processor's level; everything else is in the headers.
#include "CInstructionSets.h"
#include "CLanes.h"

_Static_assert(
    4 * LANES_STRIP + LANES_PLACE_ROWS * LANES_LOOKED_UP <= (LANES_BACKGROUND_ROWS - LANES_GAMUT_ROWS) * LANES_STRIP,
    "the gamut map's rows do not fit into a strip");
_Static_assert(LANES_MAXIMUM_SIGNAL_ROW < LANES_GAMUT_ROWS, "the rows that are counted are the program's");

#if defined(__x86_64__)
#include <cpuid.h>

static unsigned long long enabled_state(void) {
  unsigned int low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return ((unsigned long long)high << 32) | low;
}

int lanes_level(void) {
  unsigned int a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return 1;
  const unsigned int fma = 1u << 12, movbe = 1u << 22, popcnt = 1u << 23, osxsave = 1u << 27, avx = 1u << 28, f16c = 1u << 29;
  const unsigned int v3 = fma | movbe | popcnt | osxsave | avx | f16c;
  if ((c & v3) != v3) return 1;
  const unsigned long long state = enabled_state();
  if ((state & 0x6) != 0x6) return 1;  // The system saves XMM and YMM.
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 1;
  const unsigned int bmi1 = 1u << 3, avx2 = 1u << 5, bmi2 = 1u << 8;
  if ((b & (bmi1 | avx2 | bmi2)) != (bmi1 | avx2 | bmi2)) return 1;
  // Without LZCNT the instruction runs as bsr and silently gives wrong counts; a virtual machine may offer AVX2 without it.
  const unsigned int lzcnt = 1u << 5;
  unsigned int low, high, extended;
  if (!__get_cpuid(0x80000001, &low, &high, &extended, &d) || !(extended & lzcnt)) return 1;
  const unsigned int f = 1u << 16, dq = 1u << 17, cd = 1u << 28, bw = 1u << 30, vl = 1u << 31;
  const unsigned int v4 = f | dq | cd | bw | vl;
  if ((b & v4) != v4 || (state & 0xe0) != 0xe0) return 3;  // The system saves masks and ZMM.
  return 4;
}
#else
int lanes_level(void) { return 1; }
#endif
