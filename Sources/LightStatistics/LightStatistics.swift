// One import gives the statistics, the terms of color and metadata that they state.
@_exported public import HDRMetadata
