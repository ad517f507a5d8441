// One import gives the rules and the files that they are asked of.
@_exported public import MediaFiles
