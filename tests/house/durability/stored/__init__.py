"""Houses as earlier versions stored them. Every later version must open them and play on.

`python -m tests.house.durability.stored 0.1.0` makes one with the version that is installed: run it once for each release.
"""
