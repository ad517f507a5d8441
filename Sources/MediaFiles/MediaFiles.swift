// One import gives the readers and the values that they read.
@_exported public import HDRMetadata
