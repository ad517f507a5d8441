// One import gives the statistics and the terms of color and metadata that they use.
@_exported public import HDRMetadata
