internal import Threading

/// The number of processors that this process may use, 1 or more: the processors online; on Linux at most what the process's
/// affinity and its control groups' quotas allow, where a fraction of a processor counts as a whole one.
public let activeProcessorCount = availableProcessors
