"""The games in the interfaces of other libraries, one file each; each needs its library."""
