// One import gives the metadata, the color terms that it states and the findings about it.
@_exported public import Colorimetry
@_exported public import Findings
