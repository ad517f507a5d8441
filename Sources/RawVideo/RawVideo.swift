// One import gives the readers, the frames that they fill and the types of their headers.
@_exported public import Colorimetry
@_exported public import HDRMetadata
@_exported public import VideoFrames
