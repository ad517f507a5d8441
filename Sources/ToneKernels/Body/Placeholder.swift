// Kernels.
