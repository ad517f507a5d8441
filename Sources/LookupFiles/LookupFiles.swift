// One import gives the files and the tables that they hold.
@_exported public import LookupTables
