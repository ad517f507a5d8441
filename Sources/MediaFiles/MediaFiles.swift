// One import gives the readers and the values that they read.
@_exported public import HDRMetadata
@_exported public import StreamUnits
@_exported public import TrustedMetadata
