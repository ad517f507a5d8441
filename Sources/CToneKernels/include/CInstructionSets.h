#ifndef CINSTRUCTIONSETS_H
#define CINSTRUCTIONSETS_H

/// The level of the widest kernels that this CPU and this operating system can run: 4 (level 3 plus AVX-512 F, BW, CD, DQ, VL),
/// 3 (AVX2, FMA, F16C, MOVBE, POPCNT, BMI1, BMI2, LZCNT) or 1 (the platform's baseline).
int lanes_level(void);

#endif
