"""Many tables in compiled code, one table in compiled code, and policies that play at them."""
