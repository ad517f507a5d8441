#!/usr/bin/env python3
"""Computes the polynomials for binary logarithms and powers in the lanes: Sources/ToneKernels/Body/Gamut/Logarithms.swift.

    python3 notebooks/lane_logarithms.py

Prints the coefficients, rounded to 24 bits, lowest power first, and the largest error of each in `Float` arithmetic with fused
multiply-adds, in the order in which the lanes use them. Needs numpy and mpmath.
"""

import mpmath as mp
import numpy as np

mp.mp.dps = 40


def minimax(function, degree, low, high, weight=lambda x: mp.mpf(1), rounds=12):
    """The Remez algorithm: the coefficients of the polynomial whose largest error times `weight` is smallest."""
    n = degree + 2
    points = [(low + high) / 2 - (high - low) / 2 * mp.cos(mp.pi * k / (n - 1)) for k in range(n)]
    grid = [low + (high - low) * mp.mpf(k) / 4000 for k in range(4001)]
    for _ in range(rounds):
        rows = mp.matrix(n, n)
        right = mp.matrix(n, 1)
        for i, x in enumerate(points):
            for p in range(degree + 1):
                rows[i, p] = x**p
            rows[i, degree + 1] = (-1) ** i / weight(x)
            right[i] = function(x)
        solution = mp.lu_solve(rows, right)
        coefficients = [solution[p] for p in range(degree + 1)]
        error = [(function(x) - mp.polyval(coefficients[::-1], x)) * weight(x) for x in grid]
        # One extreme in each run of one sign.
        runs, start = [], 0
        for k in range(1, len(grid) + 1):
            if k == len(grid) or (error[k] > 0) != (error[start] > 0):
                runs.append(max(range(start, k), key=lambda j: abs(error[j])))
                start = k
        if len(runs) < n:
            break
        while len(runs) > n:
            runs.pop(0 if abs(error[runs[0]]) < abs(error[runs[-1]]) else -1)
        points = [grid[k] for k in runs]
    return coefficients, max(abs(e) for e in error)


def rounded(coefficients):
    return [np.float32(float(c)) for c in coefficients]


def evaluate(coefficients, x):
    """Horner's scheme, each step rounded once."""
    value = np.full(x.shape, coefficients[-1], np.float32)
    for c in coefficients[-2::-1]:
        value = (value.astype(np.float64) * x.astype(np.float64) + np.float64(c)).astype(np.float32)
    return value


def show(name, coefficients):
    print(name)
    for c in rounded(coefficients):
        print(f"  {float(c)!r}  ({np.float32(c).view(np.uint32):#010x})")


def main():
    log, error = minimax(lambda t: mp.log(mp.mpf(3) / 2 + t, 2), 8, mp.mpf(-1) / 2, mp.mpf(1) / 2)
    show("log2(1.5 + t), t in -0.5...0.5", log)
    t = np.linspace(-0.5, 0.5, 2_000_001).astype(np.float32)
    found = evaluate(rounded(log), t)
    print(f"  error {mp.nstr(error, 3)}, with rounding {np.abs(found - np.log2(1.5 + t.astype(np.float64))).max():.3g}")

    def part(x):
        return mp.expm1(x * mp.log(2) / 8) / x if abs(x) > 1e-30 else mp.log(2) / 8

    power, error = minimax(part, 4, mp.mpf(-3), mp.mpf(3), weight=lambda x: 1 / part(x))
    show("(2^(x / 8) - 1) / x, x in -3...3", power)
    for reach in (1, 3, 6, 9, 12):
        x = np.linspace(-reach, min(reach, 9), 1_000_001).astype(np.float32)
        x = x[x != 0]
        found = product(x, evaluate(rounded(power), x))
        for _ in range(3):
            found = product(found, found, found + found)
        exact = np.expm1(x.astype(np.float64) * np.log(2))
        print(f"  up to {reach}: error of 2^x - 1 {np.abs(found / exact - 1).max():.3g} of it")


def product(a, b, added=0.0):
    """a b + added, rounded once."""
    return (a.astype(np.float64) * b.astype(np.float64) + np.float64(1) * added).astype(np.float32)


if __name__ == "__main__":
    main()
