// One import provides the plan and every module that it uses.
@_exported public import ColorOperations
@_exported public import Colorimetry
@_exported public import GamutMaps
@_exported public import HDRMetadata
@_exported public import LightStatistics
@_exported public import LookupTables
internal import SystemCalls
@_exported public import ToneCurves
@_exported public import ToneKernels
@_exported public import VideoFrames

/// The number of processors that this process may use, 1 or more: the processors online; on Linux at most the number allowed by the process's
/// affinity and its control groups' quotas, where a fraction of a processor counts as a whole one.
public let activeProcessorCount = availableProcessors
