// Importing this module also imports the tables that its files hold.
@_exported public import LookupTables
