// Choice.
