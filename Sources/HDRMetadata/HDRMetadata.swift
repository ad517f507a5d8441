// One import gives the metadata and the color terms that it states.
@_exported public import Colorimetry
