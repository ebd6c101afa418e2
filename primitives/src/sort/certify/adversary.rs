//! Zero–one inputs chosen to hurt, and keys with duplicates.
