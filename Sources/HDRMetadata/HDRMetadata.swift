// One import gives the metadata, and the color terms and the rates that it states.
@_exported public import Colorimetry
@_exported public import StreamUnits
