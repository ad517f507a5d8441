// One import gives the plan and every module that it is built from.
@_exported public import ColorOperations
@_exported public import Colorimetry
@_exported public import Findings
@_exported public import GamutMaps
@_exported public import HDRMetadata
@_exported public import LanePrograms
@_exported public import LookupTables
@_exported public import ToneCurves
@_exported public import ToneKernels
@_exported public import VideoFrames
