// One import gives the metadata, the color terms and the rates that it states, and the syntax of its carriers.
@_exported public import CodedSyntax
@_exported public import Colorimetry
@_exported public import StreamUnits
