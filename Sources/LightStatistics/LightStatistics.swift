// One import gives the statistics, the terms of color and metadata that they state and the findings about them.
@_exported public import Findings
@_exported public import HDRMetadata
@_exported public import StreamUnits
