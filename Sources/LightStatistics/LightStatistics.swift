// One import gives the statistics, and the terms of color and metadata that they state.
@_exported public import HDRMetadata
