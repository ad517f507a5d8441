// Lanes of this set.
