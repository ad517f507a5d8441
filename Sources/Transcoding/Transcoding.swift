// One import gives the jobs and the types of their settings.
@_exported public import LookupFiles
@_exported public import MediaFiles
@_exported public import RawVideo
@_exported public import ToneMapping
