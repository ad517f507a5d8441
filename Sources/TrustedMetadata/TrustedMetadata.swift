// One import gives the trust, the metadata that it is in and the findings about it.
@_exported public import Findings
@_exported public import HDRMetadata
