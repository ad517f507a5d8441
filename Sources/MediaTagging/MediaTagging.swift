// One import gives the tagging and the values that it writes.
@_exported public import MediaFiles
