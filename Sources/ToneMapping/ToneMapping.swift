// One import gives a user the plan and every room it is made from.
@_exported public import Colorimetry
@_exported public import GamutMaps
@_exported public import HDRMetadata
@_exported public import ToneCurves
@_exported public import VideoFrames
