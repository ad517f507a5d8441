// One import gives the jobs, and what their settings are made of.
@_exported public import LookupFiles
@_exported public import MediaFiles
@_exported public import RawVideo
@_exported public import ToneMapping
