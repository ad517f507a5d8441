// One import gives the movies and the modules whose types they use.
@_exported public import HDRMetadata
@_exported public import struct SystemCalls.SystemError
@_exported public import VideoFrames
